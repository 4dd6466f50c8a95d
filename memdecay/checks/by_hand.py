"""The one edit of an entry that is no rewrite: a person closes it in its own front matter."""

from __future__ import annotations

import re

from memdecay.entry import Declared, read_entry
from memdecay.front_matter import read

CLOSING_KEYS = frozenset({"status", "valid_until", "superseded_by"})
_CLOSING_LINE = re.compile(rb"(?:status|valid_until|superseded_by)[ \t]*:(?:[ \t\r].*)?")
_FENCE = re.compile(rb"---[ \t]*\r?")


def is_closed_by_hand(path: str, before: bytes, after: bytes) -> bool:
    """Whether `after` is `before` with nothing changed but what closes it, and closed now."""
    old, _ = read_entry(path, before)
    new, _ = read_entry(path, after)
    if old is None or new is None:
        return False
    is_closing = old.declared is Declared.ACTIVE and new.declared is Declared.CLOSED
    return is_closing and not new.unreadable & CLOSING_KEYS and _is_same_beside(path, before, after)


def _is_same_beside(path: str, before: bytes, after: bytes) -> bool:
    """Whether every byte outside of the closing lines is the same, and means the same."""
    if _without_closing_lines(before) != _without_closing_lines(after):
        return False
    # A line may have been part of a longer value, which would be another one without it.
    return _other_values(path, before) == _other_values(path, after)


def _without_closing_lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    end = next((place for place, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line)), len(lines))
    kept = [line for line in lines[:end] if not _CLOSING_LINE.fullmatch(line)]
    return [*kept, *lines[end:]]


def _other_values(path: str, data: bytes) -> object:
    fields, _ = read(path, data)
    if fields is None:
        return None
    values = {
        key: (value.text, value.texts, value.is_plain, value.is_nested)
        for key, value in fields.values.items()
        if key not in CLOSING_KEYS
    }
    return values, fields.body
