"""Ages when clocks jump, disagree, or stand in another zone: finite, in UTC, and never from file times."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.builders import markdown
from tests.front_door import Shell

NOW = "2026-06-03T09:14:00Z"
SEGMENT = "ledger/2026-06/0123456789abcdef01234567.jsonl"


def strength(shell: Shell, entry: str, now: str = NOW) -> Any:
    return shell.ask("show", entry, now=now)["entries"][0]["strength"]


def event(at: str, number: int = 1, kind: str = "used", entry: str = "a") -> str:
    """One line of a ledger."""
    return json.dumps({"v": 1, "id": f"e{number}", "at": at, "kind": kind, "entry": entry, "by": "Dana"})


def ledger(shell: Shell, *lines: str) -> None:
    shell.write(SEGMENT, "".join(f"{one}\n" for one in lines))


def test_a_use_one_day_ahead_counts_as_just_now(memory: Shell) -> None:  # B036
    memory.write("a.md", markdown("id: a", "valid_from: 2026-01-01"))
    ledger(memory, event("2026-06-04T09:14:00Z"))
    found = strength(memory, "a")
    assert (found["factor"], found["idle_days"], found["last_affirmed"]) == (1.0, 0.0, NOW)
    assert memory.ask("recall", "pnpm")["results"][0]["factor"] == 1.0
    assert memory.problems() == []


def test_a_use_further_ahead_counts_for_nothing_and_is_named(memory: Shell) -> None:  # B036
    memory.write("a.md", markdown("id: a", "valid_from: 2026-01-01"))
    before = strength(memory, "a")
    ledger(memory, event("9999-12-31T23:59:59Z"), event("2026-06-05T00:00:00Z", 2, "misled"))
    assert strength(memory, "a") == before
    assert [one["marks"] for one in memory.ask("recall", "pnpm")["results"]] == [0]
    yet = "in the future, so it counts for nothing yet; was a clock wrong?"
    assert memory.problems() == [
        f"warning: ledger: the event e1 (used a) is dated 9999-12-31, {yet}",
        f"warning: ledger: the event e2 (misled a) is dated 2026-06-05, {yet}",
    ]


@pytest.mark.parametrize("now", ["0001-01-01", "1970-01-01", "9999-12-31T23:59:59.999999Z"])
def test_at_the_ends_of_the_calendar_every_command_answers_in_range(memory: Shell, now: str) -> None:  # B036
    memory.write("a.md", markdown("id: a", "created: 2026-01-01"))
    ledger(memory, event("2026-03-01"), event("0001-01-01", 2), event("9999-12-31", 3))
    found = strength(memory, "a", now)
    assert 0.0 <= found["retention"] <= 1.0
    assert 0.5 <= found["factor"] <= 1.0
    for words in (("recall", "pnpm", "--history"), ("log",), ("list",), ("policy", "--entry", "a")):
        memory.did(*words, now=now)


def test_an_entry_from_the_future_is_of_no_age_and_said_to_be(memory: Shell) -> None:  # B037
    memory.write("a.md", markdown("id: a", "created: 2026-12-24", "importance: 0"))
    found = strength(memory, "a")
    assert (found["age_days"], found["idle_days"], found["retention"], found["factor"]) == (0, 0, 1, 1)
    assert memory.problems() == [
        "warning: a.md:3: created: 2026-12-24 is in the future; correct it, or this machine's clock"
    ]


def test_days_naive_times_and_offsets_stand_side_by_side(memory: Shell) -> None:  # B038
    written = {
        "a": "2026-01-01",
        "b": "2026-01-01T10:00:00",
        "c": "2026-01-01T10:00:00Z",
        "d": "2026-01-01T10:00:00+09:00",
    }
    for name, created in written.items():
        memory.write(f"{name}.md", markdown(f"id: {name}", f"created: {created}", body=f"Use tool {name}.\n"))
    ledger(
        memory, event("2026-01-01T12:00:00Z", 1, entry="c"), event("2026-01-01T12:00:00+02:00", 2, entry="d")
    )
    ages = {name: strength(memory, name)["age_days"] for name in written}
    assert ages == {"a": 153.38, "b": 152.97, "c": 152.97, "d": 153.34}
    assert strength(memory, "c")["last_affirmed"] == "2026-01-01T12:00:00Z"
    assert strength(memory, "d")["last_affirmed"] == "2026-01-01T10:00:00Z"
    for words in (("recall", "use tool"), ("list",), ("log",), ("why", "a"), ("policy", "--entry", "b")):
        memory.did(*words)
    assert memory.problems() == []


def test_a_use_is_recorded_in_utc_and_of_the_same_age_in_every_zone(memory: Shell) -> None:  # B039
    memory.write("a.md", markdown("id: a", "created: 2026-01-01"))
    shanghai, new_york = {"TZ": "CST-8"}, {"TZ": "EST5EDT"}
    assert memory.spawn("used", "a", environment=shanghai).code == 0
    (waiting,) = (memory.memory / ".spool" / "new").iterdir()
    assert json.loads(waiting.read_bytes())["at"] == NOW
    soon = "2026-06-03T09:44:00Z"
    shown = [
        memory.spawn("show", "a", "--json", now=soon, environment=zone).out for zone in (shanghai, new_york)
    ]
    assert shown[0] == shown[1]
    assert json.loads(shown[0])["entries"][0]["strength"]["idle_days"] == 0.02


def test_a_copy_with_new_file_times_answers_the_same_to_the_byte(memory: Shell) -> None:  # B040
    for name, day in {"a": "2024-01-01", "b": "2026-05-01", "c": "2026-01-01"}.items():
        memory.write(f"{name}.md", markdown(f"id: {name}", f"created: {day}", body="Run the tests.\n"))
    memory.write("d.md", markdown("id: d", body="Run the tests.\n"))
    ledger(memory, event("2026-03-01", 1, entry="a"))
    asked = [("recall", "run the tests", "--explain", "--json"), ("show", "a", "--json"), ("list",), ("log",)]
    before = [memory.did(*words) for words in asked]
    copy = memory.folder / "copy"
    shutil.copytree(
        memory.memory, copy, ignore=shutil.ignore_patterns(".cache"), copy_function=shutil.copyfile
    )
    for path in copy.rglob("*.md"):
        os.utime(path, (0, 0))
    assert [memory.did(*words, "--memory", "copy") for words in asked] == before
    assert _order(before[0].out) == ["d", "a", "b", "c"]


def _order(document: str) -> list[str]:
    return [one["id"] for one in json.loads(document)["results"]]


def test_an_unreadable_time_costs_one_event_and_is_named(memory: Shell) -> None:  # B041
    memory.write("a.md", markdown("id: a", "created: 2026-01-01"))
    ledger(memory, event("2026-05-01"), event("not-a-date", 2))
    (found,) = memory.ask("recall", "pnpm")["results"]
    assert (found["id"], found["last_affirmed"]) == ("a", "2026-05-01")
    (fault,) = memory.problems()
    assert fault == (
        f"error: {SEGMENT}:2: the event has an unreadable time 'not-a-date': "
        "expected a date like 2026-06-03 or a time like 2026-06-03T09:14:00Z"
    )


def test_no_file_time_is_taken_for_the_birth(memory: Shell) -> None:  # B040
    path: Path = memory.write("a.md", markdown("id: a"))
    os.utime(path, (0, 0))
    assert strength(memory, "a") == {
        "retention": 1.0, "factor": 1.0, "stability_days": 430.0, "age_days": None, "idle_days": None,
        "last_affirmed": None,
    }  # fmt: skip
