"""What git knows about this place. Every call is read-only, and its absence is an ordinary answer."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

_PATIENCE = 10
"""Seconds; a git that does not answer is treated as no git."""
_MUCH_PATIENCE = 60
"""For what reads a whole history."""

_ELSEWHERE = frozenset(
    "GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY "
    "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_PREFIX GIT_CONFIG".split()
)
"""Variables that hooks inherit and that name a repository, which need not be the one of the folder."""


_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""The name of no files at all, which every repository of SHA-1 knows."""

_SHORTEST_HASH = 40


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


def own_folder(top: Path) -> Path:
    """The git folder of the work tree at `top` alone: that of a linked one lies in the shared one."""
    git = top / ".git"
    return git if git.is_dir() else top / _first_line(git).removeprefix("gitdir:").strip()


def blob_name(data: bytes) -> str:
    """What git calls these bytes, in a repository of SHA-1."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


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
    log = _output(top, "log", where, "--full-history", "--format=%h %cs", "--", *paths)
    pairs = (line.partition(" ") for line in (log or "").split("\n") if line)
    return [(commit, day) for commit, _, day in pairs]


def _stashes(top: Path, paths: Sequence[str]) -> list[Held]:
    listed = (_output(top, "stash", "list", "--format=%gd %H") or "").split("\n")
    found = []
    for name, _, commit in (line.partition(" ") for line in listed if line):
        trees = [commit, f"{commit}^2", f"{commit}^3"]  # the work tree, the index, what was untracked
        if any(_has(top, tree, paths) for tree in trees):
            found.append(Held("stash", name))
    return found


def _has(top: Path, tree: str, paths: Sequence[str]) -> bool:
    # `ls-tree` knows no pathspec magic, `diff-tree` against nothing does.
    found = _output(top, "diff-tree", "-r", "--name-only", "--no-commit-id", _EMPTY_TREE, tree, "--", *paths)
    return found is not None


def _other_trees(top: Path, paths: Sequence[str]) -> list[Held]:
    listed = _output(top, "worktree", "list", "--porcelain") or ""
    places = [line.removeprefix("worktree ") for line in listed.split("\n") if line.startswith("worktree ")]
    others = [place for place in places if Path(place).resolve() != top.resolve()]
    return [
        Held("worktree", place)
        for place in others
        if _output(Path(place), "ls-files", "--cached", "--others", "--", *paths) is not None
    ]


def past_paths(top: Path, paths: Sequence[str]) -> list[str]:
    """Every path that any commit, or anything a reflog remembers, had and that the pathspecs find."""
    log = _output(
        top, "log", "--all", "--reflog", "--full-history", "--format=", "--name-only", "-z", "--", *paths
    )
    return sorted({path for path in (log or "").replace("\n", "\0").split("\0") if path})


def blamed(path: Path) -> dict[int, str]:
    """The author of every committed line of a file, by number from 1; empty where git knows none."""
    found = _output(path.parent, "blame", "--line-porcelain", "--", path.name)
    authors: dict[int, str] = {}
    number, is_committed = 0, False
    for row in (found or "").split("\n"):
        words = row.split(" ")
        if len(words) in {3, 4} and len(words[0]) >= _SHORTEST_HASH and not row.startswith("\t"):
            number, is_committed = int(words[2]), words[0].strip("0") != ""
        elif row.startswith("author ") and is_committed:
            authors[number] = row.removeprefix("author ").strip()
    return authors


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


def present(folder: Path) -> list[str] | None:
    """The paths below `folder` that git tracks or would track, links included; None outside of git."""
    found = _run(
        folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard", patience=_MUCH_PATIENCE
    )
    if found is None:
        return None
    return sorted(set(found.decode("utf-8", "surrogateescape").split("\0")) - {""})


def is_shallow(folder: Path) -> bool:
    """Whether the history ends where somebody cut it off, so that its oldest dates are wrong."""
    return _output(folder, "rev-parse", "--is-shallow-repository") == "true"


class Origin(NamedTuple):
    """Which commit a line came with, when that was written, and the path the file had in it."""

    commit: str
    at: datetime
    path: str


_REVISIONS_TO_IGNORE = ".git-blame-ignore-revs"


def origins(top: Path, path: str, *, follows_copies: bool = True) -> dict[int, Origin]:
    """Where every committed line of a file comes from, by number from 1; empty where git cannot tell.

    Changes of white space do not count, nor do the commits that the repository asks to leave out. With
    `follows_copies` lines are followed into the files they were moved or copied from.
    """
    ignoring = ["--ignore-revs-file", _REVISIONS_TO_IGNORE] if (top / _REVISIONS_TO_IGNORE).is_file() else []
    copies = [["-M", "-C"], ["-M"]] if follows_copies else [["-M"]]
    # A clone without all its files, or a list of revisions that cannot be read, ends the first tries.
    tries = [[*ignoring, *one] for one in copies] + [one for one in [*copies, []] if ignoring or not one]
    for options in tries:
        told = _run(top, "blame", "--porcelain", "-w", *options, "--", path, patience=_MUCH_PATIENCE)
        if told is not None:
            return _origins(told)
    return {}


def _origins(told: bytes) -> dict[int, Origin]:
    found: dict[int, Origin] = {}
    at: dict[str, datetime] = {}
    paths: dict[str, str] = {}
    commit, number = "", 0
    for row in told.decode("utf-8", "surrogateescape").split("\n"):
        words = row.split(" ")
        if row.startswith("\t"):
            if commit.strip("0") and commit in at:  # not what is not committed yet
                found[number] = Origin(commit, at[commit], paths.get(commit, ""))
        elif len(words) in {3, 4} and len(words[0]) >= _SHORTEST_HASH:
            commit, number = words[0], int(words[2])
        elif words[0] == "author-time":
            at[commit] = datetime.fromtimestamp(int(words[1]), timezone.utc)
        elif words[0] == "filename":
            paths[commit] = row.removeprefix("filename ")
    return found


class Change(NamedTuple):
    """A commit gave the file at `path` other contents; "" stands for no file."""

    day: str
    before: str
    after: str
    path: str


def changes(top: Path, patterns: Iterable[str], *, only_removals: bool = False) -> list[Change]:
    """Every change, on the way to HEAD, to files that match any of the patterns; the newest first.

    Patterns are git's own, such as `:(glob)**/Makefile`; they may be many.
    """
    wanted = sorted({one for one in patterns if one.isprintable()})
    if not wanted:
        return []
    options = ["--raw", "--no-abbrev", "--no-renames", "-z", "--format=%x01%cs"]
    options += ["--diff-filter=D"] if only_removals else []
    given = "\n".join(["--", *wanted, ""]).encode("utf-8", "surrogateescape")
    log = _run(top, "log", *options, "--stdin", given=given, patience=_MUCH_PATIENCE) or b""
    found, day = [], ""
    parts = iter(log.decode("utf-8", "surrogateescape").split("\0"))
    for part in parts:
        text = part.lstrip("\n")
        if text.startswith("\1"):
            day, _, text = text[1:].partition("\n")
        if text.startswith(":"):
            before, after = (_named(name) for name in text.split(" ")[2:4])
            found.append(Change(day, before, after, next(parts, "")))
    return found


def _named(name: str) -> str:
    return name if name.strip("0") else ""


def ignored(top: Path, paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths that git is told to ignore: programs make them, and no history proves anything."""
    given = "".join(f"{path}\0" for path in sorted(set(paths)) if path).encode("utf-8", "surrogateescape")
    found = _run(top, "check-ignore", "-z", "--stdin", "--no-index", given=given) if given else None
    return frozenset((found or b"").decode("utf-8", "surrogateescape").split("\0")) - {""}


def blobs(top: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The contents of each of the named blobs that there is."""
    wanted = sorted(set(names))
    given = "".join(f"{name}\n" for name in wanted).encode()
    data = _run(top, "cat-file", "--batch", given=given, patience=_MUCH_PATIENCE) if wanted else None
    found, place = {}, 0
    while data and place < len(data):
        end = data.index(b"\n", place)
        head = data[place:end].split(b" ")
        place = end + 1
        if len(head) == 3:  # a name that is missing has two words and no contents
            size = int(head[2])
            found[head[0].decode()] = data[place : place + size]
            place += size + 1
    return found


def trailers(top: Path, key: str) -> list[tuple[str, str]]:
    """The value of each line `key: value` in any commit message, with that commit; the newest first."""
    log = _run(top, "log", "--all", f"--grep=^{key}:", "--format=%x01%h%x02%B", patience=_MUCH_PATIENCE)
    found = []
    for part in (log or b"").decode("utf-8", "replace").split("\1"):
        commit, _, message = part.partition("\2")
        lines = [line for line in message.split("\n") if line.startswith(f"{key}:")]
        found += [(line.removeprefix(f"{key}:").strip(), commit) for line in lines]
    return found


def head(folder: Path) -> str | None:
    """The short name of the commit that is checked out, where there is one."""
    return _output(folder, "rev-parse", "--verify", "--quiet", "--short", "HEAD")


def user_name(folder: Path) -> str | None:
    """The name that git would put on a commit made in `folder`, where it was told one."""
    stated = os.environ.get("GIT_AUTHOR_NAME", "").strip()
    return stated or _output(folder, "config", "author.name") or _output(folder, "config", "user.name")


def top_level(folder: Path) -> Path | None:
    """The root of the work tree that `folder` is in."""
    found = _output(folder, "rev-parse", "--show-toplevel")
    return Path(found) if found else None


def ask(folder: Path, *words: str) -> str | None:
    """What git answers to `words`, in the repository of `folder`; None where it fails or is not there."""
    found = _run(folder, *words)
    return None if found is None else found.decode("utf-8", "surrogateescape").removesuffix("\n")


def _bytes(folder: Path, name: str) -> bytes:
    found = _run(folder, "cat-file", "blob", name)
    return found if found is not None else b""


def _output(folder: Path, *arguments: str) -> str | None:
    found = _run(folder, *arguments)
    return None if found is None else found.decode("utf-8", "replace").removesuffix("\n") or None


def _run(folder: Path, *arguments: str, given: bytes = b"", patience: float = _PATIENCE) -> bytes | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env={name: value for name, value in os.environ.items() if name not in _ELSEWHERE},
            input=given,
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
