"""Steps through a prune list: what can be decided about each entry, and the ticks that follow."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from memdecay import fsio, proposals
from memdecay.memory.opening import Memory
from memdecay.memory.prune_list import Listed
from memdecay.memory.show import Shown, Snapshot
from memdecay.proposals import Action, Section


@dataclass(frozen=True, kw_only=True)
class Review:
    """A list and the memory that it is about."""

    memory: Memory
    listed: Listed

    @cached_property
    def sections(self) -> list[Section]:
        return proposals.sections(self.listed.text)

    @cached_property
    def snapshot(self) -> Snapshot:
        return Snapshot(memory=self.memory, at=self.memory.now)

    def shown(self, section: Section) -> Shown | None:
        """The entry itself, where it is still there."""
        found = [one for one in self.snapshot.state.entries if one.id == section.entry]
        return self.snapshot.shown(found[0]) if found else None

    def family(self, section: Section) -> tuple[Shown, ...]:
        """The chain of the entry."""
        return self.snapshot.family(section.entry) if self.shown(section) else ()

    def difference(self, section: Section) -> tuple[str, list[str]] | None:
        """The neighbour that the evidence names, and how its text differs; None where it names none."""
        own = self.shown(section)
        known = {one.id: one for one in self.snapshot.state.entries if one.id != section.entry}
        other = next((known[name] for name in section.named if name in known), None)
        if own is None or other is None:
            return None
        mine, others = (one.body.strip("\n").split("\n") for one in (own.entry, other))
        rows = list(difflib.unified_diff(mine, others, lineterm="", n=2))[2:]
        return other.id, rows

    def numbers(self, chosen: Mapping[str, Action | None]) -> set[int]:
        """The lines that are ticked once for each entry in `chosen` that action, or none, is."""
        ticked = set()
        for line in self.listed.lines:
            is_wanted = chosen[line.entry] is line.action if line.entry in chosen else line.is_ticked
            if is_wanted and line.number is not None:
                ticked.add(line.number)
        return ticked

    def changes(self, chosen: Mapping[str, Action | None]) -> int:
        """In how many lines those ticks differ from what stands there."""
        before = {line.number for line in self.listed.ticked}
        return len(before ^ self.numbers(chosen))

    def save(self, chosen: Mapping[str, Action | None]) -> None:
        """Write the ticks. Raises Refused where the list has changed since it was read."""
        after = proposals.ticked(self.listed.data, self.numbers(chosen))
        fsio.exchange(self.listed.path, self.listed.data, after)
