"""It holds what looks like a secret. The detector has been asked already; no value comes here."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint

_MOST_NAMED = 3


def secret(case: Case, around: Surroundings) -> Iterator[Clue]:  # noqa: ARG001
    """An entry, open or closed, that holds a likely secret: kind and line, never the value."""
    if not case.secrets:
        return
    more = f" and {len(case.secrets) - _MOST_NAMED} more" if len(case.secrets) > _MOST_NAMED else ""
    yield Clue(
        rule="secret",
        sentence=f"secret: {', '.join(case.secrets[:_MOST_NAMED])}{more}; rotate it first",
        fingerprint=fingerprint("secret", *case.secrets),
        numbers={"found": len(case.secrets)},
    )
