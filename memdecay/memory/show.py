"""Looks at entries by name: one with its standing, its chain and timeline, or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import PurePosixPath

from memdecay import ids
from memdecay.entry import ClosingNote, Entry, Trust
from memdecay.errors import Refused
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
        lifetime = self.state.lifetimes[entry.path]
        lineage = self.state.lineage
        record = self._happenings.records({entry.id: entry.born})[entry.id]
        return Shown(
            entry=entry,
            standing=lifetime.standing(self.at),
            lifetime=lifetime,
            note=self.state.notes.get(entry.id),
            predecessors=lineage.predecessors.get(entry.id, ()),
            successors=lineage.successors.get(entry.id, ()),
            tips=lineage.tips(entry.id),
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
        found = tuple(self.shown(e) for e in self.state.entries if e.id == ids.folded(wanted))
        if found:
            return found
        for path in sorted(self.memory.index.broken()):
            if ids.folded(PurePosixPath(path).stem) == ids.folded(wanted):
                raise Refused(f"{path} cannot be read as an entry; `memdecay doctor` names the fault")
        hint = ids.hint(wanted, [entry.id for entry in self.state.entries])
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
        relatives = set(self.state.lineage.family(self.only(wanted).entry.id))
        members = [self.shown(e) for e in self.state.entries if e.id in relatives]
        return tuple(sorted(members, key=by_age))


def by_age(shown: Shown) -> tuple[datetime, str]:
    entry = shown.entry
    start = entry.valid_from or entry.created
    return (start.begins if start else EARLIEST, entry.id)
