"""Where comments stand in a Markdown text, outside of code: they are no instructions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdecay.importers.page import Range

_MARK = re.compile(rb"`+|<!--|\\`")


def ranges(data: bytes, begin: int, end: int, code: Sequence[Range] = ()) -> list[Range]:
    """Every comment between two bytes. `code` are blocks of code, in order; spans of code are found here.

    A comment that is never closed is text, as CommonMark has it.
    """
    found: list[Range] = []
    unclosed: set[int] = set()
    place = begin
    while (mark := _MARK.search(data, place, end)) is not None:
        block = next((one for one in code if one[0] <= mark.start() < one[1]), None)
        if block is not None:
            place = block[1]
        elif mark[0] == b"<!--":
            close = data.find(b"-->", mark.start() + 2, end)
            if close < 0:
                return found
            place = close + 3
            found.append((mark.start(), place))
        elif mark[0] == b"\\`":
            place = mark.end()
        else:
            place = _behind_span(data, mark, end, unclosed)
    return found


def _behind_span(data: bytes, mark: re.Match[bytes], end: int, unclosed: set[int]) -> int:
    """The end of the span of code that a run of backticks opens, or of the run where none is as long."""
    length = len(mark[0])
    if length in unclosed:
        return mark.end()
    for close in re.finditer(rb"`+", data[mark.end() : end]):
        if len(close[0]) == length:
            return mark.end() + close.end()
    unclosed.add(length)
    return mark.end()


def without(ranged: Range, cut: Sequence[Range]) -> tuple[Range, ...]:
    """A range without the `cut` ranges in it, in order."""
    begin, end = ranged
    kept = []
    for first, last in cut:
        if first >= end or last <= begin:
            continue
        kept.append((begin, first))
        begin = last
    return tuple(one for one in (*kept, (begin, end)) if one[0] < one[1])


def visible(text: str) -> str:
    """A text without its comments."""
    data = text.encode("utf-8", "surrogatepass")
    kept = without((0, len(data)), ranges(data, 0, len(data)))
    return b"".join(data[begin:end] for begin, end in kept).decode("utf-8", "surrogatepass")
