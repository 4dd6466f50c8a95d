"""Small makers of the values that tests talk about; times are written as in a file."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from memdecay import moment
from memdecay.entry import ClosingNote, Entry
from memdecay.event import Event, Kind

MOMENTS = {"valid_from", "valid_until", "created", "recorded"}


def instant(text: str) -> datetime:
    """The first instant of a written date or timestamp."""
    return moment.parse(text).begins


def entry(id: str = "a", **values: Any) -> Entry:  # noqa: A002 - the domain's own word
    """An entry that says nothing but its id, and `values`."""
    plain = {"path": f"{id}.md", "title": id, "body": f"{id}\n"}
    return Entry(id=id, **{**plain, **_parsed(values)})


def note(closes: str = "a", **values: Any) -> ClosingNote:
    """A closing note beside the entry `closes`."""
    return ClosingNote(closes=closes, **{"path": f"{closes}.closed.md", **_parsed(values)})


def happened(kind: str, at: str = "2026-06-03T09:14:00Z", **values: Any) -> Event:
    """An event about the entry `a` by Dana; its id follows from what it says."""
    plain = {"id": f"{kind}-{at}-{values.get('by', 'Dana')}".replace(":", ""), "entry": "a", "by": "Dana"}
    return Event(kind=Kind(kind), at=instant(at), **{**plain, **values})


def markdown(*block: str, body: str = "Use pnpm.\n") -> bytes:
    """The bytes of a file with these lines between its fences."""
    return "\n".join(["---", *block, "---", body]).encode()


def _parsed(values: dict[str, Any]) -> dict[str, Any]:
    return {
        key: moment.parse(value) if key in MOMENTS and isinstance(value, str) else value
        for key, value in values.items()
    }
