"""It says nothing, or nothing that is not said elsewhere; or nobody ever accepted or used it."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay import gate, passages
from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint


def noise(case: Case, around: Surroundings) -> Iterator[Clue]:
    """An entry that could go without a loss. Whether something depends on it is asked elsewhere."""
    if not case.holds or case.entry.pinned or case.age_days < around.policy.grace_days:
        return
    other = _said_elsewhere(case)
    said = _said_by(other) if other else None
    for why in (said, _empty(case), _left_alone(case, around)):
        if why is not None:
            numbers = {"other": other} if why == said else {}
            print_ = fingerprint("noise", why)
            yield Clue(rule="noise", sentence=f"noise: {why}", fingerprint=print_, numbers=numbers)
            return


def fingerprint_of_copy(other: str) -> str:
    """By what the evidence is known again that another entry says the same."""
    return fingerprint("noise", _said_by(other))


def _said_by(other: str) -> str:
    return f"`{other}` says the same word for word"


def _empty(case: Case) -> str | None:
    says_nothing = not any(letter.isalnum() for letter in passages.normalised(case.entry.body))
    return "it holds no words" if says_nothing else None


def _said_elsewhere(case: Case) -> str | None:
    """The id of a stronger entry that says the same."""
    mine = passages.normalised(case.entry.body)
    for near in case.near:
        other = near.entry
        is_same = mine and passages.normalised(other.body) == mine and other.scope == case.entry.scope
        if near.is_stronger and is_same and not gate.decisive_difference(case.entry.body, other.body):
            return other.id
    return None


def _left_alone(case: Case, around: Surroundings) -> str | None:
    has_faded = case.strength.retention < around.policy.fading_below
    # An old instruction that was imported today has been before nobody's eyes yet.
    created = case.entry.created
    was_here = (around.now - created.begins).days if created else case.age_days
    if case.is_reviewed or case.record.affirmed_days or not has_faded:
        return None
    if was_here < around.policy.unused_after_days:
        return None
    if case.entry.importance >= around.policy.spared_from:
        return None
    return "no person accepted it, nobody used it, and it has faded"
