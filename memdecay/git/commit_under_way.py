"""The commit that a hook is part of: what it takes, what may be added to it, and what it was made as.

`git` answers for the repository of a folder, whatever the environment says. Here the environment is
what matters: in it git tells a hook which index, and which of several work trees, a commit is made from.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memdecay import git

_PATIENCE = 30
"""Seconds."""

_WHOLE_INDEXES = {"index", "index.lock"}
"""What git calls the index that a commit takes as a whole; `git commit -a` has it under lock."""

_UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The commit that was just made: who wrote it and when (seconds since 1970), and its trailers."""

    author: str
    authored: int
    trailers: tuple[str, ...]


def is_whole_index() -> bool:
    """Whether the commit being made takes all that is staged, and nothing else is under way.

    `git commit PATH` hands a hook an index of its own: what a hook adds to it is committed, but the index
    that stays behind lacks it, so that the next commit would take it away again.
    """
    own = _told("rev-parse", "--absolute-git-dir")
    if own is None or any(os.path.lexists(f"{own}/{name}") for name in _UNDER_WAY):
        return False
    stated = os.environ.get("GIT_INDEX_FILE")
    index = Path(stated).absolute() if stated else Path(own, "index")
    return index.name in _WHOLE_INDEXES and index.parent.resolve() == Path(own).resolve()


def is_deleting(paths: Sequence[str]) -> bool:
    """Whether the commit being made takes away a file at one of the `paths`, relative to here."""
    options = ("--cached", "--name-only", "--diff-filter=D", "-z")
    return bool(_told("--literal-pathspecs", "diff", *options, "--", *paths))


def is_tracked(path: Path) -> bool:
    """Whether the index of the commit being made has a file at `path`."""
    return bool(_told("--literal-pathspecs", "ls-files", "--cached", "-z", "--", str(path)))


def untracked(folder: Path) -> list[Path]:
    """The files below `folder` that the index of the commit being made does not have."""
    found = _told(
        "--literal-pathspecs", "ls-files", "--others", "--exclude-standard", "-z", "--", str(folder)
    )
    return [Path(one) for one in (found or "").split("\0") if one]


def stage(paths: Sequence[Path]) -> bool:
    """Add new files to the index of the commit being made. Whether git did so."""
    return _told("--literal-pathspecs", "add", "--", *(str(path) for path in paths)) is not None


def made() -> Made | None:
    """The commit that was just made, with the values of its `Memory:` trailers."""
    trailers = "%(trailers:key=Memory,valueonly,unfold,separator=%x00)"
    found = _told("log", "-1", f"--format=%an%x00%at%x00{trailers}", "HEAD")
    if found is None:
        return None
    author, at, *values = found.split("\0")
    return Made(author=author, authored=int(at), trailers=tuple(one.strip() for one in values if one.strip()))


def _told(*words: str) -> str | None:
    """What git answers here, in the environment that it gave the hook."""
    found = git.answer(words, os.environ, patience=_PATIENCE)
    return None if found is None else found.decode("utf-8", "surrogateescape").removesuffix("\n")
