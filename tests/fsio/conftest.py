"""A folder to write in, on a disk that flushes as tests watch it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _ordinary_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS flushes by another call; let every system flush by the one that tests watch."""
    with contextlib.suppress(ImportError):
        import fcntl

        monkeypatch.delattr(fcntl, "F_FULLFSYNC", raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    return folder
