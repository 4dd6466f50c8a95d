"""What an entry says is what a person sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from memdecay import characters
from memdecay.checks.unseen import message
from memdecay.entry import ClosingNote, Entry
from memdecay.problem import Problem, Severity
from memdecay.state import Standing, State

_STRUCK = re.compile(r"~~[^~\n]+~~")


def hidden(state: State, now: datetime, *, joiners: bool = False) -> Iterator[Problem]:  # noqa: ARG001
    """Characters that cannot be seen, in any text of an entry or a closing note."""
    for entry in state.entries:
        for key, text in (("body", entry.body), *_texts(entry)):
            yield from _hidden_in(entry, key, text, joiners=joiners)
    for note in state.notes.values():
        for key, text in (
            ("body", note.body), ("reason", note.reason or ""), ("closed_by", note.closed_by or "")
        ):  # fmt: skip
            yield from _hidden_in(note, key, text, joiners=joiners)


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


def _hidden_in(stated_in: Entry | ClosingNote, key: str, text: str, *, joiners: bool) -> Iterator[Problem]:
    found = characters.hidden(text, joiners=joiners)
    if found:
        yield Problem(
            rule="hidden-text",
            path=stated_in.path,
            line=stated_in.lines.get(key),
            key=key,
            message=message(found),
        )
