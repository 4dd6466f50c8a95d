"""Compares a file that an agent has loaded with the memory: what in it no longer holds, what still does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memdecay import files
from memdecay.memory.opening import Memory
from memdecay.memory.show import Shown, Snapshot
from memdecay.state import Standing

_LONGEST_FILE = 1024 * 1024
_SHORTEST = 16
"""Characters below which an entry's text could stand anywhere by chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """An entry that is over and whose text the file still holds, with the live ones that replaced it."""

    over: Shown
    successors: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a file holds word for word: entries that are over, and the ids of those that hold."""

    stale: tuple[Stale, ...] = ()
    live: tuple[str, ...] = ()


def compare(memory: Memory, path: Path) -> Compared:
    """What the file at `path` holds of the memory. A file that cannot be read holds nothing."""
    try:
        place = path.resolve(strict=True)  # a CLAUDE.md is often a link to an AGENTS.md
        data = files.read(place.parent, place.name, _LONGEST_FILE)
    except (OSError, RuntimeError, ValueError):
        return Compared()
    text = _folded(data.decode("utf-8", "replace"))
    snapshot = Snapshot(memory=memory, at=memory.now)
    held = [
        snapshot.shown(entry)
        for entry in snapshot.state.entries
        if len(said := _folded(entry.body)) >= _SHORTEST and said in text
    ]
    live = [one for one in held if one.standing is Standing.ACTIVE]
    # What a live entry says in the same words is no longer over.
    said_anew = {_folded(one.entry.body) for one in live}
    over = [
        one for one in held
        if one.standing in {Standing.CLOSED, Standing.EXPIRED} and _folded(one.entry.body) not in said_anew
    ]  # fmt: skip
    return Compared(
        stale=tuple(Stale(over=one, successors=_successors(snapshot, one)) for one in over),
        live=tuple(one.entry.id for one in live),
    )


def _successors(snapshot: Snapshot, over: Shown) -> tuple[Shown, ...]:
    tips = set(over.tips) - {over.entry.id}
    found = [snapshot.shown(entry) for entry in snapshot.state.entries if entry.id in tips]
    return tuple(one for one in found if one.standing is Standing.ACTIVE)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
