"""What is true now: the standing of an entry, folded from its file, its note and its successors.

Two clocks. Valid time is when an instruction applies (its window); recorded time is when the
memory learned of it. Both are arguments: nothing here knows what day it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.lineage import Lineage, links_of, trace
from memdecay.moment import EARLIEST
from memdecay.problem import Problem


class Standing(str, Enum):
    """What holds at some instant, whatever the file declared."""

    PENDING = "pending"
    ACTIVE = "active"
    EXPIRED = "expired"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """When an entry holds, in UTC instants; None is open on that side.

    It holds from `begins` until before `ends` (its own window) and before `closes` (a closing by
    hand, by a note, or by a successor that began).
    """

    begins: datetime | None = None
    ends: datetime | None = None
    closes: datetime | None = None

    def standing(self, at: datetime) -> Standing:
        if self.closes is not None and self.closes <= at:
            return Standing.CLOSED
        if self.ends is not None and self.ends <= at:
            return Standing.EXPIRED
        if self.begins is not None and at < self.begins:
            return Standing.PENDING
        return Standing.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A whole memory at one point of recorded time. Lifetimes are keyed by the entry's path."""

    entries: tuple[Entry, ...]
    notes: Mapping[str, ClosingNote]
    lineage: Lineage
    lifetimes: Mapping[str, Lifetime]
    problems: tuple[Problem, ...]


def replay(entries: Sequence[Entry], notes: Sequence[ClosingNote]) -> State:
    """Fold entries and closing notes into one state; their order does not matter."""
    entries = tuple(sorted(entries, key=lambda entry: (entry.id, entry.path)))
    by_id = {entry.id: entry for entry in reversed(entries)}
    lineage, problems = trace(links_of(entries, notes), frozenset(by_id))
    note_of = {note.closes: note for note in sorted(notes, key=lambda n: n.path, reverse=True)}
    lifetimes = {}
    for entry in entries:
        successors = [by_id[newer] for newer in lineage.successors.get(entry.id, ())]
        lifetimes[entry.path] = lifetime(entry, note_of.get(entry.id), successors)
    return State(entries=entries, notes=note_of, lineage=lineage, lifetimes=lifetimes, problems=problems)


def known_at(
    entries: Iterable[Entry], notes: Iterable[ClosingNote], at: datetime
) -> tuple[tuple[Entry, ...], tuple[ClosingNote, ...]]:
    """What had been recorded by `at`; what says nothing of when it was recorded always counts."""
    known = tuple(e for e in entries if e.recorded is None or e.recorded.begins <= at)
    closed = tuple(n for n in notes if n.recorded is None or n.recorded.begins <= at)
    return known, closed


def lifetime(entry: Entry, note: ClosingNote | None, successors: Sequence[Entry]) -> Lifetime:
    """When `entry` holds. Where its window and a successor's touch or overlap, the successor wins."""
    closings = [_began(successor) for successor in successors]
    if note is not None:
        written = note.valid_until or note.recorded
        if written is not None or not closings:
            closings.append(written.ends if written else EARLIEST)
    if entry.declared is Declared.CLOSED:
        if entry.valid_until is not None:
            closings.append(entry.valid_until.ends)
        elif not closings:
            closings.append(EARLIEST)  # closed, and nothing says since when
    return Lifetime(
        begins=entry.valid_from.begins if entry.valid_from else None,
        ends=entry.valid_until.ends if entry.valid_until else None,
        closes=min(closings, default=None),
    )


def _began(successor: Entry) -> datetime:
    start = successor.valid_from or successor.created
    return start.begins if start else EARLIEST
