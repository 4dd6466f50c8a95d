"""When an instruction holds: whole days in UTC, both ends inside, the same on every machine."""

from __future__ import annotations

import pytest

from tests.builders import markdown
from tests.front_door import Shell


@pytest.mark.parametrize("zone", ["PST8PDT", "UTC0", "JST-9"])
def test_a_last_day_ends_at_the_same_instant_in_every_time_zone(memory: Shell, zone: str) -> None:  # B030
    memory.write("a.md", markdown("id: a", "valid_until: 2025-03-14"))
    expected = {
        "2025-03-13T23:00:00-08:00": "active",
        "2025-03-14T12:00:00Z": "active",
        "2025-03-14T23:59:00Z": "active",
        "2025-03-15T00:00:00Z": "expired",
    }
    found = {at: memory.spawn("list", now=at, environment={"TZ": zone}).out.split("\t")[1] for at in expected}
    assert found == expected


@pytest.mark.parametrize(
    ("day", "standing"), [("2025-09-17", "pending"), ("2025-09-18", "active"), ("2025-09-19", "expired")]
)
def test_a_window_of_one_day_holds_on_that_day(memory: Shell, day: str, standing: str) -> None:  # B031
    memory.write("a.md", markdown("id: a", "valid_from: 2025-09-18", "valid_until: 2025-09-18"))
    assert memory.standings(now=day) == {"a": standing}
    assert memory.standings("--as-of", day) == {"a": standing}
    assert memory.recalled("use pnpm", now=day) == (["a"] if standing == "active" else [])


@pytest.mark.parametrize("zone", ["KST-9", "PST8PDT"])
def test_a_bare_date_is_never_shown_as_another_day_or_as_a_time(memory: Shell, zone: str) -> None:  # B032
    memory.write("a.md", markdown("id: a", "valid_from: 2025-02-11", "created: 2025-02-11"))
    for words in (("list", "--json"), ("list",), ("show", "a"), ("why", "a"), ("recall", "pnpm")):
        shown = memory.spawn(*words, environment={"TZ": zone}).out
        assert "2025-02-11" in shown
        assert "2025-02-11T" not in shown
        assert "2025-02-10" not in shown


def test_a_day_is_written_as_it_is_given_in_every_time_zone(memory: Shell) -> None:  # B032
    words = ("add", "Use pnpm.", "--id", "a", "--valid-from", "2025-02-11", "--until", "2025-02-12")
    assert memory.spawn(*words, environment={"TZ": "KST-9"}).code == 0
    written = (memory.memory / "a.md").read_text("utf-8")
    assert "\nvalid_from: 2025-02-11\nvalid_until: 2025-02-12\n" in written


@pytest.mark.parametrize("created", ["2025-02-30", "26/05/2025", "yesterday", ""])
def test_a_date_that_is_none_is_named_and_not_taken_for_today(memory: Shell, created: str) -> None:  # B033
    memory.write("a.md", markdown("id: a", f"created: {created}".rstrip()))
    memory.write("b.md", markdown("id: b", body="Run the tests with tox.\n"))
    (fault,) = memory.problems()
    assert ": a.md:3: created: " in fault
    shown = memory.ask("show", "a")["entries"][0]
    assert (shown["created"], shown["standing"]) == (None, "active")
    assert memory.standings() == {"a": "active", "b": "active"}


def test_a_time_with_a_blank_and_an_offset_is_an_instant(memory: Shell) -> None:  # B033
    memory.write("a.md", markdown("id: a", "created: 2019-03-02 16:33 +0200"))
    assert memory.problems() == []
    assert list(memory.standings("--known-at", "2019-03-02T14:33:00Z")) == ["a"]
    assert list(memory.standings("--known-at", "2019-03-02T14:32:59Z")) == []


@pytest.fixture
def handed_over(memory: Shell) -> Shell:
    """A holds from 1 January 2026 until B takes its place on the 10th."""
    memory.did("add", "Use npm to install.", "--id", "a", now="2026-01-01T09:00:00Z")
    memory.did("add", "Use pnpm to install.", "--id", "b", "--supersedes", "a", now="2026-01-10T09:00:00Z")
    return memory


@pytest.mark.parametrize(
    ("day", "holds"), [("2026-01-05", "a"), ("2026-01-09", "a"), ("2026-01-10", "b"), ("2026-01-15", "b")]
)
def test_on_every_day_exactly_one_of_two_that_touch_holds(
    handed_over: Shell, day: str, holds: str
) -> None:  # B034
    assert handed_over.recalled("how do I install", "--as-of", day) == [holds]
    assert list(handed_over.standings("--as-of", day, "--standing", "active")) == [holds]
