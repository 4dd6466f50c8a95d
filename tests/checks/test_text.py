"""What cannot be seen in an entry, or is struck through in it, is pointed at."""

from __future__ import annotations

from typing import Any

import pytest

from memdecay.checks import findings
from memdecay.checks.text import hidden, struck_out
from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.problem import Severity
from memdecay.state import replay
from tests.builders import entry, instant, note

NOW = instant("2026-06-03")
UNSEEN = "x\u200by"


def found(entries: list[Entry], *notes: ClosingNote) -> list[str]:
    return [str(problem) for problem in hidden(replay(entries, notes), NOW)]


def struck(one: Entry, *notes: ClosingNote) -> list[str]:
    return [str(problem) for problem in struck_out(replay([one], notes), NOW)]


def test_text_that_can_be_seen_has_no_fault() -> None:
    assert found([entry("a", body="Use pnpm ✅.\n", author="Ångström")], note("a", reason="日本語")) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("title", UNSEEN),
        ("author", UNSEEN),
        ("source", UNSEEN),
        ("tags", ("a", UNSEEN)),
        ("scope", (UNSEEN,)),
    ],
)
def test_a_hidden_character_in_any_text_of_an_entry_is_named_with_its_line(key: str, value: Any) -> None:
    assert found([entry("a", **{key: value}, lines={key: 7})]) == [
        f"a.md:7: {key}: holds characters that cannot be seen (U+200B at 1:2); remove them"
    ]


def test_a_title_that_was_taken_from_the_body_is_not_named_twice() -> None:
    assert found([entry("a", title=UNSEEN, body=f"{UNSEEN}\n")]) == [
        "a.md: body: holds characters that cannot be seen (U+200B at 1:2); remove them"
    ]


@pytest.mark.parametrize("key", ["body", "reason", "closed_by"])
def test_a_hidden_character_in_any_text_of_a_note_is_named(key: str) -> None:
    assert found([entry("a")], note("a", **{key: UNSEEN}, lines={key: 3})) == [
        f"a.closed.md:3: {key}: holds characters that cannot be seen (U+200B at 1:2); remove them"
    ]


def test_of_many_hidden_characters_the_first_three_are_named() -> None:
    assert found([entry("a", body="\u200b\n\u202e\u2060\n\u00ad\u200d\n")]) == [
        (
            "a.md: body: holds characters that cannot be seen "
            "(U+200B at 1:1, U+202E at 2:1, U+2060 at 2:2 and 2 more); remove them"
        )
    ]


# B052
def test_an_entry_that_holds_with_struck_text_is_named_with_the_remedy() -> None:
    one = entry("a", body="~~Format with tool A~~ Format with tool B\n")
    assert struck(one) == [
        "a.md: holds text that is struck through; write what holds as a new entry with --supersedes a"
    ]
    (problem,) = struck_out(replay([one], []), NOW)
    assert problem.severity is Severity.WARNING


def test_struck_text_in_an_entry_that_no_longer_holds_is_no_fault() -> None:
    assert struck(entry("a", body="~~Use npm~~\n", declared=Declared.CLOSED)) == []
    assert struck(entry("a", body="~~Use npm~~\n"), note("a", valid_until="2026-06-01")) == []


@pytest.mark.parametrize(
    "body", ["~~~\ncode\n~~~\n", "about ~~ 3 ~ 4\n", "~~ a\nb ~~\n", "~/.config and ~/x\n"]
)
def test_other_tildes_strike_nothing(body: str) -> None:
    assert struck(entry("a", body=body)) == []


# All rules together


def test_all_findings_come_by_address_each_once_whatever_the_order_of_the_files() -> None:
    entries = [
        entry("b", supersedes=("gone",), lines={"supersedes": 3}),
        entry("a", body=f"{UNSEEN}\n", created="2062-01-01", lines={"created": 5}),
        entry("a", path="web/a.md"),
    ]
    notes = [note("c", lines={"closes": 2})]
    expected = [
        "a.md: body: holds characters that cannot be seen (U+200B at 1:2); remove them",
        "a.md: id: a is also the id of web/a.md; give one of them another id",
        "a.md:5: created: 2062-01-01 is in the future; correct it, or this machine's clock",
        "b.md:3: supersedes: names gone, but no entry has that id",
        "c.closed.md:2: closes: closes c, but no entry has that id",
        "web/a.md: id: a is also the id of a.md; give one of them another id",
    ]
    for order in (entries, entries[::-1]):
        assert [str(problem) for problem in findings(replay(order, notes), NOW)] == expected


def test_a_sound_memory_has_no_findings() -> None:
    entries = [entry("a", valid_until="2026-06-02"), entry("b", supersedes=("a",), valid_from="2026-06-03")]
    closing = note("a", valid_until="2026-06-02", superseded_by="b", recorded="2026-06-03")
    assert findings(replay(entries, [closing]), NOW) == ()
