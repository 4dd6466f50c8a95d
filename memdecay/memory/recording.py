"""Records what happened to entries. An event that is acknowledged is on disk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memdecay import event, spool
from memdecay.errors import Refused
from memdecay.event import LONGEST_TEXT, Event, Kind
from memdecay.memory.opening import Memory
from memdecay.memory.show import Shown, Snapshot
from memdecay.state import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """What someone reports: of which kind, by whom, and what they say about it."""

    kind: Kind
    by: str
    query: str | None = None
    note: str | None = None
    outcome: float | None = None
    session: str | None = None

    @property
    def texts(self) -> list[tuple[str, str | None]]:
        """Everything in it that someone wrote, with what to call it."""
        return [
            ("--query", self.query), ("--note", self.note), ("--by", self.by), ("--session", self.session),
        ]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The events that are on disk now, and the folder they wait in."""

    events: tuple[Event, ...]
    folder: Path
    is_fallback: bool


def record(memory: Memory, wanted: Sequence[str], happening: Happening) -> Recorded:
    """Record `happening` for each entry, for all or for none.

    Raises Refused for an id that no entry has, for a confirmation of what no longer holds, for
    hidden characters or a likely secret, and where nothing can be written.
    """
    # Late: what looks for secrets takes a fifth of the time of an agent's hook, which records no text.
    from memdecay.memory.intake import refuse_unfit

    _refuse_long(happening)
    refuse_unfit(happening.texts, joiners=memory.joiners)
    snapshot = Snapshot(memory=memory, at=memory.now)
    shown = [snapshot.only(one) for one in dict.fromkeys(wanted)]
    if happening.kind is Kind.CONFIRMED:
        for one in shown:
            _refuse_over(one)
    events = tuple(_event(memory, one.entry.id, happening) for one in shown)
    return write(memory, events)


def write(memory: Memory, events: tuple[Event, ...]) -> Recorded:
    """Put events into the spool, for all or for none. Raises Refused where nothing can be written."""
    lines = {one.id: event.write(one) for one in events}
    for line in lines.values():
        _refuse_unreadable(line)
    folder = spool.put(memory.spool, lines)
    return Recorded(events=events, folder=folder, is_fallback=folder != memory.spool.folders[0])


def recalled(
    memory: Memory, entries: Sequence[str], query: str | None, by: str, session: str | None = None
) -> Recorded:
    """Record that entries were shown, which reinforces nothing. A secret in the question is masked."""
    asked = None if query is None else _masked(query[:LONGEST_TEXT])
    happening = Happening(kind=Kind.RECALLED, by=by, query=asked, session=session)
    return write(memory, tuple(_event(memory, entry, happening) for entry in entries))


def _masked(query: str) -> str:
    from memdecay import credentials  # late: nobody waits for these but who records a question
    from memdecay.evidence import personal_data

    with credentials.looking() as look:
        return personal_data.masked(look(query).masked)


def not_yet_recalled(memory: Memory, entries: Sequence[str], by: str) -> list[str]:
    """Those that nothing which waits says to have been shown by the same writer on this day.

    One writer counts once per entry and day, so what is asked at every prompt need not say it again.
    """
    told = {
        one.entry for one in memory.waiting
        if one.kind is Kind.RECALLED and one.writer_day == (by, memory.now.date().isoformat())
    }  # fmt: skip
    return [one for one in dict.fromkeys(entries) if one not in told]


def _event(memory: Memory, entry: str, happening: Happening) -> Event:
    return Event(
        id=event.uuid7(memory.now, os.urandom(10)),
        at=memory.now,
        kind=happening.kind,
        entry=entry,
        by=happening.by,
        query=happening.query,
        note=happening.note,
        outcome=happening.outcome,
        session=happening.session,
        memory=memory.spool.memory or None,
    )


def _refuse_long(happening: Happening) -> None:
    for name, text in happening.texts:
        if text and len(text) > LONGEST_TEXT:
            raise Refused(
                f"{name} has {len(text):,} characters, an event holds {LONGEST_TEXT:,}; shorten it, or write "
                "what holds as an entry"
            )


def _refuse_unreadable(line: bytes) -> None:
    """What is acknowledged can be read again, or it would be lost at once."""
    try:
        event.read(line)
    except event.EventFault as fault:
        raise Refused(f"the event {fault}; nothing was recorded") from None


def _refuse_over(shown: Shown) -> None:
    if shown.standing not in {Standing.CLOSED, Standing.EXPIRED}:
        return
    successors = " and ".join(shown.tips) if shown.successors else ""
    remedy = (
        f"confirm {successors} instead" if successors
        else f'write it anew with `memdecay add "..." --supersedes {shown.entry.id}`'
    )  # fmt: skip
    raise Refused(f"{shown.entry.id} is {shown.standing.value}, so it cannot be confirmed; {remedy}")
