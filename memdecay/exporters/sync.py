"""Brings files that agents read up to date: plans what each would hold, and writes only what differs."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePosixPath

from memdecay import git
from memdecay.entry import Entry
from memdecay.errors import Refused
from memdecay.exporters import managed_block
from memdecay.exporters.destination import Destination
from memdecay.exporters.filling import Filling
from memdecay.exporters.managed_block import Block, Damaged
from memdecay.exporters.targets import Limit, Target, Unit
from memdecay.memory.context import LeftOut
from memdecay.memory.opening import Memory
from memdecay.packing import tokens

DEFAULT_BUDGET = 4_000


class HandEdited(Refused):
    """The block is not as it was written; `difference` shows how what would be written differs from it."""

    def __init__(self, message: str, difference: str) -> None:
        super().__init__(message)
        self.difference = difference


class Change(str, Enum):
    """What is to happen to a file."""

    CREATED = "created"
    UPDATED = "updated"
    REMOVED = "removed"
    NONE = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A file to bring up to date, as the user named it, and how."""

    file: Path
    budget: int = DEFAULT_BUDGET
    scopes: tuple[str, ...] = ()
    target: str | None = None
    overwrite: bool = False
    remove: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What one file is to hold. `data` is None where nothing is to be written."""

    at: Destination
    change: Change
    data: bytes | None = None
    entries: tuple[Entry, ...] = ()
    tokens: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be done for a wish, and which entries are in no file and why."""

    target: Target
    files: tuple[Planned, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def is_done(self) -> bool:
        """Whether every file is as it should be."""
        return all(one.data is None for one in self.files)


def carry_out(planned: Plan) -> None:
    """Write what the plan says. Raises Refused where a file has changed since."""
    for one in planned.files:
        if one.data is not None:
            one.at.write(one.data)


def planned_file(
    at: Destination, filling: Filling, target: Target, wish: Wish, *, header: str = "", elsewhere: int = 0
) -> tuple[Planned, Filling]:
    """What the file is to hold, within the hard limits of its readers, and what is left of the filling.

    `header` begins a file that is made; `elsewhere` is how many bytes other files of that name take.
    """
    block = _block(at)
    if filling.unfit and not filling.entries:
        raise Refused(
            f"nothing of what holds for {at.shown} fits in {wish.budget:,} tokens; give more with --budget"
        )
    if not filling.entries and block is None:
        return Planned(at=at, change=Change.NONE), filling
    data = header.encode() if at.data is None else at.data
    new = _spliced(at, data, filling.body)
    for limit in target.limits:
        while limit.is_hard and filling.entries and _size(new, limit) + elsewhere > limit.most:
            filling = filling.shorter()
            new = _spliced(at, data, filling.body)
        if limit.is_hard and not filling.entries and _size(new, limit) + elsewhere > limit.most:
            raise _without_room(at, limit, elsewhere)
    _refuse_edited(at, block, filling.body, wish)
    done = Planned(
        at=at,
        change=_change(at, new),
        data=None if new == at.data else new,
        entries=filling.entries,
        tokens=tokens(filling.body),
        warnings=tuple(_warnings(at, new, target, filling)),
    )
    return done, filling


def planned_removal(at: Destination, wish: Wish) -> Planned:
    """The file without its block."""
    block = _block(at)
    if at.data is None or block is None:
        return Planned(at=at, change=Change.NONE)
    _refuse_edited(at, block, "", wish)
    return Planned(at=at, change=Change.REMOVED, data=managed_block.removed(at.data))


def outside(at: Destination) -> bytes:
    """What people wrote in the file. Raises Refused where the markers are damaged."""
    try:
        return managed_block.outside(at.data or b"")
    except Damaged as fault:
        raise _damaged(at, fault) from None


def _block(at: Destination) -> Block | None:
    try:
        return managed_block.find(at.data or b"")
    except Damaged as fault:
        raise _damaged(at, fault) from None


def _spliced(at: Destination, data: bytes, body: str) -> bytes:
    try:
        return managed_block.spliced(data, body)
    except Damaged as fault:
        raise _damaged(at, fault) from None


def _damaged(at: Destination, fault: Damaged) -> Refused:
    return Refused(f"{at.shown}: {fault}; nothing was written, mend it by hand")


def _change(at: Destination, new: bytes) -> Change:
    if at.data is None:
        return Change.CREATED
    return Change.NONE if new == at.data else Change.UPDATED


def _refuse_edited(at: Destination, block: Block | None, body: str, wish: Wish) -> None:
    if block is None or block.is_untouched or wish.overwrite:
        return
    lines = difflib.unified_diff(
        block.body.splitlines(keepends=True),
        body.splitlines(keepends=True),
        at.shown,
        "what sync would write",
    )
    raise HandEdited(
        f"the block at line {block.line} of {at.shown} was edited by hand, so nothing was written; take the "
        "edit into the memory (`memdecay add`), or give it up with --overwrite",
        "".join(lines),
    )


def _size(data: bytes, limit: Limit) -> int:
    if limit.unit is Unit.BYTES:
        return len(data)
    text = data.decode("utf-8", "replace")
    return len(text) if limit.unit is Unit.CHARACTERS else text.count("\n") + (not text.endswith("\n"))


def _without_room(at: Destination, limit: Limit, elsewhere: int) -> Refused:
    own = len(at.data or b"")
    others = f" and files like it {elsewhere:,}" if elsewhere else ""
    return Refused(f"{at.shown} has {own:,} bytes{others}, but {limit.says}; shorten it, nothing was written")


def _warnings(at: Destination, new: bytes, target: Target, filling: Filling) -> list[str]:
    found = [
        f"{at.shown} has {_size(new, limit):,} {limit.unit.value}; {limit.says}"
        for limit in target.limits
        if not limit.is_hard and _size(new, limit) > limit.most
    ]
    hard = [limit for limit in target.limits if limit.is_hard]
    return found + [f"{limit.says}" for limit in hard if filling.is_cut]


def bytes_elsewhere(memory: Memory, at: Destination) -> int:
    """How many bytes of files of the same name are read together with this one, at the most.

    That is all those above it, and the longest way down from it.
    """
    if memory.spool.top is None:
        return 0
    top = memory.spool.top
    names = [f":(top,glob)**/{at.path.name}"]
    sizes = {PurePosixPath(path).parent: _length(top / path) for path in git.tracked(top, *names)}
    here = PurePosixPath(at.folder or ".")
    above = sum(size for folder, size in sizes.items() if folder in here.parents)
    below = [folder for folder in sizes if here in folder.parents]
    ways = [sum(sizes[one] for one in below if one == end or one in end.parents) for end in below]
    return above + max(ways, default=0)


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
