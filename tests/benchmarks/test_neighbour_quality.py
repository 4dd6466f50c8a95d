"""What `propose` would name of two texts that both stand."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.neighbour_quality import CONTRADICTION, DUPLICATE, TRIED, table


def test_every_cosine_tells_how_many_pairs_of_each_kind_are_named(data: Path) -> None:
    """Both shops hold the same texts, so all counts are even, and a higher cosine never names more."""
    found = table()
    assert found.columns[2:] == ("supersession, of 2", "rewording, of 2", "lookalike, of 2")
    assert [row[0] for row in found.rows] == [DUPLICATE] * len(TRIED) + [CONTRADICTION] * len(TRIED)
    assert [row[1] for row in found.rows if str(row[1]).startswith("**")] == ["**0.94**", "**0.9**"]
    for rule in (DUPLICATE, CONTRADICTION):
        for column in (2, 3, 4):
            counts = [int(row[column] or 0) for row in found.rows if row[0] == rule]
            assert counts == sorted(counts, reverse=True)
            assert set(counts) <= {0, 2}


def test_npm_and_pnpm_contradict_at_the_lowest_cosine_that_is_tried(data: Path) -> None:
    lowest = {row[0]: row[2:] for row in table().rows if row[1] == f"{TRIED[0]:g}"}
    assert lowest[CONTRADICTION] == (2, 0, 0)
    assert lowest[DUPLICATE] == (0, 2, 0)
