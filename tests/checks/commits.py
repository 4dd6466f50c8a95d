"""Commits as values: what was there before and after, by path, with bytes for blobs."""

from __future__ import annotations

from collections.abc import Mapping

from memdecay import git
from memdecay.checks.merges import changes_between
from memdecay.checks.rewrites import Step, ledger_in, rewritten
from memdecay.git.commits import File

Stated = Mapping[str, "bytes | tuple[str, bytes]"]
"""What is at each path: the bytes of an ordinary file, or a mode with bytes."""


def files(stated: Stated) -> dict[str, File]:
    return {path: File(mode, git.blob_name(data)) for path, (mode, data) in _full(stated).items()}


def step(before: Stated, after: Stated) -> Step:
    """The commit that makes `after` of `before`."""
    contents = {git.blob_name(data): data for one in (before, after) for _, data in _full(one).values()}
    later = files(after)
    return Step(
        changes=changes_between(files(before), later),
        read=contents.__getitem__,
        known=lambda: ledger_in(later, contents.__getitem__),
    )


def told(before: Stated, after: Stated) -> list[str]:
    """What the guard says of that commit."""
    return [str(problem) for problem in rewritten(step(before, after))]


def rules(before: Stated, after: Stated) -> list[str]:
    return [f"{problem.rule} {problem.path}" for problem in rewritten(step(before, after))]


def _full(stated: Stated) -> dict[str, tuple[str, bytes]]:
    return {path: ("100644", held) if isinstance(held, bytes) else held for path, held in stated.items()}
