"""What matters: candidates ordered by score, closed ones answering with their live successor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memdecay.policy import Combination, Policy
from memdecay.relevance import Relevance
from memdecay.retention import UNFADED, Strength
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
    is_complete: bool = False
    """It holds every word that was asked for, in however long a text, so it is no weak match."""
    can_be_judged: bool = True
    strength: Strength = UNFADED
    marks: int = 0

    @property
    def factor(self) -> float:
        return self.strength.factor


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate with its score; `via` names the predecessor whose relevance it answers with.

    It is pushed down where it is marked, or where it gives way to a live successor that is.
    """

    candidate: Candidate
    relevance: float
    score: float
    is_pushed_down: bool = False
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
    scored = _scored(candidates, policy)
    usable = [one for one in scored if one.candidate.can_be_judged and one.candidate.is_in_scope]
    shown = [one for one in usable if one.is_live or with_history]
    # What misled sets no bar: its alternatives may match less well, and still come before it.
    best = max((one.relevance for one in shown if not one.is_pushed_down), default=0.0)
    cut = max(policy.weakest, policy.weakest_share * best)
    strong = sorted((one for one in shown if _is_strong(one, cut, policy.weakest_share * best)), key=_order)
    withheld = Withheld(
        closed=sum(
            1 for one in usable
            if not (one.is_live or with_history) and one.relevance >= cut
        ),
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


def _is_strong(one: Ranked, cut: float, share: float) -> bool:
    return one.relevance >= (share if one.candidate.is_complete else cut)


def score(relevance: float, strength: Strength, policy: Policy) -> float:
    """Relevance and strength as one number in [0, 1], by the policy's combination."""
    if policy.combination is Combination.PRODUCT:
        return relevance * strength.factor
    return (1.0 - policy.blend_retention) * relevance + policy.blend_retention * strength.retention


def _scored(candidates: Iterable[Candidate], policy: Policy) -> list[Ranked]:
    """Give each live tip the larger of its own and its predecessors' relevance, then score all.

    A predecessor never comes above a live successor of its own.
    """
    ranked = [_alone(candidate, policy) for candidate in candidates]
    heirs: dict[str, list[int]] = {}
    for place, one in enumerate(ranked):
        if one.is_live:
            heirs.setdefault(one.candidate.id, []).append(place)
    predecessors = [one for one in ranked if one.candidate.tips and not one.is_live]
    for old in sorted(predecessors, key=lambda one: (-one.relevance, one.candidate.id)):
        for place in _places(heirs, old):
            if ranked[place].relevance < old.relevance:
                ranked[place] = _inherited(ranked[place].candidate, old, policy)
    return [
        one if one.is_live else _beneath(one, [ranked[place] for place in _places(heirs, one)])
        for one in ranked
    ]


def _places(heirs: dict[str, list[int]], old: Ranked) -> list[int]:
    return [place for tip in old.candidate.tips for place in heirs.get(tip, ())]


def _alone(candidate: Candidate, policy: Policy) -> Ranked:
    relevance = candidate.relevance.fused
    return Ranked(
        candidate=candidate,
        relevance=relevance,
        score=score(relevance, candidate.strength, policy),
        is_pushed_down=candidate.marks > 0,
    )


def _inherited(candidate: Candidate, old: Ranked, policy: Policy) -> Ranked:
    candidate = replace(candidate, is_complete=candidate.is_complete or old.candidate.is_complete)
    inherited = score(old.relevance, candidate.strength, policy)
    return replace(_alone(candidate, policy), relevance=old.relevance, score=inherited, via=old.candidate.id)


def _beneath(old: Ranked, heirs: Sequence[Ranked]) -> Ranked:
    """`old`, at most as high as any of the live successors it gives way to."""
    return replace(
        old,
        score=min([old.score, *(heir.score for heir in heirs)]),
        is_pushed_down=old.is_pushed_down or any(heir.is_pushed_down for heir in heirs),
    )


def _order(one: Ranked) -> tuple[bool, float, bool, bool, str, str]:
    """Unmarked first, then by score; at equal scores live before closed and the narrower scope first."""
    candidate = one.candidate
    return (
        one.is_pushed_down,
        -one.score,
        not one.is_live,
        not candidate.is_scoped,
        candidate.id,
        candidate.path,
    )
