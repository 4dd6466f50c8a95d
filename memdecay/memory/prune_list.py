"""Reads a prune list, and says what to call it: by its place in the memory, never on the machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memdecay import files, front_matter, proposals
from memdecay.checks.sizes import LONGEST_LIST
from memdecay.errors import Unusable
from memdecay.memory.opening import Memory
from memdecay.moment import EARLIEST
from memdecay.problem import Problem
from memdecay.proposals import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list as it stands on disk. `name` is what is recorded of its place."""

    path: Path
    name: str
    data: bytes
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    created: datetime

    @property
    def text(self) -> str:
        return _decoded(self.data, self.path)

    @property
    def ticked(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.is_ticked)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def problem(self, line: Line | None, message: str) -> Problem:
        """A fault of one line, or of the whole list."""
        number = line.number if line else None
        return Problem(rule="prune-list", path=self.name, line=number, message=message)


def open_list(memory: Memory, path: Path) -> Listed:
    """The list at `path`. Raises Unusable where there is no regular file with text in it."""
    data = _read(path)
    text = _decoded(data, path)
    lines, problems = proposals.read(text)
    name = _name(memory, path)
    return Listed(
        path=path,
        name=name,
        data=data,
        lines=tuple(lines),
        problems=tuple(Problem(rule=p.rule, path=name, line=p.line, message=p.message) for p in problems),
        created=proposals.created(text) or EARLIEST,
    )


def _read(path: Path) -> bytes:
    try:
        data = files.read(path.parent, path.name, LONGEST_LIST)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Unusable(
            f"cannot read {path} ({reason}); name the file that `memdecay propose` wrote"
        ) from None
    if len(data) > LONGEST_LIST:
        raise Unusable(f"{path} is longer than {LONGEST_LIST // 2**20} MiB; propose fewer with --limit")
    return data


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.removeprefix(front_matter.BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as fault:
        raise Unusable(f"{path} is not UTF-8: byte {fault.start}; restore it from git") from None


def _name(memory: Memory, path: Path) -> str:
    """The path in the memory, else in its repository, else only the name of the file."""
    place = path.resolve()
    for home in (memory.root.resolve(), memory.spool.top):
        if home is not None and home in place.parents:
            return place.relative_to(home).as_posix()
    return place.name
