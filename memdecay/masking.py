"""How a text is shown that holds a secret: so that its owner knows which it is, and nobody can use it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MOST_SHOWN = 4
"""Letters of a secret that may be shown, so that its owner knows which it is."""
_MASK = "****"
_BETWEEN = frozenset(" \t\r\f\v\"'`<>")
_KEY_MARK = re.compile(r"-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY")
"""The lines between hold the key itself, of which the detector names the first only."""


class Hit(NamedTuple):
    """Where a secret begins and ends in its line."""

    kind: str
    start: int
    end: int

    def overlaps(self, other: Hit) -> bool:
        return self.start < other.end and other.start < self.end


def beginning(hit: Hit) -> int:
    """To put hits in the order of their line."""
    return hit.start


def masked(lines: Sequence[str], hits: Sequence[Sequence[Hit]]) -> Iterator[str]:
    """The lines with every value shortened to a few letters; the lines of a private key are gone whole."""
    is_key = False
    for line, found in zip(lines, hits, strict=False):
        marks = _KEY_MARK.findall(line)
        yield _MASK if is_key or marks else _masked_line(line, found)
        is_key = marks[-1] == "BEGIN" if marks else is_key


def _masked_line(line: str, hits: Sequence[Hit]) -> str:
    """The line with the words that hold a secret masked: a pattern may know only how it begins."""
    for start, end in reversed(_words(line, hits)):
        line = f"{line[:start]}{_shortened(line[start:end])}{line[end:]}"
    return line


def _words(line: str, hits: Sequence[Hit]) -> list[tuple[int, int]]:
    words: list[tuple[int, int]] = []
    for hit in sorted(hits, key=beginning):
        start, end = hit.start, hit.end
        while start and line[start - 1] not in _BETWEEN:
            start -= 1
        while end < len(line) and line[end] not in _BETWEEN:
            end += 1
        if words and start < words[-1][1]:
            before = words.pop()
            start, end = before[0], max(end, before[1])
        words.append((start, end))
    return words


def _shortened(secret: str) -> str:
    return secret[: min(_MOST_SHOWN, len(secret) // 8)] + _MASK
