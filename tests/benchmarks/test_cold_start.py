"""Cold recalls beside their yardsticks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memdecay.errors import Unusable
from tests.benchmarks.cold_start import CALM, YARDSTICK, Times, recall_table, with_numpy
from tests.benchmarks.timing import START, Spent


def _runs(*milliseconds: float, cpu: float = 0.0, peak: float = 0.0) -> list[Spent]:
    return [Spent(milliseconds=one, cpu_milliseconds=cpu + n, peak_megabytes=peak + n)
            for n, one in enumerate(milliseconds)]  # fmt: skip


def test_a_recall_is_told_as_so_many_times_either_yardstick() -> None:
    """The median of 100, 300 and 200 ms is 200: four times 50, five times 40. Of the processor times
    7, 8 and 9 the median is 8, of the peaks 30, 31 and 32 the largest counts.
    """
    times: Times = {
        START: _runs(10.0), YARDSTICK: _runs(50.0), CALM: _runs(40.0),
        1_000: _runs(100.0, 300.0, 200.0, cpu=7.0, peak=30.0), 500: _runs(20.0),
    }  # fmt: skip
    rows = recall_table(times).rows
    assert rows[3] == ("recall, 1,000 entries", 3, 200.0, 100.0, 200.0, 300.0, 8.0, 32.0, 4.0, 5.0, 1.5)
    assert rows[0] == ("python -c pass", 1, 10.0, 10.0, 10.0, 10.0, 0.0, 0.0, 0.2, 0.25, None)
    assert rows[4][-1] is None  # no aim was set for 500


def test_a_python_without_the_yardstick_is_refused(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nexec {sys.executable} -c 'raise ImportError'\n")
    python.chmod(0o755)
    with pytest.raises(Unusable) as refused:
        with_numpy(python)
    assert str(refused.value) == (
        f"{python} has no numpy, the yardstick; name one that has it with --numpy-python"
    )
