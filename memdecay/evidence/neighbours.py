"""Another open entry says nearly the same, or nearly the same with other decisive words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import islice

from memdecay import gate, passages
from memdecay.entry import Entry
from memdecay.evidence.case import Case, Near, Surroundings
from memdecay.evidence.clue import Clue, fingerprint

_MOST_WORDS = 4
_MOST_NAMED = 2
_MOST_DIFFERING = 8
"""Words that only one of two has; with more of them they speak of different things."""
_SHORTEST_LEAD = 3
_DAY = timedelta(days=1)


def neighbours(case: Case, around: Surroundings) -> Iterator[Clue]:
    """Open entries of an overlapping scope that resemble this one; the weaker of a pair is named."""
    if case.holds:
        told = (_told(near, case, around) for near in case.near if near.is_stronger)
        yield from islice((clue for clue in told if clue is not None), _MOST_NAMED)


def _told(near: Near, case: Case, around: Surroundings) -> Clue | None:
    mine, other = case.entry.body, near.entry
    differing = gate.decisive_difference(mine, other.body)
    cosine = round(near.cosine, 2)
    if not differing and near.cosine >= around.policy.duplicate_from:
        rule, sentence = "duplicate", f"says nearly the same as `{other.id}` (cosine {cosine:.2f})"
    elif differing and near.cosine >= around.policy.contradiction_from and _may_contradict(case.entry, other):
        rule = "contradiction"
        words = ", ".join(f"`{word.replace('`', '')}`" for word in differing[:_MOST_WORDS])
        sentence = f"may contradict `{other.id}` (cosine {cosine:.2f}): only one of them says {words}"
    else:
        return None
    return Clue(
        rule=rule,
        sentence=sentence,
        fingerprint=fingerprint(rule, other.id),
        numbers={"other": other.id, "cosine": cosine, "differing": len(differing)},
    )


def _may_contradict(entry: Entry, other: Entry) -> bool:
    """Whether two that are much alike could be two answers to one question.

    Not where both were written at one time, where one only says more, or where they are items of one list.
    """
    if entry.born is None or other.born is None or abs(entry.born - other.born) < _DAY:
        return False
    return not _are_items(entry.body, other.body) and gate.is_substitution(
        entry.body, other.body, most=_MOST_DIFFERING
    )


def _are_items(text: str, other: str) -> bool:
    """Whether both begin with the same words before a colon."""
    (mine, colon, _), (theirs, also, _) = text.partition(":"), other.partition(":")
    is_lead = bool(colon and also) and len(mine.split()) >= _SHORTEST_LEAD
    return is_lead and passages.normalised(mine) == passages.normalised(theirs)
