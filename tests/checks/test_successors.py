"""A chain that ends in nothing that holds is pointed at where something of it still does."""

from __future__ import annotations

from memdecay.checks.successors import dead_ends
from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.problem import Severity
from memdecay.state import replay
from tests.builders import entry, instant, note


def found(entries: list[Entry], *notes: ClosingNote, at: str = "2026-06-03") -> list[str]:
    return [str(problem) for problem in dead_ends(replay(entries, notes), instant(at))]


def test_an_entry_whose_successor_was_called_off_before_it_began_is_a_dead_end() -> None:
    entries = [
        entry("a"),
        entry("b", supersedes=("a",), valid_from="2027-01-01", declared=Declared.CLOSED),
    ]
    assert found(entries) == ["a.md: still holds, but its successor b does not; close it too"]
    (problem,) = dead_ends(replay(entries, []), instant("2026-06-03"))
    assert problem.severity is Severity.WARNING


def test_an_entry_is_no_dead_end_while_one_of_its_successors_is_still_to_come() -> None:
    entries = [
        entry("a"),
        entry("b", supersedes=("a",), valid_from="2027-01-01", declared=Declared.CLOSED),
        entry("c", supersedes=("a",), valid_from="2027-06-01"),
    ]
    assert found(entries) == []
    called_off = note("c", recorded="2026-01-01")
    assert found(entries, called_off) == [
        "a.md: still holds, but its successor b and c does not; close it too"
    ]


def test_a_replaced_entry_whose_successor_is_over_does_not_hold_and_is_no_dead_end() -> None:
    entries = [entry("a"), entry("b", supersedes=("a",), valid_from="2026-01-01", valid_until="2026-02-01")]
    assert found(entries) == []


def test_ordinary_chains_have_no_dead_end() -> None:
    assert found([entry("a"), entry("b", supersedes=("a",)), entry("c", supersedes=("b",))]) == []
    assert found([entry("a", valid_until="2026-01-01"), entry("b")]) == []
