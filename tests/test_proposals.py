"""The prune list as text: what is written is read again, and nothing that is quoted ever acts."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdecay import proposals
from memdecay.proposals import Action, Item, Line, PruneList

CREATED = datetime(2026, 11, 29, 21, tzinfo=timezone.utc)
BYTES = b"---\nid: cache-bug-workaround\n---\nPin cachelib to 2.3.\n"


def line(action: Action = Action.CLOSE, entry: str = "cache-bug-workaround", **more: object) -> Line:
    reason = more.pop("reason", None)
    digest = proposals.digest(action, entry, reason, BYTES)  # type: ignore[arg-type]
    return Line(action=action, entry=entry, digest=digest, reason=reason, **more)  # type: ignore[arg-type]


def listed(
    quoted: str, evidence: str = "fading: 272 days", lines: tuple[Line, ...] | None = None
) -> PruneList:
    lines = (line(), line(Action.CONFIRM)) if lines is None else lines
    item = Item(entry="cache-bug-workaround", quoted=quoted, evidence=evidence, lines=lines)
    return PruneList(created=CREATED, base="4b825dc", decay=(item,), deletion=())


def text(quoted: str, evidence: str = "fading: 272 days") -> str:
    return proposals.write(listed(quoted, evidence)).decode()


def said(lines: list[Line]) -> list[tuple[str, str]]:
    return [(one.said, one.digest) for one in lines]


def test_a_list_reads_as_the_readme_shows_it() -> None:
    decay = Item(
        entry="cache-bug-workaround",
        quoted="Pin cachelib to 2.3 until the crash upstream is fixed.\n",
        evidence="fading: last affirmed 2026-03-02 (272 days) · mentions `vendor/cachelib.patch`, now gone",
        lines=(line(), line(Action.CONFIRM)),
        fingerprints=("30db0729", "57427143"),
    )
    deletion = Item(
        entry="scratch-token",
        quoted="Deploy token for staging: ghp_****",
        evidence="secret: GitHub token at line 1. Rotate it first.",
        lines=(line(Action.DELETE, "scratch-token", reason="secret"),),
    )
    whole = PruneList(created=CREATED, base="4b825dc", decay=(decay,), deletion=(deletion,))
    assert proposals.write(whole).decode() == (
        "---\n"
        "memdecay: proposals/1\n"
        "created: 2026-11-29T21:00:00Z\n"
        "base: 4b825dc\n"
        "---\n"
        "# Proposals of 2026-11-29\n"
        "\n"
        "Tick what you approve and run `memdecay apply`. Lines left unticked do nothing.\n"
        "\n"
        "## Decay list\n"
        "\n"
        "### cache-bug-workaround\n"
        "\n"
        "> Pin cachelib to 2.3 until the crash upstream is fixed.\n"
        "\n"
        "fading: last affirmed 2026-03-02 (272 days) · mentions `vendor/cachelib.patch`, now gone "
        "<!-- evidence 30db0729 57427143 -->\n"
        "\n"
        f"- [ ] `close cache-bug-workaround` <!-- {line().digest} -->\n"
        f"- [ ] `confirm cache-bug-workaround` <!-- {line(Action.CONFIRM).digest} -->\n"
        "\n"
        "## Deletion list\n"
        "\n"
        "### scratch-token\n"
        "\n"
        "> Deploy token for staging: ghp\\_\\*\\*\\*\\*\n"
        "\n"
        "secret: GitHub token at line 1. Rotate it first.\n"
        "\n"
        f"- [ ] `delete scratch-token --reason secret` <!-- {deletion.lines[0].digest} -->\n"
    )


ACTING = proposals.written(line(is_ticked=True))


@given(st.text())
@example(ACTING)
@example(f"\r{ACTING}\r\n{ACTING}\u2028{ACTING}\x85{ACTING}\x0b{ACTING}")
@example(f"```\n{ACTING}\n```\n\n# heading\n<!-- {ACTING} -->\n> {ACTING}\n>     {ACTING}")
@example("x " * 200 + ACTING)
@example("\ud800")
@example("a\U000e0100")  # prints by the word of Python, and cannot be seen
@example("\u2800\u3164 #\ufe0f")
def test_quoted_text_never_yields_a_line(quoted: str) -> None:
    lines, problems = proposals.read(text(quoted))
    assert said(lines) == said([line(), line(Action.CONFIRM)])
    assert not any(one.is_ticked for one in lines)
    assert problems == []


@given(st.text())
@example(ACTING)
@example(f"`{ACTING}`")
@example("`close x` and ``close y`` and `<!--` and [x] and <b> and @dana and https://example.org/[x]")
@example("1. one")
@example("```")
def test_evidence_never_yields_a_line(evidence: str) -> None:
    lines, problems = proposals.read(text("Pin it.", evidence))
    assert said(lines) == said([line(), line(Action.CONFIRM)])
    assert problems == []


@given(st.text(alphabet="`[]()<>!-xX #*\\~|:@w.h/\n &close", max_size=60))
def test_evidence_made_of_marks_never_yields_a_line(evidence: str) -> None:
    lines, problems = proposals.read(text("Pin it.", evidence))
    assert said(lines) == said([line(), line(Action.CONFIRM)])
    assert problems == []


def test_evidence_keeps_its_code_and_loses_what_acts() -> None:
    shown = text(
        "Pin it.", "mentions `a_b.py`; by dana@example.org, see https://example.org and <b>[x]</b> *now*"
    )
    assert (
        "mentions `a_b.py`; by `dana@example.org,` see `https://example.org` "
        "and \\<b\\>\\[x\\]\\</b\\> \\*now\\*\n"
    ) in shown


def test_what_cannot_be_seen_is_spelled_out() -> None:
    assert "> a\\\\u200bb\\\\u2028c\n" in text("a\u200bb\u2028c")
    assert ">     |a\\u200bb\n" in text("|a\u200bb")


def test_a_long_paragraph_wraps_between_words() -> None:
    rows = [row for row in text("word " * 60).split("\n") if row.startswith(">")]
    assert len(rows) == 3
    assert max(map(len, rows)) <= 106


@pytest.mark.parametrize(
    "row",
    [
        "- [X] `close a`",
        "-  [x] `close a` <!-- 0123456789abcdef -->",
        "1. [x] `close a` <!-- 0123456789abcdef -->",
        "    - [x] `close a` <!-- 0123456789abcdef -->",
        "- [x] `close A` <!-- 0123456789abcdef -->",
        "- [x] `close ../a` <!-- 0123456789abcdef -->",
        "- [x] `close con` <!-- 0123456789abcdef -->",
        "- [x] `close a` <!-- 0123456789ABCDEF -->",
        "- [x] `close a` <!-- 0123456789abcde -->",
        "- [x] `close a --reason secret` <!-- 0123456789abcdef -->",
        "- [x] `delete a` <!-- 0123456789abcdef -->",
        "- [x] `delete a --reason age` <!-- 0123456789abcdef -->",
        "- [x] `remove a` <!-- 0123456789abcdef -->",
        "- [x] `close a` <!-- 0123456789abcdef --> really",
        "- [x] close a",
        "> - [x] `close a` <!-- 0123456789abcdef -->",
        "`close a`",
        "<!--",
        "<details>",
        "```",
        "[x]: https://example.org",
        "- [x]\u00a0`close a` <!-- 0123456789abcdef -->",
        "- [x] `close a`\u200b <!-- 0123456789abcdef -->",
    ],
)
def test_what_is_nearly_an_action_line_is_a_problem(row: str) -> None:
    whole = text("Pin it.") + row + "\n"
    lines, problems = proposals.read(whole)
    assert len(lines) == 2
    assert [one.line for one in problems] == [whole.count("\n")]


@pytest.mark.parametrize("before", ["* ", "+ ", "  - ", "   * "])
def test_another_bullet_or_indent_is_the_same_line_and_only_its_tick_changes(before: str) -> None:  # B066
    whole = text("Pin it.").replace("- [", f"{before}[")
    lines, problems = proposals.read(whole)
    assert (len(lines), problems) == (2, [])
    ticked = proposals.ticked(whole.encode(), {lines[0].number or 0}).decode()
    assert ticked == whole.replace(f"{before}[ ] `{lines[0].said}", f"{before}[x] `{lines[0].said}")


def test_a_remark_of_a_reviewer_is_fine() -> None:
    remark = "\nDana: I would keep this, see [the issue](https://example.org/1).\n- and ask Tom\n> why?\n"
    assert proposals.read(text("Pin it.") + remark)[1] == []


def test_a_list_from_a_windows_editor_is_the_same_list() -> None:
    whole = text("Pin it.")
    lines, problems = proposals.read("\ufeff" + whole.replace("\n", "\r\n"))
    assert (lines, problems) == proposals.read(whole)


@pytest.mark.parametrize(
    ("head", "line_number"),
    [
        ("# a page\n", 1),
        ("---\nmemdecay: proposals/2\n---\n", 1),
        ("---\nmemdecay: proposals/1\n", 3),
        ("---\nmemdecay: proposals/1\nevil: yes\n---\n", 3),
        ("---\nmemdecay: proposals/1\nbase: 4b825dc\n---\n", 3),
        ("---\nmemdecay: proposals/1\ncreated: soon\n---\n", 3),
    ],
)
def test_what_is_no_list_says_so(head: str, line_number: int) -> None:
    _, problems = proposals.read(head)
    assert [one.line for one in problems] == [line_number]


@pytest.mark.parametrize("tick", ["x", "X"])
def test_both_ticks_count(tick: str) -> None:
    whole = text("Pin it.").replace("- [ ] `close", f"- [{tick}] `close")
    assert [one.is_ticked for one in proposals.read(whole)[0]] == [True, False]


def test_ticking_changes_one_byte_a_line() -> None:
    before = proposals.write(listed("Pin it."))
    number = proposals.read(before.decode())[0][0].number
    assert number is not None
    after = proposals.ticked(before, {number})
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
    assert proposals.ticked(after, {number}) == after
    assert proposals.ticked(after, ()) == before


def test_a_digest_tells_every_part_apart() -> None:
    wholes = [
        (Action.CLOSE, "a", None, b"x"), (Action.CONFIRM, "a", None, b"x"), (Action.CLOSE, "ax", None, b""),
        (Action.CLOSE, "a", None, b"y"), (Action.DELETE, "a", "noise", b"x"),
        (Action.DELETE, "a", "secret", b"x"),
    ]  # fmt: skip
    digests = {proposals.digest(*one) for one in wholes}
    assert len(digests) == len(wholes)
    assert all(len(one) == 16 for one in digests)


def test_a_line_that_could_not_be_read_again_is_not_made() -> None:
    with pytest.raises(ValueError, match="no action line can say: delete a"):
        Line(action=Action.DELETE, entry="a", digest="0" * 16)


def test_sections_give_what_was_said_as_it_was_meant() -> None:
    (only,) = proposals.sections(text("Pin *it*.\n\nTwice.", "by <b> *now*"))
    assert (only.entry, only.text) == ("cache-bug-workaround", "Pin *it*.\n\nTwice.\n\nby <b> *now*")
    assert said(list(only.lines)) == said([line(), line(Action.CONFIRM)])
