"""Acting on it misled, and nobody has confirmed it since."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint


def unanswered(case: Case, around: Surroundings) -> Iterator[Clue]:  # noqa: ARG001
    """An entry with marks that no confirmation answered."""
    marks = case.record.marks
    if not marks or not case.holds:
        return
    last = marks[-1]
    day = last.at.date().isoformat()
    times = "misled once:" if len(marks) == 1 else f"misled {len(marks)} times, last"
    said = f', "{last.note.replace("`", "")}"' if last.note else ""
    yield Clue(
        rule="misled",
        sentence=f"{times} {last.by} on {day}{said}",
        fingerprint=fingerprint("misled", *((mark.at.isoformat(), mark.by) for mark in marks)),
        numbers={"marks": len(marks), "last": day},
    )
