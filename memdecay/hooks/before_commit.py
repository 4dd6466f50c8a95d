"""What the hooks before a commit do beside the check. None of them changes a file that is there.

What is staged is checked and only read. Then, if events wait, they are sealed: one new
file of the ledger, which goes into the index, so that what happened travels with the commit and nobody has
to remember it. (Where a deletion was approved this comes first, since the check looks for the approval.)
Into the index goes nothing but segments that this very repository sealed, and only where the commit takes
the index as it is: `git commit PATH` would leave the segment staged for removal, and a merge, rebase or
cherry-pick is to bring what it brings. There the events wait for the next commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memdecay import files, ledger, spool
from memdecay.errors import Refused
from memdecay.event import Kind
from memdecay.git import commit_under_way
from memdecay.memory.opening import Memory
from memdecay.memory.sealing import seal

_FOUND_FROM_THE_TOP = ("memory", ".memory", ".")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What sealing before a commit put into it: so many events, in the segments at these paths."""

    events: int
    staged: tuple[Path, ...]
    is_staged: bool


def refuse_deletion(stated: Path | None) -> None:
    """Raises Refused where no memory is here because the commit being made would take it away."""
    places = [stated.as_posix()] if stated is not None else _FOUND_FROM_THE_TOP
    settings = [f"{place}/{files.SETTINGS_NAME}" for place in places]
    if commit_under_way.is_deleting([one.removeprefix("./") for one in settings]):
        raise Refused(
            "this commit deletes the memory itself, which no check allows; `git restore --staged --worktree` "
            "brings it back, or commit with --no-verify and let a reviewer judge it"
        )


def is_approving(memory: Memory) -> bool:
    """Whether the event of an approved deletion waits, without which a check would refuse that deletion."""
    return bool(spool.waiting(memory.spool)) and any(one.kind is Kind.DELETED for one in memory.waiting)


def take_along(memory: Memory) -> Taken | None:
    """Seal what waits and put it into the commit being made; None where nothing waits or it must wait on.

    Raises Refused or OSError where the segment cannot be written; the events wait on then.
    """
    if not spool.waiting(memory.spool) and not spool.sealed(memory.spool):
        return None  # nothing that git need be asked about
    if not commit_under_way.is_whole_index():
        return None
    if not commit_under_way.is_tracked(memory.root / files.SETTINGS_NAME):
        return None
    done = seal(memory) if memory.waiting else None
    staged = _left_behind(memory)
    if done is None and not staged:
        return None
    is_staged = commit_under_way.stage(staged) if staged else True
    return Taken(events=done.events if done else 0, staged=tuple(staged), is_staged=is_staged)


def _left_behind(memory: Memory) -> list[Path]:
    """Segments that this repository sealed and that no index has yet."""
    ours = {path.name for path in spool.sealed(memory.spool)}
    return [path for path in commit_under_way.untracked(memory.root / ledger.FOLDER) if path.name in ours]
