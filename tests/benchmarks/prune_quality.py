"""What the evidence of `propose` would have named on past days, and what people retired in truth.

    MEMDECAY_DATA=... python -m tests.benchmarks.prune_quality [--only NAME...] [--rewrites READING] [--json]

Every repository of the dev split is looked at every 30 days, in two memories:

* "kept up": what stood in the files that day. Retired is what was replaced or removed within 90 days more; a
  new wording is no retirement.
* "nothing closed": every text ever written until then, as if nobody had closed any. Retired is what no longer
  stood in the files that day, be it replaced, removed or reworded.

"Others" is the share retired of what was not named on the same days in the same repositories; lift is how
many times as often the named ones were, with its 95 % interval by the bootstrap over repositories, beside all
others and beside those of about the same age: with what is old that is the whole difference. Where the
rewrite of a whole file took a text, one reading counts that as its end and the other as lost from sight; the
first table shows both, the others what `--rewrites` says (ends or censors). An entry is named for any of its
neighbours here, not for the nearest five.

The histories hold no uses, no marks, no reviews and no other files. So "never used" and "left alone" are by
age alone, as if nobody had used or reviewed anything; uses made up from what was retired would prove
themselves. Rules that need more than texts and dates are not judged here: misled, references, window,
dead-end, secret, personal data. `gone-at-source` would name what was retired because it was retired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from memdecay import retention
from memdecay.entry import Trust
from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue
from memdecay.evidence.fading import fading
from memdecay.evidence.noise import noise
from memdecay.evidence.unused import never_used
from memdecay.policy import Policy
from memdecay.retention import Subject
from tests.benchmarks.lift import Tally, lift, tally
from tests.benchmarks.looks import MEMORIES, NOBODY, Look, Told, looks, retired
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Cell, Table, show

READINGS = {"ends": True, "censors": False}
COPY, DUPLICATE, CONTRADICTION, FADING = "noise: a copy", "duplicate", "contradiction", "fading"
LEFT_ALONE, UNUSED, ANY = "noise: left alone", "unused", "any of the first four"
KINDS = (COPY, DUPLICATE, CONTRADICTION, FADING, ANY, LEFT_ALONE, UNUSED)
ALIKE = (0.82, 0.86, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98)
TRIED: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "duplicate_from": (DUPLICATE, ALIKE),
    "contradiction_from": (CONTRADICTION, ALIKE),
    "fading_below": (FADING, (0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8)),
    "grace_days": (COPY, (1.0, 7.0, 14.0, 30.0, 60.0, 90.0, 180.0)),
    "unused_after_days": (UNUSED, (30.0, 60.0, 90.0, 120.0, 180.0, 240.0, 300.0)),
}
"""What is tried of a default, and the evidence that follows from it."""

Naming = Callable[[Look], set[str]]


def naming(kind: str, policy: Policy) -> Naming:
    """What one kind of evidence names on a day, by these numbers."""
    match kind:
        case "duplicate" | "contradiction" | "noise: a copy":
            return lambda look: {one.weaker for one in pairs_named(kind, policy, look)}
        case "any of the first four":
            each = [naming(one, policy) for one in (COPY, DUPLICATE, CONTRADICTION, FADING)]
            return lambda look: set().union(*(one(look) for one in each))
        case _:
            rule = {FADING: fading, LEFT_ALONE: noise, UNUSED: never_used}[kind]
            return lambda look: {id_ for id_ in look.texts if any(_clues(rule, look, id_, policy))}


def pairs_named(kind: str, policy: Policy, look: Look) -> Iterator[Told]:
    """The two of which one is named for what it says beside the other."""
    for one in look.told:
        if kind == COPY:
            is_named = one.is_copy and look.age_days(one.weaker) >= policy.grace_days
        else:
            least = policy.duplicate_from if kind == DUPLICATE else policy.contradiction_from
            is_named = one.rule == kind and one.cosine >= least
        if is_named:
            yield one


def _clues(
    rule: Callable[[Case, Surroundings], Iterator[Clue]], look: Look, id_: str, policy: Policy
) -> Iterator[Clue]:
    """What a rule says of a text that nobody ever used or reviewed."""
    entry = look.texts[id_].entry
    versioned = retention.names_version(entry.body)
    subject = Subject(born=look.texts[id_].born, names_version=versioned)
    strength = retention.strength(subject, look.at, policy)
    if strength.age_days is not None and rule is not never_used and strength.retention >= policy.fading_below:
        return iter(())  # spares the making of what the rule would pass over
    told = replace(NOBODY, entry=replace(entry, trust=Trust.UNREVIEWED), strength=strength)
    return rule(told, Surroundings(now=look.at, policy=policy, recording_days=look.age_days(id_)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of one naming: beside all that stood on the day, and beside what was about as old."""

    of_day: list[tuple[str, Tally]] = field(default_factory=list)
    of_age: list[tuple[str, Tally]] = field(default_factory=list)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (*lift(self.of_day).cells, *lift(self.of_age).cells[-3:])


def measured(namings: Mapping[Any, Naming]) -> dict[tuple[Any, str, str], Found]:
    """What each of them named at every look and what became of it, by memory and reading."""
    found: dict[tuple[Any, str, str], Found] = {}
    for look in looks():
        fates = {reading: retired(look, rewrite_ends=ends) for reading, ends in READINGS.items()}
        ages = look.by_age()
        for key, names in namings.items():
            named = names(look)
            for reading, fate in fates.items():
                one = found.setdefault((key, look.memory, reading), Found())
                one.of_day.append((look.repo, tally(named, fate)))
                one.of_age.append((look.repo, _within(ages, named, fate)))
    return found


def _within(ages: Iterable[frozenset[str]], named: set[str], fate: Mapping[str, bool | None]) -> Tally:
    """The tallies of every age together: older texts had more time to go, and those who last are old."""
    parts = (tally(named & alike, {id_: fate[id_] for id_ in alike}) for alike in ages if named & alike)
    return sum(parts, Tally())


SIDED = (COPY, DUPLICATE, CONTRADICTION)
"""Evidence that rests on two texts, of which the one that was written first is named."""
_COLUMNS = (
    "repositories", "named", "retired", "others", "lift", "from", "to", "lift, same age", "from ", "to ",
)  # fmt: skip


def kinds_table() -> Table:
    """Every kind of evidence by the defaults."""
    found = measured({kind: naming(kind, Policy()) for kind in KINDS})
    rows = [
        (memory, kind, reading, *found[kind, memory, reading].cells)
        for memory in MEMORIES
        for kind in KINDS
        for reading in READINGS
    ]
    columns = ("memory", "evidence", "a rewrite", *_COLUMNS)
    return Table(title="What was named, and what became of it", columns=columns, rows=tuple(rows))


def default_tables(names: Collection[str], reading: str) -> Iterator[Table]:
    """Every default that the histories can say something of, value by value."""
    for name, (kind, values) in TRIED.items():
        if name not in names:
            continue
        found = measured({value: naming(kind, _variant(name, value)) for value in values})
        rows = [
            (memory, _said(name, value), *found[value, memory, reading].cells)
            for memory in MEMORIES
            for value in values
        ]
        title = f"{name}: {kind}, a rewrite {reading}"
        yield Table(title=title, columns=("memory", name, *_COLUMNS), rows=tuple(rows))


def _variant(name: str, value: float) -> Policy:
    changed: dict[str, Any] = {name: value}
    return replace(Policy(), **changed)


def _said(name: str, value: float) -> str:
    return f"**{value:g}**" if value == getattr(Policy(), name) else f"{value:g}"


_BECAME = {
    (True, False): "the named",
    (False, True): "the other",
    (True, True): "both",
    (False, False): "none",
}


def sides_table(reading: str) -> Table:
    """Of two that resemble each other, which of them went: is the one named that should be?"""
    policy = Policy()
    counts = {(memory, kind): Counter[str]() for memory in MEMORIES for kind in SIDED}
    for look in looks():
        fate = retired(look, rewrite_ends=READINGS[reading])
        for (memory, kind), count in counts.items():
            if memory == look.memory:
                count.update(_went(pairs_named(kind, policy, look), fate))
    rows: list[tuple[Cell, ...]] = [
        (
            memory,
            kind,
            sum(count.values()),
            *(count[one] / max(1, sum(count.values())) for one in _BECAME.values()),
        )
        for (memory, kind), count in counts.items()
    ]
    columns = ("memory", "evidence", "pairs", *(f"{one} went" for one in _BECAME.values()))
    return Table(title=f"Which of the two went, a rewrite {reading}", columns=columns, rows=tuple(rows))


def _went(named: Iterable[Told], fate: Mapping[str, bool | None]) -> Iterator[str]:
    for one in named:
        both = fate[one.weaker], fate[one.stronger]
        if None not in both:
            yield _BECAME[bool(both[0]), bool(both[1])]


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument("--only", nargs="+", choices=list(TRIED), default=None, metavar="NAME")
    parser.add_argument("--rewrites", choices=list(READINGS), default="censors")
    options = parser.parse_args()
    tables = [] if options.only else [kinds_table(), sides_table(options.rewrites)]
    tables += default_tables(options.only or TRIED, options.rewrites)
    show(tables, as_json=options.as_json)


if __name__ == "__main__":
    run(main)
