"""Nobody acted on it since it was written, in a memory where uses are recorded."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, days, fingerprint


def never_used(case: Case, around: Surroundings) -> Iterator[Clue]:
    """An entry without any affirmation.

    It says something only where uses were recorded for long enough while the entry was there: a memory
    whose users record nothing would otherwise be proposed as a whole.
    """
    seen = min(case.age_days, around.recording_days)
    if not case.holds or case.record.affirmed_days or case.record.marks or case.entry.pinned:
        return
    if seen < around.policy.unused_after_days:
        return
    yield Clue(
        rule="unused",
        sentence=f"never used: nobody acted on it in the {days(seen)} that uses were recorded",
        fingerprint=fingerprint("unused"),
        numbers={"days": int(seen)},
        is_enough=case.entry.importance < around.policy.spared_from,
    )
