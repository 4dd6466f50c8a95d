"""How much more often what was named is retired than what stood beside it: arithmetic alone."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

_SEED = 20_260_101
_RESAMPLES = 2_000
_FEWEST = 3
"""Repositories below which chance among them cannot be told; then there is no interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """One look at one repository, or several together.

    Of `named` ones `retired` were, and as many as `expected` would have been if they were like the others
    that stood there on the same day.
    """

    named: int = 0
    retired: int = 0
    expected: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            named=self.named + other.named,
            retired=self.retired + other.retired,
            expected=self.expected + other.expected,
        )

    @property
    def lift(self) -> float | None:
        return self.retired / self.expected if self.expected else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """What came of all that was named; `low` and `high` are the 95 % interval over repositories."""

    tally: Tally
    repositories: int
    low: float | None
    high: float | None

    @property
    def cells(self) -> tuple[int, int, float | None, float | None, float | None, float | None, float | None]:
        """Repositories, named, share retired, share of the others, lift, from, to."""
        tally = self.tally
        shares = (tally.retired / tally.named, tally.expected / tally.named) if tally.named else (None, None)
        return (self.repositories, tally.named, *shares, tally.lift, self.low, self.high)


def tally(named: Collection[str], retired: Mapping[str, bool | None]) -> Tally:
    """One look: `retired` tells of all that stood; what is unknown (None) is neither named nor another.

    Where nothing else stood there is nothing to compare with, and nothing counts.
    """
    known = {one: bool(answer) for one, answer in retired.items() if answer is not None}
    chosen = [known[one] for one in named if one in known]
    others = len(known) - len(chosen)
    if not chosen or not others:
        return Tally()
    rate = (sum(known.values()) - sum(chosen)) / others
    return Tally(named=len(chosen), retired=sum(chosen), expected=rate * len(chosen))


def lift(tallies: Iterable[tuple[str, Tally]]) -> Lift:
    """Everything together, and how sure that is where other repositories could have been looked at.

    The percentile bootstrap over repositories, since looks at one repository are not independent.
    """
    by_repo: dict[str, Tally] = {}
    for repo, one in tallies:
        if one.named:
            by_repo[repo] = by_repo.get(repo, Tally()) + one
    whole = list(by_repo.values())
    low, high = _interval(whole) if len(whole) >= _FEWEST else (None, None)
    return Lift(tally=sum(whole, Tally()), repositories=len(whole), low=low, high=high)


def _interval(whole: list[Tally]) -> tuple[float | None, float | None]:
    chance = random.Random(_SEED)  # every run must agree
    drawn = (sum(chance.choices(whole, k=len(whole)), Tally()).lift for _ in range(_RESAMPLES))
    found = sorted(one for one in drawn if one is not None)
    if not found:
        return None, None
    tail = len(found) // 40
    return found[tail], found[-tail - 1]
