"""What an order of ids is worth as an answer, and how sure a difference is."""

from __future__ import annotations

import math
from datetime import timedelta
from pathlib import Path

import pytest

from memdecay import moment
from memdecay.embedding.static import open_builtin
from memdecay.evaluation import Outcome
from memdecay.policy import Policy
from tests.benchmarks.histories import NOTHING, THIS_ONE, memory_of, pairs, snapshot
from tests.benchmarks.rankers import (
    AGELESS,
    FUSED,
    MEANING,
    METRICS,
    STALE_FIRST,
    WORDS,
    interval,
    means,
    order,
    orders,
    outcome,
    values,
)


def test_the_first_copy_of_the_right_text_is_the_answer_and_what_comes_later_is_let_go() -> None:
    found = outcome(["x", "copy", "right", "stale", "y"], {"right", "copy"}, {"stale"})
    assert (found.case.expect, found.place, found.stale_place) == (("copy",), 2, 4)
    assert found.ids == ("x", "copy", "right", "stale")


def test_what_did_not_come_has_no_place() -> None:
    found = outcome(["x", "y"], {"b", "a"}, {"stale"})
    assert (found.case.expect, found.place, found.stale_place, found.ids) == (("a",), None, None, ())


@pytest.mark.parametrize(
    ("ids", "success_1", "success_5", "reciprocal", "gain", "misled", "stale_first"),
    [
        (["right"], 1, 1, 1, 1, 0, 0),
        (["stale", "right"], 0, 1, 1 / 2, 1 / math.log2(3), 1, 1),
        (["right", "stale"], 1, 1, 1, 1, 0, 0),
        (["a", "b", "c", "stale", "d", "right"], 0, 0, 1 / 6, 1 / math.log2(7), 1, 0),
        (["stale"], 0, 0, 0, 0, 1, 1),
        ([f"other-{n}" for n in range(10)] + ["right"], 0, 0, 1 / 11, 0, 0, 0),
        ([], 0, 0, 0, 0, 0, 0),
    ],
)
def test_every_metric_by_hand(
    ids: list[str],
    success_1: float,
    success_5: float,
    reciprocal: float,
    gain: float,
    misled: float,
    stale_first: float,
) -> None:
    found = outcome(ids, {"right"}, {"stale"})
    assert {name: metric(found) for name, metric in METRICS.items()} == {
        "success@1": success_1, "success@5": success_5, "MRR": pytest.approx(reciprocal),
        "nDCG@10": pytest.approx(gain), "stale ahead": misled,
    }  # fmt: skip
    assert STALE_FIRST(found) == stale_first


def test_nothing_stale_can_come_first_where_nothing_is() -> None:
    assert STALE_FIRST(outcome(["a"], {"a"}, ())) is None


def test_means_are_taken_over_the_questions() -> None:
    """Right at the first and at the second place: MRR (1 + 1/2) / 2, nDCG (1 + 1/log2(3)) / 2."""
    found = [_right_at(1), _right_at(2)]
    assert means(found) == pytest.approx((0.5, 1.0, 0.75, (1 + 1 / math.log2(3)) / 2, 0.0))
    assert values(found, "MRR") == [1.0, 0.5]


def _right_at(place: int) -> Outcome:
    return outcome([*(f"other-{n}" for n in range(1, place)), "right"], {"right"}, ())


def test_a_difference_that_every_question_shows_leaves_nothing_to_chance() -> None:
    assert interval([1.0, 0.75, 0.5], [0.75, 0.5, 0.25]) == (0.25, 0.25, 0.25)
    assert interval([0.25, 0.5], [0.5, 0.75]) == (-0.25, -0.25, -0.25)


def test_two_questions_that_disagree_leave_everything_to_chance() -> None:
    """A resample of two is both, either or none of them, a quarter, half and a quarter of the time."""
    assert interval([1.0, 0.0], [0.0, 0.0]) == (0.5, 0.0, 1.0)


def test_an_interval_is_about_two_standard_errors_wide_on_either_side() -> None:
    """Half of 100 differences are 1 and half 0: the error of their mean is sqrt(.5 * .5 / 100) = .05, and
    1.96 times that .098.
    """
    value, low, high = interval([1.0, 0.0] * 50, [0.0] * 100)
    assert value == 0.5
    assert low == pytest.approx(0.402, abs=0.015)
    assert high == pytest.approx(0.598, abs=0.015)
    assert interval([1.0, 0.0] * 50, [0.0] * 100) == (value, low, high)


def test_pairs_are_by_question_so_each_side_has_as_many() -> None:
    """Resampled apart, (1, 0) less (1, 0) would be 0 with an interval; in pairs nothing differs."""
    assert interval([1.0, 0.0], [1.0, 0.0]) == (0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="zip"):
        interval([1.0], [1.0, 0.0])


def test_only_what_fades_puts_the_newer_of_two_like_texts_first(data: Path) -> None:
    """The successor was written on the day of the question, what it replaced three years before, and
    nobody closed that.
    """
    pair = pairs("supersession")[0]
    entries, notes = snapshot(pair, NOTHING)
    now = moment.parse(pair.date).last
    memory = memory_of(entries, notes, open_builtin(), now)
    firsts = {ranker: ids[0] for ranker, ids in orders(memory, pair.question).items()}
    old, new = "made-up-bakery-1", "made-up-bakery-2"
    assert firsts == {FUSED: new, AGELESS: old, WORDS: old, MEANING: old}
    assert order(memory, pair.question, Policy(), now) == orders(memory, pair.question)[FUSED]
    unfading = Policy(floor=1.0)
    assert order(memory, pair.question, unfading, now + timedelta(days=365))[0] == old
    memory.index.close()


def test_a_closed_text_answers_through_its_successor_by_every_ranker(data: Path) -> None:
    pair = pairs("supersession")[0]
    entries, notes = snapshot(pair, THIS_ONE)
    memory = memory_of(entries, notes, open_builtin(), moment.parse(pair.date).last)
    for ids in orders(memory, pair.question).values():
        assert ids[0] == "made-up-bakery-2"
        assert "made-up-bakery-1" not in ids
    memory.index.close()
