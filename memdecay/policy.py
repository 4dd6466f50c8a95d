"""Every number we chose, in one place, each with its reason and what measured it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from typing import Any

from memdecay.errors import did_you_mean


class Curve(str, Enum):
    """The law by which an entry fades."""

    WEIBULL = "weibull"
    EBBINGHAUS = "ebbinghaus"


class Combination(str, Enum):
    """How relevance and retention become one score."""

    PRODUCT = "product"
    BLEND = "blend"


JUDGEMENT = "judgement"
"""What set a default that no benchmark decides; its reason says what was measured, or what would be."""


def _number(
    default: float, reason: str, by: str = JUDGEMENT, *, least: float = 0.0, most: float = 1.0
) -> float:
    """A number with its reason; `by` is the program under tests/benchmarks that set it."""
    return field(default=default, metadata={"reason": reason, "by": by, "least": least, "most": most})


def _fraction(default: float, reason: str, by: str = JUDGEMENT) -> float:
    return _number(default, reason, by)


def _weight(default: float, reason: str, by: str = JUDGEMENT) -> float:
    return _number(default, reason, by, most=100.0)


def _days(default: float, reason: str, by: str = JUDGEMENT) -> float:
    return _number(default, reason, by, least=1.0, most=100_000.0)


def _choice(default: Any, reason: str, by: str = JUDGEMENT) -> Any:
    return field(default=default, metadata={"reason": reason, "by": by})


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers of ranking, fading and the gate. `memdecay.yaml` may set each by its name."""

    dense_weight: float = _fraction(
        0.6,
        "share of meaning beside words in relevance, where the model reads the question well",
        "sensitivity",
    )
    context_weight: float = _weight(
        0.7, "what a word in tags, scope or id counts beside one of the text", "sensitivity"
    )
    rerank_weight: float = _fraction(
        0.25, "share of the reranker's judgement in relevance, where `rerank` names one; the largest whose "
        "gain was no chance with a small one of our own: a better one may deserve more", "sensitivity"
    )  # fmt: skip
    weakest: float = _fraction(
        0.25, "relevance below which a hit is cut: 99 % of right answers lie above, half of the "
        "best hits for a question about something else below", "sensitivity"
    )  # fmt: skip
    weakest_share: float = _fraction(
        0.5,
        "share of the best relevance below which a hit is cut; 99 % of right answers lie above",
        "sensitivity",
    )
    correction_from: float = _fraction(
        0.82, "cosine from which a draft with other decisive words looks like a correction", "gate_quality"
    )
    neighbour_from: float = _fraction(
        0.7, "cosine from which a neighbour of a draft is named", "gate_quality"
    )
    curve: Curve = _choice(  # noqa: RUF009 - an enum member never changes
        Curve.WEIBULL, "the law of fading; in real histories most retirements come early, which an "
        "exponential (ebbinghaus) misses by thousands in log-likelihood", "calibration"
    )  # fmt: skip
    stability_days: float = _days(
        430.0, "S of weibull; maximum likelihood on real histories, where the rewrite of a whole file "
        "counts as half a retirement: it lies between 180 (all) and 2,700 (none)", "calibration"
    )  # fmt: skip
    shape: float = _number(
        0.58, "k of weibull, from the same fit (0.46 to 0.63); below 1, what survived long survives longer",
        "calibration", least=0.05, most=5.0,
    )  # fmt: skip
    ebbinghaus_stability_days: float = _days(
        260.0, "S0 of ebbinghaus, from the same histories", "calibration"
    )
    reinforcement: float = _weight(
        0.5, "what each day with an affirmation adds to S of ebbinghaus, in shares of S0; the classic value. "
        "In real histories a new wording made no instruction last longer (touches); only recorded uses "
        "could tell what a use does"
    )  # fmt: skip
    version_share: float = _number(
        0.33, "S of an instruction that names a version, as a share; it is retired 1.4 to 2.6 times as often",
        "calibration", least=0.01,
    )  # fmt: skip
    floor: float = _number(
        0.5, "what is left of the weight of a wholly faded entry: where it matches best, none that matches "
        "less than half as well comes first; lower floors answer as much less about what is old and holds as "
        "they answer more about what was replaced", "fading_cost", least=0.01,
    )  # fmt: skip
    combination: Combination = _choice(  # noqa: RUF009
        Combination.PRODUCT, "product is relevance * factor; blend is a weighted sum, by which even what "
        "matches little can rise on freshness alone: it answers more about what was replaced, and as much "
        "less about what is old and holds", "fading_cost"
    )  # fmt: skip
    blend_retention: float = _fraction(
        0.3, "the weight of retention in blend; relevance has the rest. More answers more about what was "
        "replaced, and from 0.5 on less about look-alikes, of which none was", "sensitivity"
    )  # fmt: skip
    fading_below: float = _fraction(
        0.35, "retention below which an entry is proposed for review: of the instructions that fell below it "
        "in real histories 81 % had been retired, 65 % without counting rewrites of whole files",
        "sensitivity",
    )  # fmt: skip
    grace_days: float = _days(
        30.0, "age in days below which nothing is proposed for fading or as noise; nothing fades so soon, "
        "and of copies no value from 1 to 60 is told from another (prune_quality)"
    )  # fmt: skip
    spared_from: float = _fraction(
        0.8, "importance from which age or disuse alone is no reason to propose an entry; histories know of "
        "no importance, only what people do with prune lists could tell"
    )  # fmt: skip
    unused_after_days: float = _days(
        180.0, "days without a use after which an entry counts as never used, where uses were recorded; by "
        "age alone it foretells no retirement (prune_quality), and only recorded uses could tell what disuse "
        "does"
    )  # fmt: skip
    duplicate_from: float = _fraction(
        0.94, "cosine from which two open entries without a decisive difference are proposed as duplicates: "
        "34 of 137 rewordings, 5 of 170 supersessions, none of 75 look-alikes", "neighbour_quality"
    )  # fmt: skip
    contradiction_from: float = _fraction(
        0.9, "cosine from which two open entries that differ in a decisive word are proposed as "
        "contradicting: 41 of 170 supersessions, 11 of 137 rewordings, 2 of 75 look-alikes",
        "neighbour_quality"
    )  # fmt: skip


class PolicyFault(ValueError):
    """A setting that is no number of the policy, or a number out of range; `key` names it."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def policy_from(written: Mapping[str, str]) -> Policy:
    """The defaults with the values that `written` sets. Raises PolicyFault naming the first bad key."""
    known = {one.name: one for one in fields(Policy)}
    values: dict[str, Any] = {}
    for key, text in written.items():
        if key not in known:
            raise PolicyFault(key, f"is not a setting; {_meant(key, known)}")
        values[key] = _choice_in(known[key], text) if _is_choice(known[key]) else _number_in(known[key], text)
    return Policy(**values)


def _meant(key: str, known: Collection[str]) -> str:
    return did_you_mean(key, known, f"there are: {', '.join(known)}", most=1, cutoff=0.7)


def _is_choice(setting: Field[Any]) -> bool:
    return isinstance(setting.default, Enum)


def _choice_in(setting: Field[Any], text: str) -> Enum:
    words: type[Enum] = type(setting.default)
    try:
        return words(text)
    except ValueError:
        allowed = ", ".join(one.value for one in words)
        raise PolicyFault(setting.name, f"{text!r} is not one of: {allowed}") from None


def _number_in(setting: Field[Any], text: str) -> float:
    least, most = setting.metadata["least"], setting.metadata["most"]
    try:
        number = float(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise PolicyFault(setting.name, f"{text!r} is not a number from {least:g} to {most:g}")
    return number
