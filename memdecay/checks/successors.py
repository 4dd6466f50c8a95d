"""A chain should end in something that holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memdecay.problem import Problem, Severity
from memdecay.state import Standing, State


def dead_ends(state: State, now: datetime) -> Iterator[Problem]:
    """An entry that holds although everything that was to replace it is already closed or over."""
    standing_of = {entry.id: state.lifetimes[entry.path].standing(now) for entry in state.entries}
    over = {Standing.CLOSED, Standing.EXPIRED}
    for entry in state.entries:
        newer = state.lineage.successors.get(entry.id, ())
        holds = state.lifetimes[entry.path].standing(now) is Standing.ACTIVE
        if holds and newer and all(standing_of[one] in over for one in newer):
            message = f"still holds, but its successor {' and '.join(newer)} does not; close it too"
            yield Problem(rule="dead-end", path=entry.path, message=message, severity=Severity.WARNING)
