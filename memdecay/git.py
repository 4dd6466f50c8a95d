"""What git knows about this place. Every call is read-only, and its absence is an ordinary answer."""

from __future__ import annotations

import subprocess
from pathlib import Path

_PATIENCE = 10
"""Seconds; a git that does not answer is treated as no git."""


def user_name(folder: Path) -> str | None:
    """The name that git would put on a commit made in `folder`."""
    return _output(folder, "config", "user.name")


def top_level(folder: Path) -> Path | None:
    """The root of the work tree that `folder` is in."""
    found = _output(folder, "rev-parse", "--show-toplevel")
    return Path(found) if found else None


def _output(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
