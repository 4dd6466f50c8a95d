"""The rankers that are compared, and how well an order of ids answers a question."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import fmean

from memdecay.memory.opening import Memory, with_policy
from memdecay.memory.search import Search
from memdecay.policy import Policy
from memdecay.ranking import Candidate, rank
from memdecay.retention import UNFADED

FUSED, AGELESS, WORDS, MEANING = "fused as shipped", "fused, no fading", "BM25 alone", "dense alone"
RANKERS = (FUSED, AGELESS, WORDS, MEANING)

_UNCUT = replace(Policy(), weakest=0.0, weakest_share=0.0)
_EVERYTHING = 1_000_000
_SEED = 20_260_101
_RESAMPLES = 10_000


def orders(memory: Memory, question: str) -> dict[str, list[str]]:
    """The ids that each ranker answers with as of the memory's now, best first.

    All take the same candidates and let a closed entry answer through its successor. The fused ones
    cut weak hits as `recall` does; the others rank whatever matches at all.
    """
    search = Search(
        reader=memory.index, embedder=memory.embedder, policy=memory.policy,
        happenings=memory.happenings(memory.now), at=memory.now,
    )  # fmt: skip
    found = search.candidates(question)
    ageless = [replace(one, strength=UNFADED) for one in found]
    return {
        FUSED: _ranked(found, memory.policy),
        AGELESS: _ranked(ageless, memory.policy),
        WORDS: _ranked([_by(one, one.relevance.lexical) for one in ageless], _UNCUT),
        MEANING: _ranked([_by(one, one.relevance.dense) for one in ageless], _UNCUT),
    }


def order(memory: Memory, question: str, policy: Policy, at: datetime) -> list[str]:
    """The ids that the memory answers with by other numbers and as of another instant, best first."""
    search = Search(
        reader=memory.index, embedder=memory.embedder, policy=policy,
        happenings=with_policy(memory, policy).happenings(at), at=at,
    )  # fmt: skip
    return _ranked(search.candidates(question), policy)


def _by(candidate: Candidate, share: float) -> Candidate:
    return replace(candidate, relevance=replace(candidate.relevance, fused=share))


def _ranked(candidates: Sequence[Candidate], policy: Policy) -> list[str]:
    results = rank(candidates, policy=policy, limit=_EVERYTHING).results
    return [one.candidate.id for one in results if one.score > 0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Where the right and the superseded text stand in one order, from 0; None where they are not in it."""

    right: int | None
    stale: int | None

    @property
    def is_misled(self) -> bool:
        """Whether the superseded text stands ahead of the right one."""
        return self.stale is not None and (self.right is None or self.stale < self.right)

    @property
    def reciprocal_rank(self) -> float:
        return 0.0 if self.right is None else 1 / (self.right + 1)

    @property
    def gain(self) -> float:
        """nDCG@10 with one right answer."""
        return 0.0 if self.right is None or self.right >= 10 else 1 / math.log2(self.right + 2)

    def is_within(self, places: int) -> bool:
        return self.right is not None and self.right < places


METRICS: dict[str, Callable[[Outcome], float]] = {
    "success@1": lambda one: float(one.is_within(1)),
    "success@5": lambda one: float(one.is_within(5)),
    "MRR": lambda one: one.reciprocal_rank,
    "nDCG@10": lambda one: one.gain,
    "stale ahead": lambda one: float(one.is_misled),
}


def outcome(ids: Sequence[str], right: Collection[str], stale: Collection[str]) -> Outcome:
    """What the order `ids` means for a question with these right and stale answers."""
    return Outcome(right=_first(ids, right), stale=_first(ids, stale))


def _first(ids: Sequence[str], wanted: Collection[str]) -> int | None:
    return next((place for place, one in enumerate(ids) if one in wanted), None)


def means(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    """Every metric, averaged over the questions."""
    return tuple(fmean(metric(one) for one in outcomes) for metric in METRICS.values())


def interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    """The mean difference of paired values and its 95 % bootstrap interval; the seed is fixed."""
    differences = [mine - yours for mine, yours in zip(ours, theirs, strict=True)]
    chance = random.Random(_SEED)
    drawn = sorted(fmean(chance.choices(differences, k=len(differences))) for _ in range(_RESAMPLES))
    return fmean(differences), drawn[int(0.025 * _RESAMPLES)], drawn[int(0.975 * _RESAMPLES) - 1]
