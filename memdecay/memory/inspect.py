"""Looks a whole memory over for faults. Writes nothing but the cache."""

from __future__ import annotations

from dataclasses import dataclass

from memdecay.checks import findings
from memdecay.memory import records
from memdecay.memory.opening import Memory
from memdecay.memory.show import Snapshot
from memdecay.problem import Problem, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was looked at, and every fault by address."""

    entries: int
    files: int
    problems: tuple[Problem, ...]

    @property
    def is_sound(self) -> bool:
        return all(problem.severity is Severity.NOTE for problem in self.problems)


def inspect(memory: Memory) -> Report:
    """Every fault in the files, between them, and in what was passed over."""
    _ = memory.policy  # refuses bad settings
    snapshot = Snapshot(memory=memory, at=memory.now)
    in_files = [problem for kept in memory.index.problems() for problem in records.to_problems(kept)]
    found = {*in_files, *memory.listing.problems, *findings(snapshot.state, memory.now)}
    return Report(
        entries=len(snapshot.state.entries),
        files=len(memory.listing.stamps),
        problems=tuple(sorted(found, key=lambda problem: problem.address)),
    )
