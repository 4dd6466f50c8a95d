"""How well answers meet what was expected: measures of one question, their means, and how sure those are.

Pure functions over ids and numbers. Chance is drawn from a fixed seed: same outcomes, same intervals.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from statistics import fmean

from memdecay.scope import EVERYWHERE, Place

DEPTH = 10
"""How many results are looked at, where no more are asked for; nDCG is taken of the first ten."""
OTHER = "other"
"""The kind of a question that names none."""
_SEED = 20_260_101
_RESAMPLES = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question with the ids that answer it and those that must not come first.

    `lines` says where each key stands in the file it was read from.
    """

    query: str
    expect: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    place: Place = EVERYWHERE
    at: datetime | None = None
    kind: str = OTHER
    line: int = 1
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came back for a case, best first: `ids`, of which the first `shown` are shown to who asks."""

    case: Case
    ids: tuple[str, ...]
    shown: int

    @property
    def place(self) -> int | None:
        """Where the first expected entry stands, from 1."""
        return _place(self.ids, self.case.expect)

    @property
    def stale_place(self) -> int | None:
        """Where the first entry stands that must not come first, from 1."""
        return _place(self.ids, self.case.never)

    @property
    def is_failed(self) -> bool:
        """Whether something else came first than was expected, or what must not."""
        return self.stale_place == 1 or (bool(self.case.expect) and self.place != 1)


Measure = Callable[[Outcome], float | None]
"""A number from 0 to 1, or None where the case says nothing of it."""


def measures(shown: int) -> dict[str, Measure]:
    """Every measure by its name, where so many results are shown. None speaks of a case without ids for it.

    success@k: an expected entry is among the first k. stale@k: one that must not come first is.
    MRR: one by the place of the first expected entry (Voorhees, The TREC-8 Question Answering Track
    Report, 1999), 0 beyond the results that were looked at. nDCG@10: gains of 1, discounted by log2(1 +
    place), as a share of the best order (Järvelin and Kekäläinen, Cumulated Gain-based Evaluation of IR
    Techniques, 2002). precision: the expected ones among those that are shown; 0 where nothing is.
    """
    return {
        "success@1": lambda one: _success(one, 1),
        f"success@{shown}": lambda one: _success(one, shown),
        "stale@1": lambda one: _stale(one, 1),
        f"stale@{shown}": lambda one: _stale(one, shown),
        "MRR": _reciprocal_rank,
        "nDCG@10": _gain,
        "precision": _precision,
    }


def is_better_small(name: str) -> bool:
    """Whether a measure should be small: those that count what must not come."""
    return name.startswith("stale")


def _success(one: Outcome, places: int) -> float | None:
    if not one.case.expect:
        return None
    return float(one.place is not None and one.place <= places)


def _stale(one: Outcome, places: int) -> float | None:
    if not one.case.never:
        return None
    return float(one.stale_place is not None and one.stale_place <= places)


def _reciprocal_rank(one: Outcome) -> float | None:
    if not one.case.expect:
        return None
    return 1 / one.place if one.place else 0.0


def _gain(one: Outcome) -> float | None:
    if not one.case.expect:
        return None
    expected = set(one.case.expect)
    got = sum(_discount(place) for place, id_ in enumerate(one.ids[:10], 1) if id_ in expected)
    return got / sum(_discount(place) for place in range(1, min(10, len(expected)) + 1))


def _discount(place: int) -> float:
    return 1 / math.log2(1 + place)


def _precision(one: Outcome) -> float | None:
    if not one.case.expect:
        return None
    shown = one.ids[: one.shown]
    return fmean(id_ in one.case.expect for id_ in shown) if shown else 0.0


def _place(ids: Sequence[str], wanted: Collection[str]) -> int | None:
    return next((place for place, one in enumerate(ids, 1) if one in wanted), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean over so many cases with its 95 % interval."""

    value: float
    low: float
    high: float
    cases: int


def mean(values: Sequence[float], *, resamples: int = _RESAMPLES) -> Mean:
    """The mean and its interval by the percentile bootstrap over the cases.

    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3. Of paired differences it
    is the paired bootstrap (Sakai, Evaluating Evaluation Metrics based on the Bootstrap, 2006).
    """
    chance = random.Random(_SEED)  # noqa: S311 - nothing here is secret, and every run must agree
    size = len(values)
    drawn = sorted(sum(chance.choices(values, k=size)) / size for _ in range(resamples))
    tail = resamples // 40
    return Mean(value=fmean(values), low=drawn[tail], high=drawn[-tail - 1], cases=size)


def means(outcomes: Sequence[Outcome]) -> dict[str, Mean]:
    """Every measure that the cases speak of, over all of them."""
    return {name: mean(found) for name, found in _values(outcomes).items() if found}


def differences(ours: Sequence[Outcome], theirs: Sequence[Outcome]) -> dict[str, Mean]:
    """What `theirs` has more than `ours` in every measure; both answer the same cases in the same order."""
    found = zip(_values(ours).items(), _values(theirs).values(), strict=True)
    return {
        name: mean([their - our for our, their in zip(mine, yours, strict=True)])
        for (name, mine), yours in found
        if mine
    }


def by_kind(outcomes: Sequence[Outcome]) -> dict[str, tuple[Outcome, ...]]:
    """The outcomes of each kind of case, by its name."""
    ordered = sorted(outcomes, key=lambda one: one.case.kind)
    return {kind: tuple(found) for kind, found in groupby(ordered, key=lambda one: one.case.kind)}


def _values(outcomes: Sequence[Outcome]) -> dict[str, list[float]]:
    shown = outcomes[0].shown if outcomes else DEPTH
    return {
        name: [value for one in outcomes if (value := measure(one)) is not None]
        for name, measure in measures(shown).items()
    }
