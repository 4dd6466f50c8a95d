"""Looks a whole memory over for faults. Writes nothing but the cache."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memdecay import spool
from memdecay.checks import findings
from memdecay.memory import hook_notes, records
from memdecay.memory.log import each
from memdecay.memory.opening import Memory
from memdecay.memory.show import Snapshot
from memdecay.problem import Problem, Severity
from memdecay.track_record import is_ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was looked at, and every fault by address."""

    entries: int
    files: int
    problems: tuple[Problem, ...]
    waiting: int
    spool: str
    """Where events wait, relative to the memory."""

    @property
    def is_sound(self) -> bool:
        return all(problem.severity is Severity.NOTE for problem in self.problems)


def inspect(memory: Memory) -> Report:
    """Every fault in the files, between them, and in what was passed over."""
    _ = memory.policy  # refuses bad settings
    snapshot = Snapshot(memory=memory, at=memory.now)
    in_files = [problem for kept in memory.index.problems() for problem in records.to_problems(kept)]
    found = {
        *in_files, *memory.listing.problems, *findings(snapshot.state, memory.now, joiners=memory.joiners),
        *_of_events(memory), *hook_notes.problems(memory.root),
    }  # fmt: skip
    return Report(
        entries=len(snapshot.state.entries),
        files=len(memory.listing.stamps),
        problems=tuple(sorted(found, key=lambda problem: problem.address)),
        waiting=len(memory.waiting),
        spool=Path(os.path.relpath(memory.spool.folders[0].resolve(), memory.root.resolve())).as_posix(),
    )


def _of_events(memory: Memory) -> Iterator[Problem]:
    yield from memory.event_problems
    for one in each(memory):
        if is_ahead(one, memory.now):
            message = f"the event {one.id} ({one.kind.value} {one.entry}) is dated {one.at:%Y-%m-%d}, in the "
            yield Problem(
                rule="event-time",
                path="ledger",
                message=f"{message}future, so it counts for nothing yet; was a clock wrong?",
                severity=Severity.WARNING,
            )
    if memory.spool.shared is not None and spool.is_in_fallback(memory.spool):
        yield Problem(
            rule="spool",
            path=spool.FALLBACK_FOLDER,
            message="holds events because the git folder could not be written, and `git clean -fdx` would "
            "remove them; run `memdecay seal` and commit the ledger",
            severity=Severity.NOTE,
        )
