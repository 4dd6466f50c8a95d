"""Another open entry says nearly the same, or nearly the same with other decisive words."""

from __future__ import annotations

import re
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
_GLIMPSE = 160
"""Characters of the other text, so that a person need not open it to decide."""
_SHORTEST_LEAD = 3
_DAY = timedelta(days=1)
_FLAG = re.compile(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*")
_COMMAND = re.compile(
    r"([a-z][\w.-]*) ([a-z][\w:-]*)"
    r"(?: (?:-{1,2}[\w-]+(?:=\S+)?|<[^<>\n]+>|\[[^\[\]\n]+\]|\"[^\"\n]*\"|[\w./:-]+))*"
)
"""A program, what it is to do, and its arguments. Options or placeholders tell it from a sentence."""


def neighbours(case: Case, around: Surroundings) -> Iterator[Clue]:
    """Open entries of an overlapping scope that resemble this one; the weaker of a pair is named."""
    if case.holds:
        told = (_told(near, case, around) for near in case.near if near.is_stronger)
        yield from islice((clue for clue in told if clue is not None), _MOST_NAMED)


def _told(near: Near, case: Case, around: Surroundings) -> Clue | None:
    mine, other = case.entry.body, near.entry
    differing = gate.decisive_difference(mine, other.body)
    cosine = round(near.cosine, 2)
    if not differing and near.cosine >= around.policy.duplicate_from and _is_alike(mine, other.body):
        rule, sentence = "duplicate", f"says nearly the same as `{other.id}` (cosine {cosine:.2f})"
    elif differing and near.cosine >= around.policy.contradiction_from and _may_contradict(case.entry, other):
        rule = "contradiction"
        words = ", ".join(f"`{word.replace('`', '')}`" for word in differing[:_MOST_WORDS])
        sentence = f"may contradict `{other.id}` (cosine {cosine:.2f}): only one of them says {words}"
    else:
        return None
    return Clue(
        rule=rule,
        sentence=f"{sentence} · `{other.id}` says “{_glimpse(other.body)}”",
        fingerprint=fingerprint(rule, other.id),
        numbers={"other": other.id, "cosine": cosine, "differing": len(differing)},
    )


def _glimpse(text: str) -> str:
    """How a text begins, on one line."""
    words = " ".join(text.replace("`", "").split())
    return words if len(words) <= _GLIMPSE else f"{words[:_GLIMPSE].rsplit(' ', 1)[0]} …"


def _may_contradict(entry: Entry, other: Entry) -> bool:
    """Whether two that are much alike could be two answers to one question.

    Not where both were written at one time, where one only says more, or where they are items of one list.
    """
    if entry.born is None or other.born is None or abs(entry.born - other.born) < _DAY:
        return False
    if _are_items(entry.body, other.body) or _are_commands(entry.body, other.body):
        return False
    return gate.is_substitution(entry.body, other.body, most=_MOST_DIFFERING)


def _is_alike(text: str, other: str) -> bool:
    """Whether two that are much alike may be one: no two items of a list, no other options of a command."""
    return _flags(text) == _flags(other) and not _are_items(text, other)


def _are_items(text: str, other: str) -> bool:
    """Whether both begin with the same words before a colon, or one is no more than those."""
    (mine, colon, rest), (theirs, also, more) = text.partition(":"), other.partition(":")
    is_lead = bool(colon and also) and len(mine.split()) >= _SHORTEST_LEAD
    are_same = passages.normalised(mine) == passages.normalised(theirs)
    return is_lead and are_same and passages.normalised(rest) != passages.normalised(more)


def _flags(text: str) -> frozenset[str]:
    """The options of commands in a text: `go test` and `go test -short` are two commands."""
    return frozenset(_FLAG.findall(text))


def _are_commands(text: str, other: str) -> bool:
    """Whether both are bare commands of one program that do different things: `bd show`, `bd update`."""
    (program, does), (same, does_too) = _command(text), _command(other)
    return program == same != "" and does != does_too


def _command(text: str) -> tuple[str, str]:
    found = _COMMAND.fullmatch(text.strip().strip("`"))
    is_one = found is not None and (_flags(text) or "<" in text)
    return (found[1], found[2]) if found is not None and is_one else ("", "")
