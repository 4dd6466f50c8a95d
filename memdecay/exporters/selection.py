"""Which entries may be handed to agents in a file: what holds, was reviewed, and has nothing against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from memdecay import characters, credentials
from memdecay.entry import Entry, Trust
from memdecay.memory.context import HIDDEN, UNREADABLE, LeftOut
from memdecay.memory.opening import Memory
from memdecay.memory.show import Snapshot
from memdecay.state import Standing, State
from memdecay.track_record import TrackRecord

_SECONDS = 2.0
"""How long one entry is looked over for secrets."""
OVER = "no longer or not yet true"


@dataclass(frozen=True, kw_only=True)
class Selection:
    """All entries of a memory as of now, looked at one by one."""

    memory: Memory

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What may go out: pinned first, then the most important, then by id.

        Not by score, which moves from day to day: a file that is committed changes with its content only.
        """
        allowed = (entry for entry in self._state.entries if not self._reasons[entry.path])
        return tuple(sorted(allowed, key=lambda one: (not one.pinned, -one.importance, one.id, one.path)))

    @property
    def left_out(self) -> list[LeftOut]:
        """Why the others may not, each with the first thing that speaks against it."""
        by_reason: dict[str, list[str]] = {}
        for entry in self._state.entries:
            by_reason.setdefault(self._reasons[entry.path], []).append(entry.id)
        by_reason.pop("", None)
        found = [
            LeftOut(reason=why, number=len(ids), ids=() if why == OVER else tuple(ids))
            for why, ids in sorted(by_reason.items())
        ]
        broken = len(self.memory.index.broken())
        return [*found, *[LeftOut(reason=UNREADABLE, number=broken)] * bool(broken)]

    @cached_property
    def _state(self) -> State:
        return Snapshot(memory=self.memory, at=self.memory.now).state

    @cached_property
    def _reasons(self) -> Mapping[str, str]:
        """What speaks against each entry, by path; "" where nothing does."""
        entries = self._state.entries
        records = self.memory.happenings(self.memory.now).records({one.id: one.born for one in entries})
        sharing = Counter(one.id for one in entries)
        return {one.path: self._against(one, records[one.id], sharing[one.id]) for one in entries}

    def _against(self, entry: Entry, record: TrackRecord, sharing: int) -> str:
        checks: Iterable[tuple[bool, str]] = (
            (self._state.lifetimes[entry.path].standing(self.memory.now) is not Standing.ACTIVE, OVER),
            (bool(entry.unreadable), "with a value that could not be read"),
            (sharing > 1, "that share an id"),
            (entry.trust is Trust.UNREVIEWED and not record.is_reviewed, "that nobody reviewed"),
            (bool(record.marks), "that misled"),
            (bool(characters.hidden(entry.body)), HIDDEN),
        )
        return next((reason for speaks, reason in checks if speaks), "")


@contextmanager
def looking_for_secrets() -> Iterator[Callable[[str], bool]]:
    """A function that tells whether a text may hold a secret; one too long to be looked over may."""
    with credentials.looking(_SECONDS) as look:

        def holds_secret(text: str) -> bool:
            looked = look(text)
            return bool(looked.found) or not looked.is_whole

        yield holds_secret
