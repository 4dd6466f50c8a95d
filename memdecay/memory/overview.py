"""Looks at a whole memory at once: what stands, what fades, what misled, what replaced what, what happened.

Nothing here is shown as it was written: every text passes the mask for secrets and personal data first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memdecay import passages
from memdecay.entry import ClosingNote, Entry
from memdecay.event import Event, Kind
from memdecay.memory.examining import without_secrets
from memdecay.memory.inspect import inspect
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.memory.proposing import Proposed, propose
from memdecay.memory.show import Shown, Snapshot, by_age
from memdecay.policy import Policy
from memdecay.state import Standing
from memdecay.track_record import Mark, is_ahead

_MOST_MONTHS = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """How many events of each kind one calendar month (such as 2026-06, UTC) saw."""

    name: str
    counts: Mapping[Kind, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """A memory as of `at`. Entries are by id, what fades the weakest first, chains the oldest first."""

    name: str
    at: datetime
    policy: Policy
    entries: tuple[Shown, ...]
    files: int
    faults: int
    fading: tuple[Shown, ...]
    marked: tuple[Shown, ...]
    chains: tuple[tuple[Shown, ...], ...]
    proposed: Proposed
    months: tuple[Month, ...]

    def count(self, standing: Standing) -> int:
        return sum(1 for one in self.entries if one.standing is standing)


def overview(memory: Memory) -> Overview:
    """Everything a report tells, as of the memory's now. Writes nothing but the cache."""
    snapshot = Snapshot(memory=memory, at=memory.now)
    entries = tuple(_masked(snapshot.all()))
    report = inspect(memory)
    return Overview(
        name=memory.root.resolve().name,
        at=memory.now,
        policy=memory.policy,
        entries=entries,
        files=report.files,
        faults=len(report.problems),
        fading=tuple(_fading(entries, memory.policy)),
        marked=tuple(one for one in entries if one.record.marks),
        chains=tuple(_chains(entries, snapshot)),
        proposed=propose(memory),
        months=tuple(_months([one for one in events(memory) if not is_ahead(one, memory.now)])),
    )


def _fading(entries: Sequence[Shown], policy: Policy) -> list[Shown]:
    found = [
        one for one in entries
        if one.standing is Standing.ACTIVE and not one.entry.pinned
        and one.strength.retention < policy.fading_below
    ]  # fmt: skip
    return sorted(found, key=lambda one: (one.strength.retention, one.entry.id))


def _chains(entries: Sequence[Shown], snapshot: Snapshot) -> Iterator[tuple[Shown, ...]]:
    """Each family of entries that replace one another, the one that was last renewed first."""
    by_id = {one.entry.id: one for one in entries}
    seen: set[str] = set()
    families = []
    for one in entries:
        if one.entry.id not in seen and (one.successors or one.predecessors):
            relatives = snapshot.state.lineage.family(one.entry.id)
            seen |= set(relatives)
            families.append(tuple(sorted((by_id[id_] for id_ in relatives if id_ in by_id), key=by_age)))
    yield from sorted(families, key=lambda family: by_age(family[-1]), reverse=True)


def _months(happened: Sequence[Event]) -> Iterator[Month]:
    """The last months of which anything is known, those in which nothing happened too."""
    counts: dict[int, Counter[Kind]] = {}
    for one in happened:
        counts.setdefault(one.at.year * 12 + one.at.month - 1, Counter())[one.kind] += 1
    if not counts:
        return
    last = max(counts)
    for number in range(max(min(counts), last - _MOST_MONTHS + 1), last + 1):
        yield Month(name=f"{number // 12}-{number % 12 + 1:02}", counts=counts.get(number, Counter()))


def _masked(entries: Sequence[Shown]) -> Iterator[Shown]:
    """The same entries with every text that somebody wrote masked."""
    texts = [text for one in entries for text in _texts(one)]
    distinct = list(dict.fromkeys(texts))
    masked = dict(zip(distinct, without_secrets(distinct), strict=True))
    for one in entries:
        yield replace(
            one,
            entry=_masked_entry(one.entry, masked),
            note=_masked_note(one.note, masked) if one.note else None,
            record=replace(one.record, marks=tuple(_masked_mark(mark, masked) for mark in one.record.marks)),
        )


def _masked_entry(entry: Entry, masked: Mapping[str, str]) -> Entry:
    body = masked[entry.body]
    return replace(
        entry,
        body=body,
        title=entry.title if body == entry.body else passages.title(body),
        author=_of(masked, entry.author),
        scope=tuple(masked[one] for one in entry.scope),
        tags=tuple(masked[one] for one in entry.tags),
    )


def _masked_note(note: ClosingNote, masked: Mapping[str, str]) -> ClosingNote:
    return replace(note, reason=_of(masked, note.reason), closed_by=_of(masked, note.closed_by))


def _masked_mark(mark: Mark, masked: Mapping[str, str]) -> Mark:
    return replace(mark, by=masked[mark.by], note=_of(masked, mark.note), query=_of(masked, mark.query))


def _texts(shown: Shown) -> list[str]:
    entry, note = shown.entry, shown.note
    texts = [entry.body, entry.author, *entry.scope, *entry.tags]
    texts += [note.reason, note.closed_by] if note else []
    texts += [text for mark in shown.record.marks for text in (mark.by, mark.note, mark.query)]
    return [text for text in texts if text is not None]


def _of(masked: Mapping[str, str], text: str | None) -> str | None:
    return None if text is None else masked[text]
