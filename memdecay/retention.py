"""How fast an instruction fades: the chance that what held when last affirmed still holds today.

Pure functions of days and numbers; the numbers are the policy's.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from memdecay.policy import Curve, Policy

_VERSION = re.compile(r"\d\.\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What fading depends on, of one entry: its birth, its traits, and how it was affirmed."""

    born: datetime | None
    last_affirmed: datetime | None = None
    affirmed_days: int = 0
    importance: float = 0.5
    is_pinned: bool = False
    names_version: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How strong an entry is at an instant. Days are fractional; None where its birth is unknown."""

    retention: float
    factor: float
    stability_days: float
    age_days: float | None = None
    idle_days: float | None = None
    last_affirmed: datetime | None = None


UNFADED = Strength(retention=1.0, factor=1.0, stability_days=math.inf)
"""Of what nothing is known that could fade."""


def strength(subject: Subject, at: datetime, policy: Policy) -> Strength:
    """The strength of `subject` at `at`: never above 1, its factor never below the floor."""
    stability = stability_days(subject, policy)
    if subject.born is None:
        return Strength(retention=1.0, factor=1.0, stability_days=stability)
    affirmed = max(subject.born, subject.last_affirmed or subject.born)
    age = _days(affirmed - subject.born)
    idle = _days(at - affirmed)
    shape = policy.shape if policy.curve is Curve.WEIBULL else 1.0
    kept = retention(age if policy.curve is Curve.WEIBULL else 0.0, idle, stability, shape)
    return Strength(
        retention=kept,
        factor=1.0 if subject.is_pinned else policy.floor + (1.0 - policy.floor) * kept,
        stability_days=stability,
        age_days=_days(at - subject.born),
        idle_days=idle,
        last_affirmed=affirmed,
    )


def retention(age: float, idle: float, stability: float, shape: float) -> float:
    """The probability that what held at `age` days still holds `idle` days later.

    Lifetimes that follow a Weibull law survive t days with exp(-(t / S) ** k); given survival to
    `age`, that is exp((a / S) ** k - ((a + t) / S) ** k). With k = 1 it is exp(-t / S), the curve
    of Ebbinghaus (1885), and does not depend on age.
    """
    before = (age / stability) ** shape
    after = ((age + idle) / stability) ** shape
    return math.exp(min(0.0, before - after))


def stability_days(subject: Subject, policy: Policy) -> float:
    """The scale S of an entry in days, by its traits."""
    if policy.curve is Curve.EBBINGHAUS:
        days = policy.ebbinghaus_stability_days * (1.0 + policy.reinforcement * subject.affirmed_days)
    else:
        days = policy.stability_days
    if subject.names_version:
        days *= policy.version_share
    return days * math.pow(2.0, 2.0 * subject.importance - 1.0)


def names_version(text: str) -> bool:
    """Whether a text speaks of some version, such as `2.3.1`; the trait that the share was fitted on."""
    return _VERSION.search(text) is not None


def _days(span: timedelta) -> float:
    """Days, never negative: a date in the future is a problem of its own, not a boost."""
    return max(0.0, span / timedelta(days=1))
