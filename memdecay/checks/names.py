"""Two entries must not answer to one name, on any file system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from memdecay import ids
from memdecay.problem import Problem
from memdecay.state import State


def shared_ids(state: State, now: datetime) -> Iterator[Problem]:  # noqa: ARG001
    """Files whose ids are equal."""
    for name, paths in _groups((entry.id, entry.path) for entry in state.entries):
        for path in paths:
            others = " and ".join(one for one in paths if one != path)
            message = f"{name} is also the id of {others}; give one of them another id"
            yield Problem(rule="shared-id", path=path, key="id", message=message)


def clashing_paths(state: State, now: datetime) -> Iterator[Problem]:  # noqa: ARG001
    """Files whose paths are one and the same where case, or the spelling of accents, does not count."""
    paths = [entry.path for entry in state.entries] + [note.path for note in state.notes.values()]
    for _, clashing in _groups((ids.folded(path), path) for path in paths):
        for path in clashing:
            others = " and ".join(one for one in clashing if one != path)
            message = f"is the same file as {others} on some systems; rename one"
            yield Problem(rule="clashing-path", path=path, message=message)


def _groups(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Each name that several paths share, with those paths, sorted."""
    groups: dict[str, list[str]] = {}
    for name, path in pairs:
        groups.setdefault(name, []).append(path)
    return ((name, sorted(paths)) for name, paths in sorted(groups.items()) if len(paths) > 1)
