"""Reads the events that wait in a spool, which the memories of a repository share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from memdecay import event, files, spool
from memdecay.event import Event
from memdecay.problem import Problem
from memdecay.spool import Spool


def read_waiting(
    of: Spool, paths: Mapping[str, Path], sealed: Collection[str]
) -> tuple[tuple[Event, ...], tuple[Problem, ...]]:
    """The events in the files at `paths` that are this memory's and not `sealed`, and what is wrong."""
    events: list[Event] = []
    problems: list[Problem] = []
    wanted = [path for id, path in paths.items() if id not in sealed]  # noqa: A001
    for path, data in spool.read(wanted, event.LONGEST_LINE):
        found, faults = event.read_all(f"spool:{path.name}", data)
        events += [one for one in found if is_ours(of, one)]
        problems += faults
    return tuple(sorted(events, key=lambda one: one.id)), tuple(problems)


def is_ours(of: Spool, happened: Event) -> bool:
    """Whether an event was recorded for this memory, or for one that has been moved since."""
    if happened.memory is None or happened.memory == of.memory:
        return True
    return of.top is not None and not (of.top / happened.memory / files.SETTINGS_NAME).is_file()
