"""Killed anywhere, `apply` leaves what was there before, or something that the next `apply` finishes.

This is a sample of the points; `python -m tests.crash.killing` tries them all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.killing import Bench, skip_where_nothing_can_be_killed

_SAMPLE = 8


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    skip_where_nothing_can_be_killed()
    bench = Bench(folder=tmp_path.resolve())
    bench.prepare()
    return bench


def test_a_kill_loses_nothing_and_the_next_apply_finishes(bench: Bench) -> None:
    points, whole = bench.points(), bench.whole()
    calls = {point.call.removesuffix("at") for point in points}
    assert calls >= {"write", "fsync", "link", "rename", "unlink"}
    tried = points[:: max(1, len(points) // _SAMPLE)]
    assert [one for point in tried for one in bench.kill(point, whole)] == []
