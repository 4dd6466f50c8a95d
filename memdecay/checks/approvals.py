"""Which deletions a person approved: the `deleted` events in a ledger, bound to the bytes that went."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from memdecay import event, proposals
from memdecay.entry import read_entry
from memdecay.event import Event, Kind
from memdecay.proposals import NOISE, REASONS, Action

_BEGINS = ": approved in "
_ENDS = re.compile(r" \(sha256 [0-9a-f]{64}, line ([0-9a-f]{16})\)")
_ENDING = len(f" (sha256 {64 * '0'}, line {16 * '0'})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The events of one state of a memory, by id."""

    events: dict[str, Event] = field(default_factory=dict)

    def approves(self, path: str, data: bytes) -> bool:
        """Whether the entry in `data`, byte for byte, was approved to be deleted."""
        entry, _ = read_entry(path, data)
        if entry is None:
            return False
        return any(
            proposals.digest(Action.DELETE, entry.id, reason, data) == digest
            for reason, digest in self._approvals(entry.id)
        )

    def has_erased(self, id: str) -> bool:  # noqa: A002 - the domain's own word
        """Whether an entry of that id was approved to go with every trace of it."""
        return any(reason != NOISE for reason, _ in self._approvals(id))

    @property
    def erased(self) -> frozenset[str]:
        """The ids of all such entries."""
        deleted = {one.entry for one in self.events.values() if one.kind is Kind.DELETED}
        return frozenset(one for one in deleted if self.has_erased(one))

    def keeps(self, happened: Event) -> bool:
        """Whether an event is still there, or only what it says in words is gone after an erasure."""
        kept = self.events.get(happened.id)
        if kept is None:
            return False
        return kept == happened or (bool(self.erased) and _wordless(kept) == _wordless(happened))

    def _approvals(self, id: str) -> list[tuple[str, str]]:  # noqa: A002
        notes = [
            one.note or "" for one in self.events.values() if one.kind is Kind.DELETED and one.entry == id
        ]
        found = [(note.partition(_BEGINS)[0], _ENDS.fullmatch(note[-_ENDING:])) for note in notes]
        return [(reason, match[1]) for reason, match in found if match and reason in REASONS]


def ledger_of(segments: Iterable[tuple[str, bytes]]) -> Ledger:
    """The events in the bytes of segments; a line that is none costs only itself."""
    events = [one for path, data in segments for one in event.read_all(path, data)[0]]
    return Ledger(events={one.id: one for one in events})


def _wordless(happened: Event) -> tuple[object, ...]:
    one = happened
    return (one.id, one.at, one.kind, one.entry, one.by, one.outcome, one.session, one.memory)
