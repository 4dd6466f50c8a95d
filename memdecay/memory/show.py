"""Looks at entries by name: one with its standing, its chain and timeline, or all of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import PurePosixPath

from memdecay import ids, moment
from memdecay.entry import ClosingNote, Entry, Trust
from memdecay.errors import Refused
from memdecay.index.rows import View
from memdecay.memory.fading import Happenings
from memdecay.memory.indexing import recorded
from memdecay.memory.opening import Memory
from memdecay.moment import EARLIEST
from memdecay.retention import Strength
from memdecay.state import Lifetime, Standing, State, known_at, replay
from memdecay.track_record import TrackRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An entry with what follows from everything around it. Ids are sorted."""

    entry: Entry
    standing: Standing
    lifetime: Lifetime
    note: ClosingNote | None
    predecessors: tuple[str, ...]
    successors: tuple[str, ...]
    tips: tuple[str, ...]
    strength: Strength
    record: TrackRecord

    @property
    def trust(self) -> Trust:
        return self.record.trust(self.entry.trust)


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """The whole memory as of one instant, by what had been recorded at another (None: by now)."""

    memory: Memory
    at: datetime
    known_at: datetime | None = None

    @cached_property
    def state(self) -> State:
        entries, notes = recorded(self.memory.index.records())
        if self.known_at is None:
            return replay(entries, notes)
        return replay(*known_at(entries, notes, self.known_at))

    def all(self) -> tuple[Shown, ...]:
        """Every entry, by id."""
        return tuple(self.shown(entry) for entry in self.state.entries)

    def shown(self, entry: Entry) -> Shown:
        lineage = self.state.lineage
        return self._shown(
            entry,
            self.state.lifetimes[entry.path],
            self.state.notes.get(entry.id),
            lineage.predecessors.get(entry.id, ()),
            lineage.successors.get(entry.id, ()),
            lineage.tips(entry.id),
        )

    def _shown(
        self,
        entry: Entry,
        lifetime: Lifetime,
        note: ClosingNote | None,
        predecessors: tuple[str, ...],
        successors: tuple[str, ...],
        tips: tuple[str, ...],
    ) -> Shown:
        record = self._happenings.records({entry.id: entry.born})[entry.id]
        return Shown(
            entry=entry,
            standing=lifetime.standing(self.at),
            lifetime=lifetime,
            note=note,
            predecessors=predecessors,
            successors=successors,
            tips=tips,
            strength=self._happenings.strength(entry, record, self.at),
            record=record,
        )

    @cached_property
    def _happenings(self) -> Happenings:
        return self.memory.happenings(min(self.at, self.known_at or self.at))

    def named(self, wanted: str) -> tuple[Shown, ...]:
        """The entry of that id; more than one where files share an id.

        Raises Refused where there is none: with the file that could not be read, or the nearest ids.
        """
        found = tuple(self._with_ids({ids.folded(wanted)}))
        if found:
            return found
        for path in sorted(self.memory.index.broken()):
            if ids.folded(PurePosixPath(path).stem) == ids.folded(wanted):
                raise Refused(f"{path} cannot be read as an entry; `memdecay doctor` names the fault")
        known = self.memory.index.ids() if self.known_at is None else [one.id for one in self.state.entries]
        hint = ids.hint(wanted, known)
        raise Refused(f"no entry has the id {wanted!r}; {hint}")

    def only(self, wanted: str) -> Shown:
        """The one entry of that id. Raises Refused where there is none, or more than one."""
        found = self.named(wanted)
        if len(found) > 1:
            places = " and ".join(one.entry.path for one in found)
            raise Refused(f"{wanted} is ambiguous: {places} share it; give one of them another id")
        return found[0]

    def family(self, wanted: str) -> tuple[Shown, ...]:
        """Every entry linked with that one, directly or not, oldest first."""
        seen: set[str] = set()
        members: list[Shown] = []
        frontier = {self.only(wanted).entry.id}
        while frontier:
            seen |= frontier
            reached = self._with_ids(frontier)
            members += reached
            frontier = {id for one in reached for id in (*one.predecessors, *one.successors)} - seen  # noqa: A001
        return tuple(sorted(sorted(members, key=_by_name), key=by_age))

    def has_replaced(self, newer: str, older: str) -> bool:
        """Whether the entry `newer` took the place of `older`, directly or not."""
        seen: set[str] = set()
        frontier = {newer}
        while frontier and older not in seen:
            seen |= frontier
            frontier = {id for one in self._with_ids(frontier) for id in one.predecessors} - seen  # noqa: A001
        return older in seen - {newer}

    def _with_ids(self, wanted: Collection[str]) -> list[Shown]:
        """The entries that have one of the ids, by id; no other entry is read for it.

        For an earlier time the whole memory is replayed: the index tells only what is recorded by now.
        """
        if self.known_at is not None:
            return [self.shown(entry) for entry in self.state.entries if entry.id in wanted]
        index = self.memory.index
        rows = sorted(index.rows_of_ids(wanted, View(0)).values(), key=lambda row: (row.id, row.path))
        spans = index.spans([row.number for row in rows])
        entries = {entry.path: entry for entry in recorded(index.records([row.path for row in rows]))[0]}
        _, notes = recorded(index.notes_of(wanted))
        note_of = {note.closes: note for note in reversed(notes)}
        return [
            self._shown(
                entries[row.path],
                _lifetime(*spans[row.number]),
                note_of.get(row.id),
                row.predecessors,
                row.successors,
                row.tips or (row.id,),
            )
            for row in rows
        ]


def _by_name(shown: Shown) -> tuple[str, str]:
    return shown.entry.id, shown.entry.path


def _lifetime(begins: int | None, ends: int | None, closes: int | None) -> Lifetime:
    first, last, closed = (
        None if one is None else moment.of_microseconds(one) for one in (begins, ends, closes)
    )
    return Lifetime(begins=first, ends=last, closes=closed)


def by_age(shown: Shown) -> tuple[datetime, str]:
    entry = shown.entry
    start = entry.valid_from or entry.created
    return (start.begins if start else EARLIEST, entry.id)
