"""What an entry says is what a person sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from memdecay import characters
from memdecay.entry import ClosingNote, Entry
from memdecay.problem import Problem, Severity
from memdecay.state import Standing, State

_STRUCK = re.compile(r"~~[^~\n]+~~")


def hidden(state: State, now: datetime) -> Iterator[Problem]:  # noqa: ARG001
    """Characters that cannot be seen, in any text of an entry or a closing note."""
    for entry in state.entries:
        yield from _hidden_in(entry, "body", entry.body)
        for key, text in _texts(entry):
            yield from _hidden_in(entry, key, text)
    for note in state.notes.values():
        yield from _hidden_in(note, "body", note.body)
        yield from _hidden_in(note, "reason", note.reason or "")
        yield from _hidden_in(note, "closed_by", note.closed_by or "")


def struck_out(state: State, now: datetime) -> Iterator[Problem]:
    """An entry that holds while part of its text is struck through."""
    for entry in state.entries:
        if state.lifetimes[entry.path].standing(now) is Standing.ACTIVE and _STRUCK.search(entry.body):
            yield Problem(
                rule="struck-out",
                path=entry.path,
                message="holds text that is struck through; write what holds as a new entry "
                f"with --supersedes {entry.id}",
                severity=Severity.WARNING,
            )


def _texts(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "title", entry.title if entry.title not in entry.body else ""
    yield "author", entry.author or ""
    yield "source", entry.source or ""
    yield from (("tags", tag) for tag in entry.tags)
    yield from (("scope", item) for item in entry.scope)


def _hidden_in(stated_in: Entry | ClosingNote, key: str, text: str) -> Iterator[Problem]:
    found = characters.hidden(text)
    if found:
        listed = ", ".join(str(one) for one in found[:3])
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        yield Problem(
            rule="hidden-text",
            path=stated_in.path,
            line=stated_in.lines.get(key),
            key=key,
            message=f"holds characters that cannot be seen ({listed}{more}); remove them",
        )
