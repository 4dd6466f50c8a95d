"""One piece of evidence that an entry should be looked at, in words, in numbers, and as a fingerprint."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

Number = float | int | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clue:
    """What one rule found in one entry.

    `fingerprint` follows from what was found and not from the day it was found on, so that evidence
    that only grows older is the same evidence. Where `is_enough` is false, it is told beside other
    evidence but is no reason to ask a person by itself.
    """

    rule: str
    sentence: str
    fingerprint: str
    numbers: Mapping[str, Number] = field(default_factory=dict)
    is_enough: bool = True


def fingerprint(rule: str, *facts: object) -> str:
    """8 hex digits over a rule and the facts it rests on; never give it a secret, it could be guessed."""
    whole = "\0".join([rule, *(str(fact) for fact in facts)])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def days(number: float) -> str:
    """Whole days in words."""
    whole = int(number)
    return "1 day" if whole == 1 else f"{whole} days"
