"""The version of git, its settings in a repository, and where it looks for hooks there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from memdecay import git


def hooks_folder(top: Path) -> Path | None:
    """Where git looks for hooks, for a commit made in the work tree `top`."""
    found = git.ask(top, "rev-parse", "--git-path", "hooks")
    return top / found if found else None


def version(folder: Path) -> tuple[int, ...]:
    """The version of git, () where there is none."""
    found = re.match(r"git version (\d+)\.(\d+)(?:\.(\d+))?", git.ask(folder, "--version") or "")
    return tuple(int(part) for part in found.groups("0")) if found else ()


def setting(top: Path, name: str) -> str | None:
    """The value of a setting of git that is in force in `top`."""
    return git.ask(top, "config", "--get", name)


def set_own(top: Path, settings: Sequence[tuple[str, str]]) -> bool:
    """Give settings of this repository, and of no other, one value each. Whether git did so."""
    return all(_succeeds(top, "config", "--local", "--replace-all", *one) for one in settings)


def drop_own(top: Path, section: str) -> bool:
    """Take a section out of the settings of this repository. Whether git did so."""
    return _succeeds(top, "config", "--local", "--remove-section", section)


def _succeeds(top: Path, *words: str) -> bool:
    return git.ask(top, *words) is not None
