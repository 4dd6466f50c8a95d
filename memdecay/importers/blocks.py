"""The outermost blocks of a Markdown text, by the rules of CommonMark, and the items of its lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from memdecay.importers import managed


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of the outermost level: lines from `first` to before `end`, counted from 0."""

    kind: str
    first: int
    end: int
    tokens: Sequence[Any]

    @property
    def text(self) -> str:
        """The inline text of a heading or paragraph, the content of HTML."""
        return next((str(one.content) for one in self.tokens if one.content), "")

    @property
    def inline(self) -> Sequence[Any]:
        return next((one.children or [] for one in self.tokens if one.type == "inline"), [])


def parsed(text: str) -> Iterator[Block]:
    """The outermost blocks of a Markdown text."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    start = 0
    for place, token in enumerate(tokens):
        if token.level == 0 and token.nesting != -1:
            start = place
        lines = tokens[start].map
        if token.level == 0 and token.nesting != 1 and lines:
            first, end = lines
            kind = tokens[start].type.removesuffix("_open")
            yield Block(kind=kind, first=first, end=end, tokens=tokens[start : place + 1])


def list_items(block: Block) -> Iterator[Block]:
    """The items of a list, each with all below it."""
    start = 0
    for place, token in enumerate(block.tokens):
        if token.level == 1 and token.type == "list_item_open":
            start = place
        elif token.level == 1 and token.type == "list_item_close":
            first, end = block.tokens[start].map or (block.first, block.end)
            yield Block(kind="list_item", first=first, end=end, tokens=block.tokens[start : place + 1])


def undivided(blocks: Sequence[Block], foreign: Sequence[managed.Block]) -> list[Block]:
    """The first of the blocks, up to where a managed block stands between two of them."""
    for place, (one, following) in enumerate(pairwise(blocks), 1):
        if any(one.end <= other.first < following.first for other in foreign):
            return list(blocks[:place])
    return list(blocks)
