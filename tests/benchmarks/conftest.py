"""The made-up histories as the data of a test."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks import calibration, histories, looks
from tests.benchmarks.miniature import write_data
from tests.benchmarks.peers import notes

if find_spec("termios") is None:  # Windows: what a process took cannot be measured there
    collect_ignore_glob = ["test_*.py"]
_KEPT = (histories.units, calibration.lives, calibration._fitted_without, looks.looks, notes._entries)
"""As they are before a test puts others in their place."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that MEMDECAY_DATA names; what was read of another is forgotten before and after."""
    folder = tmp_path / "data"
    write_data(folder)
    monkeypatch.setenv("MEMDECAY_DATA", str(folder))
    _forget()
    yield folder
    _forget()


def _forget() -> None:
    for kept in _KEPT:
        kept.cache_clear()
