"""A closing note that is missing, and one that closes nothing."""

from __future__ import annotations

from memdecay.checks.notes import missing, orphaned
from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.problem import Severity
from memdecay.state import replay
from tests.builders import entry, instant, note

NOW = instant("2026-06-03")


def missed(entries: list[Entry], *notes: ClosingNote) -> list[str]:
    return [str(problem) for problem in missing(replay(entries, notes), NOW)]


def orphans(entries: list[Entry], *notes: ClosingNote) -> list[str]:
    return [str(problem) for problem in orphaned(replay(entries, notes), NOW)]


# B055
def test_a_replaced_entry_without_a_note_is_named_with_the_command_that_writes_it() -> None:
    replaced = [entry("a", path="web/a.md"), entry("b", supersedes=("a",))]
    assert missed(replaced) == [
        (
            "web/a.md: was replaced by b but has no closing note; "
            "write it with `memdecay close a --by b --reason ...`"
        )
    ]
    (problem,) = missing(replay(replaced, []), NOW)
    assert problem.severity is Severity.WARNING
    assert missed(replaced, note("a", superseded_by="b")) == []


def test_all_successors_of_a_replaced_entry_are_named() -> None:
    found = missed([entry("a"), entry("c", supersedes=("a",)), entry("b", supersedes=("a",))])
    assert found == [
        (
            "a.md: was replaced by b and c but has no closing note; "
            "write it with `memdecay close a --by b --reason ...`"
        )
    ]


def test_an_entry_closed_by_hand_needs_no_note() -> None:
    assert missed([entry("a", declared=Declared.CLOSED, superseded_by="b"), entry("b")]) == []


def test_an_entry_that_nothing_replaced_needs_no_note() -> None:
    assert missed([entry("a", valid_until="2026-01-01"), entry("b", supersedes=("gone",))]) == []


def test_a_note_for_no_entry_is_named_with_its_line() -> None:
    assert orphans([entry("b")], note("a", lines={"closes": 2})) == [
        "a.closed.md:2: closes: closes a, but no entry has that id"
    ]


def test_a_note_for_an_entry_in_another_folder_is_no_orphan() -> None:
    assert orphans([entry("a", path="web/a.md")], note("a")) == []
