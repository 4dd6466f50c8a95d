"""Killed anywhere, `import` leaves whole entries and untouched sources, and the next one brings the rest.

This is a sample of the points; `python -m tests.crash.importing` tries them all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.importing import ImportBench
from tests.crash.killing import skip_where_nothing_can_be_killed

_SAMPLE = 7


@pytest.fixture
def bench(tmp_path: Path) -> ImportBench:
    skip_where_nothing_can_be_killed()
    bench = ImportBench(folder=tmp_path.resolve())
    bench.prepare()
    return bench


def test_a_kill_leaves_whole_entries_and_the_next_import_brings_the_rest(bench: ImportBench) -> None:
    points, whole = bench.points(), bench.whole()
    calls = {point.call.removesuffix("at") for point in points}
    assert calls >= {"write", "fsync", "link", "unlink"}
    assert len([name for name in whole if name.endswith(".md")]) >= 8
    tried = points[:: max(1, len(points) // _SAMPLE)]
    assert [one for point in tried for one in bench.kill(point, whole)] == []
