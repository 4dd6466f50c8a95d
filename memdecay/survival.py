"""The law of lifetimes, estimated: how long instructions of one repository hold before they are retired.

Pure functions over durations; where these come from is not known here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

FEWEST_ENDS = 30
"""Below this the interval of S spans a factor of three and more: a fit would only look exact."""

_SHORTEST_DAYS = 1.0 / 24.0
_Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifespan:
    """How long something was seen to hold. `ended` is how far its end is one: 0 is still there."""

    days: float
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A Weibull law by maximum likelihood, beside the exponential one (k = 1). Scales are in days."""

    stability_days: Estimate
    shape: Estimate
    log_likelihood: float
    exponential_days: float
    exponential_log_likelihood: float
    observations: int
    ends: float


class TooFew(ValueError):
    """There are not enough ends to estimate anything; the message says how many there are."""


def fit(lifespans: Sequence[Lifespan]) -> Fit:
    """The law of right-censored lifetimes. Raises TooFew.

    For a given k the likeliest S has a closed form; the likeliest k is where the derivative of the
    profile likelihood, which falls in k, is zero (Cohen 1965). Intervals come from the observed
    information on the logarithms of both.
    """
    ends = sum(one.ended for one in lifespans)
    if ends < FEWEST_ENDS:
        raise TooFew(
            f"too few retirements to learn from: {ends:g} in a history of {len(lifespans)}, "
            f"{FEWEST_ENDS} are needed"
        )
    known = [(max(one.days, _SHORTEST_DAYS), one.ended) for one in lifespans]
    shape = _root(lambda k: _slope(known, k), 0.02, 20.0)
    stability = _scale(known, shape)
    errors = _standard_errors(lambda s, k: log_likelihood(known, math.exp(s), math.exp(k)), stability, shape)
    exponential = _scale(known, 1.0)
    return Fit(
        stability_days=_interval(stability, errors[0]),
        shape=_interval(shape, errors[1]),
        log_likelihood=log_likelihood(known, stability, shape),
        exponential_days=exponential,
        exponential_log_likelihood=log_likelihood(known, exponential, 1.0),
        observations=len(known),
        ends=ends,
    )


def log_likelihood(known: Sequence[tuple[float, float]], stability: float, shape: float) -> float:
    """Of durations in days with the weight of their ends, under survival exp(-(t / S) ** k)."""
    return math.fsum(
        ended * (math.log(shape / stability) + (shape - 1.0) * math.log(days / stability))
        - (days / stability) ** shape
        for days, ended in known
    )


def _scale(known: Sequence[tuple[float, float]], shape: float) -> float:
    ends = math.fsum(ended for _, ended in known)
    return math.pow(math.fsum(days**shape for days, _ in known) / ends, 1.0 / shape)


def _slope(known: Sequence[tuple[float, float]], shape: float) -> float:
    """The derivative of the profile likelihood by k, divided by the number of ends."""
    ends = math.fsum(ended for _, ended in known)
    powers = [(days**shape, math.log(days)) for days, _ in known]
    weighted = math.fsum(power * log for power, log in powers) / math.fsum(power for power, _ in powers)
    return 1.0 / shape + math.fsum(ended * math.log(days) for days, ended in known) / ends - weighted


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(100):
        middle = (low + high) / 2.0
        low, high = (middle, high) if falling(middle) > 0.0 else (low, middle)
    return (low + high) / 2.0


def _standard_errors(
    likelihood: Callable[[float, float], float], stability: float, shape: float, step: float = 1e-3
) -> tuple[float, float]:
    """The standard errors of log S and log k, from the curvature of the likelihood at its peak."""
    s, k, peak = math.log(stability), math.log(shape), likelihood(math.log(stability), math.log(shape))
    by_s = (likelihood(s + step, k) - 2.0 * peak + likelihood(s - step, k)) / step**2
    by_k = (likelihood(s, k + step) - 2.0 * peak + likelihood(s, k - step)) / step**2
    by_both = (
        likelihood(s + step, k + step) - likelihood(s + step, k - step)
        - likelihood(s - step, k + step) + likelihood(s - step, k - step)
    ) / (4.0 * step**2)  # fmt: skip
    determinant = by_s * by_k - by_both**2
    return math.sqrt(max(0.0, -by_k / determinant)), math.sqrt(max(0.0, -by_s / determinant))


def _interval(value: float, error: float) -> Estimate:
    return Estimate(value=value, low=value * math.exp(-_Z * error), high=value * math.exp(_Z * error))
