"""Puts what may come into a block into its order, without reading any text and no further than is asked."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from memdecay import moment
from memdecay.index.rows import Brief, Row, View
from memdecay.memory.fading import Happenings
from memdecay.memory.opening import Memory
from memdecay.memory.search import Search
from memdecay.ranking import Ranked, rank
from memdecay.scope import Place, applies
from memdecay.state import Standing

_WEIGHED_AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominee:
    """What may come into a block. Without a question its score is its importance times its factor."""

    id: str
    path: str
    score: float
    factor: float
    is_pinned: bool
    is_scoped: bool
    is_marked: bool
    via: str | None = None
    age: tuple[bool, int] = (False, 0)

    @property
    def place(self) -> tuple[bool, bool, float, tuple[bool, int], bool, str, str]:
        """Unmarked first; then pinned, then by score, the younger, the narrower scope, and the id."""
        return (
            self.is_marked, not self.is_pinned, -self.score, self.age, not self.is_scoped, self.id, self.path,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Nominated:
    """So many nominees, first things first, and how many entries are passed over, by reason."""

    number: int
    order: Iterator[Nominee]
    passed_over: Counter[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A memory as it is looked at: as of when, and from where."""

    memory: Memory
    happenings: Happenings
    at: datetime
    place: Place

    def asked(self, query: str) -> Nominated:
        """What answers the question, as `recall` ranks it, and all that is pinned."""
        memory = self.memory
        search = Search(
            reader=memory.index,
            embedder=memory.embedder,
            policy=memory.policy,
            happenings=self.happenings,
            at=self.at,
            place=self.place,
        )
        ranking = rank(search.candidates(query), policy=memory.policy, limit=memory.index.size())
        scoped = self._scoped()
        pinned = [one for one in memory.index.pinned_rows(self._view()).values() if _holds(one)]
        found = {row.path: self._of_row(row, scoped, is_asked=True) for row in pinned}
        always = frozenset(found)
        found |= {one.candidate.path: _of_ranked(one, always) for one in ranking.results}
        held_back = ranking.withheld
        return Nominated(
            number=len(found),
            order=iter(sorted(found.values(), key=_place)),
            passed_over=Counter(
                {
                    "of another scope": held_back.scope,
                    "no longer or not yet true": held_back.closed,
                    "unreadable": held_back.unreadable,
                    "that match weakly": held_back.weak,
                }
            ),
        )

    def all(self) -> Nominated:
        """Everything that holds here."""
        briefs = self.memory.index.briefs(self._view())
        groups = Counter(brief.group for brief in briefs)
        return Nominated(
            number=groups[Standing.ACTIVE.value],
            order=self._by_strength(brief for brief in briefs if _holds(brief)),
            passed_over=Counter(
                {
                    "of another scope": groups["elsewhere"],
                    "no longer or not yet true": groups["closed"] + groups["expired"] + groups["pending"],
                    "unreadable": groups["unjudged"],
                }
            ),
        )

    def _by_strength(self, briefs: Iterable[Brief]) -> Iterator[Nominee]:
        """In order, each weighed only when it is drawn.

        Of entries of one kind and importance to which nothing happened the younger is the stronger, so
        the order of their births is that of their scores, and of thousands a few need to be weighed.
        """
        scoped = self._scoped()
        eventful: list[Brief] = []
        quiet: dict[tuple[float, int], list[Brief]] = {}
        for brief in briefs:
            if brief.is_plain and brief.id not in self.happenings.waiting:
                quiet.setdefault((brief.importance, brief.versioned), []).append(brief)
            else:
                eventful.append(brief)
        streams: list[Iterable[Nominee]] = [sorted(self._weighed(eventful), key=_place)]
        for alike in quiet.values():
            alike.sort(key=lambda one: (_age(one.born), one.scope not in scoped, one.id, one.path))
            streams.append(self._weighed(alike))
        return heapq.merge(*streams, key=_place)

    def _weighed(self, briefs: list[Brief]) -> Iterator[Nominee]:
        view, scoped = self._view(), self._scoped()
        for start in range(0, len(briefs), _WEIGHED_AT_ONCE):
            numbers = [brief.number for brief in briefs[start : start + _WEIGHED_AT_ONCE]]
            rows = self.memory.index.rows(numbers, view)
            yield from (self._of_row(rows[number], scoped) for number in numbers)

    def _of_row(self, row: Row, scoped: frozenset[int], *, is_asked: bool = False) -> Nominee:
        held = self.happenings.held([row], self.at)[row.number]
        return Nominee(
            id=row.id,
            path=row.path,
            score=0.0 if is_asked else row.importance * held.strength.factor,  # it is there as it is pinned
            factor=held.strength.factor,
            is_pinned=bool(row.pinned),
            is_scoped=row.scope in scoped,
            is_marked=held.marks > 0,
            age=_age(row.born),
        )

    def _scoped(self) -> frozenset[int]:
        return frozenset(number for number, scope in self.memory.index.scopes().items() if scope)

    def _view(self) -> View:
        scopes = self.memory.index.scopes()
        covered = frozenset(number for number, scope in scopes.items() if applies(scope, self.place))
        return View(moment.microseconds(self.at), covered if len(covered) < len(scopes) else None)


def _holds(row: Row | Brief) -> bool:
    return row.group == Standing.ACTIVE.value


def _age(born: int | None) -> tuple[bool, int]:
    """The younger first; what has no birth does not fade, so it counts as born now."""
    return (born is not None, -(born or 0))


def _place(nominee: Nominee) -> tuple[bool, bool, float, tuple[bool, int], bool, str, str]:
    return nominee.place


def _of_ranked(one: Ranked, pinned: frozenset[str]) -> Nominee:
    return Nominee(
        id=one.candidate.id,
        path=one.candidate.path,
        score=one.score,
        factor=one.candidate.factor,
        is_pinned=one.candidate.path in pinned,
        is_scoped=one.candidate.is_scoped,
        is_marked=one.is_pushed_down,
        via=one.via,
    )
