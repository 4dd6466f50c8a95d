"""How entries are told to a model: as facts and quotations, in which no entry can speak for anybody else.

Every line of an entry begins with a sign of quotation, what cannot be seen is spelled out, and a tag
that could end the wrapper around the whole is written as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memdecay import characters
from memdecay.entry import Entry

_TAG = re.compile(
    r"<(?=\s*(?:[/!?|]|[a-z][\w.-]*(?:[-_]|:(?!:))|(?:assistant|context|developer|function|human|instructions?"
    r"|invoke|memory|message|parameter|prompt|result|system|tool|user)\w*\b))",
    re.IGNORECASE,
)
"""What begins a closing tag, one that agents wrap around what is said to a model, or one of its template."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One entry to tell of: its id, what is known of it, and its text."""

    id: str
    known: tuple[str, ...]
    text: str


def told(entry: Entry, known: Iterable[str] = ()) -> Told:
    """An entry with since when and where it applies, the headings above it, and what else is `known`."""
    since = f"since {entry.valid_from.begins.date().isoformat()}" if entry.valid_from else ""
    scope = f"in {', '.join(entry.scope)}" if entry.scope else ""
    under = f"under {entry.section}" if entry.section else ""
    facts = (since, scope, under, "pinned" if entry.pinned else "", *known)
    return Told(id=entry.id, known=tuple(one for one in facts if one), text=entry.body.strip("\n"))


def block(one: Told) -> str:
    """The lines about one entry."""
    known = f" ({'; '.join(one.known)})" if one.known else ""
    return f"{harmless(one.id + known)}\n{quoted(one.text)}"


def quoted(text: str) -> str:
    """Somebody's text with a sign of quotation before each line."""
    return "\n".join(f"> {line}".rstrip() for line in harmless(text, one_line=False).split("\n"))


def harmless(text: str, *, one_line: bool = True) -> str:
    """`text` without anything that ends a line unseen or opens or closes a tag of a wrapper."""
    text = _TAG.sub("&lt;", characters.spelled_out(text.replace("\r\n", "\n")))
    return " ".join(text.split()) if one_line else text


def packed(head: str, blocks: Iterable[Told], room: int) -> tuple[str, tuple[Told, ...], tuple[Told, ...]]:
    """The head and as many whole blocks as fit in `room` bytes, which were taken, and which were not."""
    parts, taken, left = [head], [], []
    used = len(head.encode())
    for one in blocks:
        text = block(one)
        size = len(text.encode()) + 2
        if used + size > room:
            left.append(one)
            continue
        parts.append(text)
        taken.append(one)
        used += size
    return "\n\n".join(parts), tuple(taken), tuple(left)
