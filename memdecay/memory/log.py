"""Every event of a memory, wherever it stands, each once."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from memdecay import event
from memdecay.event import Event
from memdecay.memory.opening import Memory


def events(memory: Memory, entries: Collection[str] | None = None) -> tuple[Event, ...]:
    """The events about `entries`, or all, in order of time, then of entry and id."""
    sealed = [event.read(line) for line in memory.index.event_lines(entries)]
    found = {
        one.id: one for one in (*sealed, *memory.waiting) if entries is None or one.entry in entries
    }  # fmt: skip
    return tuple(sorted(found.values(), key=lambda one: (one.at, one.entry, one.id)))


def each(memory: Memory) -> Iterator[Event]:
    """Every event, one at a time and in no order, since a million of them fill half a gigabyte.

    One that was sealed twice comes twice.
    """
    yield from map(event.read, memory.index.each_event_line())
    yield from memory.waiting
