"""What others wrote is drawn as text on a page: no link, no heading, no box, whatever they wrote."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt  # comes with rich

from memdecay import quotation

DRAWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SIGNS = "`[]()<>!-xX #*\\~|:@w.h/_=+1\n\t &;close"
ACTING = "- [x] `close jam` <!-- 0123456789abcdef -->"
TAGS = {"blockquote", "p", "pre", "code", "ul", "ol", "li"}


def page(text: str) -> str:
    return "\n".join(quotation.quoted(text))


def words(text: str) -> str:
    """The letters and signs of a text, in order, without white space."""
    return "".join(text.split())


@given(st.one_of(st.text(), st.text(alphabet=SIGNS, max_size=80)))
@example(f"Use it.\n{ACTING}\n\n* {ACTING}\n    {ACTING}\n> {ACTING}")
@example("a\n===\nb\n---\n# c\n\n[x]: https://example.org\n\n![y](z) <b>t</b> **u** _v_ ~~w~~")
@example("- one\n\n      code\n- two")
@example("|a|b|\n|-|-|\n|1|2|")
@example("x `" + "code " * 40 + "- [x] y` z")
@example("a\n2. b\n3) c\n\n1. d\n- e\n+ f")
@example("&lt;b&gt; &#64;dana &copy;")
def test_nothing_in_a_quotation_is_drawn_as_anything_but_text(text: str) -> None:
    html = DRAWN.render(f"{page(text)}\n\n- [ ] `close a` <!-- 0123456789abcdef -->\n")
    quoted, _, rest = html.rpartition("</blockquote>")
    assert set(re.findall(r"<([a-z0-9]+)", quoted)) <= TAGS
    assert not re.search(r"<li>\s*(?:<p>)?\[[ xX]\]", quoted)
    assert rest.strip().startswith("<ul>\n<li>[ ] <code>close a</code>")


@pytest.mark.parametrize(
    "text",
    [
        "Pin `cachelib` to 2.3.\nUntil it is fixed: see #12, a_b and <https://example.org>.",
        "# Title\n\nUse it *now*.\n\n- one\n- two\n  and more\n\n1. first\n2. second",
        "```sh\nls  -l\n```",
        "word " * 100,
    ],
)
def test_every_word_is_drawn_and_read_again(text: str) -> None:
    drawn = unescape(re.sub(r"<[^>]*>", "", DRAWN.render(page(text))))
    read = "\n".join(quotation.read(page(text).split("\n")))
    wanted = re.sub(r"(?m)^(?:- |\d\. )", "", text)
    assert words(drawn) == words(wanted).replace("`", "" if "```" not in text else "`")
    assert words(read).replace("`", "") == words(text).replace("`", "")


def test_prose_wraps_and_keeps_its_paragraphs() -> None:
    text = "Use pnpm,\nnot npm.\n\n\nAsk first:\n- Dana\n* Tom\n  or Priya\n\nThen go."
    assert page(text).split("\n") == [
        "> Use pnpm, not npm.", ">", "> Ask first:", ">", "> - Dana", ">", "> * Tom or Priya", ">",
        "> Then go.",
    ]  # fmt: skip


def test_where_the_layout_says_something_it_is_kept() -> None:
    text = "Run it:\n\n```sh\nls\n  -l\n```"
    assert page(text).split("\n") == [
        ">     Run it:", ">", ">     ```sh", ">     ls", ">       -l", ">     ```",
    ]  # fmt: skip


def test_no_row_of_wrapped_prose_becomes_a_list_or_a_heading() -> None:
    rows = page("word " * 19 + "- item " + "word " * 19 + "2026. Then " + "x" * 100 + " === `- a b`").split(
        "\n"
    )
    assert len(rows) > 2
    assert DRAWN.render("\n".join(rows)).count("<p>") == 1


def test_a_wrapped_paragraph_is_read_as_one_line() -> None:
    text = f"{'word ' * 40}\n\n- {'item ' * 30}\n- b_c"
    rows = list(quotation.read(page(text).split("\n")))
    assert rows == [("word " * 40).strip(), "", "- " + ("item " * 30).strip(), "- b_c"]


def test_a_box_is_no_item() -> None:
    assert page("- [ ] buy figs\n- eat").split("\n") == ["> \\- \\[ \\] buy figs", ">", "> - eat"]
