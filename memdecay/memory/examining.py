"""Looks at every entry of a memory with all that the rules of evidence need to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from memdecay import credentials, moment
from memdecay.credentials import Looked
from memdecay.entry import Entry, Trust
from memdecay.event import AFFIRMING, Event
from memdecay.evidence import gather, personal_data
from memdecay.evidence.case import Case, Near, Surroundings
from memdecay.evidence.clue import Clue
from memdecay.evidence.mentions import Mention, mentions
from memdecay.index.rows import View
from memdecay.memory.attachments import attachments
from memdecay.memory.erasing import APPROVED
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.memory.provenance import vanished
from memdecay.memory.resemblance import pairs
from memdecay.memory.show import Snapshot
from memdecay.memory.stocktaking import gone
from memdecay.moment import EARLIEST
from memdecay.scope import overlap
from memdecay.state import Standing, State
from memdecay.track_record import TrackRecord

_SECONDS = 2.0
"""How long one entry is looked over for secrets; ten times what the longest allowed one takes."""
_MOST_NEAR = 5
_CUT_OFF = "\n[… the rest could not be looked over for secrets in time]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """An entry with the evidence in it and its text with every secret and personal datum masked.

    `allowed` counts what a mark in it says is no secret.
    """

    case: Case
    clues: tuple[Clue, ...]
    masked: str
    allowed: int = 0


@dataclass(frozen=True, kw_only=True)
class Examination:
    """All entries of a memory as of now."""

    memory: Memory

    @cached_property
    def state(self) -> State:
        return Snapshot(memory=self.memory, at=self.memory.now).state

    def examined(self) -> Iterator[Examined]:
        """Every entry by id, with or without evidence. Of files that share an id none can be acted on."""
        near = self._near
        with credentials.looking(_SECONDS) as look:
            entries = {entry.path: entry for entry in self.state.entries if self._is_unique(entry)}
            for path in self.memory.progress(list(entries), "looking"):
                yield self._examined(self._case(entries[path], near.get(path, ())), look)

    def _examined(self, case: Case, look: Callable[[str], Looked]) -> Examined:
        body = look(case.entry.body)
        around = [(text.place, look(text.text)) for text in case.attached]
        secrets = [str(one) for one in body.found]
        secrets += dict.fromkeys(f"{one.kind} {place}" for place, looked in around for one in looked.found)
        case = replace(case, secrets=tuple(secrets))
        clues = gather(case, self._around)
        allowed = len(body.allowed) + sum(len(looked.allowed) for _, looked in around)
        return Examined(case=case, clues=clues, masked=_masked(body) if clues else "", allowed=allowed)

    @cached_property
    def _around(self) -> Surroundings:
        memory = self.memory
        return Surroundings(
            now=memory.now,
            policy=memory.policy,
            gone=gone(memory.spool.top, self._mentioned()),
            vanished=vanished(memory.home, self._live_entries),
            home=memory.spool.memory,
            recording_days=_recording_days(memory),
        )

    def _mentioned(self) -> Iterator[Mention]:
        for entry in self.state.entries:
            if self._standing(entry) is Standing.ACTIVE:
                yield from mentions(entry, self.memory.spool.memory)

    @property
    def _live_entries(self) -> list[Entry]:
        return [entry for entry in self.state.entries if self._standing(entry) is Standing.ACTIVE]

    def _is_unique(self, entry: Entry) -> bool:
        return self._entry_of[entry.id] == [entry]

    @cached_property
    def _entry_of(self) -> Mapping[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.state.entries:
            found.setdefault(entry.id, []).append(entry)
        return found

    def _standing(self, entry: Entry) -> Standing:
        return self.state.lifetimes[entry.path].standing(self.memory.now)

    @cached_property
    def _records(self) -> Mapping[str, TrackRecord]:
        return self.memory.happenings(self.memory.now).records({e.id: e.born for e in self.state.entries})

    @cached_property
    def _happened(self) -> Mapping[str, list[Event]]:
        found: dict[str, list[Event]] = {}
        for one in events(self.memory):
            if one.note is None or not APPROVED.fullmatch(one.note):
                found.setdefault(one.entry, []).append(one)
        return found

    def _case(self, entry: Entry, near: Sequence[Near]) -> Case:
        record = self._records[entry.id]
        newer = self.state.lineage.successors.get(entry.id, ())
        return Case(
            entry=entry,
            standing=self._standing(entry),
            lifetime=self.state.lifetimes[entry.path],
            strength=self.memory.happenings(self.memory.now).strength(entry, record, self.memory.now),
            record=record,
            successors={one: self._standing(self._entry_of[one][0]) for one in newer},
            near=tuple(near),
            attached=tuple(
                attachments(
                    self.memory, entry, self.state.notes.get(entry.id), self._happened.get(entry.id, ())
                )
            ),
        )

    @cached_property
    def _near(self) -> Mapping[str, Sequence[Near]]:
        """For each entry that holds the nearest others of an overlapping scope, by path."""
        memory, policy = self.memory, self.memory.policy
        live = {entry.path: entry for entry in self.state.entries if self._standing(entry) is Standing.ACTIVE}
        view = View(moment.microseconds(memory.now))
        rows = memory.index.rows_of_ids([entry.id for entry in live.values()], view)
        by_number = {number: live[row.path] for number, row in rows.items() if row.path in live}
        least = min(policy.duplicate_from, policy.contradiction_from)
        found: dict[str, list[Near]] = {}
        for pair in pairs(memory.index, by_number, memory.embedder.identity, least):
            one, other = by_number[pair.one], by_number[pair.other]
            if overlap(one.scope, other.scope):
                is_stronger = self._weight(other) > self._weight(one)
                found.setdefault(one.path, []).append(_near_to(other, pair.cosine, is_stronger=is_stronger))
                found.setdefault(other.path, []).append(
                    _near_to(one, pair.cosine, is_stronger=not is_stronger)
                )
        return {path: sorted(near, key=_by_cosine)[:_MOST_NEAR] for path, near in found.items()}

    def _weight(self, entry: Entry) -> tuple[bool, bool, datetime, str]:
        """Of two that resemble each other the one to keep: pinned, reviewed, affirmed last."""
        record = self._records[entry.id]
        is_reviewed = record.trust(entry.trust) is Trust.REVIEWED
        affirmed = max(record.last_affirmed or EARLIEST, entry.born or EARLIEST)
        return (entry.pinned, is_reviewed, affirmed, entry.id)


def _near_to(entry: Entry, cosine: float, *, is_stronger: bool) -> Near:
    return Near(entry=entry, cosine=cosine, is_stronger=is_stronger)


def _by_cosine(near: Near) -> tuple[bool, float, str]:
    return (not near.is_stronger, -near.cosine, near.entry.id)


def _recording_days(memory: Memory) -> float:
    used = [one.at for one in events(memory) if one.kind in AFFIRMING]
    return max(0.0, (memory.now - min(used)) / timedelta(days=1)) if used else 0.0


def _masked(looked: Looked) -> str:
    """What may be shown of a text; of one that was not looked over to its end, only that beginning."""
    return personal_data.masked(looked.masked) + ("" if looked.is_whole else _CUT_OFF)


def without_secrets(texts: Iterable[str]) -> list[str]:
    """Texts, with every secret and personal datum in them masked."""
    with credentials.looking(_SECONDS) as look:
        return [_masked(look(text)) for text in texts]
