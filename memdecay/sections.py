"""An entry as a section of a document that agents read: its id, when and where it holds, its text.

Where it holds includes the headings it stood under at its source: a line torn from them may mean less.
"""

from __future__ import annotations

from memdecay.entry import Entry
from memdecay.inset import code, quoted
from memdecay.track_record import Mark, TrackRecord

_LEVEL = 3
"""Of the heading; those in the entry's text go below it."""
_LONGEST_NOTE = 200


def section(entry: Entry, *, via: str | None = None) -> str:
    """The section of an entry that nothing is held against; `via` is what it is read instead of."""
    return _joined(entry, _facts(entry, via), "")


def section_with_warnings(
    entry: Entry, record: TrackRecord, *, is_unreviewed: bool, via: str | None = None
) -> str:
    """The section with what speaks against relying on it, before its text."""
    warnings = [f"> Misled {code(mark.by)} on {mark.at:%Y-%m-%d}{_noted(mark)}." for mark in record.marks]
    if is_unreviewed:
        warnings.append("> Unreviewed: no person has accepted this yet.")
    return _joined(entry, _facts(entry, via), "\n".join(warnings))


def _joined(entry: Entry, facts: str, warnings: str) -> str:
    parts = [f"{'#' * _LEVEL} {entry.id}", facts, warnings, quoted(entry.body, _LEVEL)]
    return "".join(f"{part}\n\n" for part in parts if part)


def _facts(entry: Entry, via: str | None) -> str:
    """When and where it holds, in a line; "" where that is always and everywhere."""
    facts = [
        f"since {entry.valid_from.day.isoformat()}" if entry.valid_from else "",
        f"until {entry.valid_until.text}" if entry.valid_until else "",
        f"in {', '.join(map(code, entry.scope))}" if entry.scope else "",
        f"instead of {via}" if via else "",
        f"under {code(entry.section)}" if entry.section else "",
    ]
    listed = ", ".join(fact for fact in facts if fact)
    return f"Holds {listed}." if listed else ""


def _noted(mark: Mark) -> str:
    return f": {code(mark.note[:_LONGEST_NOTE])}" if mark.note else ""
