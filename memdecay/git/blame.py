"""With which commit each line of a file came, and who wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from memdecay import git

_REVISIONS_TO_IGNORE = ".git-blame-ignore-revs"
_BLAME = ("blame", "--porcelain", "--no-ignore-revs-file")
"""Without the lists of the user, of which one that is missing would end it."""
_SHORTEST_HASH = 40


class Origin(NamedTuple):
    """Which commit a line came with, when that was written, and the path the file had in it."""

    commit: str
    at: datetime
    path: str


def authors(path: Path) -> dict[int, str]:
    """The author of every committed line of a file, by number from 1; empty where git knows none."""
    told = git.ask_bytes(path.parent, *_BLAME, "--", path.name) or b""
    return {number: said["author"].strip() for number, _, said in _committed(told.decode("utf-8", "replace"))}


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
        words = [*_BLAME, "-w", *options, "--", path]
        told = git.ask_bytes(top, *words, patience=git.LONG_PATIENCE)
        if told is not None:
            lines = _committed(told.decode("utf-8", "surrogateescape"))
            return {number: _origin(commit, said) for number, commit, said in lines}
    return {}


def _origin(commit: str, said: Mapping[str, str]) -> Origin:
    at = datetime.fromtimestamp(int(said["author-time"]), timezone.utc)
    return Origin(commit, at, said["filename"])


def _committed(told: str) -> Iterator[tuple[int, str, Mapping[str, str]]]:
    """Of every committed line its number, its commit, and what is said of that: git says it once each."""
    known: dict[str, dict[str, str]] = {}
    commit, number = "", 0
    for row in told.split("\n"):
        words = row.split(" ")
        if row.startswith("\t"):
            if commit.strip("0"):  # what is not committed yet has a name of zeros
                yield number, commit, known[commit]
        elif len(words) in {3, 4} and len(words[0]) >= _SHORTEST_HASH:
            commit, number = words[0], int(words[2])
            known.setdefault(commit, {})
        elif row:
            name, _, value = row.partition(" ")
            known[commit][name] = value
