"""Killed anywhere, `apply` leaves what was there before, or something that the next `apply` finishes.

This is a sample of the points; `python -m tests.crash.killing` tries them all.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.crash.killing import Bench

_SAMPLE = 8


def _why_not() -> str:
    """Why nothing can be killed at a system call here."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "strace may not trace here"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    why = _why_not()
    if why:
        pytest.skip(why)
    bench = Bench(folder=tmp_path.resolve())
    bench.prepare()
    return bench


def test_a_kill_loses_nothing_and_the_next_apply_finishes(bench: Bench) -> None:
    points, whole = bench.points(), bench.whole()
    calls = {point.call.removesuffix("at") for point in points}
    assert calls >= {"write", "fsync", "link", "rename", "unlink"}
    tried = points[:: max(1, len(points) // _SAMPLE)]
    assert [one for point in tried for one in bench.kill(point, whole)] == []
