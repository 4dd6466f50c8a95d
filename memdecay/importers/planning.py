"""What an import would do, as one value: a dry run shows it, a real run carries out the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memdecay.importers.finding import find
from memdecay.importers.page import Note
from memdecay.importers.reading import Desk, Leaf
from memdecay.memory import bulk
from memdecay.memory.drafts import Considered
from memdecay.memory.opening import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The files that were read, the fate of each instruction in them, and what was passed over."""

    leaves: tuple[Leaf, ...]
    considered: Considered
    passed: tuple[Note, ...]

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything a person should know of the files, by file and line."""
        noted = [*self.passed, *(note for leaf in self.leaves for note in leaf.notes)]
        return tuple(sorted(noted, key=lambda note: (note.path, note.line or 0, note.message)))


def plan(memory: Memory, wanted: Sequence[Path], tool: str) -> Plan:
    """Read what `wanted` means and decide on every instruction in it; nothing is written.

    Raises Unusable for a path that is not there and for a tool nobody knows.
    """
    findings = find(wanted, tool, memory.root)
    desk = Desk(home=memory.home, now=memory.now, progress=memory.progress)
    leaves = tuple(desk.read(findings.found))
    drafts = [draft for leaf in leaves for draft in leaf.drafts]
    read = [leaf.name for leaf in leaves if leaf.is_read]
    considered = bulk.consider(memory, drafts, read)
    return Plan(leaves=leaves, considered=considered, passed=findings.passed)


def carry_out(memory: Memory, made: Plan) -> int:
    """Write the new entries of a plan. Returns how many."""
    return bulk.write(memory, made.considered)
