"""Measures of one question by hand, their means, and intervals that every run agrees on."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay import evaluation
from memdecay.evaluation import Case, Mean, Outcome, by_kind, differences, mean, means, measures


def outcome(
    *ids: str, expect: tuple[str, ...] = ("a",), never: tuple[str, ...] = (), shown: int = 3, **values: Any
) -> Outcome:
    case = Case(query="how", expect=expect, never=never, **values)
    return Outcome(case=case, ids=ids, shown=shown)


def measured(one: Outcome) -> dict[str, float | None]:
    return {name: measure(one) for name, measure in measures(one.shown).items()}


def test_the_right_answer_at_the_first_place_is_everything() -> None:
    assert measured(outcome("a", never=("z",))) == {
        "success@1": 1.0, "success@3": 1.0, "stale@1": 0.0, "stale@3": 0.0, "MRR": 1.0, "nDCG@10": 1.0,
        "precision": 1.0,
    }  # fmt: skip


def test_the_right_answer_behind_a_stale_one_counts_by_its_place() -> None:
    assert measured(outcome("z", "b", "a", "c", never=("z",))) == {
        "success@1": 0.0, "success@3": 1.0, "stale@1": 1.0, "stale@3": 1.0, "MRR": 1 / 3,
        "nDCG@10": 1 / math.log2(4), "precision": 1 / 3,
    }  # fmt: skip


def test_what_is_looked_at_and_not_shown_counts_for_rank_but_not_as_shown() -> None:
    found = measured(outcome("b", "c", "d", "a", "z", never=("z",)))
    assert (found["success@3"], found["MRR"], found["stale@3"], found["precision"]) == (0.0, 0.25, 0.0, 0.0)


def test_of_several_that_answer_any_is_a_success_and_all_are_the_full_gain() -> None:
    whole, half = outcome("a", "b", expect=("a", "b")), outcome("a", "c", expect=("a", "b"))
    assert measured(whole)["nDCG@10"] == 1.0
    assert measured(half)["nDCG@10"] == 1 / (1 + 1 / math.log2(3))
    assert measured(half)["success@1"] == 1.0


def test_beyond_the_tenth_place_nothing_is_gained() -> None:
    assert measured(outcome(*"bcdefghijk", "a"))["nDCG@10"] == 0.0


def test_no_answer_is_no_success_and_no_precision() -> None:
    found = measured(outcome(never=("z",)))
    assert (found["success@3"], found["MRR"], found["precision"], found["stale@1"]) == (0.0, 0.0, 0.0, 0.0)


def test_a_question_without_ids_for_a_measure_says_nothing_of_it() -> None:
    assert measured(outcome("b", expect=(), never=("z",)))["success@1"] is None
    assert measured(outcome("b"))["stale@1"] is None
    assert set(means([outcome("b")])) == {"success@1", "success@3", "MRR", "nDCG@10", "precision"}


@pytest.mark.parametrize(
    ("one", "failed"),
    [
        (outcome("a", "b"), False),
        (outcome("b", "a"), True),
        (outcome(), True),
        (outcome("b", expect=(), never=("z",)), False),
        (outcome("z", expect=(), never=("z",)), True),
    ],
)
def test_a_question_fails_where_something_else_comes_first(one: Outcome, failed: bool) -> None:
    assert one.is_failed is failed


def test_where_one_is_shown_success_is_named_once() -> None:
    assert list(measures(1)) == ["success@1", "stale@1", "MRR", "nDCG@10", "precision"]


def test_a_mean_comes_with_an_interval_around_it() -> None:
    assert mean([1.0] * 8) == Mean(value=1.0, low=1.0, high=1.0, cases=8)
    half = mean([0.0, 1.0] * 50)
    assert (half.value, half.cases) == (0.5, 100)
    # The normal approximation, 1.96 * sqrt(0.25 / 100), gives 0.402 to 0.598.
    assert half.low == pytest.approx(0.402, abs=0.02)
    assert half.high == pytest.approx(0.598, abs=0.02)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_every_run_gives_the_same_interval_and_the_mean_lies_in_it(values: list[float]) -> None:
    found = mean(values)
    assert found == mean(values)
    assert found.low - 1e-9 <= found.value <= found.high + 1e-9
    assert min(values) - 1e-9 <= found.low
    assert found.high <= max(values) + 1e-9


@given(st.lists(st.sampled_from("abcdz"), unique=True), st.integers(1, 6))
def test_every_measure_is_a_share_and_success_grows_with_what_is_shown(ids: list[str], shown: int) -> None:
    found = measured(outcome(*ids, expect=("a", "b"), never=("z",), shown=shown))
    assert all(value is not None and 0 <= value <= 1 for value in found.values())
    assert found["success@1"] <= found[f"success@{shown}"]  # type: ignore[operator]
    assert found["success@1"] <= found["MRR"] <= 1  # type: ignore[operator]


def test_a_difference_is_taken_question_by_question() -> None:
    ours = [outcome("a"), outcome("b", "a"), outcome("a")]
    theirs = [outcome("a"), outcome("a"), outcome("a")]
    assert differences(ours, theirs)["success@1"].value == pytest.approx(1 / 3)
    assert differences(ours, ours)["MRR"] == Mean(value=0.0, low=0.0, high=0.0, cases=3)


def test_kinds_are_told_apart_by_name() -> None:
    found = by_kind([outcome(kind="b"), outcome(kind="a"), outcome(kind="b"), outcome()])
    assert {kind: len(own) for kind, own in found.items()} == {"a": 1, "b": 2, evaluation.OTHER: 1}


def test_what_must_not_come_should_be_small() -> None:
    small = [name for name in measures(5) if evaluation.is_better_small(name)]
    assert small == ["stale@1", "stale@5"]
