"""An import or an agent wrote it, and no person has accepted it yet."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint


def unreviewed(case: Case, around: Surroundings) -> Iterator[Clue]:  # noqa: ARG001
    """A live entry that nobody reviewed."""
    if not case.holds or case.is_reviewed:
        return
    entry = case.entry
    by = f" by {entry.author.replace('`', '')}" if entry.author else ""
    since = f" on {entry.recorded.day.isoformat()}" if entry.recorded else ""
    yield Clue(
        rule="unreviewed",
        sentence=f"unreviewed: written{by}{since}, and no person has accepted it",
        fingerprint=fingerprint("unreviewed"),
        numbers={"age_days": int(case.age_days)},
    )
