"""It holds although what replaces it is over already."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint
from memdecay.state import Standing

_OVER = {Standing.CLOSED, Standing.EXPIRED}


def dead_end(case: Case, around: Surroundings) -> Iterator[Clue]:  # noqa: ARG001
    """A live entry all of whose successors are closed or over."""
    newer = sorted(case.successors)
    if not case.holds or not newer or not all(case.successors[one] in _OVER for one in newer):
        return
    named = " and ".join(f"`{one}`" for one in newer)
    are = "successor {} is" if len(newer) == 1 else "successors {} are"
    yield Clue(
        rule="dead-end",
        sentence=f"still holds although its {are.format(named)} closed or over",
        fingerprint=fingerprint("dead-end", *newer),
        numbers={"successors": len(newer)},
    )
