"""Closing notes stand beside the entries they close."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memdecay.entry import Declared
from memdecay.problem import Problem, Severity
from memdecay.state import State


def missing(state: State, now: datetime) -> Iterator[Problem]:  # noqa: ARG001
    """An entry that was replaced, with nothing beside it that says so."""
    for entry in state.entries:
        newer = state.lineage.successors.get(entry.id)
        if newer and entry.declared is Declared.ACTIVE and entry.id not in state.notes:
            message = (
                f"was replaced by {' and '.join(newer)} but has no closing note; "
                f"write it with `memdecay close {entry.id} --by {newer[0]} --reason ...`"
            )
            yield Problem(rule="missing-note", path=entry.path, message=message, severity=Severity.WARNING)


def orphaned(state: State, now: datetime) -> Iterator[Problem]:  # noqa: ARG001
    """A note for an entry that is not there."""
    known = {entry.id for entry in state.entries}
    for note in state.notes.values():
        if note.closes not in known:
            message = f"closes {note.closes}, but no entry has that id"
            yield Problem(
                rule="orphaned-note",
                path=note.path,
                line=note.lines.get("closes"),
                key="closes",
                message=message,
            )
