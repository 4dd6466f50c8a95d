"""The plot and the counts of what each default changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from memdecay.policy import Policy
from tests.benchmarks import sensitivity
from tests.benchmarks.histories import NOTHING
from tests.benchmarks.rankers import outcome
from tests.benchmarks.sensitivity import Answered, plot


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((0.0, 0.0, 0.0), "              o              "),
        ((0.010, 0.005, 0.020), "              :-o--          "),  # signs 1, 2 and 4 to the right
        ((-0.010, -0.020, 0.005), "          --o-:-             "),  # from -4 over -2 to 1
        ((0.5, 0.04, 0.9), "              :       ------o"),  # 0.04 is the eighth, more than 14 the last
    ],
)
def test_a_difference_is_drawn_around_nothing_a_sign_for_half_a_hundredth(
    change: tuple[float, float, float], expected: str
) -> None:
    assert plot(*change) == f"`{expected}`"


@dataclass(frozen=True)
class _Contrary:
    """A reranker by which only the superseded text answers anything."""

    identity: str = "contrary"
    window: int = 500

    def size(self, text: str) -> int:
        return len(text)

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:  # noqa: ARG002 - the protocol's
        return [float("pnpm" not in text) for text in texts]


def test_a_reranker_reads_where_its_weight_is_what_differs_and_nowhere_else(data: Path) -> None:
    found = sensitivity.ranked(["floor", "rerank_weight"], _Contrary())
    stale = {
        variant: sensitivity._mean(answers["supersession", NOTHING], "stale ahead")
        for variant, answers in found.items()
    }
    assert (stale["rerank_weight", 0.0], stale["rerank_weight", 1.0], stale["floor", 0.5]) == (0.0, 1.0, 0.0)
    assert found["rerank_weight", 0.0] == found[sensitivity.SHIPPED]


def _answered(question: str, place: int) -> Answered:
    ids = [*(f"other-{n}" for n in range(1, place)), "right"]
    return Answered(question=question, outcome=outcome(ids, {"right"}, ()), shown=5)


def test_all_answers_to_one_question_count_as_one() -> None:
    """One question was answered at the places 1 and 2, another at 4 alone: 3/4 and 1/4."""
    found = [_answered("one", 1), _answered("other", 4), _answered("one", 2)]
    assert sensitivity._by_question(found) == [0.75, 0.25]


def test_the_default_is_bold() -> None:
    assert sensitivity._said("floor", Policy().floor) == "**0.5**"
    assert sensitivity._said("floor", 0.25) == "0.25"


def test_what_was_asked_is_counted_by_kind_and_how_much_of_it_rightly() -> None:
    """Five of ten were asked about: two supersessions rightly, one wrongly, a rewording and a look-alike."""
    said = {
        "supersession": ["asked", "asked", "asked, of another", "stored, named"],
        "rewording": ["asked", "refused"],
        "lookalike": ["asked", "stored, silent", "stored, silent", "stored, named"],
    }
    found = sensitivity._gate_table("neighbour_from", {0.6: said})
    assert found.rows == (("0.6", 0.5, 0.5, 0.25, 2 / 5, 0.25, 0.0, 0.25),)


def test_where_nothing_was_asked_nothing_was_asked_rightly() -> None:
    said = {kind: ["stored, silent"] for kind in ("supersession", "rewording", "lookalike")}
    assert sensitivity._gate_table("neighbour_from", {0.6: said}).rows == (
        ("0.6", 0.0, 0.0, 0.0, None, 0.0, 0.0, 0.0),
    )
