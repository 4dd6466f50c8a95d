"""Recorded time lies in the past."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memdecay.entry import ClosingNote, Entry
from memdecay.moment import Moment
from memdecay.problem import Problem, Severity
from memdecay.state import State


def in_the_future(state: State, now: datetime) -> Iterator[Problem]:
    """Something recorded later than now, which a wrong clock or a typing slip explains."""
    for entry in state.entries:
        yield from _too_late(entry, "created", entry.created, now)
    for note in state.notes.values():
        yield from _too_late(note, "recorded", note.recorded, now)


def _too_late(
    stated_in: Entry | ClosingNote, key: str, written: Moment | None, now: datetime
) -> Iterator[Problem]:
    if written is not None and written.begins > now:
        yield Problem(
            rule="future-date",
            path=stated_in.path,
            line=stated_in.lines.get(key),
            key=key,
            message=f"{written.text} is in the future; correct it, or this machine's clock",
            severity=Severity.WARNING,
        )
