"""How well an entry matches a question: words and meaning, fused by score into [0, 1].

Pure functions over text and numbers. Searching is the index's work, encoding the model's.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

STOP_WORDS = frozenset(
    """a about all am an and any are as at be been being but by can could did do does doing for from
    get had has have having how i if in into is it its just let me might must my need of on or our
    please shall should so some such than that the their them then there these they this those to up
    us use used uses using was we were what when where which while who whom whose why will with
    would you your""".split()
)
"""Words of questions rather than of answers."""

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)
"""Runs of scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean."""


def indexed(text: str) -> str:
    """`text` as the full-text index reads it: unspaced scripts in pairs, humps of names apart."""
    text = unicodedata.normalize("NFKC", text)
    spaced = _spaced(text)
    humps = [word for word in _WORD.findall(text) if _HUMP.search(word)]
    return " ".join([spaced, *(_HUMP.sub(" ", word) for word in humps)])


def terms(question: str) -> tuple[str, ...]:
    """The words of a question to look for, each once, in order; question words are left out.

    Where nothing else is asked for, they count after all.
    """
    # A letter and its accent may come apart, as macOS pastes them; they must not end a word.
    spaced = _spaced(unicodedata.normalize("NFKC", question))
    words = dict.fromkeys(word.lower() for word in _WORD.findall(spaced))
    telling = tuple(word for word in words if word not in STOP_WORDS)
    return telling or tuple(words)


def expression(words: Iterable[str]) -> str:
    """A full-text expression that finds any of the words; each is quoted, so none is an operator."""
    return " OR ".join(_quoted(word) for word in words)


def expression_of_all(words: Iterable[str]) -> str:
    """A full-text expression that finds what holds every one of the words."""
    return " AND ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    is_single = len(word) == 1 and _UNSPACED.fullmatch(word) is not None
    escaped = word.replace('"', '""')
    return f'"{escaped}"' + "*" * is_single  # one sign of an unspaced script begins many pairs


def _spaced(text: str) -> str:
    return _UNSPACED.sub(lambda run: f" {' '.join(_pairs(run[0]))} ", text)


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(max(1, len(run) - 1))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How one entry matches: the share of the question's words, of its meaning, and both fused.

    Where a reranker read it beside the question, its judgement weighs in `fused` by `judged_weight`.
    """

    lexical: float
    dense: float
    dense_weight: float
    fused: float
    judged: float = 0.0
    judged_weight: float = 0.0


def fuse(
    scores: Mapping[int, float],
    cosines: Mapping[int, float],
    *,
    full_score: float,
    dense_weight: float,
) -> dict[int, Relevance]:
    """Fuse BM25 scores and cosines, both by entry, into relevances in [0, 1].

    `full_score` is what an entry that holds every word of the question once would score; so a
    question whose telling words occur nowhere stays weak, however good the best entry is.
    """
    best = max([*scores.values(), full_score], default=0.0)
    fused = {}
    for number in {*scores, *cosines}:
        lexical = max(0.0, scores.get(number, 0.0)) / best if best > 0 else 0.0
        dense = min(1.0, max(0.0, cosines.get(number, 0.0)))
        total = (1 - dense_weight) * lexical + dense_weight * dense
        fused[number] = Relevance(lexical=lexical, dense=dense, dense_weight=dense_weight, fused=total)
    return fused


def full_score(frequencies: Iterable[int], entries: int) -> float:
    """The BM25 score of an entry of mean length that holds each word once.

    A word that occurs nowhere counts like one that occurs once, so that a small memory can answer.

    Inverse document frequency as SQLite's FTS5 has it, ln((N - n + 0.5) / (n + 0.5)), at least
    1e-6 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, section 3.1).
    """
    occurring = (max(1, n) for n in frequencies)
    return sum(max(1e-6, math.log(max(0.5, entries - n + 0.5) / (n + 0.5))) for n in occurring)
