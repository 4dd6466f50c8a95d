"""Seals waiting events into a segment of the ledger, and tidies the spool once that is safe.

An event goes from the spool into a segment and a copy of it, never back, and each step leaves it
in at least one place: whoever is killed anywhere in here has lost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memdecay import event, fsio, git, ledger, spool
from memdecay.event import Event
from memdecay.memory.opening import Memory
from memdecay.memory.waiting import is_ours, read_waiting

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
    known = {entry.id for entry in memory.entries()}
    paths = spool.waiting(memory.spool)
    events, _ = read_waiting(memory.spool, paths, sealed=())
    ours = [one for one in events if one.memory in {None, memory.spool.memory} or one.entry in known]
    segment = _write(memory, ours) if ours else None
    fsio.remove(paths[one.id] for one in ours if one.id in paths)
    restored, tidied = _tend(memory)
    tidied += _sweep(memory)
    return Sealed(segment=segment, events=len(ours), restored=restored, tidied=tidied)


def _write(memory: Memory, events: Iterable[Event]) -> str:
    """The path of the segment that holds `events`, which is on disk now, and so is its copy."""
    data = b"".join(event.write(one) for one in sorted(events, key=lambda one: one.id))
    path = ledger.segment_path(data, memory.now)
    if memory.spool.top is not None:  # outside git nothing takes the segment away again
        spool.keep_sealed(_writable(memory), path.rpartition("/")[2], data)
    ledger.write(memory.root, path, data)
    return path


def _writable(memory: Memory) -> Path:
    """The spool folder that events of this memory were last written to."""
    return next((one for one in memory.spool.folders if one.is_dir()), memory.spool.own)


def _tend(memory: Memory) -> tuple[tuple[str, ...], int]:
    """Put back kept segments that no commit and no work tree has; let go of those long committed."""
    there = {stamp.path.rpartition("/")[2]: stamp.path for stamp in ledger.segments(memory.root)}
    restored, done = [], []
    for path in spool.sealed(memory.spool):
        data = b"".join(data for _, data in spool.read([path], ledger.LONGEST_SEGMENT))
        events, _ = event.read_all(path.name, data)
        if not events or not all(is_ours(memory.spool, one) for one in events):
            continue
        if path.name in there:
            if _is_settled(memory, there[path.name], events):
                done.append(path)
        elif not git.is_in_history(_top(memory), _glob(memory, path.name)):
            relative = ledger.segment_path(data, max(one.at for one in events))
            ledger.write(memory.root, relative, data)
            restored.append(relative)
    fsio.remove(done)
    return tuple(restored), len(done)


def _is_settled(memory: Memory, path: str, events: list[Event]) -> bool:
    is_old = all(one.at + _KEPT < memory.now for one in events)
    return is_old and git.is_in_head(_top(memory), _in_repository(memory, path))


def _sweep(memory: Memory) -> int:
    unfinished = spool.abandoned(memory.spool, memory.now.timestamp())
    fsio.remove(unfinished)
    return len(unfinished)


def _top(memory: Memory) -> Path:
    return memory.spool.top or memory.root


def _in_repository(memory: Memory, path: str) -> str:
    inside = "" if memory.spool.memory in {"", "."} else f"{memory.spool.memory}/"
    return f"{inside}{path}"


def _glob(memory: Memory, name: str) -> str:
    """A segment of that name in any month's folder, as git matches paths."""
    return f":(glob){_in_repository(memory, ledger.FOLDER)}/*/{name}"
