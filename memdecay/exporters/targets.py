"""The files in which agents look for instructions: by what name, in what shape, and how much of them is read.

Each target is data. What vendors do changes often, so every target says when it was looked up last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath

from memdecay.exporters import headers


class Unit(str, Enum):
    """In what a reader counts."""

    BYTES = "bytes"
    CHARACTERS = "characters"
    LINES = "lines"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How much of a file is read. Beyond a hard one text is cut off, so nothing is written there; of
    another one is only told.

    A shared one holds for all files of that name from the top of a repository down to any folder.
    """

    says: str
    most: int
    unit: Unit
    is_hard: bool = False
    is_shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A place that agents read. One with a `header` is a folder of files that are wholly ours."""

    name: str
    paths: tuple[str, ...]
    verified: str
    limits: tuple[Limit, ...] = ()
    header: Callable[[tuple[str, ...]], str | None] | None = None
    ending: str = ".md"


_COPILOT_REVIEW = "Copilot code review reads the first 4,000 characters of a file"

TARGETS = (
    Target(
        name="agents",
        paths=("AGENTS.md", "AGENTS.override.md"),
        limits=(
            Limit(
                says="Codex reads 32 KiB of all AGENTS.md together, those at the top first",
                most=32 * 1024, unit=Unit.BYTES, is_hard=True, is_shared=True,
            ),
        ),
        verified="2026-08",
    ),
    Target(
        name="claude",
        paths=("CLAUDE.md", "CLAUDE.local.md"),
        limits=(Limit(says="Claude Code advises fewer than 200 lines", most=200, unit=Unit.LINES),),
        verified="2026-08",
    ),
    Target(name="gemini", paths=("GEMINI.md",), verified="2026-08"),
    Target(
        name="copilot",
        paths=(".github/copilot-instructions.md",),
        limits=(Limit(says=_COPILOT_REVIEW, most=4_000, unit=Unit.CHARACTERS),),
        verified="2026-08",
    ),
    Target(
        name="cursor-rules",
        paths=(".cursor/rules",),
        limits=(Limit(says="Cursor advises fewer than 500 lines", most=500, unit=Unit.LINES),),
        header=headers.of_cursor,
        ending=".mdc",
        verified="2026-08",
    ),
    Target(name="claude-rules", paths=(".claude/rules",), header=headers.of_claude, verified="2026-08"),
    Target(
        name="copilot-rules",
        paths=(".github/instructions",),
        limits=(Limit(says=_COPILOT_REVIEW, most=4_000, unit=Unit.CHARACTERS),),
        header=headers.of_copilot,
        ending=".instructions.md",
        verified="2026-08",
    ),
)  # fmt: skip


def named(name: str) -> Target | None:
    return next((one for one in TARGETS if one.name == name), None)


def of_path(path: str) -> Target | None:
    """The target whose file or folder a POSIX path names, by its last parts."""
    parts = PurePosixPath(path).parts
    for target in TARGETS:
        for known in target.paths:
            wanted = PurePosixPath(known).parts
            if parts[-len(wanted) :] == wanted:
                return target
    return None
