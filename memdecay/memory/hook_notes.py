"""What the hooks of agents leave for later, in the cache: why one could not answer, what a file still says.

A few lines that may go at any time. Whoever writes last wins, and nothing waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from memdecay import files, fsio, moment
from memdecay.errors import Refused
from memdecay.problem import Problem, Severity

PATH = f"{fsio.CACHE_FOLDER}/agent-hooks.jsonl"
_MOST = 40
_LONGEST_TEXT = 2_000
_LONGEST_FILE = 512 * 1024


class About(str, Enum):
    """What a note is about."""

    FAULT = "fault"
    STALE = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One line: left by which hook (its command) and when; for which session of the agent, where one said."""

    about: About
    hook: str
    at: str
    text: str
    session: str | None = None


def fault(hook: str, at: datetime, text: str) -> Note:
    """A note of why a hook could not answer."""
    return Note(about=About.FAULT, hook=hook, at=moment.timestamp(at), text=text[:_LONGEST_TEXT])


def read(root: Path) -> tuple[Note, ...]:
    """Every note that can be read, oldest first."""
    try:
        data = files.read(root, PATH, _LONGEST_FILE)
    except OSError:
        return ()
    return tuple(note for line in data.split(b"\n") if (note := _note(line)) is not None)


def leave(root: Path, notes: Iterable[Note]) -> None:
    """Add notes; of what was left before by the same hook for the same reason only the last stays.

    What is no memory gets none.
    """
    added = tuple(notes)
    if added and (root / files.SETTINGS_NAME).is_file():
        said = {(one.about, one.hook, one.text, one.session) for one in added}
        kept = [one for one in read(root) if (one.about, one.hook, one.text, one.session) not in said]
        _write(root, [*kept, *added])


def settle(root: Path, is_settled: Callable[[Note], bool]) -> None:
    """Drop the notes that need no more attention."""
    notes = read(root)
    kept = [one for one in notes if not is_settled(one)]
    if len(kept) < len(notes):
        _write(root, kept)


def problems(root: Path) -> Iterable[Problem]:
    """Why hooks could not answer, for `doctor`. A hook that answers again takes its faults back."""
    for one in read(root):
        if one.about is About.FAULT:
            message = f"`memdecay {one.hook}` could not answer on {one.at}: {one.text}"
            yield Problem(rule="agent-hook", path=PATH, message=message, severity=Severity.WARNING)


def _write(root: Path, notes: list[Note]) -> None:
    lines = [json.dumps(_shape(one), ensure_ascii=True) for one in notes[-_MOST:]]
    with suppress(OSError, Refused):  # a memory that is only for reading keeps none
        fsio.keep_in_cache(root, PATH.rpartition("/")[2], "".join(f"{one}\n" for one in lines).encode())


def _shape(note: Note) -> dict[str, Any]:
    return {
        "about": note.about.value, "hook": note.hook, "at": note.at, "text": note.text,
        "session": note.session,
    }  # fmt: skip


def _note(line: bytes) -> Note | None:
    try:
        held = json.loads(line)
        texts = {key: held[key] for key in ("hook", "at", "text")}
        about, session = About(held["about"]), held.get("session")
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not all(isinstance(one, str) for one in (*texts.values(), "" if session is None else session)):
        return None
    return Note(about=about, session=session, **texts)
