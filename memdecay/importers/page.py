"""A file to import and what it was cut into: instructions, headings and skips that together are the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memdecay.importers.header import NO_HEADER, Header
from memdecay.moment import Moment

Range = tuple[int, int]
"""Bytes of a file, from the first to before the last."""

_LINE_END = re.compile(rb"\r\n|\n|\r")

BLANK = "blank"
HEADING = "heading"
INTRODUCTION = "introduction"
LIST_MARK = "list mark"
QUIET = frozenset({BLANK, HEADING, INTRODUCTION, LIST_MARK, "front matter", "byte-order mark", "rule"})
"""Reasons that need no mention: nothing that someone wrote as an instruction is behind them."""

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes; what Claude Code skips as well."""
LARGEST_ITEM = 60_000
"""Bytes of one instruction, so that its file stays under the 64 KiB of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The bytes of one file. `path` names it in sources, `folder` is where it applies ("": everywhere)."""

    path: str
    data: bytes
    folder: str = ""
    header: Header = NO_HEADER

    @property
    def start(self) -> int:
        """Where the text begins, behind the front matter and a byte-order mark."""
        return self.header.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a source says in its own words of an instruction; None and () where it says nothing."""

    id: str | None = None
    tags: tuple[str, ...] = ()
    scope: tuple[str, ...] | None = None
    begins: Moment | None = None
    ends: Moment | None = None
    dated_by: str | None = None
    is_closed: bool = False
    names: tuple[str, ...] = ()
    """What other sources call it when they link it."""
    successor: str | None = None
    """The name of what replaced it."""
    author: str | None = None


NOTHING_SAID = Facts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One instruction: the bytes it is made of, in order, and the headings above it, outermost first.

    `lead` are bytes of another item that are repeated before it, as the head of a table is. `text`
    is set where the instruction does not stand in the file as it reads, as in JSON.
    """

    ranges: tuple[Range, ...]
    lead: tuple[Range, ...] = ()
    section: tuple[str, ...] = ()
    facts: Facts = NOTHING_SAID
    text: str | None = None

    @property
    def begin(self) -> int:
        return self.ranges[0][0]

    @property
    def end(self) -> int:
        return self.ranges[-1][1]

    def body(self, data: bytes) -> bytes:
        """The instruction as it will be stored, but for line ends at its end."""
        if self.text is not None:
            return self.text.encode("utf-8", "surrogatepass")
        return b"".join(data[begin:end] for begin, end in (*self.lead, *self.ranges))


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes that become no instruction, and why."""

    begin: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something a person should know of a file; `line` counts from 1."""

    path: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a file was cut into."""

    items: tuple[Item, ...] = ()
    spans: tuple[Span, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Tile:
    """Bytes of a file and what they are: an item, or the reason why they are none."""

    begin: int
    end: int
    item: Item | None = None
    reason: str = ""


def tiled(reading: Reading, data: bytes) -> list[Tile]:
    """Every byte of the file in exactly one tile, in order. What nobody named is blank or left over.

    Raises ValueError where two parts claim the same byte: text would be stored twice.
    """
    tiles = [Tile(begin, end, item) for item in reading.items for begin, end in item.ranges]
    tiles += [Tile(span.begin, span.end, None, span.reason) for span in reading.spans]
    tiles = sorted((one for one in tiles if one.begin < one.end), key=lambda one: (one.begin, one.end))
    return list(_filled(tiles, data))


def _filled(tiles: Sequence[Tile], data: bytes) -> Iterator[Tile]:
    edges = [Tile(0, 0), *tiles, Tile(len(data), len(data))]
    for one, following in pairwise(edges):
        if one.begin < one.end:
            yield one
        if following.begin < one.end:
            raise ValueError(f"bytes {following.begin} to {one.end} were read twice")
        if one.end < following.begin:
            between = data[one.end : following.begin]
            yield Tile(one.end, following.begin, None, _unnamed(between))


def _unnamed(between: bytes) -> str:
    """What stands between the blocks of a page: CommonMark makes no block of a definition of a link."""
    text = between.strip()
    if not text:
        return BLANK
    return "link definition" if text.startswith(b"[") else "left over"


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the lines of a file begin; a line ends at `\\n`, `\\r\\n` or a lone `\\r`, as in CommonMark."""

    starts: tuple[int, ...]
    size: int = field(default=0)

    @classmethod
    def of(cls, data: bytes) -> Lines:
        starts = [0, *(found.end() for found in _LINE_END.finditer(data))]
        if len(starts) > 1 and starts[-1] == len(data):
            starts.pop()
        return cls(tuple(starts), len(data))

    def start(self, number: int) -> int:
        """The first byte of a line, counted from 0; behind the last line that is the end."""
        return self.starts[number] if number < len(self.starts) else self.size

    def number(self, place: int) -> int:
        """The line that holds a byte, counted from 1."""
        return max(1, bisect_right(self.starts, place))


NO_LINES = Lines((0,), 0)


def trimmed(data: bytes, begin: int, end: int) -> Range:
    """A range without the blank lines at both its ends; its own last line end stays."""
    rest = data[begin:end]
    kept = rest.rstrip()
    if not kept:
        return begin, begin
    ended = _LINE_END.search(data, begin + len(kept), end)
    last = ended.end() if ended else end
    blank = len(rest) - len(rest.lstrip())
    first = max(rest.rfind(b"\n", 0, blank), rest.rfind(b"\r", 0, blank)) + 1
    return begin + first, last
