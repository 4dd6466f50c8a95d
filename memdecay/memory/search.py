"""Finds what may answer a text: by words in the index, by meaning with vectors, fused by score."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from memdecay import moment, passages, relevance
from memdecay.embedding import vectors
from memdecay.index.reading import Reader
from memdecay.index.rows import Hit, Row, View
from memdecay.memory.fading import Happenings, Held
from memdecay.memory.indexing import Embedder
from memdecay.memory.reranking import Reranker, reread
from memdecay.policy import Policy
from memdecay.ranking import Candidate
from memdecay.relevance import Relevance
from memdecay.scope import EVERYWHERE, Place, applies
from memdecay.state import Standing

_MOST_BY_WORDS = 100
"""How many entries of each standing are taken by words; further down nothing reaches the results."""
_MOST_BY_MEANING = 100
_NO_MATCH = Relevance(lexical=0.0, dense=0.0, dense_weight=0.0, fused=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """An index to search, as of an instant and from a place."""

    reader: Reader
    embedder: Embedder
    policy: Policy
    happenings: Happenings
    at: datetime
    place: Place = EVERYWHERE
    reranker: Reranker | None = None
    is_draft: bool = False
    """Whether the text is no question but an entry itself, to be compared as what is to be found."""

    def candidates(self, text: str) -> list[Candidate]:
        """Everything that may answer `text`, with its relevance, in no particular order."""
        scopes = self.reader.scopes()
        covered = frozenset(n for n, scope in scopes.items() if applies(scope, self.place))
        view = View(moment.microseconds(self.at), covered if len(covered) < len(scopes) else None)
        words = relevance.terms(text)
        hits = self._hits(words, view)
        # Where meaning counts for nothing, no model is asked; a draft is compared by it all the same.
        query = self._vector(text) if self.policy.dense_weight or self.is_draft else b""
        rows = self.reader.rows([hit.number for hit in hits], view)
        rows |= self._near(query, view)
        rows |= self._heirs(rows, view)
        scores = {hit.number: hit.score for hit in hits}
        complete = self.reader.holding(relevance.expression_of_all(words), scores) if words else frozenset()
        matches = self._fused(text, words, scores, self._cosines(query, rows))
        if self.reranker is not None:
            matches = reread(matches, rows, self.reader, text, self.reranker, self.policy.rerank_weight)
        held = self.happenings.held(rows.values(), self.at)
        by_id = {row.id: row for row in rows.values()}
        return [
            _candidate(
                row,
                matches.get(row.number, _NO_MATCH),
                held[row.number],
                _live_heirs(row, by_id) if row.tips else (),
                is_in_scope=row.scope in covered,
                is_scoped=bool(scopes[row.scope]),
                is_complete=row.number in complete,
            )
            for row in rows.values()
        ]

    def _vector(self, text: str) -> bytes:
        """The vector of the text; of one that is longer than the model's window the mean of its passages'."""
        parts, window = [text], self.embedder.window
        if window is not None:
            parts = passages.parts(text, self.embedder.size, window) or parts
        encode = self.embedder.encode_all if self.is_draft else partial(map, self.embedder.encode)
        return vectors.mean([vectors.quantise(one) for one in encode(parts)])

    def _hits(self, words: tuple[str, ...], view: View) -> list[Hit]:
        if not words:
            return []
        expression, weight = relevance.expression(words), self.policy.context_weight
        return self.reader.lexical(expression, view, weight, _MOST_BY_WORDS)

    def _near(self, query: bytes, view: View) -> dict[int, Row]:
        """The rows nearest in meaning, until enough of them hold now or all have been seen."""
        if not any(query):
            return {}
        numbers, codes = self.reader.codes()
        wanted = 4 * _MOST_BY_MEANING
        while True:
            places = vectors.nearest_codes(vectors.sign_code(query), codes, wanted)
            rows = self.reader.rows([numbers[place] for place in places], view)
            live = sum(1 for row in rows.values() if row.group == Standing.ACTIVE.value)
            if live >= _MOST_BY_MEANING or len(places) == len(numbers):
                return rows
            wanted *= 8

    def _heirs(self, rows: dict[int, Row], view: View) -> dict[int, Row]:
        """What stands in the way from the rows that hold no longer to what holds instead.

        Mostly that is the end of the chain. Where the end holds not yet, or no more, it is looked
        for step by step.
        """
        found = self.reader.rows_of_ids({tip for row in rows.values() for tip in row.tips}, view)
        wanted = _unreached({**rows, **found})
        while wanted:
            found |= (further := self.reader.rows_of_ids(wanted, view))
            wanted = _unreached({**rows, **found}) if further else frozenset()
        return found

    def _cosines(self, query: bytes, numbers: Collection[int]) -> dict[int, float]:
        """For each entry the cosine of its best passage; a draft is compared with whole entries."""
        if not any(query):
            return {}
        found = self.reader.vectors(numbers, self.embedder.identity)
        if self.is_draft:
            found = list(vectors.means(found).items())
        best: dict[int, float] = {}
        cosines = vectors.cosines(query, [vector for _, vector in found])
        for (number, _), cosine in zip(found, cosines, strict=True):
            if cosine > best.get(number, -2.0):
                best[number] = cosine
        return best

    def _fused(
        self, text: str, words: Iterable[str], scores: dict[int, float], cosines: dict[int, float]
    ) -> dict[int, Relevance]:
        frequencies = [self.reader.frequency(relevance.expression([word])) for word in words]
        meaning = self.policy.dense_weight
        return relevance.fuse(
            scores,
            cosines,
            full_score=relevance.full_score(frequencies, self.reader.size()),
            dense_weight=meaning and meaning * self.embedder.grasp(text),
        )


def _unreached(rows: dict[int, Row]) -> frozenset[str]:
    """Successors that are not among `rows` and may be the live ones of something that is over."""
    known = {row.id for row in rows.values()}
    live = {row.id for row in rows.values() if row.group == Standing.ACTIVE.value}
    over = [row for row in rows.values() if row.id not in live and not live.issuperset(row.tips)]
    return frozenset(newer for row in over for newer in row.successors) - known


def _live_heirs(row: Row, by_id: dict[str, Row]) -> tuple[str, ...]:
    """The nearest successors of `row` that hold, the same way the chain is told."""
    heirs: dict[str, None] = {}
    seen = {row.id}
    frontier = [row]
    while frontier:
        newer = [by_id[one] for each in frontier for one in each.successors if one in by_id]
        heirs |= dict.fromkeys(one.id for one in newer if one.group == Standing.ACTIVE.value)
        frontier = [one for one in newer if one.id not in seen and one.group != Standing.ACTIVE.value]
        seen |= {one.id for one in frontier}
    return tuple(sorted(heirs)) or row.tips


def _candidate(
    row: Row,
    match: Relevance,
    held: Held,
    heirs: tuple[str, ...],
    *,
    is_in_scope: bool,
    is_scoped: bool,
    is_complete: bool,
) -> Candidate:
    group = row.group
    return Candidate(
        number=row.number,
        id=row.id,
        path=row.path,
        standing=Standing.ACTIVE if group in {"unjudged", "elsewhere"} else Standing(group),
        relevance=match,
        tips=heirs,
        is_in_scope=is_in_scope,
        is_scoped=is_scoped,
        is_complete=is_complete,
        can_be_judged=group != "unjudged",
        strength=held.strength,
        marks=held.marks,
    )
