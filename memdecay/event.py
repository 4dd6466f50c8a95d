"""What happened to an entry: one small JSON object an event, written once and read for ever.

Nothing depends on the order of events, nor on the clocks of those who wrote them agreeing.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from memdecay import ids, moment
from memdecay.problem import Problem, Severity

FORMAT = 1
LONGEST_LINE = 128 * 1024
"""Bytes; four texts of the longest fit, however many bytes each character is escaped to."""

LONGEST_TEXT = 2_000
"""Characters of a note or query; an event says what happened, an entry says what holds."""

_ID = re.compile(r"[0-9A-Za-z._-]{1,80}")
_CONFLICT_MARKS = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")


class Kind(str, Enum):
    """What happened. A new kind is one word here and one line in each set below."""

    RECALLED = "recalled"
    USED = "used"
    HELPED = "helped"
    MISLED = "misled"
    CONFIRMED = "confirmed"
    REVIEWED = "reviewed"
    DELETED = "deleted"


AFFIRMING = frozenset({Kind.USED, Kind.HELPED, Kind.CONFIRMED})
"""Kinds that reinforce. Being shown is not among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event. `id` is a UUID, `at` is UTC, `outcome` is from -1 (misled) to 1 (helped)."""

    id: str
    at: datetime
    kind: Kind
    entry: str
    by: str
    query: str | None = None
    note: str | None = None
    outcome: float | None = None
    session: str | None = None
    memory: str | None = None
    """Where the memory stood in its repository, by which a shared spool tells memories apart."""

    @property
    def writer_day(self) -> tuple[str, str]:
        """Who and on which UTC day: what one writer says often in a day counts once."""
        return (self.by, self.at.date().isoformat())


class EventFault(ValueError):
    """A line that is no event; the message says why."""


def uuid7(at: datetime, randomness: bytes) -> str:
    """A UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, then 10 random bytes.

    Sorting by it is a convenience for readers; nothing relies on it.
    """
    milliseconds = max(0, moment.microseconds(at) // 1000) & ((1 << 48) - 1)
    number = milliseconds << 80 | int.from_bytes(randomness[:10], "big")
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def shape(event: Event) -> dict[str, Any]:
    """The fields of an event as plain values, in the documented order."""
    return {
        "id": event.id,
        "at": moment.timestamp(event.at),
        "kind": event.kind.value,
        "entry": event.entry,
        "by": event.by,
        "query": event.query,
        "note": event.note,
        "outcome": event.outcome,
        "session": event.session,
    }


def write(event: Event) -> bytes:
    """The line of an event, ASCII, ending in a newline."""
    fields = {"v": FORMAT, **shape(event), "memory": event.memory}
    kept = {key: value for key, value in fields.items() if value is not None}
    return json.dumps(kept, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> Event:
    """The event in one line of bytes. Raises EventFault saying why there is none."""
    if len(line) > LONGEST_LINE:
        raise EventFault(f"is longer than {LONGEST_LINE:,} bytes")
    if line.startswith(_CONFLICT_MARKS):
        raise EventFault("is a conflict marker of git; delete the line, the events around it count")
    fields = _object(line)
    version = fields.get("v")
    if version != FORMAT:
        raise EventFault(f"is of format {version!r}, this program reads {FORMAT}; use a newer memdecay")
    return Event(
        id=_id(fields),
        at=_instant(fields),
        kind=_kind(fields),
        entry=_entry(fields),
        by=_text(fields, "by"),
        query=_optional(fields, "query"),
        note=_optional(fields, "note"),
        outcome=_outcome(fields),
        session=_optional(fields, "session"),
        memory=_optional(fields, "memory"),
    )


def read_all(path: str, data: bytes) -> tuple[list[Event], list[Problem]]:
    """Every event in the lines of one file; a bad line costs only itself and is a problem."""
    events, problems = [], []
    for number, line in enumerate(data.split(b"\n"), 1):  # not splitlines: U+2028 may stand in a note
        if not line.strip():
            continue
        try:
            events.append(read(line))
        except EventFault as fault:
            severity = Severity.WARNING if _is_torn(data, number) else Severity.ERROR
            problems.append(
                Problem(rule="event", path=path, line=number, message=f"the event {fault}", severity=severity)
            )
    return events, problems


def _is_torn(data: bytes, number: int) -> bool:
    """Whether line `number` is a last one without its newline: cut off while it was written."""
    return not data.endswith(b"\n") and number == data.count(b"\n") + 1


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode(), parse_constant=_refuse_constant, object_pairs_hook=_without_repeats)
    except UnicodeDecodeError:
        raise EventFault("is not UTF-8") from None
    except RecursionError:
        raise EventFault("is nested too deeply") from None
    except EventFault:
        raise
    except ValueError as fault:
        raise EventFault(f"is not JSON: {fault}") from None
    if not isinstance(found, dict):
        raise EventFault("is not a JSON object")
    return found


def _refuse_constant(name: str) -> None:
    raise EventFault(f"holds {name}, which is no number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise EventFault("names a key twice")
    return found


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EventFault(f"has no {key}")
    return value


def _id(fields: dict[str, Any]) -> str:
    text = _text(fields, "id")
    if _ID.fullmatch(text) is None:
        raise EventFault(f"has the id {text!r}, which is no UUID")
    return text


def _optional(fields: dict[str, Any], key: str) -> str | None:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise EventFault(f"has a {key} that is no text")
    return value


def _instant(fields: dict[str, Any]) -> datetime:
    text = _text(fields, "at")
    try:
        return moment.parse(text).begins
    except ValueError as fault:
        raise EventFault(f"has an unreadable time {text!r}: {fault}") from None


def _kind(fields: dict[str, Any]) -> Kind:
    text = _text(fields, "kind")
    try:
        return Kind(text)
    except ValueError:
        raise EventFault(f"is of an unknown kind {text!r}; use a newer memdecay") from None


def _entry(fields: dict[str, Any]) -> str:
    entry = _text(fields, "entry")
    if not ids.is_valid(entry):
        raise EventFault(f"names {entry!r}, which is not an id")
    return entry


def _outcome(fields: dict[str, Any]) -> float | None:
    value = fields.get("outcome")
    if value is None:
        return None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -1 <= value <= 1:
        raise EventFault(f"has the outcome {value!r}, which is not from -1 to 1")
    return float(value)
