"""Takes stock of the repository around a memory: what it has, and what its history saw go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from memdecay import git
from memdecay.evidence.inventory import MANIFESTS, Inventory, Names, declared
from memdecay.evidence.mentions import Kind, Mention
from memdecay.git import history

_LARGEST_MANIFEST = 1024 * 1024
_MANIFESTS = [f":(top,glob)**/{name}" for name in MANIFESTS]
_SUPPLIERS = tuple(
    f":(top,glob)**/{name}"
    for name in (
        "package.json", "*lock.json", "*lock.yaml", "*.lock", "pnpm-workspace.yaml", "*.toml", "setup.cfg",
        "setup.py", "tox.ini", "noxfile.py", "Pipfile", "*requirements*", "requirements/*", "*.nix",
        "environment*.y*ml", ".pre-commit-config.yaml", ".tool-versions", "Gemfile", "composer.json",
        "go.mod", "Brewfile", "Dockerfile*", "*.gradle*", "pom.xml", ".github/workflows/*.y*ml",
    )
)  # fmt: skip
"""Where a program or a package may come from besides the manifests, whose dependencies alone are read."""
_TASKS = tuple(
    f":(top,glob)**/{name}" for name in ("*[Mm]akefile*", "*.mk", "*.make", "*[Jj]ustfile", "*.just")
)
"""Files with targets and recipes; an included one may have any name, and a target may be computed."""
_SPOKEN_OF = {
    Kind.DEPENDENCY: _SUPPLIERS, Kind.COMMAND: _SUPPLIERS, Kind.TARGET: _TASKS, Kind.RECIPE: _TASKS,
}  # fmt: skip
_MOST_VERSIONS = 3000
"""Of manifests, newest first: what went before them is long forgotten."""


def gone(top: Path | None, mentioned: Iterable[Mention]) -> Mapping[Mention, str]:
    """Of what is mentioned all that the repository at `top` had once and has no more, with its last day."""
    wanted = list(dict.fromkeys(mentioned))
    if top is None or not wanted:
        return {}
    present = Inventory(paths=frozenset(git.tracked(top)), names=_declared_now(top))
    missing = [one for one in wanted if not present.has(one)]
    missing = _without_made(top, missing)
    names = _removed_names(top) if any(not one.places for one in missing) else {}
    removed = Inventory(removed_paths=_removed_paths(top, missing), removed_names=names)
    return _without_spoken_of(top, removed.gone(missing))


def _without_made(top: Path, missing: Iterable[Mention]) -> list[Mention]:
    """Those of which no place is one that a build makes, so that git does not track what is there."""
    sample = {place: _sample(place) for one in missing for place in one.places}
    ignored = git.ignored(top, sample.values())
    made = {
        place for place, path in sample.items() if path in ignored or (path == place and _is_there(top, path))
    }
    return [one for one in missing if made.isdisjoint(one.places)]


def _without_spoken_of(top: Path, gone: Mapping[Mention, str]) -> dict[Mention, str]:
    """Those whose word stands in no file that may bring along what is meant: it may only have moved there."""
    spoken_of: set[Mention] = set()
    for kind, patterns in _SPOKEN_OF.items():
        asked = [one for one in gone if one.kind is kind]
        found = git.words(top, (one.name for one in asked), *patterns) if asked else frozenset()
        spoken_of.update(one for one in asked if one.name.lower() in found)
    return {one: day for one, day in gone.items() if one not in spoken_of}


def _sample(place: str) -> str:
    """The path itself; of a pattern some path in the folder that it begins with, "" where that is none."""
    folder = re.split(r"[*?\[{]", place, maxsplit=1)[0].rpartition("/")[0]
    return (folder and f"{folder}/x") if _is_pattern(place) else place


def _declared_now(top: Path) -> Names:
    """What the manifests in the work tree declare: they may be ahead of the last commit."""
    names: set[tuple[Kind, str]] = set()
    left_out: set[str] = set()
    for path in git.tracked(top, *_MANIFESTS):
        try:
            names |= _declared(path, (top / path).read_bytes())
        except OSError:
            left_out.add(path)
    for path, data in _in_index(top, left_out):
        names |= _declared(path, data)
    return frozenset(names)


def _declared(path: str, data: bytes) -> Names:
    return declared(path, data) if len(data) <= _LARGEST_MANIFEST else frozenset()


def _in_index(top: Path, paths: set[str]) -> Iterator[tuple[str, bytes]]:
    """What the index has of manifests that are not on disk, as in a sparse checkout."""
    told = git.ask(top, "ls-files", "--stage", "-z", "--", *_MANIFESTS) if paths else None
    records = (record.partition("\t") for record in (told or "").split("\0"))
    blobs = {path: said.split(" ")[1] for said, _, path in records if path in paths}
    contents = history.contents(top, blobs.values())
    return ((path, contents[blob]) for path, blob in blobs.items() if blob in contents)


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
            read[key] = _declared(path, contents.get(blob, b""))
        return read[key]

    for one in changes:
        yield one.day, names(one.path, one.before) - names(one.path, one.after)
