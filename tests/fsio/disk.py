"""What is on the disk, and disks that refuse."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links and modes of POSIX")


def names_under(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def failing(number: int) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def without_links(monkeypatch: pytest.MonkeyPatch, number: int = errno.EPERM) -> None:
    """Let the file system know no hard links, as FAT and some mounts do."""
    monkeypatch.setattr(os, "link", failing(number))
