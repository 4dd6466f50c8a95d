"""What in git still holds a file that is to be gone: commits, stashes, the reflog, other work trees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from memdecay import git


class Held(NamedTuple):
    """One place in git that still holds a file: of which kind, and how git and people name it."""

    kind: str
    name: str
    detail: str = ""


def holding(top: Path, paths: Sequence[str]) -> list[Held]:
    """Every commit, stash, reflog entry and other work tree that holds a file at one of the `paths`.

    They are pathspecs relative to `top`. A commit is listed where it touched such a file.
    """
    commits = _commits(top, "--all", paths)
    forgotten = [one for one in _commits(top, "--reflog", paths) if one not in commits]
    held = [Held("commit", *one) for one in commits] + [Held("reflog", *one) for one in forgotten]
    return held + _stashes(top, paths) + _other_trees(top, paths)


def _commits(top: Path, where: str, paths: Sequence[str]) -> list[tuple[str, str]]:
    # Full, or git would not look into the third parent of a stash, which holds the untracked files.
    log = git.ask_readable(top, "log", where, "--full-history", "--format=%h %cs", "--", *paths)
    pairs = (line.partition(" ") for line in (log or "").split("\n") if line)
    return [(commit, day) for commit, _, day in pairs]


def _stashes(top: Path, paths: Sequence[str]) -> list[Held]:
    listed = (git.ask_readable(top, "stash", "list", "--format=%gd %H") or "").split("\n")
    nothing = git.ask_readable(top, "hash-object", "-t", "tree", "--stdin") or ""  # SHA-256 has another name
    found = []
    for name, _, commit in (line.partition(" ") for line in listed if line):
        trees = [commit, f"{commit}^2", f"{commit}^3"]  # the work tree, the index, what was untracked
        if any(_has(top, nothing, tree, paths) for tree in trees):
            found.append(Held("stash", name))
    return found


def _has(top: Path, nothing: str, tree: str, paths: Sequence[str]) -> bool:
    # `ls-tree` knows no pathspec magic, `diff-tree` against nothing does.
    found = git.ask_readable(
        top, "diff-tree", "-r", "--name-only", "--no-commit-id", nothing, tree, "--", *paths
    )
    return found is not None


def _other_trees(top: Path, paths: Sequence[str]) -> list[Held]:
    listed = git.ask_readable(top, "worktree", "list", "--porcelain") or ""
    places = [line.removeprefix("worktree ") for line in listed.split("\n") if line.startswith("worktree ")]
    others = [place for place in places if Path(place).resolve() != top.resolve()]
    return [
        Held("worktree", place)
        for place in others
        if git.ask_readable(Path(place), "ls-files", "--cached", "--others", "--", *paths) is not None
    ]


def past_paths(top: Path, paths: Sequence[str]) -> list[str]:
    """Every path that any commit, or anything a reflog remembers, had and that the pathspecs find."""
    log = git.ask_readable(
        top, "log", "--all", "--reflog", "--full-history", "--format=", "--name-only", "-z", "--", *paths
    )
    return sorted({path for path in (log or "").replace("\n", "\0").split("\0") if path})
