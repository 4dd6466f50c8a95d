"""What a hook costs, as so many bare starts."""

from __future__ import annotations

from tests.benchmarks.hook_cost import table


def test_the_median_of_each_case_is_told_in_bare_starts() -> None:
    found = table({"--version": [90.0, 100.0, 200.0], "commit-msg": [150.4, 149.0, 500.0]})
    assert found.rows == (("--version", 3, 100, 1.0, None), ("commit-msg", 3, 150, 1.504, 2.0))
