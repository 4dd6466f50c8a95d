"""Blocks that other tools keep in a file of people, between marks of their own; ours are among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_HEADING = re.compile(r"#\s*-{2,}\s*(.*?)\s*-{2,}\s*#*$")
_WORDS = re.compile(r"[^\s:_-]+(?:[._-][^\s:_-]+)*|[:_-]")
_OPENS = {"begin", "start"}
_CLOSES = {"end", "finish", "stop"}
LONE_MARKS = frozenset({"membook"})
"""Tools that open a block and never close it: it goes to the next heading."""


class Mark(NamedTuple):
    """A line that opens or closes a block of the tool `name`."""

    name: str
    opens: bool
    is_lone: bool = False


class Block(NamedTuple):
    """Lines that belong to a tool, counted from 0, the last one excluded."""

    first: int
    end: int
    name: str


def mark(text: str) -> Mark | None:
    """What a comment, or a heading of dashes, says of a managed block; None where it says nothing."""
    found = _COMMENT.fullmatch(text.strip()) or _HEADING.fullmatch(text.strip())
    if found is None or len(found[1]) > 300:
        return None
    said = found[1].strip()
    if said.lower() in LONE_MARKS:
        return Mark(said.lower(), opens=True, is_lone=True)
    words = [word for word in re.split(r"[\s:_-]+", said.lower()) if word]
    if len(words) < 2:
        return None
    for place in (0, 1, 2, 3, 4):
        if place < len(words) and words[place] in _OPENS | _CLOSES:
            name = words[0] if place else words[1]
            return Mark(name, opens=words[place] in _OPENS)
    return None


def blocks(marks: Iterable[tuple[int, int, Mark]], headings: Iterable[int], end: int) -> Iterator[Block]:
    """The blocks between marks, each given with its first line and the line behind it.

    A block that is not closed is none, but for those of tools that never close theirs.
    """
    listed = list(marks)
    heads = sorted(headings)
    reached = 0
    for place, (first, _, opening) in enumerate(listed):
        if first < reached or not opening.opens:
            continue
        if opening.is_lone:
            reached = next((line for line in heads if line > first), end)
        else:
            closed = [
                after for _, after, one in listed[place + 1 :] if not one.opens and one.name == opening.name
            ]
            if not closed:
                continue
            reached = closed[0]
        yield Block(first, reached, opening.name)
