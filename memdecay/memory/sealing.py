"""Seals waiting events into a segment of the ledger, and tidies the spool once that is safe.

An event goes from the spool into a segment and a copy of it, never back, and each step leaves it
in at least one place: whoever is killed anywhere in here has lost nothing.
"""

from __future__ import annotations

import glob
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memdecay import event, fsio, ledger, spool
from memdecay.event import Event
from memdecay.git import history
from memdecay.memory.opening import Memory
from memdecay.memory.waiting import is_ours

_KEPT = timedelta(days=30)
"""How long the spool keeps what is committed: as long as git keeps a commit that a reset let go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """What sealing did. Paths are relative to the memory (POSIX)."""

    segment: str | None = None
    events: int = 0
    restored: tuple[str, ...] = ()
    tidied: int = 0


def seal(memory: Memory) -> Sealed:
    """Write what waits as one segment, put back segments that got lost, and tidy the spool.

    Raises Refused or OSError where the segment cannot be written; the events wait on then.
    """
    known = frozenset(memory.index.ids())
    lines = _fitting(one for one in memory.waiting if _belongs(memory, one, known))
    segment = _write(memory, b"".join(lines.values())) if lines else None
    paths = spool.waiting(memory.spool)
    done = {*lines, *memory.index.sealed(paths)}  # a sealer that was killed may have left some
    fsio.remove(path for id, path in paths.items() if id in done)  # noqa: A001
    restored, tidied = _tend(memory, known)
    tidied += _sweep(memory)
    return Sealed(segment=segment, events=len(lines), restored=restored, tidied=tidied)


def put_events(memory: Memory, events: Iterable[Event]) -> None:
    """Write events that happened elsewhere as segments of their own, past the spool.

    Raises Refused or OSError where a segment cannot be written.
    """
    rest = sorted(events, key=lambda one: one.id)
    while lines := _fitting(rest):
        _write(memory, b"".join(lines.values()))
        rest = rest[len(lines) :]


def _fitting(events: Iterable[Event]) -> dict[str, bytes]:
    """The lines of as many events as one segment holds, by event id; the others wait for the next."""
    lines: dict[str, bytes] = {}
    size = 0
    for one in events:
        line = event.write(one)
        size += len(line)
        if size > ledger.LONGEST_SEGMENT:
            break
        lines[one.id] = line
    return lines


def _belongs(memory: Memory, happened: Event, known: Collection[str]) -> bool:
    """Whether an event is to be sealed here: it was recorded here, or it is about an entry that moved."""
    if happened.memory in {None, memory.spool.memory}:
        return True
    return happened.entry in known and is_ours(memory.spool, happened)


def _write(memory: Memory, data: bytes) -> str:
    """The path of the segment of these bytes, which is on disk now, and so is its copy."""
    path = ledger.segment_path(data, memory.now)
    if memory.spool.top is not None:  # outside git nothing takes the segment away again
        spool.keep_sealed(memory.spool, path.rpartition("/")[2], data)
    ledger.write(memory.root, path, data)
    return path


def _tend(memory: Memory, known: Collection[str]) -> tuple[tuple[str, ...], int]:
    """Put back kept segments that no commit and no work tree has; let go of those long committed."""
    there = {stamp.path.rpartition("/")[2]: stamp.path for stamp in ledger.segments(memory.root)}
    restored, done = [], []
    for path in spool.sealed(memory.spool):
        data = b"".join(data for _, data in spool.read([path], ledger.LONGEST_SEGMENT))
        events, _ = event.read_all(path.name, data)
        if not events or not all(_belongs(memory, one, known) for one in events):
            continue
        if path.name in there:
            if _is_settled(memory, there[path.name], events):
                done.append(path)
        elif not history.is_in_history(_top(memory), _glob(memory, path.name)):
            relative = ledger.segment_path(data, max(one.at for one in events))
            ledger.write(memory.root, relative, data)
            restored.append(relative)
    return tuple(restored), fsio.remove(done)


def _is_settled(memory: Memory, path: str, events: list[Event]) -> bool:
    is_old = all(one.at + _KEPT < memory.now for one in events)
    return is_old and history.is_in_head(_top(memory), _in_repository(memory, path))


def _sweep(memory: Memory) -> int:
    """Remove what killed writers left in the places that are memdecay's own."""
    months = {(memory.root / stamp.path).parent for stamp in ledger.segments(memory.root)}
    beside = (memory.root / fsio.CACHE_FOLDER, *sorted(months))
    return fsio.remove(spool.abandoned(memory.spool, memory.now.timestamp(), beside))


def _top(memory: Memory) -> Path:
    return memory.spool.top or memory.root


def _in_repository(memory: Memory, path: str) -> str:
    inside = "" if memory.spool.memory in {"", "."} else f"{memory.spool.memory}/"
    return f"{inside}{path}"


def _glob(memory: Memory, name: str) -> str:
    """A segment of that name in any month's folder, as git matches paths."""
    return f":(glob){glob.escape(_in_repository(memory, ledger.FOLDER))}/*/{name}"
