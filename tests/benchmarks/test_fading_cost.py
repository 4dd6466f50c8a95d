"""The question that is asked a second before its old text was replaced."""

from __future__ import annotations

import pytest

from tests.benchmarks import fading_cost
from tests.benchmarks.histories import Pair

PAIR = Pair(
    id="S1", kind="supersession", repo="one", question="Which manager?", date="2025-05-01T00:00:00+00:00",
    old="a", new="b", old_text="npm", new_text="pnpm", olds=frozenset({"a", "late"}), news=frozenset({"b"}),
    right=frozenset({"b"}), stale=frozenset({"a", "late"}),
)  # fmt: skip


def test_before_it_was_replaced_the_old_text_is_right_and_none_is_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    born = {"a": "2025-01-01T00:00:00+00:00", "late": PAIR.date, "b": PAIR.date}
    monkeypatch.setattr(
        fading_cost, "units", lambda: {"one": [{"id": i, "born": at} for i, at in born.items()]}
    )
    earlier = fading_cost.before(PAIR)
    assert earlier is not None
    assert earlier.date == "2025-04-30T23:59:59+00:00"
    assert (earlier.right, earlier.stale) == (frozenset({"a"}), frozenset())
    assert fading_cost._age_days(earlier) == pytest.approx(120, abs=0.001)


def test_where_no_copy_of_the_old_text_stood_before_there_is_no_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fading_cost, "units", lambda: {"one": [{"id": "a", "born": PAIR.date}]})
    assert fading_cost.before(PAIR) is None
