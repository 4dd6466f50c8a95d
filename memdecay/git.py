"""What git knows about this place. Every call is read-only, and its absence is an ordinary answer."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

_PATIENCE = 10
"""Seconds; a git that does not answer is treated as no git."""

_ELSEWHERE = frozenset(
    "GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY "
    "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_PREFIX GIT_CONFIG".split()
)
"""Variables that hooks inherit and that name a repository, which need not be the one of the folder."""


class Repository(NamedTuple):
    """A work tree, and the git folder that it shares with the other work trees of the repository."""

    top: Path
    common: Path


def repository(folder: Path) -> Repository | None:
    """The repository that `folder` stands in, found as git finds it but without starting git.

    A linked work tree has a file `.git` that names its folder, which names the shared one
    (gitrepository-layout(5)).
    """
    home = folder.resolve()
    for top in (home, *home.parents):
        git = top / ".git"
        if git.is_dir():
            return Repository(top, git)
        if git.is_file():
            own = top / _first_line(git).removeprefix("gitdir:").strip()
            common = (own / (_first_line(own / "commondir") or ".")).resolve()
            return Repository(top, common) if common.is_dir() else None  # moved, or not in this container
    return None


def _first_line(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape").split("\n")[0].strip()
    except OSError:
        return ""


def is_in_head(top: Path, path: str) -> bool:
    """Whether the commit that is checked out in `top` has a file at `path` (POSIX)."""
    return _output(top, "rev-parse", "--verify", "--quiet", f"HEAD:{path}") is not None


def is_in_history(top: Path, path: str) -> bool:
    """Whether any commit that a branch, tag or stash leads to has touched `path` (POSIX)."""
    # Full, or git would not look into the third parent of a stash, which holds the untracked files.
    found = _output(top, "log", "--all", "--full-history", "-1", "--format=%H", "--", path)
    return found is not None


def versions(top: Path, path: str) -> Iterator[tuple[datetime, bytes]]:
    """Every version of the file at `path` on the way to HEAD, oldest first, with the time of its commit.

    A version in which the file is gone is empty.
    """
    log = _output(top, "log", "--first-parent", "--reverse", "--format=%H %cI", "HEAD", "--", path)
    for line in (log or "").split("\n"):
        if line:
            commit, _, at = line.partition(" ")
            yield datetime.fromisoformat(at.replace("Z", "+00:00")), _bytes(top, f"{commit}:{path}")


def tracked(top: Path, *patterns: str) -> list[str]:
    """The paths that git tracks and that match any of the patterns, relative to `top`."""
    found = _output(top, "ls-files", "-z", "--", *patterns)
    return [path for path in (found or "").split("\0") if path]


def user_name(folder: Path) -> str | None:
    """The name that git would put on a commit made in `folder`, where it was told one."""
    stated = os.environ.get("GIT_AUTHOR_NAME", "").strip()
    return stated or _output(folder, "config", "author.name") or _output(folder, "config", "user.name")


def top_level(folder: Path) -> Path | None:
    """The root of the work tree that `folder` is in."""
    found = _output(folder, "rev-parse", "--show-toplevel")
    return Path(found) if found else None


def _bytes(folder: Path, name: str) -> bytes:
    found = _run(folder, "cat-file", "blob", name)
    return found if found is not None else b""


def _output(folder: Path, *arguments: str) -> str | None:
    found = _run(folder, *arguments)
    return None if found is None else found.decode("utf-8", "replace").removesuffix("\n") or None


def _run(folder: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env={name: value for name, value in os.environ.items() if name not in _ELSEWHERE},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
