"""Asks git whence the lines of a file come; where it does not know, the disk when the file was written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone

from memdecay import git
from memdecay.git import blame
from memdecay.git.blame import Origin
from memdecay.importers.dating import History
from memdecay.importers.finding import Found
from memdecay.importers.page import Lines, Note

_INSTRUCTION_LIKE = (".md", ".mdc", ".mdx", ".txt", "rules")
"""Endings of files in which instructions stand; lines that look copied from elsewhere are chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What git and the disk tell of a file; nothing where they would mislead."""

    history: History | None = None
    modified: datetime | None = None
    notes: tuple[Note, ...] = ()


NOTHING_TOLD = Told()


def told(found: Found, lines: Lines) -> Told:
    """The commit and time of each line, and when the file was last written."""
    modified = datetime.fromtimestamp(int(found.place.stat().st_mtime), timezone.utc)
    if git.work_tree(found.base) is None:
        return Told(modified=modified)
    if git.is_shallow(found.base):
        message = "the history of its repository was cut off (a shallow clone), so no date was taken from it"
        return Told(notes=(Note(path=found.path, message=message),))
    origins = _origins(found)
    return Told(
        history=History(
            commits={number: one.commit for number, one in origins.items()},
            times={one.commit: one.at for one in origins.values()},
        ),
        modified=modified,
        notes=tuple(_uncommitted(found, len(lines.starts) - len(origins), is_new=not origins)),
    )


def _origins(found: Found) -> dict[int, Origin]:
    """Where each line comes from, copies followed, but into files of instructions only."""

    def is_trusted(one: Origin) -> bool:
        return one.path == found.path or one.path.endswith(_INSTRUCTION_LIKE)

    origins = blame.origins(found.base, found.path)
    if all(is_trusted(one) for one in origins.values()):
        return origins
    own = blame.origins(found.base, found.path, follows_copies=False)
    return {number: one if is_trusted(one) else own.get(number, one) for number, one in origins.items()}


def _uncommitted(found: Found, missing: int, *, is_new: bool) -> list[Note]:
    if missing <= 0:
        return []
    lines = "1 line that is" if missing == 1 else f"{missing} lines that are"
    what = "is" if is_new else f"has {lines}"
    message = f"{what} not committed, so nobody may have looked at that"
    return [Note(path=found.path, message=message)]
