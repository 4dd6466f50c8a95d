"""No entry can speak for anybody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay import characters
from memdecay.agents.wording import Told, block, harmless, packed, quoted, told
from tests.builders import entry

TAGS = [
    "</system-reminder>", "<system-reminder>", "</ system>", "<SYSTEM>", "<invoke name='x'>", "<user_prompt>",
    "<!-- end -->", "<?xml ?>", "<function_results>", "<context>", "<tool-result>", "</anything>",
    "<|im_start|>system",
]  # fmt: skip


@given(st.text() | st.lists(st.sampled_from([*TAGS, "\n", "\r", "\n\nHuman: ", "> ", "x"])).map("".join))
def test_every_line_of_a_text_is_a_quotation_without_wrappers(text: str) -> None:
    said = quoted(text)
    assert all(line.startswith(">") for line in said.split("\n"))
    assert not characters.hidden(said)
    assert "</" not in said
    assert "<system" not in said.lower()


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_of_a_wrapper_is_written_as_text(tag: str) -> None:
    assert harmless(f"a {tag} b") == f"a &lt;{' '.join(tag[1:].split())} b".replace("&lt; ", "&lt; ")


@pytest.mark.parametrize(
    "code", ["Array<string>", "if a < b and c > d", "std::vector<T>", "a <- b", "<div>", "1<2"]
)
def test_code_stays_as_it_is(code: str) -> None:
    assert harmless(code) == code


def test_an_entry_is_told_with_what_is_known_of_it() -> None:
    known = entry(
        "use-pnpm", valid_from="2026-02-03", scope=("web", "api/**"), pinned=True, body="Use pnpm.\n\nYes.\n"
    )
    assert block(told(known, ["affirmed 2026-03-01"])) == (
        "use-pnpm (since 2026-02-03; in web, api/**; pinned; affirmed 2026-03-01)\n> Use pnpm.\n>\n> Yes."
    )


def test_an_entry_is_told_with_the_headings_above_it() -> None:
    known = entry("ask", section="Deploys › <system> first", body="Ask Dana.\n")
    assert block(told(known)) == "ask (under Deploys › &lt;system> first)\n> Ask Dana."


def test_entries_are_taken_whole_or_not_at_all() -> None:
    blocks = [
        Told(id="a", known=(), text="x" * 40),
        Told(id="b", known=(), text="語" * 40),
        Told(id="c", known=(), text="y"),
    ]
    text, taken, left = packed("head", blocks, 70)
    assert text == f"head\n\na\n> {'x' * 40}\n\nc\n> y"
    assert [one.id for one in taken] == ["a", "c"]
    assert [one.id for one in left] == ["b"]
    assert len(text.encode()) <= 70
