"""What each hook does when git calls it. None of them changes a file that is there.

Before a commit, what is staged is checked and only read. Then, if events wait, they are sealed: one new
file of the ledger, which goes into the index, so that what happened travels with the commit and nobody has
to remember it. (Where a deletion was approved this comes first, since the check looks for the approval.)
Into the index goes nothing but segments that this very repository sealed, and only where the commit takes
the index as it is: `git commit PATH` would leave the segment staged for removal, and a merge, rebase or
cherry-pick is to bring what it brings. There the events wait for the next commit.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from memdecay import checkout, event, files, ledger, spool
from memdecay.checkout import Made
from memdecay.errors import NameTaken, Refused
from memdecay.event import Event, Kind
from memdecay.memory import recording
from memdecay.memory.authors import author
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.opening import Memory
from memdecay.memory.sealing import seal

_FOUND_FROM_THE_TOP = ("memory", ".memory", ".")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What sealing before a commit put into it: so many events, in the segments at these paths."""

    events: int
    staged: tuple[Path, ...]
    is_staged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a commit said that it used: the events that are on disk now, and names that no entry has."""

    events: tuple[Event, ...]
    unknown: tuple[str, ...]


def refuse_deletion(stated: Path | None) -> None:
    """Raises Refused where no memory is here because the commit being made would take it away."""
    places = [stated.as_posix()] if stated is not None else _FOUND_FROM_THE_TOP
    settings = [f"{place}/{files.SETTINGS_NAME}" for place in places]
    if checkout.is_deleting([one.removeprefix("./") for one in settings]):
        raise Refused(
            "this commit deletes the memory itself, which no check allows; `git restore --staged --worktree` "
            "brings it back, or commit with --no-verify and let a reviewer judge it"
        )


def is_approving(memory: Memory) -> bool:
    """Whether the event of an approved deletion waits, without which a check would refuse that deletion."""
    return bool(spool.waiting(memory.spool)) and any(one.kind is Kind.DELETED for one in memory.waiting)


def take_along(memory: Memory) -> Taken | None:
    """Seal what waits and put it into the commit being made; None where nothing waits or it must wait on.

    Raises Refused or OSError where the segment cannot be written; the events wait on then.
    """
    if not spool.waiting(memory.spool) and not spool.sealed(memory.spool):
        return None  # nothing that git need be asked about
    if not checkout.is_whole_index() or not checkout.is_tracked(memory.root / files.SETTINGS_NAME):
        return None
    done = seal(memory) if memory.waiting else None
    staged = _left_behind(memory)
    if done is None and not staged:
        return None
    is_staged = checkout.stage(staged) if staged else True
    return Taken(events=done.events if done else 0, staged=tuple(staged), is_staged=is_staged)


def _left_behind(memory: Memory) -> list[Path]:
    """Segments that this repository sealed and that no index has yet."""
    ours = {path.name for path in spool.sealed(memory.spool)}
    return [path for path in checkout.untracked(memory.root / ledger.FOLDER) if path.name in ours]


def record_commit(memory: Memory) -> Used:
    """Record that the entries which the commit just made names in its trailers were used, by its author.

    An event follows from who wrote the commit, when, and for which entry: amending, rebasing or picking
    the commit, here or elsewhere, leads to the same event and not to another. Raises Refused where
    nothing can be written.
    """
    made = checkout.made()
    named = list(dict.fromkeys(made.trailers)) if made else []
    if made is None or not named:
        return Used(events=(), unknown=())
    by = made.author.strip() or author(memory) or "unknown"
    refuse_unfit([("the author of the commit", by)])
    known = {entry.id for entry in memory.entries()}
    there = spool.waiting(memory.spool)
    events = [_event(memory, made, one, by) for one in named if one in known]
    fresh = tuple(one for one in events if one.id not in there)
    return Used(events=_write(memory, fresh), unknown=tuple(one for one in named if one not in known))


def _write(memory: Memory, events: tuple[Event, ...]) -> tuple[Event, ...]:
    try:
        return recording.write(memory, events).events if events else ()
    except NameTaken:  # by the same commit, seen by another process at this moment
        return ()


def _event(memory: Memory, made: Made, entry: str, by: str) -> Event:
    at = datetime.fromtimestamp(made.authored, timezone.utc)
    told = "\0".join((by, str(made.authored), memory.spool.memory, entry))
    seed = hashlib.sha256(told.encode("utf-8", "surrogateescape")).digest()
    return Event(
        id=event.uuid7(at, seed),
        at=at,
        kind=Kind.USED,
        entry=entry,
        by=by,
        memory=memory.spool.memory or None,
    )
