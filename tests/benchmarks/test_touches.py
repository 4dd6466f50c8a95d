"""Which lives a touch is compared with, and what became of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from memdecay.policy import Policy
from tests.benchmarks.lift import Tally
from tests.benchmarks.touches import COPIED, NEW, REWORDED, SAME_AGE, Key, claimed, lives, tallies

START = datetime.fromisoformat("2025-01-01T00:00:00+00:00")


def row(id: str, born: int, died: int | None = None, how: str | None = None, **values: Any) -> dict[str, Any]:  # noqa: A002
    """A text of a history that is seen for 400 days; days are counted from its beginning."""
    day = {"born": born, "died": died, "last_seen": 400 if died is None else died}
    dates = {key: None if at is None else (START + timedelta(days=at)).isoformat() for key, at in day.items()}
    return {"id": id, "how_died": how, "replaced_by": None, "dup_of": None, **dates, **values}


def within_90(rows: list[dict[str, Any]]) -> dict[Key, list[Tally]]:
    found: dict[Key, list[Tally]] = {}
    for key, one in tallies(rows):
        if key.days == 90:
            found.setdefault(key, []).append(one)
    return found


def key(kind: str, count: int, reading: str = "censors", beside: str = SAME_AGE) -> Key:
    return Key(beside=beside, kind=kind, count=count, days=90, reading=reading)


OLD = [
    row("a", 0, 40, "edited", replaced_by="a2"),
    row("a2", 40, 100, "removed"),
    row("b", 1, 60, "replaced"),
    row("c", 2),
    row("d", 3, 300, "removed"),
    row("e", 4, 70, "bulk"),
    row("new", 38, 50, "removed"),
]


def test_an_instruction_lives_on_through_its_wordings() -> None:
    (life,) = lives(OLD[:2])
    assert (life.born, life.ended) == (START, START + timedelta(days=100))
    assert life.touches == {REWORDED: (START + timedelta(days=40),), COPIED: ()}


def test_what_is_touched_is_compared_with_the_untouched_of_its_age() -> None:
    found = within_90(OLD)
    assert found[key(REWORDED, 1)] == [Tally(named=1, retired=1, expected=1 / 3)]
    assert found[key(REWORDED, 1, "ends")] == [Tally(named=1, retired=1, expected=2 / 4)]


def test_what_is_old_is_compared_with_the_new_as_well() -> None:
    found = within_90([*OLD, row("newer", 39)])
    assert found[key(REWORDED, 1, beside=NEW)] == [Tally(named=1, retired=1, expected=0.5)]


def test_a_copy_into_a_second_file_is_a_touch_while_the_first_stands() -> None:
    rows = [row("a", 0), row("b", 0, 50, "removed"), row("copy", 40, dup_of="a"), row("late", 60, dup_of="b")]
    found = within_90(rows)
    assert found[key(COPIED, 1)] == [Tally(named=1, retired=0, expected=1.0)]


def test_two_wordings_of_one_day_are_one_touch() -> None:
    rows = [
        row("a", 0, 40, "edited", replaced_by="a2"),
        row("a2", 40, 40, "edited", replaced_by="a3"),
        row("a3", 40, 80, "edited", replaced_by="a4"),
        row("a4", 80),
    ]
    (life,) = lives(rows)
    assert life.touches[REWORDED] == (START + timedelta(days=40), START + timedelta(days=80))


def test_a_touch_whose_outcome_lies_beyond_the_history_counts_for_nothing() -> None:
    rows = [row("a", 0, 350, "edited", replaced_by="a2"), row("a2", 350), row("b", 0)]
    assert within_90(rows) == {}


def test_ebbinghaus_claims_longer_life_by_its_own_numbers() -> None:
    assert claimed(0, 90) == 1
    policy = Policy()
    assert claimed(1, 1e-6) == pytest.approx(1 / (1 + policy.reinforcement), rel=1e-6)
    assert claimed(2, 90) < claimed(1, 90) < 1
