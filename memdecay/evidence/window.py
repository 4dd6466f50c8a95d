"""It said itself until when it applies, and that is past."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, days, fingerprint
from memdecay.state import Standing


def over(case: Case, around: Surroundings) -> Iterator[Clue]:
    """An entry whose window is over and that nobody closed."""
    if case.standing is not Standing.EXPIRED or case.entry.valid_until is None or case.lifetime.ends is None:
        return
    written = case.entry.valid_until.text
    past = (around.now - case.lifetime.ends) / timedelta(days=1)
    yield Clue(
        rule="window",
        sentence=f"window over: it applied until {written} ({days(past)} ago) and nobody closed it",
        fingerprint=fingerprint("window", written),
        numbers={"valid_until": written, "days_over": int(past)},
    )
