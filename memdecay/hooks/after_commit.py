"""What the hook after a commit does: it records which entries the commit says that it used."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timezone

from memdecay import event, spool
from memdecay.errors import NameTaken
from memdecay.event import Event, Kind
from memdecay.git import commit_under_way
from memdecay.git.commit_under_way import Made
from memdecay.memory import recording
from memdecay.memory.authors import author
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.opening import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a commit said that it used: the events that are on disk now, and names that no entry has."""

    events: tuple[Event, ...]
    unknown: tuple[str, ...]


def record_commit(memory: Memory) -> Used:
    """Record that the entries which the commit just made names in its trailers were used, by its author.

    An event follows from who wrote the commit, when, and for which entry: amending, rebasing or picking
    the commit, here or elsewhere, leads to the same event and not to another. Raises Refused where
    nothing can be written.
    """
    made = commit_under_way.made()
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
