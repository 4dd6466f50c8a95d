"""What a text says where a break of the line, or base64, keeps a pattern from seeing it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MOST_LINES = 80
_MOST_LETTERS = 16_384
"""A key of 8192 bits, wrapped as usual, is shorter than either."""
_FEWEST_LETTERS = 8
"""Of the first part: a key that is broken behind fewer is told by its other part, or not at all."""
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}={0,2}")
_LEAD = re.compile(r"[\s>]*(?:[-*+]\s+|\d{1,3}[.)]\s+)?")
_TAIL = re.compile(r"(?<![A-Za-z0-9+/=_.:-])[A-Za-z0-9+/=_.:-]+$")
_HEAD = re.compile(r"[A-Za-z0-9+/=_.:-]+")
_TEXT = re.compile(r"[\t\r\n\x20-\x7e]+")


class Part(NamedTuple):
    """A piece of a line, by the place of the line in the text and its columns."""

    line: int
    start: int
    end: int


class Chain(NamedTuple):
    """Pieces that stand at the end of one line and at the beginning of the next ones, as one word."""

    text: str
    parts: tuple[Part, ...]

    def holding(self, start: int, end: int) -> tuple[Part, ...]:
        """The pieces from which the letters `start` to `end` of the text come."""
        found, place = [], 0
        for part in self.parts:
            if place < end and start < place + part.end - part.start:
                found.append(part)
            place += part.end - part.start
        return tuple(found)


def chains(lines: Sequence[str]) -> Iterator[Chain]:
    """Every word that may have been broken over lines: lines that are one word each, and what is around."""
    place = 0
    while place < len(lines) - 1:
        chain = _from(lines, place)
        if chain is not None:
            yield chain
        place += max(1, len(chain.parts) - 1) if chain is not None else 1


def _from(lines: Sequence[str], first: int) -> Chain | None:
    # Trailing white space is what editors leave; it breaks nothing.
    tail = _TAIL.search(lines[first].rstrip())
    if tail is None or len(tail[0]) < _FEWEST_LETTERS:
        return None
    parts, text = [Part(first, *tail.span())], tail[0]
    for place in range(first + 1, min(first + _MOST_LINES, len(lines))):
        line = lines[place].rstrip()
        lead = _LEAD.match(line)
        head = _HEAD.match(line, lead.end() if lead else 0)
        if head is None or len(text) > _MOST_LETTERS:
            break
        parts.append(Part(place, *head.span()))
        text += head[0]
        if head.end() < len(line):
            break
    return Chain(text, tuple(parts)) if len(parts) > 1 else None


def decoded(text: str) -> Iterator[tuple[int, int, str]]:
    """Every run of base64 in `text` that holds a text: from where to where, and what it says."""
    for found in _BASE64.finditer(text):
        run = found[0].rstrip("=")[:_MOST_LETTERS]
        try:
            data = base64.b64decode(
                run + "=" * (-len(run) % 4), altchars=b"-_" if {"-", "_"} & set(run) else None
            )
        except binascii.Error:
            continue
        said = data.decode("latin-1")
        if _TEXT.fullmatch(said):
            yield found.start(), found.end(), said
