"""What a block costs, as so many recalls."""

from __future__ import annotations

from tests.benchmarks.context_cost import table


def test_the_median_of_each_kind_is_told_in_recalls() -> None:
    """Recalls took 100, 120 and 200 ms of the processor, blocks 150, 90 and 300: 150 / 120 is 1.25."""
    found = table(10_000, {"recall": [200.0, 100.0, 120.0], "context": [150.0, 90.0, 300.0]})
    assert found.title == "A block beside a recall, 10,000 entries"
    assert found.rows == (("recall", 120.0, 1.0, None), ("context", 150.0, 1.25, 1.3))
