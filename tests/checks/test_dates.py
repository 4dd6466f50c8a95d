"""What was recorded in the future is pointed at."""

from __future__ import annotations

from datetime import datetime

from memdecay.checks.dates import in_the_future
from memdecay.problem import Severity
from memdecay.state import State, replay
from tests.builders import entry, instant, note

NOW = instant("2026-06-03T09:14:00Z")


def found(state: State, now: datetime = NOW) -> list[str]:
    return [str(problem) for problem in in_the_future(state, now)]


def test_an_entry_and_a_note_recorded_in_the_future_are_named_with_their_lines() -> None:
    state = replay(
        [entry("a", created="2026-06-03T09:14:01Z", lines={"created": 4})],
        [note("a", recorded="2062-06-03", lines={"recorded": 6})],
    )
    assert found(state) == [
        "a.md:4: created: 2026-06-03T09:14:01Z is in the future; correct it, or this machine's clock",
        "a.closed.md:6: recorded: 2062-06-03 is in the future; correct it, or this machine's clock",
    ]
    assert {problem.severity for problem in in_the_future(state, NOW)} == {Severity.WARNING}


def test_what_was_recorded_now_or_today_or_never_said_when_is_no_fault() -> None:
    state = replay(
        [entry("a", created="2026-06-03T09:14:00Z"), entry("b", created="2026-06-03"), entry("c")],
        [note("a", recorded="2026-06-03T11:14:00+02:00"), note("b")],
    )
    assert found(state) == []


def test_a_window_in_the_future_is_no_fault() -> None:
    assert found(replay([entry("a", valid_from="2027-01-01", valid_until="2028-01-01")], [])) == []
