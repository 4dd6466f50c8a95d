"""How many a second, out of how long each run took."""

from __future__ import annotations

import pytest

from tests.benchmarks import throughput
from tests.benchmarks.throughput import Done, timed
from tests.benchmarks.timing import Spent


def test_the_median_run_tells_how_many_a_second_and_the_median_start_the_ratio() -> None:
    """50 entries in 200 ms are 250 a second, and 200 ms are ten starts of 20."""
    done = Done(what="add", count=50, times=[400.0, 100.0, 200.0], starts=[20.0, 10.0, 90.0])
    assert done.cells == ("add", 3, 50, 0.2, 250.0, 10.0)


def test_work_is_done_in_turn_with_bare_starts_and_told_which_run_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []
    monkeypatch.setattr(throughput, "bare_start", lambda: _took(order, "start", 1.0))
    done = timed("used", 2, 3, lambda place: _took(order, f"work {place}", 10.0 + place))
    assert order == ["start", "work 0", "start", "work 1", "start", "work 2"]
    assert (list(done.times), list(done.starts)) == ([10.0, 11.0, 12.0], [1.0, 1.0, 1.0])


def _took(order: list[str], what: str, milliseconds: float) -> Spent:
    order.append(what)
    return Spent(milliseconds=milliseconds, cpu_milliseconds=0.0, peak_megabytes=0.0)


def test_what_is_added_is_another_text_each_time() -> None:
    texts = [throughput._text(place) for place in range(20)]
    assert len(set(texts)) == 20
    assert texts[0] == "Rotate the amber key before the basalt audit."
    assert texts[10] == "Name the amber queue after the basalt service."
