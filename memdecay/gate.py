"""What a new entry resembles: a duplicate, a likely correction, or neighbours. It only proposes.

Similarity alone decides nothing: two instructions that differ in one digit are most similar and
least the same. So decisive words are compared as well, and only texts of overlapping scope meet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from memdecay import passages, relevance
from memdecay.policy import Policy
from memdecay.scope import overlap

NEGATIONS = frozenset(
    "not no never none nor neither without avoid don't doesn't didn't won't can't cannot mustn't "
    "shouldn't isn't aren't stop forbidden deprecated except unless".split(" ")
)
_CODE = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[^\s,;:()\[\]{}<>\"'`*!?|=]+(?:'\w+)?")
_SIGN = re.compile(r"(?:[<>]=?|[!=]=)(?=\s*[vV]?\d)|[✅✔☑❌✖✘☒⛔🚫]|\b[A-Za-z](?:\+\+|#)(?!\w)")
"""No words, and yet they turn a meaning round: a comparison with a number, a tick or a cross, C++ or C#."""
_CONTRACTION = re.compile(
    rf"\b(?:{'|'.join(sorted(word for word in NEGATIONS if chr(39) in word))})\b", re.IGNORECASE
)
_AS_TYPED = str.maketrans({"\u2019": "'", "≤": "<=", "≥": ">=", "≠": "!="})
"""What word processors and people write for the same."""
_MOST_NEIGHBOURS = 3
_KEPT = 4096
"""Texts of which the words are remembered: each of a memory is compared with all that are near it."""
_STEM = 6
"""Letters that tell one word from another; further on stand endings (commit, committing)."""


class Finding(str, Enum):
    """What the gate thinks of a draft."""

    NEW = "new"
    DUPLICATE = "duplicate"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A text that someone wants to add, and where it would apply."""

    text: str
    scope: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """An open entry near the draft; `cosine` is that of their vectors."""

    id: str
    text: str
    scope: tuple[str, ...]
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The finding, the entry it is about, the words that differ, and the neighbours by nearness."""

    finding: Finding
    of: str | None = None
    differing: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def judge(draft: Draft, neighbours: Sequence[Neighbour], policy: Policy) -> Verdict:
    """Compare a draft with the open entries near it."""
    ordered = sorted(neighbours, key=lambda n: (-n.cosine, n.id, n.text))
    same = [n for n in ordered if _is_same(n.text, draft.text)]
    elsewhere = tuple(n.id for n in same if not overlap(n.scope, draft.scope))
    near = [n for n in ordered if overlap(n.scope, draft.scope)]
    for one in same:
        if one in near:
            return Verdict(finding=Finding.DUPLICATE, of=one.id)
    named = tuple(n.id for n in near if n.cosine >= policy.neighbour_from)[:_MOST_NEIGHBOURS]
    for one in near:
        differing = decisive_difference(draft.text, one.text)
        if one.cosine >= policy.correction_from and differing:
            return Verdict(
                finding=Finding.CORRECTION,
                of=one.id,
                differing=differing,
                neighbours=named,
                elsewhere=elsewhere,
            )
    return Verdict(finding=Finding.NEW, neighbours=named, elsewhere=elsewhere)


def decisive_difference(text: str, other: str) -> tuple[str, ...]:
    """The decisive words and signs that only one of the texts has, sorted.

    Code, numbers, versions, paths, flags and comparisons decide anywhere. A negation decides only where the
    texts otherwise say the same; so do other words, such as the names of tools, where one or two
    took the place of one or two.
    """
    ours, theirs = _telling(text), _telling(other)
    negated = (_words(text) & NEGATIONS) ^ (_words(other) & NEGATIONS)
    only_ours = {word for stem, word in ours.items() if stem not in theirs} - negated
    only_theirs = {word for stem, word in theirs.items() if stem not in ours} - negated
    # A word that both have does not differ, though only one of them sets it as code.
    differing = (_marked(text) - _words(other)) | (_marked(other) - _words(text))
    differing |= _signs(text) ^ _signs(other)
    if len(only_ours) + len(only_theirs) <= 1:
        differing |= negated
    took_the_place = 1 <= len(only_ours) <= 2 and 1 <= len(only_theirs) <= 2
    if took_the_place and len(ours.keys() & theirs.keys()) >= 2:
        differing |= only_ours | only_theirs
    return tuple(sorted(differing))


def is_substitution(text: str, other: str, *, most: int) -> bool:
    """Whether some words, at most so many in all, took the place of others, or only a negation differs."""
    ours, theirs = _telling(text), _telling(other)
    differing = (len(ours.keys() - theirs.keys()), len(theirs.keys() - ours.keys()))
    negated = (_words(text) & NEGATIONS) ^ (_words(other) & NEGATIONS)
    return (all(differing) or bool(negated)) and sum(differing) <= most


def essence(text: str) -> tuple[str, frozenset[str]]:
    """What two texts share exactly when the gate takes them for the same."""
    return passages.normalised(text), _signs(text)


def _is_same(text: str, other: str) -> bool:
    return essence(text) == essence(other)


@lru_cache(maxsize=_KEPT)
def _telling(text: str) -> Mapping[str, str]:
    """The words of a text that are not words of questions, by their beginnings."""
    # A contraction would fall into "don" and "t", and hide that only a negation differs.
    uncontracted = _CONTRACTION.sub(" ", text.translate(_AS_TYPED))
    words = relevance.terms(passages.normalised(uncontracted))
    return {word[:_STEM] if word.isalpha() else word: word for word in words}


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".").lower() for word in _WORD.findall(text.translate(_AS_TYPED)))


def _signs(text: str) -> frozenset[str]:
    return frozenset(_SIGN.findall(text.translate(_AS_TYPED)))


@lru_cache(maxsize=_KEPT)
def _marked(text: str) -> frozenset[str]:
    """The words that decide by their looks: code, and what has a digit, a path or a flag in it."""
    code = _words(" ".join(_CODE.findall(text)))
    return frozenset(word for word in _words(text) if word in code or _is_exact(word))


def _is_exact(word: str) -> bool:
    return (
        any(character.isdigit() for character in word) or "/" in word or "." in word or word.startswith("--")
    )
