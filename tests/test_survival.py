"""The law of lifetimes is found again in lifetimes that follow it."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.survival import FEWEST_ENDS, Fit, Lifespan, TooFew, fit, log_likelihood


def simulated(
    stability: float, shape: float, count: int = 3_000, watched: float = math.inf, seed: int = 7
) -> list[Lifespan]:
    """Lifetimes of a Weibull law, each seen for at most a share of `watched` days."""
    random = Random(seed)
    lives = []
    for _ in range(count):
        life = random.weibullvariate(stability, shape)
        seen = random.uniform(0, watched) if watched < math.inf else math.inf
        lives.append(Lifespan(days=min(life, seen), ended=1.0 if life <= seen else 0.0))
    return lives


# What is found


@pytest.mark.parametrize("watched", [math.inf, 2_000])
@pytest.mark.parametrize(("stability", "shape"), [(430, 0.58), (260, 1.0), (90, 2.0), (2_000, 0.4)])
def test_scale_and_shape_of_simulated_lifetimes_are_found_again(
    stability: float, shape: float, watched: float
) -> None:
    found = fit(simulated(stability, shape, watched=watched))
    assert found.stability_days.value == pytest.approx(stability, rel=0.12)
    assert found.shape.value == pytest.approx(shape, rel=0.05)
    assert found.stability_days.low < stability < found.stability_days.high
    assert found.shape.low < shape < found.shape.high


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    covered = [0, 0]
    for seed in range(100):
        found = fit(simulated(430, 0.58, count=150, watched=1_500, seed=seed))
        covered[0] += found.stability_days.low < 430 < found.stability_days.high
        covered[1] += found.shape.low < 0.58 < found.shape.high
    assert all(88 <= count <= 100 for count in covered), covered


def test_more_lifetimes_make_a_narrower_interval() -> None:
    def width(count: int) -> float:
        found = fit(simulated(430, 0.58, count=count)).stability_days
        return math.log(found.high / found.low)

    assert width(100) / width(10_000) == pytest.approx(10, rel=0.2)


def test_the_exponential_law_has_its_closed_form() -> None:
    lives = simulated(260, 1.0, watched=500)
    ends = sum(one.ended for one in lives)
    found = fit(lives)
    assert found.exponential_days == pytest.approx(sum(one.days for one in lives) / ends)
    assert found.exponential_log_likelihood == pytest.approx(-ends * (math.log(found.exponential_days) + 1))


def test_no_other_law_nearby_is_likelier() -> None:
    lives = simulated(430, 0.58, watched=1_500)
    known = [(max(one.days, 1 / 24), one.ended) for one in lives]
    found = fit(lives)
    best = log_likelihood(known, found.stability_days.value, found.shape.value)
    assert found.log_likelihood == best >= found.exponential_log_likelihood
    for stability in (0.98, 1.0, 1.02):
        for shape in (0.98, 1.0, 1.02):
            other = log_likelihood(known, stability * found.stability_days.value, shape * found.shape.value)
            assert other <= best


def test_it_says_what_it_was_made_of() -> None:
    lives = [*simulated(100, 1.0, count=40), *[Lifespan(days=50, ended=0.5)] * 5, Lifespan(days=9, ended=0)]
    assert (fit(lives).observations, fit(lives).ends) == (46, 42.5)


# Half ends, and what is still there


def test_ignoring_what_is_still_there_would_make_lives_look_short() -> None:
    lives = simulated(430, 0.58, watched=300)
    assert fit(lives).stability_days.value == pytest.approx(430, rel=0.25)
    assert fit([one for one in lives if one.ended]).stability_days.value < 100


def test_two_half_ends_weigh_as_one_end_and_one_life_that_goes_on() -> None:
    halves = [Lifespan(days=one.days, ended=0.5) for one in simulated(100, 0.8, count=80) for _ in range(2)]
    wholes = [
        Lifespan(days=one.days, ended=ended) for one in simulated(100, 0.8, count=80) for ended in (0.0, 1.0)
    ]
    found, expected = fit(halves), fit(wholes)
    assert found.stability_days.value == pytest.approx(expected.stability_days.value)
    assert found.shape.value == pytest.approx(expected.shape.value)


def test_ends_that_count_half_make_lives_longer() -> None:
    lives = simulated(100, 0.8, count=200)
    halved = [Lifespan(days=one.days, ended=0.5) for one in lives]
    assert fit(halved).exponential_days == pytest.approx(2 * fit(lives).exponential_days)


# Too few, and odd ones


@pytest.mark.parametrize(
    ("lives", "message"),
    [
        ([], "too few retirements to learn from: 0 in a history of 0, 30 are needed"),
        (
            [Lifespan(days=9, ended=1)] * 29,
            "too few retirements to learn from: 29 in a history of 29, 30 are needed",
        ),
        (
            [Lifespan(days=9, ended=0.5)] * 59 + [Lifespan(days=9, ended=0)],
            "too few retirements to learn from: 29.5 in a history of 60, 30 are needed",
        ),
    ],
)
def test_too_few_ends_are_refused_with_their_number(lives: list[Lifespan], message: str) -> None:
    with pytest.raises(TooFew) as refused:
        fit(lives)
    assert str(refused.value) == message


def test_just_enough_ends_are_fitted() -> None:
    assert fit(simulated(100, 1.0, count=FEWEST_ENDS)).ends == FEWEST_ENDS


def is_sound(found: Fit) -> bool:
    estimates = (found.stability_days, found.shape)
    return all(0.0 < one.low <= one.value <= one.high < math.inf for one in estimates) and math.isfinite(
        found.log_likelihood
    )


@pytest.mark.parametrize("days", [0.0, 1.0, 365.0, 36_500.0])
def test_lives_that_all_lasted_equally_long_still_give_numbers(days: float) -> None:
    assert is_sound(fit([Lifespan(days=days, ended=1.0)] * 40))


lives = st.lists(
    st.builds(Lifespan, days=st.floats(0, 40_000), ended=st.sampled_from([0.0, 0.5, 1.0])), max_size=60
)


@given(lives)
@settings(max_examples=50, deadline=None)
def test_whatever_the_lifetimes_the_estimate_is_finite_and_inside_its_interval(some: list[Lifespan]) -> None:
    assert is_sound(fit([*some, *[Lifespan(days=10.0 * n, ended=1.0) for n in range(1, 31)]]))


@given(st.floats(0.1, 50), st.integers(0, 1_000))
@settings(max_examples=25, deadline=None)
def test_in_another_unit_of_time_the_shape_is_the_same_and_the_scale_follows(unit: float, seed: int) -> None:
    some = [
        Lifespan(days=1.0 + one.days, ended=one.ended) for one in simulated(430, 0.8, count=120, seed=seed)
    ]
    scaled = [Lifespan(days=unit * one.days, ended=one.ended) for one in some]
    before, after = fit(some), fit(scaled)
    assert after.shape.value == pytest.approx(before.shape.value, rel=1e-6)
    assert after.stability_days.value == pytest.approx(unit * before.stability_days.value, rel=1e-6)
    assert after.stability_days.high == pytest.approx(unit * before.stability_days.high, rel=1e-3)
