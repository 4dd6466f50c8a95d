"""Reads the events that wait in a spool, which the memories of a repository share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memdecay import event, files, spool
from memdecay.event import Event
from memdecay.problem import Problem
from memdecay.spool import Spool


def read_waiting(of: Spool, paths: Mapping[str, Path]) -> tuple[tuple[Event, ...], tuple[Problem, ...]]:
    """The events in the files at `paths`, by event id, that are this memory's, and what is wrong."""
    events: list[Event] = []
    problems: list[Problem] = []
    for path, data in spool.read(paths.values(), event.LONGEST_LINE):
        found, faults = event.read_all(f"spool:{path.name}", data)
        problems += faults
        for one in found:
            if paths.get(one.id) != path:  # sealing removes a file by the id of its event
                problems.append(_misnamed(path, one))
            elif is_ours(of, one):
                events.append(one)
    return tuple(sorted(events, key=lambda one: one.id)), tuple(problems)


def is_ours(of: Spool, happened: Event) -> bool:
    """Whether an event was recorded for this memory, or for one that has been moved since."""
    if happened.memory is None or happened.memory == of.memory:
        return True
    return of.top is not None and not (of.top / happened.memory / files.SETTINGS_NAME).is_file()


def _misnamed(path: Path, happened: Event) -> Problem:
    message = f"is not named after its event and was passed over; rename it to {happened.id}.json"
    return Problem(rule="event", path=f"spool:{path.name}", message=message)
