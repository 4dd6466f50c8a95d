"""Whether what was touched holds longer than what was not, at the same age: the claim of reinforcement.

    MEMDECAY_DATA=... python -m tests.benchmarks.touches [--json]

A touch is a new wording that says the same, or a copy written into a second file; those of one day count as
one. At every touch the instruction is compared with others of the same repository that stand on the same day
and were never touched: how many of either are retired within so many days more? A ratio below 1: they last.

* "of that age": the others are about as old. By weibull a touch tells no more than that the instruction still
  stands, which they do too, so it says 1; by ebbinghaus each day with a touch adds `reinforcement` to S.
* "just written": the others were written in the last week, and the touched one a month ago or more. Where the
  ratio is 1, a touch makes an instruction as frail as a new one.

A touch is not a use. Who rewords a line works on its subject, which may be why it changes next. Rows of fewer
than ten touches or three repositories are left out.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Any

from memdecay.policy import Policy
from tests.benchmarks.histories import units
from tests.benchmarks.lift import Lift, Tally, lift, tally
from tests.benchmarks.looks import AGES
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Cell, Table, show

READINGS = {"ends": True, "censors": False}
HORIZONS = (30, 90, 180)
REWORDED, COPIED = "reworded", "copied"
MOST = 3
"""Days with a touch from which they are counted together."""
SAME_AGE, NEW = "of that age", "just written"
_WEEK, _MONTH = 7.0, 30.0
_FEWEST = 10
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """An instruction through its wordings, with the first touch of each day by kind."""

    id: str
    born: datetime
    ended: datetime | None
    how: str | None
    touches: Mapping[str, tuple[datetime, ...]]

    def is_untouched(self, at: datetime) -> bool:
        return all(not days or days[0] > at for days in self.touches.values())

    def stands(self, at: datetime) -> bool:
        return self.born <= at and (self.ended is None or self.ended > at)

    def age_days(self, at: datetime) -> float:
        return (at - self.born) / _DAY

    def age(self, at: datetime) -> int:
        return bisect_right(AGES, self.age_days(at))

    def is_retired(self, at: datetime, days: float, *, rewrite_ends: bool) -> bool | None:
        """Whether it is within so many days more; None where a rewrite took it and that says nothing."""
        if self.ended is None or self.ended > at + days * _DAY:
            return False
        return (True if rewrite_ends else None) if self.how == "bulk" else self.how in {"replaced", "removed"}


def lives(rows: Sequence[dict[str, Any]]) -> list[Life]:
    """Every instruction of one repository. Rows must not be empty."""
    by_id = {row["id"]: row for row in rows if row["how_died"] != "merged"}
    copied: dict[str, list[datetime]] = {}
    for row in by_id.values():
        copied.setdefault(row["dup_of"], []).append(_time(row["born"]))
    later = {row["replaced_by"] for row in by_id.values() if row["how_died"] == "edited"}
    return [_life(first, by_id, copied) for first in by_id.values() if first["id"] not in later]


def _life(
    first: dict[str, Any], by_id: Mapping[str, dict[str, Any]], copied: Mapping[str, list[datetime]]
) -> Life:
    wordings = [first]
    while wordings[-1]["how_died"] == "edited" and wordings[-1]["replaced_by"] in by_id:
        wordings.append(by_id[wordings[-1]["replaced_by"]])
        if len(wordings) > len(by_id):
            break
    last = wordings[-1]
    copies = [at for row in wordings for at in copied.get(row["id"], ())]
    ended = _time(last["died"]) if last["died"] else None
    born = _time(first["born"])
    return Life(
        id=first["id"], born=born, ended=ended, how=last["how_died"],
        touches={
            REWORDED: _first_of_days(_time(row["born"]) for row in wordings[1:]),
            COPIED: _first_of_days(at for at in copies if born < at and (ended is None or at < ended)),
        },
    )  # fmt: skip


def _first_of_days(instants: Iterable[datetime]) -> tuple[datetime, ...]:
    found: dict[object, datetime] = {}
    for at in sorted(instants):
        found.setdefault(at.date(), at)
    return tuple(found.values())


def _time(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Key:
    """Whom a touch is compared with, its kind, how many-th it was, within how many days, by which reading."""

    beside: str
    kind: str
    count: int
    days: int
    reading: str


def tallies(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[Key, Tally]]:
    """Every touch of one repository beside the untouched of its day."""
    known = lives(rows)
    history_ends = max(_time(row["last_seen"]) for row in rows)
    for (kind, count, at, age), touched in _touched(known).items():
        for beside, others in _others(known, at, age).items():
            for days, (reading, ends) in product(HORIZONS, READINGS.items()):
                if at + days * _DAY <= history_ends:
                    chosen = [one for one in known if one.id in touched] + others
                    fates = {one.id: one.is_retired(at, days, rewrite_ends=ends) for one in chosen}
                    key = Key(beside=beside, kind=kind, count=count, days=days, reading=reading)
                    yield key, tally(touched, fates)


def _others(known: Sequence[Life], at: datetime, age: int) -> dict[str, list[Life]]:
    """Who stands beside what is touched at that instant and age, and never was."""
    untouched = [one for one in known if one.stands(at) and one.is_untouched(at)]
    found = {SAME_AGE: [one for one in untouched if one.age(at) == age]}
    if age > AGES.index(_MONTH):
        found[NEW] = [one for one in untouched if one.age_days(at) < _WEEK]
    return found


def _touched(known: Sequence[Life]) -> dict[tuple[str, int, datetime, int], set[str]]:
    """Which were touched together, by kind, how many-th touch, instant and age."""
    found: dict[tuple[str, int, datetime, int], set[str]] = {}
    for life in known:
        for kind, days in life.touches.items():
            for count, at in enumerate(days, 1):
                found.setdefault((kind, min(count, MOST), at, life.age(at)), set()).add(life.id)
    return found


def tables() -> Iterator[Table]:
    """What became of the touched, beside those of their age and beside the new."""
    found: dict[Key, list[tuple[str, Tally]]] = {}
    for repo, rows in units().items():
        for key, one in tallies(rows):
            found.setdefault(key, []).append((repo, one))
    for beside in (SAME_AGE, NEW):
        chosen = sorted(key for key in found if key.beside == beside)
        told = tuple(row for key in chosen if (row := _row(key, lift(found[key]))) is not None)
        columns = (
            "touch", "days with one", "within days", "a rewrite", "repositories", "touched", "retired",
            f"untouched, {beside}", "ratio", "from", "to", "ebbinghaus says",
        )  # fmt: skip
        yield Table(title=f"What was touched, beside what is {beside}", columns=columns, rows=told)


def _row(key: Key, found: Lift) -> tuple[Cell, ...] | None:
    if found.tally.named < _FEWEST or found.low is None:
        return None
    nth = f"{key.count} or more" if key.count == MOST else f"{key.count}"
    says = claimed(key.count, key.days) if key.beside == SAME_AGE else None
    return (key.kind, nth, key.days, key.reading, *found.cells, says)


def claimed(count: int, days: float) -> float:
    """The ratio that the exponential law as shipped gives after so many days with an affirmation."""
    policy = Policy()
    stability = policy.ebbinghaus_stability_days
    longer = stability * (1.0 + policy.reinforcement * count)
    return math.expm1(-days / longer) / math.expm1(-days / stability)


def main() -> None:
    options = options_of(__doc__).parse_args()
    show(list(tables()), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
