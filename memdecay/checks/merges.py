"""What a merge did itself, apart from what it took over from one of its sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memdecay.checks.kinds import Kind, kind_of
from memdecay.git.commits import Change, Changes, File, Files

Bases = Callable[[int, int], Sequence[Files]]
"""The files of the best common ancestors of two parents, by their numbers."""


def changes_between(before: Files, after: Files) -> Changes:
    """Every path that is not the same in both."""
    paths = [path for path in {**before, **after} if before.get(path) != after.get(path)]
    return {path: Change(before.get(path), after.get(path)) for path in paths}


def own_changes(changes: Sequence[Changes], bases: Bases) -> list[Changes]:
    """The changes of a commit against each parent, without those that another parent brought along.

    Such a change was made, and is judged, on that parent's side. What one side never had, or never
    changed, is not brought along by it: to drop or to undo the other side's work is a change of the merge.
    """
    return [
        {
            path: change
            for path, change in of_one.items()
            if change.before is None or kind_of(path) is None
            or not any(
                _is_brought(path, change.before, change.after, bases(one, other))
                for other, of_other in enumerate(changes)
                if other != one and path not in of_other
            )
        }
        for one, of_one in enumerate(changes)
    ]  # fmt: skip


def _is_brought(path: str, before: File, after: File | None, bases: Sequence[Files]) -> bool:
    """Whether the other side, which has `after`, came to it by a change of its own to the same file.

    Of two files that both sides added under one name, one would replace the other: that is no such change.
    But two notes that close the same entry say the same, and one of them is enough.
    """
    there = [base[path] for base in bases if path in base]
    if not there:
        return kind_of(path) is Kind.NOTE and after is not None
    return any(base == before or base != after for base in there)
