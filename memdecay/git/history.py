"""What the commits of a repository tell of the past: versions and changes of files, and trailers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from memdecay import git


def is_in_head(top: Path, path: str) -> bool:
    """Whether the commit that is checked out in `top` has a file at `path` (POSIX)."""
    return git.ask_readable(top, "rev-parse", "--verify", "--quiet", f"HEAD:{path}") is not None


def is_in_history(top: Path, path: str) -> bool:
    """Whether any commit that a branch, tag or stash leads to has touched `path` (POSIX)."""
    # Full, or git would not look into the third parent of a stash, which holds the untracked files.
    found = git.ask_readable(top, "log", "--all", "--full-history", "-1", "--format=%H", "--", path)
    return found is not None


def versions(top: Path, path: str) -> Iterator[tuple[datetime, bytes]]:
    """Every version of the file at `path` on the way to HEAD, oldest first, with the time of its commit.

    A version in which the file is gone is empty.
    """
    log = git.ask_readable(top, "log", "--first-parent", "--reverse", "--format=%H %cI", "HEAD", "--", path)
    for line in (log or "").split("\n"):
        if line:
            commit, _, at = line.partition(" ")
            yield datetime.fromisoformat(at.replace("Z", "+00:00")), _bytes(top, f"{commit}:{path}")


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
    log = git.ask_bytes(top, "log", *options, "--stdin", given=given, patience=git.LONG_PATIENCE) or b""
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


def contents(top: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The contents of each of the named blobs that there is."""
    wanted = sorted(set(names))
    given = "".join(f"{name}\n" for name in wanted).encode()
    words, patience = ("cat-file", "--batch"), git.LONG_PATIENCE
    data = git.ask_bytes(top, *words, given=given, patience=patience) if wanted else None
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
    log = git.ask_bytes(
        top, "log", "--all", f"--grep=^{key}:", "--format=%x01%h%x02%B", patience=git.LONG_PATIENCE
    )
    found = []
    for part in (log or b"").decode("utf-8", "replace").split("\1"):
        commit, _, message = part.partition("\2")
        lines = [line for line in message.split("\n") if line.startswith(f"{key}:")]
        found += [(line.removeprefix(f"{key}:").strip(), commit) for line in lines]
    return found


def _bytes(folder: Path, name: str) -> bytes:
    found = git.ask_bytes(folder, "cat-file", "blob", name)
    return found if found is not None else b""
