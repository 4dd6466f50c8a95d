"""How often what was named is retired, beside what was not."""

from __future__ import annotations

import pytest

from tests.benchmarks.lift import Tally, lift, tally


def test_the_share_of_the_others_tells_how_many_of_the_named_would_have_gone_anyway() -> None:
    retired = {"a": True, "b": False, "c": True, "d": False, "e": False, "f": False}
    assert tally({"a", "b"}, retired) == Tally(named=2, retired=1, expected=0.5)


def test_what_is_unknown_is_neither_named_nor_another() -> None:
    retired = {"a": True, "b": None, "c": True, "d": False, "e": None}
    assert tally({"a", "b", "elsewhere"}, retired) == Tally(named=1, retired=1, expected=0.5)


@pytest.mark.parametrize("named", [set(), {"a", "b"}])
def test_without_others_or_without_anything_named_nothing_counts(named: set[str]) -> None:
    assert tally(named, {"a": True, "b": False}) == Tally()


def test_looks_are_added_before_they_are_divided() -> None:
    found = lift(
        [("one", Tally(named=2, retired=1, expected=0.25)), ("two", Tally(named=6, retired=3, expected=1.75))]
    )
    assert found.cells == (2, 8, 0.5, 0.25, 2.0, None, None)


def test_there_is_no_lift_where_none_of_the_others_went() -> None:
    assert lift([("one", Tally(named=2, retired=1))]).cells == (1, 2, 0.5, 0.0, None, None, None)
    assert lift([]).cells == (0, 0, None, None, None, None, None)


def test_a_repository_where_nothing_was_named_has_no_say() -> None:
    found = lift([("one", Tally()), ("two", Tally(named=1, retired=1, expected=1.0))])
    assert found.repositories == 1


def test_repositories_that_agree_leave_nothing_to_chance() -> None:
    same = Tally(named=10, retired=4, expected=2.0)
    found = lift([(name, same) for name in ("one", "two", "three")])
    assert (found.low, found.high) == (2.0, 2.0)


def test_repositories_that_differ_give_an_interval_around_the_lift_the_same_at_every_run() -> None:
    tallies = [(f"{place}", Tally(named=10, retired=place, expected=3.0)) for place in range(7)]
    found = lift(tallies)
    assert 0 < (found.low or 0) < (found.tally.lift or 0) < (found.high or 0) < 2
    assert lift(tallies) == found


def test_many_looks_at_one_repository_are_one_observation() -> None:
    tallies = [
        (name, Tally(named=10, retired=retired, expected=3.0))
        for name, retired in zip("abc", (1, 3, 6), strict=True)
    ]
    often = [one for one in tallies for _ in range(50)]
    assert (lift(often).low, lift(often).high) == (lift(tallies).low, lift(tallies).high)
