"""The rankers that are compared, and how well an order of ids answers a question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from statistics import fmean
from typing import cast

from memdecay import evaluation
from memdecay.evaluation import Case, Outcome
from memdecay.memory.opening import Memory, with_policy
from memdecay.memory.reranking import Reranker
from memdecay.memory.search import Search
from memdecay.policy import Policy
from memdecay.ranking import Candidate, rank
from memdecay.retention import UNFADED

FUSED, AGELESS, WORDS, MEANING = "fused as shipped", "fused, no fading", "BM25 alone", "dense alone"
RANKERS = (FUSED, AGELESS, WORDS, MEANING)

_UNCUT = replace(Policy(), weakest=0.0, weakest_share=0.0)
_EVERYTHING = 1_000_000
_SHOWN = 5
_RESAMPLES = 10_000


def orders(memory: Memory, question: str) -> dict[str, list[str]]:
    """The ids that each ranker answers with as of the memory's now, best first.

    All take the same candidates and let a closed entry answer through its successor. The fused ones
    cut weak hits as `recall` does, and are reread where the memory has a reranker; the others rank
    whatever matches at all.
    """
    search = Search(
        reader=memory.index, embedder=memory.embedder, policy=memory.policy,
        happenings=memory.happenings(memory.now), at=memory.now, reranker=memory.reranker,
    )  # fmt: skip
    found = search.candidates(question)
    ageless = [replace(one, strength=UNFADED) for one in found]
    return {
        FUSED: _ranked(found, memory.policy),
        AGELESS: _ranked(ageless, memory.policy),
        WORDS: _ranked([_by(one, one.relevance.lexical) for one in ageless], _UNCUT),
        MEANING: _ranked([_by(one, one.relevance.dense) for one in ageless], _UNCUT),
    }


def order(
    memory: Memory, question: str, policy: Policy, at: datetime, reranker: Reranker | None = None
) -> list[str]:
    """The ids that the memory answers with by other numbers and as of another instant, best first."""
    search = Search(
        reader=memory.index, embedder=memory.embedder, policy=policy,
        happenings=with_policy(memory, policy).happenings(at), at=at, reranker=reranker,
    )  # fmt: skip
    return _ranked(search.candidates(question), policy)


def _by(candidate: Candidate, share: float) -> Candidate:
    return replace(candidate, relevance=replace(candidate.relevance, fused=share))


def _ranked(candidates: Sequence[Candidate], policy: Policy) -> list[str]:
    results = rank(candidates, policy=policy, limit=_EVERYTHING).results
    return [one.candidate.id for one in results if one.score > 0]


def outcome(ids: Sequence[str], right: Collection[str], stale: Collection[str]) -> Outcome:
    """What the order `ids` means for a question with these right and stale answers.

    Copies of the right text are one answer: the first of them that comes is the one that is expected.
    What stands behind both is let go.
    """
    expected = next((one for one in ids if one in right), min(right))
    case = Case(query="", expect=(expected,), never=tuple(sorted(stale)))
    found = Outcome(case=case, ids=tuple(ids), shown=_SHOWN)
    deepest = max(found.place or 0, found.stale_place or 0)
    return replace(found, ids=found.ids[:deepest])


def _is_misled(one: Outcome) -> float:
    """1 where the superseded text stands ahead of the right one."""
    stale, right = one.stale_place, one.place
    return float(stale is not None and (right is None or stale < right))


_MEASURES = cast("dict[str, Callable[[Outcome], float]]", evaluation.measures(_SHOWN))
"""Those of `memdecay eval`; a right answer is known to every question here, so none says nothing."""
METRICS: dict[str, Callable[[Outcome], float]] = {
    **{name: _MEASURES[name] for name in ("success@1", "success@5", "MRR", "nDCG@10")},
    "stale ahead": _is_misled,
}
STALE_FIRST = evaluation.measures(_SHOWN)["stale@1"]
"""1 where a superseded text comes first; None where the question has none."""


def values(outcomes: Sequence[Outcome], name: str) -> list[float]:
    """One metric of every question, in their order."""
    return [METRICS[name](one) for one in outcomes]


def means(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    """Every metric, averaged over the questions."""
    return tuple(fmean(metric(one) for one in outcomes) for metric in METRICS.values())


def interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    """The mean difference of paired values and its 95 % bootstrap interval; the seed is fixed."""
    differences = [mine - yours for mine, yours in zip(ours, theirs, strict=True)]
    found = evaluation.mean(differences, resamples=_RESAMPLES)
    return found.value, found.low, found.high
