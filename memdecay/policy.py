"""Every number we chose, in one place, each with its reason and what measured it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields


def _fraction(default: float, reason: str) -> float:
    return field(default=default, metadata={"reason": reason, "most": 1.0})


def _weight(default: float, reason: str) -> float:
    return field(default=default, metadata={"reason": reason, "most": 100.0})


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers of ranking and of the gate. `memdecay.yaml` may set each by its name."""

    dense_weight: float = _fraction(
        0.6, "share of meaning beside words in relevance, where the model reads the question well"
    )
    context_weight: float = _weight(0.7, "what a word in tags, scope or id counts beside one of the text")
    weakest: float = _fraction(
        0.25, "relevance below which a hit is cut: 99 % of right answers lie above, half of the "
        "best hits for a question about something else below"
    )  # fmt: skip
    weakest_share: float = _fraction(
        0.5, "share of the best relevance below which a hit is cut; 99 % of right answers lie above"
    )
    correction_from: float = _fraction(
        0.82, "cosine from which a draft with other decisive words looks like a correction"
    )
    neighbour_from: float = _fraction(0.7, "cosine from which a neighbour of a draft is named")


class PolicyFault(ValueError):
    """A setting that is no number of the policy, or a number out of range; `key` names it."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def policy_from(written: Mapping[str, str]) -> Policy:
    """The defaults with the numbers that `written` sets. Raises PolicyFault naming the first bad key."""
    known = {one.name: one for one in fields(Policy)}
    numbers = {}
    for key, text in written.items():
        if key not in known:
            raise PolicyFault(key, f"is not a setting; there are: {', '.join(known)}")
        most = known[key].metadata["most"]
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0.0 <= number <= most:
            raise PolicyFault(key, f"{text!r} is not a number from 0 to {most:g}")
        numbers[key] = number
    return Policy(**numbers)
