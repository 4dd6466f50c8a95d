"""What matters: candidates ordered by score, closed ones answering with their live successor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memdecay.policy import Policy
from memdecay.relevance import Relevance
from memdecay.state import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry that may answer. `tips` are the ends of its successor chain, where it has one."""

    number: int
    id: str
    path: str
    standing: Standing
    relevance: Relevance
    tips: tuple[str, ...] = ()
    is_in_scope: bool = True
    is_scoped: bool = False
    can_be_judged: bool = True
    factor: float = 1.0
    marks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate with its score; `via` names the predecessor whose relevance it answers with."""

    candidate: Candidate
    relevance: float
    score: float
    via: str | None = None

    @property
    def is_live(self) -> bool:
        return self.candidate.standing is Standing.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """How many candidates that match well enough were left out, by reason; `weak` matched too little."""

    closed: int = 0
    weak: int = 0
    scope: int = 0
    unreadable: int = 0
    beyond: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Results, strongest first, and what was left out."""

    results: tuple[Ranked, ...]
    withheld: Withheld


def rank(
    candidates: Sequence[Candidate], *, policy: Policy, limit: int, with_history: bool = False
) -> Ranking:
    """Order what holds. With history, what no longer or not yet holds follows its live successor."""
    scored = _scored(candidates)
    usable = [one for one in scored if one.candidate.can_be_judged and one.candidate.is_in_scope]
    shown = [one for one in usable if one.is_live or with_history]
    best = max((one.relevance for one in shown), default=0.0)
    cut = max(policy.weakest, policy.weakest_share * best)
    strong = sorted((one for one in shown if one.relevance >= cut), key=_order)
    withheld = Withheld(
        closed=sum(1 for one in usable if one not in shown and one.relevance >= cut),
        weak=len(shown) - len(strong),
        scope=sum(
            1 for one in scored
            if one.is_live and not one.candidate.is_in_scope and one.relevance >= cut
        ),
        unreadable=sum(
            1 for one in scored if not one.candidate.can_be_judged and one.relevance >= cut
        ),
        beyond=max(0, len(strong) - limit),
    )  # fmt: skip
    return Ranking(results=tuple(strong[:limit]), withheld=withheld)


def _scored(candidates: Iterable[Candidate]) -> list[Ranked]:
    """Give each live tip the larger of its own and its predecessors' relevance, then score all.

    A predecessor never scores above a live successor of its own.
    """
    ranked = [_alone(candidate) for candidate in candidates]
    heirs: dict[str, list[int]] = {}
    for place, one in enumerate(ranked):
        if one.is_live:
            heirs.setdefault(one.candidate.id, []).append(place)
    predecessors = [one for one in ranked if one.candidate.tips and not one.is_live]
    for old in sorted(predecessors, key=lambda one: (-one.relevance, one.candidate.id)):
        for place in _places(heirs, old):
            if ranked[place].relevance < old.relevance:
                ranked[place] = _inherited(ranked[place].candidate, old)
    ceilings = {old: min((ranked[p].score for p in _places(heirs, old)), default=1.0)
                for old in predecessors}  # fmt: skip
    return [replace(one, score=min(one.score, ceilings.get(one, 1.0))) for one in ranked]


def _places(heirs: dict[str, list[int]], old: Ranked) -> list[int]:
    return [place for tip in old.candidate.tips for place in heirs.get(tip, ())]


def _alone(candidate: Candidate) -> Ranked:
    fused = candidate.relevance.fused
    return Ranked(candidate=candidate, relevance=fused, score=fused * candidate.factor)


def _inherited(candidate: Candidate, old: Ranked) -> Ranked:
    score = old.relevance * candidate.factor
    return Ranked(candidate=candidate, relevance=old.relevance, score=score, via=old.candidate.id)


def _order(one: Ranked) -> tuple[bool, float, bool, bool, str, str]:
    """Unmarked first, then by score; at equal scores live before closed and the narrower scope first."""
    candidate = one.candidate
    return (
        candidate.marks > 0,
        -one.score,
        not one.is_live,
        not candidate.is_scoped,
        candidate.id,
        candidate.path,
    )
