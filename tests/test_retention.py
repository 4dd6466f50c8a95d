"""How fast an instruction fades: never to nothing, never back up by itself, slower the longer it has held."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdecay.moment import EARLIEST, LATEST, UTC
from memdecay.policy import Curve, Policy
from memdecay.retention import Strength, Subject, names_version, retention, stability_days, strength
from tests.builders import instant

DEFAULT = Policy()
CLASSIC = Policy(curve=Curve.EBBINGHAUS)
BORN = instant("2026-01-01")


def after(days: float, **traits: Any) -> Strength:
    """The strength, so many days after its birth, of an entry with these traits."""
    policy = traits.pop("policy", DEFAULT)
    return strength(Subject(born=BORN, **traits), BORN + timedelta(days=days), policy)


def affirmed_after(days: float) -> datetime:
    return BORN + timedelta(days=days)


# The law


def test_what_was_just_written_has_faded_by_nothing() -> None:
    assert after(0) == Strength(
        retention=1.0, factor=1.0, stability_days=430.0, age_days=0.0, idle_days=0.0, last_affirmed=BORN
    )


def test_after_one_stability_a_fresh_entry_is_down_to_one_in_e() -> None:
    assert after(430).retention == pytest.approx(math.exp(-1))
    assert after(260, policy=CLASSIC).retention == pytest.approx(math.exp(-1))


@pytest.mark.parametrize(
    ("idle", "expected"), [(30, 0.808), (90, 0.668), (180, 0.547), (365, 0.403), (730, 0.257), (3652, 0.031)]
)
def test_an_ordinary_entry_fades_like_this(idle: float, expected: float) -> None:
    assert after(idle).retention == pytest.approx(expected, abs=0.0006)


def test_age_and_idleness_are_counted_in_days_of_any_length() -> None:
    found = after(10.5, last_affirmed=affirmed_after(4))
    assert (found.age_days, found.idle_days, found.last_affirmed) == (10.5, 6.5, affirmed_after(4))


ages = st.floats(0, 3_700_000)
stabilities = st.floats(0.005, 200_000)
shapes = st.floats(0.05, 5)


@given(ages, ages, stabilities, shapes)
def test_retention_is_the_conditional_survival_of_a_weibull_law(
    age: float, idle: float, stability: float, shape: float
) -> None:
    def survives(days: float) -> float:
        return math.exp(-((days / stability) ** shape))

    assume(survives(age) > 1e-200)
    expected = survives(age + idle) / survives(age)
    assert retention(age, idle, stability, shape) == pytest.approx(expected, rel=1e-6, abs=1e-12)


@given(ages, ages, stabilities)
def test_with_a_shape_of_one_it_is_the_curve_of_ebbinghaus_whatever_the_age(
    age: float, idle: float, stability: float
) -> None:
    expected = math.exp(-idle / stability)
    assert retention(age, idle, stability, 1.0) == pytest.approx(expected, rel=1e-4, abs=1e-12)


@given(ages, ages, ages, stabilities, st.floats(0.05, 1))
def test_below_a_shape_of_one_what_has_held_longer_fades_slower(
    young: float, more: float, idle: float, stability: float, shape: float
) -> None:
    slack = 1e-9
    assert retention(young + more, idle, stability, shape) >= retention(young, idle, stability, shape) - slack


def test_an_affirmation_late_in_life_makes_it_fade_slower_than_one_early() -> None:
    kept = [after(days + 90, last_affirmed=affirmed_after(days)).retention for days in (0, 30, 200, 1000)]
    assert [round(one, 3) for one in kept] == [0.668, 0.768, 0.857, 0.92]


# The classic engine


def test_the_classic_curve_does_not_depend_on_age() -> None:
    for days in (0, 30, 1000):
        found = after(days + 90, last_affirmed=affirmed_after(days), policy=CLASSIC)
        assert found.retention == pytest.approx(math.exp(-90 / 260))


def test_each_day_with_an_affirmation_makes_the_classic_curve_flatter_by_half() -> None:
    found = [stability_days(Subject(born=BORN, affirmed_days=days), CLASSIC) for days in range(4)]
    assert found == [260, 390, 520, 650]


def test_affirmed_days_do_not_change_the_stability_of_a_weibull_law() -> None:
    assert after(90, affirmed_days=9) == after(90)


# Traits


@pytest.mark.parametrize("policy", [DEFAULT, CLASSIC])
def test_importance_doubles_stability_at_one_and_halves_it_at_nothing(policy: Policy) -> None:
    least, middle, most = (
        stability_days(Subject(born=BORN, importance=importance), policy) for importance in (0.0, 0.5, 1.0)
    )
    assert (least, most) == (middle / 2, middle * 2)


@pytest.mark.parametrize("policy", [DEFAULT, CLASSIC])
def test_what_names_a_version_has_a_third_of_the_stability(policy: Policy) -> None:
    named, plain = (
        stability_days(Subject(born=BORN, names_version=named), policy) for named in (True, False)
    )
    assert named == pytest.approx(0.33 * plain)


@pytest.mark.parametrize("text", ["Pin cachelib to 2.3.", "Use v1.0.0-rc1", "Python 3.12", "10.0"])
def test_a_version_is_digits_on_both_sides_of_a_dot(text: str) -> None:
    assert names_version(text)


@pytest.mark.parametrize(
    "text", ["", "Pin cachelib.", "Use Python 3.", "In 2026. Then", "version 7", ".5", "v2"]
)
def test_a_text_without_such_digits_names_no_version(text: str) -> None:
    assert not names_version(text)


def test_a_pinned_entry_weighs_as_on_its_first_day_though_its_retention_falls() -> None:
    found, other = after(3652, is_pinned=True), after(3652)
    assert found.factor == 1.0
    assert found == replace(other, factor=1.0)


def test_an_entry_of_unknown_birth_does_not_fade() -> None:
    for at in (EARLIEST, BORN, LATEST):
        found = strength(Subject(born=None, last_affirmed=BORN), at, DEFAULT)
        assert found == Strength(retention=1.0, factor=1.0, stability_days=430.0)


# Clocks


# B037
def test_an_entry_from_the_future_is_of_no_age_and_gains_nothing() -> None:
    found = after(-400)
    assert (found.retention, found.factor, found.age_days, found.idle_days) == (1.0, 1.0, 0.0, 0.0)


# B036
def test_an_affirmation_from_the_future_gains_nothing() -> None:
    found = after(10, last_affirmed=affirmed_after(400))
    assert (found.retention, found.idle_days) == (1.0, 0.0)


def test_an_affirmation_before_the_birth_counts_as_the_birth() -> None:
    assert after(90, last_affirmed=affirmed_after(-30)) == after(90)


def test_what_was_never_used_is_as_old_as_it_is_and_not_as_old_as_1970() -> None:  # B047
    assert after(3).idle_days == 3.0


# Whatever the dates

any_time = st.datetimes(timezones=st.just(UTC)) | st.sampled_from([EARLIEST, BORN, LATEST])
subjects = st.builds(
    Subject,
    born=st.none() | any_time,
    last_affirmed=st.none() | any_time,
    affirmed_days=st.integers(0, 10_000),
    importance=st.floats(0, 1),
    is_pinned=st.booleans(),
    names_version=st.booleans(),
)
policies = st.builds(
    Policy,
    curve=st.sampled_from(Curve),
    stability_days=st.floats(1, 100_000),
    ebbinghaus_stability_days=st.floats(1, 100_000),
    reinforcement=st.floats(0, 100),
    shape=shapes,
    version_share=st.floats(0.01, 1),
    floor=st.floats(0.01, 1),
)


# Promise 3: decay never hides
@given(subjects, any_time, policies)
def test_retention_is_a_share_and_the_factor_never_below_the_floor(
    subject: Subject, at: datetime, policy: Policy
) -> None:
    found = strength(subject, at, policy)
    assert 0.0 <= found.retention <= 1.0
    assert policy.floor <= found.factor <= 1.0 + 1e-15
    assert 0.0 < found.stability_days < math.inf
    for days in (found.age_days, found.idle_days):
        assert days is None or 0.0 <= days < math.inf


@given(subjects, any_time, any_time, policies)
def test_while_nothing_happens_nothing_rises(
    subject: Subject, one: datetime, other: datetime, policy: Policy
) -> None:
    sooner, later = (strength(subject, at, policy) for at in sorted([one, other]))
    assert later.retention <= sooner.retention + 1e-12
    assert later.factor <= sooner.factor + 1e-12


@given(subjects, any_time, policies)
def test_an_affirmation_today_restores_it_in_full(subject: Subject, at: datetime, policy: Policy) -> None:
    affirmed = replace(subject, last_affirmed=at)
    assert strength(affirmed, at, policy).factor == pytest.approx(1.0)


@given(subjects, any_time, any_time, policies)
def test_an_affirmation_never_weakens(
    subject: Subject, affirmed: datetime, at: datetime, policy: Policy
) -> None:
    assume(policy.shape <= 1 and affirmed <= at)
    before = replace(subject, last_affirmed=None)
    since = replace(subject, last_affirmed=affirmed)
    assert strength(since, at, policy).retention >= strength(before, at, policy).retention - 1e-9
