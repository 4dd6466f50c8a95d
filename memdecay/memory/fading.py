"""How strong entries are, by the sealed events that the index knows and those that still wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from memdecay import event, moment, retention, track_record
from memdecay.entry import Entry
from memdecay.event import Event
from memdecay.index.reading import Reader
from memdecay.index.rows import Row
from memdecay.policy import Policy
from memdecay.retention import Strength, Subject
from memdecay.track_record import TrackRecord


class Held(NamedTuple):
    """How strong an entry is, and how many unanswered marks it has."""

    strength: Strength
    marks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Happenings:
    """All events of a memory, looked at from `until`; `waiting` ones are by entry."""

    reader: Reader
    policy: Policy
    now: datetime
    until: datetime
    waiting: Mapping[str, Sequence[Event]] = field(default_factory=dict)

    def held(self, rows: Iterable[Row], at: datetime) -> dict[int, Held]:
        """The strength of each row at `at`, by number."""
        rows = list(rows)
        horizon = moment.microseconds(min(self.now, self.until))
        open_ids = {
            row.id for row in rows
            if row.id in self.waiting or (row.newest is not None and row.newest > horizon)
        }  # fmt: skip
        folded = self.records({row.id: _born(row) for row in rows if row.id in open_ids})
        return {row.number: self._held(row, folded.get(row.id), at) for row in rows}

    def records(self, born: Mapping[str, datetime | None]) -> dict[str, TrackRecord]:
        """The track record of each of the entries that were `born` then, from every event."""
        events: dict[str, list[Event]] = {entry: list(self.waiting.get(entry, ())) for entry in born}
        for line in self.reader.event_lines(born) if born else ():
            happened = event.read(line)
            events[happened.entry].append(happened)
        return {
            entry: track_record.fold(found, born=born[entry], now=self.now, until=self.until)
            for entry, found in events.items()
        }

    def strength(self, entry: Entry, record: TrackRecord, at: datetime) -> Strength:
        """The strength of an entry with that record at `at`."""
        return retention.strength(self.subject(entry, record), at, self.policy)

    def subject(self, entry: Entry, record: TrackRecord) -> Subject:
        """What the fading of an entry with that record depends on."""
        return Subject(
            born=entry.born,
            last_affirmed=record.last_affirmed,
            affirmed_days=len(record.affirmed_days),
            importance=entry.importance,
            is_pinned=entry.pinned,
            names_version=retention.names_version(entry.body),
        )

    def _held(self, row: Row, record: TrackRecord | None, at: datetime) -> Held:
        if record is not None:
            last_affirmed, days, marks = record.last_affirmed, len(record.affirmed_days), len(record.marks)
        else:
            last_affirmed, days, marks = _instant(row.last_affirmed), row.affirmed_days or 0, row.marks or 0
        subject = Subject(
            born=_born(row),
            last_affirmed=last_affirmed,
            affirmed_days=days,
            importance=row.importance,
            is_pinned=bool(row.pinned),
            names_version=bool(row.versioned),
        )
        return Held(retention.strength(subject, at, self.policy), marks)


def by_entry(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Events by the entry they are about."""
    grouped: dict[str, list[Event]] = {}
    for one in events:
        grouped.setdefault(one.entry, []).append(one)
    return grouped


def _born(row: Row) -> datetime | None:
    return _instant(row.born)


def _instant(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else moment.of_microseconds(microseconds)
