"""Lets a cross-encoder read the best candidates beside the question; it changes their relevance alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from memdecay import passages, relevance
from memdecay.entry import Entry
from memdecay.index.reading import Reader
from memdecay.index.rows import Row
from memdecay.memory.indexing import embedded, recorded
from memdecay.relevance import Relevance

_MOST_READ = 20
"""How many candidates are read; each takes as long as a question to an embedding model."""
_MOST_PASSAGES = 4
"""Of a long entry, those that hold most words of the question."""


class Reranker(Protocol):
    """Judges how well texts answer a question, each from 0 to 1; `window` pieces of both at once."""

    @property
    def identity(self) -> str: ...

    @property
    def window(self) -> int: ...

    def size(self, text: str) -> int:
        """How many pieces a text has."""

    def judge(self, question: str, texts: Sequence[str]) -> list[float]: ...


def reread(
    matches: Mapping[int, Relevance],
    rows: Mapping[int, Row],
    reader: Reader,
    question: str,
    reranker: Reranker,
    weight: float,
) -> dict[int, Relevance]:
    """Relevances with the reranker's judgement in them; what it did not read keeps only the other share."""
    best = sorted(matches.keys() & rows.keys(), key=lambda n: (-matches[n].fused, rows[n].id))[:_MOST_READ]
    judged = _judged(_entries(reader, [rows[number] for number in best]), question, reranker)
    return {
        number: replace(
            match,
            judged=judged.get(number, 0.0),
            judged_weight=weight,
            fused=(1 - weight) * match.fused + weight * judged.get(number, 0.0),
        )
        for number, match in matches.items()
    }


def _entries(reader: Reader, rows: Sequence[Row]) -> dict[int, Entry]:
    entries, _ = recorded(reader.records([row.path for row in rows]))
    at = {entry.path: entry for entry in entries}
    return {row.number: at[row.path] for row in rows if row.path in at}


def _judged(entries: Mapping[int, Entry], question: str, reranker: Reranker) -> dict[int, float]:
    """For each entry the judgement on its best passage, for the best part of the question."""
    words = frozenset(relevance.terms(question))
    asked = passages.parts(question, reranker.size, reranker.window // 2) or [question]
    best: dict[int, float] = {}
    for part in asked:
        room = max(1, reranker.window - reranker.size(part))
        texts = [
            (number, text) for number, entry in entries.items()
            for text in _telling(passages.parts(embedded(entry), reranker.size, room), words)
        ]  # fmt: skip
        judgements = reranker.judge(part, [text for _, text in texts])
        for (number, _), judgement in zip(texts, judgements, strict=True):
            best[number] = max(judgement, best.get(number, 0.0))
    return best


def _telling(parts: Sequence[str], words: frozenset[str]) -> list[str]:
    held = {part: len(words & frozenset(relevance.terms(part))) for part in parts}
    return sorted(held, key=lambda part: -held[part])[:_MOST_PASSAGES]
