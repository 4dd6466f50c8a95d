"""The lives of single instructions, read from the versions of a file that holds many.

Pure: versions come in as text with their times, oldest first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from memdecay import passages
from memdecay.survival import Lifespan

_REWORDED_FROM = 0.6
"""Share of common words from which a line that goes and one that comes are one instruction."""

_REWRITE_FROM = 0.5
"""Share of a file's instructions that go at once from which it was rewritten, which says little of each."""

_REWRITE_COUNTS = 0.5


@dataclass(slots=True)
class _Lives:
    born: dict[str, datetime] = field(default_factory=dict)
    ended: list[Lifespan] = field(default_factory=list)


def lifespans(versions: Iterable[tuple[datetime, str]], now: datetime) -> list[Lifespan]:
    """How long each instruction stood in a file, through changes of wording; what still stands is open."""
    lives = _Lives()
    for at, text in versions:
        _step(lives, at, instructions(text))
    still = [Lifespan(days=_days(now - born), ended=0.0) for born in lives.born.values()]
    return [*lives.ended, *still]


def instructions(text: str) -> list[str]:
    """The items, paragraphs and rows of a Markdown text, normalised, each once."""
    found = (passages.normalised(block) for block in passages.blocks(text))
    return list(dict.fromkeys(block for block in found if len(block) > 2))


def _step(lives: _Lives, at: datetime, present: list[str]) -> None:
    gone = [one for one in lives.born if one not in set(present)]
    come = [one for one in present if one not in lives.born]
    count = len(lives.born)
    for old, new in _reworded(gone, come).items():
        lives.born[new] = lives.born.pop(old)
    gone = [one for one in gone if one in lives.born]
    weight = _REWRITE_COUNTS if count and len(gone) / count >= _REWRITE_FROM else 1.0
    for one in gone:
        lives.ended.append(Lifespan(days=_days(at - lives.born.pop(one)), ended=weight))
    for one in come:
        lives.born.setdefault(one, at)


def _reworded(gone: list[str], come: list[str]) -> dict[str, str]:
    """Which of what came is what went in other words: the most similar pairs first, each used once."""
    pairs = []
    for old in gone:
        matcher = difflib.SequenceMatcher(b=old.split(), autojunk=False)
        for new in come:
            matcher.set_seq1(new.split())
            if matcher.real_quick_ratio() >= _REWORDED_FROM and matcher.ratio() >= _REWORDED_FROM:
                pairs.append((-matcher.ratio(), old, new))
    chosen: dict[str, str] = {}
    for _, old, new in sorted(pairs):
        if old not in chosen and new not in chosen.values():
            chosen[old] = new
    return chosen


def _days(span: timedelta) -> float:
    return max(0.0, span / timedelta(days=1))
