"""Entries, notes and problems as the JSON that the index keeps, and back again."""

from __future__ import annotations

import json
from typing import Any

from memdecay import moment
from memdecay.entry import ClosingNote, Declared, Entry, Trust
from memdecay.moment import Moment
from memdecay.problem import Problem, Severity

ENTRY = "entry"
NOTE = "note"
BROKEN = "broken"

_MOMENTS = ("valid_from", "valid_until", "created", "recorded")


def of_entry(entry: Entry) -> str:
    """The record of an entry, without its path."""
    return _dump(
        {
            "id": entry.id,
            "title": entry.title,
            "body": entry.body,
            "declared": entry.declared.value,
            "valid_from": _text(entry.valid_from),
            "valid_until": _text(entry.valid_until),
            "supersedes": entry.supersedes,
            "superseded_by": entry.superseded_by,
            "scope": entry.scope,
            "tags": entry.tags,
            "importance": entry.importance,
            "pinned": entry.pinned,
            "trust": entry.trust.value,
            "created": _text(entry.created),
            "author": entry.author,
            "source": entry.source,
            "section": entry.section,
            "dated_by": entry.dated_by,
            "unreadable": sorted(entry.unreadable),
            "lines": dict(entry.lines),
        }
    )


def to_entry(path: str, record: str) -> Entry:
    """The entry whose file is at `path`, from its record."""
    held = _load(record)
    for key in ("supersedes", "scope", "tags"):
        held[key] = tuple(held[key])
    held["declared"] = Declared(held["declared"])
    held["trust"] = Trust(held["trust"])
    held["unreadable"] = frozenset(held["unreadable"])
    return Entry(path=path, **held)


def of_note(note: ClosingNote) -> str:
    """The record of a closing note, without its path."""
    return _dump(
        {
            "closes": note.closes,
            "body": note.body,
            "valid_until": _text(note.valid_until),
            "superseded_by": note.superseded_by,
            "reason": note.reason,
            "closed_by": note.closed_by,
            "recorded": _text(note.recorded),
            "lines": dict(note.lines),
        }
    )


def to_note(path: str, record: str) -> ClosingNote:
    """The closing note whose file is at `path`, from its record."""
    return ClosingNote(path=path, **_load(record))


def of_problems(problems: tuple[Problem, ...]) -> str:
    return _dump(
        [
            [p.rule, p.path, p.message, p.line, p.column, p.key, p.severity.value]
            for p in problems
        ]
    )  # fmt: skip


def to_problems(record: str) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            rule=rule, path=path, message=message, line=line, column=column, key=key,
            severity=Severity(severity),
        )
        for rule, path, message, line, column, key, severity in json.loads(record)
    )  # fmt: skip


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _load(record: str) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(record)
    for key in _MOMENTS:
        if held.get(key) is not None:
            held[key] = moment.parse(held[key])
    return held


def _text(written: Moment | None) -> str | None:
    return written.text if written else None
