"""Takes stock of the repository around a memory: what it has, and what its history saw go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from memdecay import git
from memdecay.evidence.inventory import MANIFESTS, Inventory, Names, declared
from memdecay.evidence.mentions import Kind, Mention
from memdecay.git import history

_LARGEST_MANIFEST = 1024 * 1024
_MANIFESTS = [f":(top,glob)**/{name}" for name in MANIFESTS]
_MOST_VERSIONS = 3000
"""Of manifests, newest first: what went before them is long forgotten."""


def gone(top: Path | None, mentioned: Iterable[Mention]) -> Mapping[Mention, str]:
    """Of what is mentioned all that the repository at `top` had once and has no more, with its last day."""
    wanted = list(dict.fromkeys(mentioned))
    if top is None or not wanted:
        return {}
    present = Inventory(paths=frozenset(git.tracked(top)), names=_declared_now(top))
    missing = [one for one in wanted if not present.has(one)]
    places = {place for one in missing for place in one.places if not _is_pattern(place)}
    made = {place for place in places if _is_there(top, place)} | git.ignored(top, places)
    missing = [one for one in missing if made.isdisjoint(one.places)]
    removed = Inventory(removed_paths=_removed_paths(top, missing), removed_names=_removed_names(top))
    return removed.gone(missing)


def _declared_now(top: Path) -> Names:
    """What the manifests in the work tree declare: they may be ahead of the last commit."""
    names: set[tuple[Kind, str]] = set()
    for path in git.tracked(top, *_MANIFESTS):
        with suppress(OSError):
            data = (top / path).read_bytes()
            names |= declared(path, data) if len(data) <= _LARGEST_MANIFEST else set()
    return frozenset(names)


def _is_there(top: Path, place: str) -> bool:
    """Whether git does not track it and it is there all the same, such as what a build made."""
    try:
        return (top / place).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _is_pattern(place: str) -> bool:
    return not {"*", "?", "[", "{"}.isdisjoint(place)


def _removed_paths(top: Path, missing: Iterable[Mention]) -> dict[str, str]:
    """The day on which each file that was meant, or stood where something was meant, was last removed."""
    patterns = [_pattern(place) for one in missing for place in one.places]
    removed: dict[str, str] = {}
    for change in history.changes(top, patterns, only_removals=True):
        removed.setdefault(change.path, change.day)
    return removed


def _pattern(place: str) -> str:
    # git knows no braces: it is asked for all below the folders before them, which are compared later.
    if "{" in place:
        return f":(top,literal){place.split('{')[0].rpartition('/')[0] or '.'}"
    return f":(top,glob){place}" if _is_pattern(place) else f":(top,literal){place}"


def _removed_names(top: Path) -> dict[tuple[Kind, str], str]:
    changes = history.changes(top, _MANIFESTS)[:_MOST_VERSIONS]
    contents = history.contents(top, {name for one in changes for name in (one.before, one.after) if name})
    removed: dict[tuple[Kind, str], str] = {}
    for day, names in _shrunk(changes, contents):
        for name in names:
            removed.setdefault(name, day)  # the newest change comes first
    return removed


def _shrunk(changes: list[history.Change], contents: dict[str, bytes]) -> Iterator[tuple[str, Names]]:
    """For each change of a manifest its day and what the manifest declared no more after it."""
    read: dict[tuple[str, str], Names] = {}

    def names(path: str, blob: str) -> Names:
        key = (path.rpartition("/")[2], blob)
        if key not in read:
            data = contents.get(blob, b"")
            read[key] = declared(path, data) if len(data) <= _LARGEST_MANIFEST else frozenset()
        return read[key]

    for one in changes:
        yield one.day, names(one.path, one.before) - names(one.path, one.after)
