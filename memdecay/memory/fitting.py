"""Gathers how long this repository's own instructions lived, and fits the law of fading to that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from memdecay import chronicle, git, survival
from memdecay.errors import Refused
from memdecay.front_matter import LONGEST_FILE
from memdecay.git import history
from memdecay.memory.opening import Memory
from memdecay.memory.show import Shown, Snapshot
from memdecay.survival import Fit, Lifespan, TooFew

INSTRUCTION_FILES = (
    ":(glob)**/AGENTS.md", ":(glob)**/CLAUDE.md", ":(glob)**/GEMINI.md", ".cursorrules", ".windsurfrules",
    ".clinerules", ":(glob).cursor/rules/**", ":(glob).claude/rules/**", ":(glob).windsurf/rules/**",
    ".github/copilot-instructions.md", ":(glob).github/instructions/**",
)  # fmt: skip
"""What coding agents read their instructions from, as git matches paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The fit, and what it was made of: entries of the memory, and files with a history."""

    fit: Fit
    entries: int
    files: tuple[str, ...]


def fit(memory: Memory, paths: Sequence[str]) -> Fitted:
    """Fit the law to the memory and to the git history of `paths`, by default all instruction files.

    Raises Refused where a path has no history, and where there are too few ends to learn from.
    """
    top = git.top_level(memory.root)
    files = _files(top, paths)
    snapshot = Snapshot(memory=memory, at=memory.now)
    own = [life for shown in snapshot.all() if (life := _life(shown, memory.now)) is not None]
    lives = list(own)
    for path in files:
        lives += chronicle.lifespans(_versions(top or memory.root, path), memory.now)
    try:
        return Fitted(fit=survival.fit(lives), entries=len(own), files=tuple(files))
    except TooFew as fault:
        raise Refused(f"{fault}; the defaults stand (name more instruction files to learn from)") from None


def _files(top: Path | None, paths: Sequence[str]) -> list[str]:
    if top is None:
        if paths:
            raise Refused("this memory is in no git repository, so no file has a history to learn from")
        return []
    if not paths:
        return git.tracked(top, *INSTRUCTION_FILES)
    relative = [Path(path).resolve() for path in paths]
    outside = [str(path) for path in relative if top.resolve() not in path.parents]
    if outside:
        raise Refused(f"{outside[0]} is not in the repository {top}")
    tracked = [git.tracked(top, path.relative_to(top.resolve()).as_posix()) for path in relative]
    for path, found in zip(paths, tracked, strict=True):
        if not found:
            raise Refused(f"git tracks no file {path}; commit it first, or name another")
    return list(dict.fromkeys(path for found in tracked for path in found))


def _versions(top: Path, path: str) -> list[tuple[datetime, str]]:
    return [
        (at, data.decode("utf-8", "replace"))
        for at, data in history.versions(top, path)
        if len(data) <= 16 * LONGEST_FILE
    ]


def _life(shown: Shown, now: datetime) -> Lifespan | None:
    """How long an entry held; None where its birth is unknown or yet to come."""
    born = shown.entry.born
    if born is None or born > now:
        return None
    ends = [one for one in (shown.lifetime.closes, shown.lifetime.ends) if one is not None and one <= now]
    end = min(ends, default=now)
    return Lifespan(days=max(0.0, (end - born) / timedelta(days=1)), ended=1.0 if ends else 0.0)
