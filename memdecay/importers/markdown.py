"""Cuts Markdown into instructions by the structure CommonMark gives it, and names what is none.

An instruction is one item of a list with all below it, a whole ordered list, or a paragraph with
the code and tables behind it. What a heading or an introduction denies stays together with it: a
line torn off from "Never:" would say the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memdecay import passages
from memdecay.importers import comments, links, managed, wording
from memdecay.importers.blocks import Block, list_items, parsed, undivided
from memdecay.importers.page import (
    HEADING,
    INTRODUCTION,
    LIST_MARK,
    NOTHING_SAID,
    Facts,
    Item,
    Lines,
    Page,
    Range,
    Reading,
    Span,
    trimmed,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Callable

_BULLET = re.compile(rb" {0,3}[-*+]( {1,4}|\t)(?=\S)")
_TASK = re.compile(rb"\[[ xX]\][ \t]")
_ID_COMMENT = re.compile(r"<!--\s*(rule|id|memory)\s*[:=]\s*([A-Za-z0-9][\w.-]{0,40})\s*-->")
_IMPORT_ONLY = re.compile(r"(?:@[^\s@`]+\s*)+")
_MOST_INDENT = 3
"""Spaces before a line that change nothing; with more it would be code."""


@dataclass(slots=True, kw_only=True)
class _Unit:
    """Blocks that are becoming one instruction."""

    blocks: list[Block]
    section: tuple[str, ...]
    facts: Facts = NOTHING_SAID

    @property
    def last(self) -> Block:
        return self.blocks[-1]

    @property
    def introduces(self) -> bool:
        return wording.introduces(self.last)


class Cutter:
    """Goes down one page and cuts it. `page.data` has to be UTF-8."""

    def __init__(self, page: Page, *, with_imports: bool = False) -> None:
        self.page, self.with_imports = page, with_imports
        data = page.data[page.start :]
        self.lines = Lines.of(data)
        self.blocks = list(parsed(data.decode("utf-8")))
        self.code = [
            (self.at(one.map[0]), self.at(one.map[1]))
            for block in self.blocks
            for one in block.tokens
            if one.type in {"fence", "code_block"} and one.map
        ]
        self._title = wording.lone_title(self.blocks)
        self.items: list[Item] = []
        self.spans: list[Span] = []
        self._headings: list[tuple[int, str]] = []
        self._unit: _Unit | None = None
        self._named: str | None = None

    def cut(self) -> Reading:
        foreign = self.foreign()
        blocks = [one for one in self.blocks if not any(f.first <= one.first < f.end for f in foreign)]
        for block in foreign:
            self._skip(block.first, block.end, f"managed block of {block.name}")
        place = 0
        while place < len(blocks):
            place = self._take(blocks, place, foreign)
        self._finish()
        return Reading(items=tuple(self.items), spans=tuple(self.spans))

    def foreign(self) -> list[managed.Block]:
        """The blocks that other tools keep on the page, and ours."""
        marks = [
            (block.first, block.end, found)
            for block in self.blocks
            if block.kind in {"html_block", "heading"} and (found := managed.mark(self._source(block)))
        ]
        headings = [block.first for block in self.blocks if block.kind == "heading"]
        return list(managed.blocks(marks, headings, len(self.lines.starts)))

    def _take(self, blocks: Sequence[Block], place: int, foreign: Sequence[managed.Block]) -> int:
        """Take the block at `place`, with those that belong to it; returns the place behind them."""
        block = blocks[place]
        if self._unit is not None and len(undivided([self._unit.last, block], foreign)) == 1:
            self._finish()
        if block.kind == "heading":
            return self._take_heading(blocks, place, foreign)
        takers: dict[str, Callable[[Block], None]] = {
            "hr": self._take_rule, "html_block": self._take_html, "paragraph": self._take_paragraph,
            "bullet_list": self._take_bullets, "fence": self._take_code, "code_block": self._take_code,
            "table": self._take_code,
        }  # fmt: skip
        takers.get(block.kind, self._take_other)(block)
        return place + 1

    def _take_heading(self, blocks: Sequence[Block], place: int, foreign: Sequence[managed.Block]) -> int:
        self._finish()
        self._named = None
        block = blocks[place]
        level, text = int(block.tokens[0].tag[1:]), passages.plain(block.text)
        self._headings = [one for one in self._headings if one[0] < level]
        below = place + 1
        while below < len(blocks) and blocks[below].kind != "heading":
            below += 1
        inner = blocks[place + 1 : below]
        joined = undivided(blocks[place:below], foreign)
        has_list = any(one.kind == "bullet_list" for one in joined)
        if has_list and wording.denies(text) and block is not self._title:
            self._unit = _Unit(blocks=joined, section=self._section)
            self._finish()
            self._headings.append((level, text))
            return place + len(joined)
        if block is not self._title:
            self._headings.append((level, text))
        is_leaf = below == len(blocks) or int(blocks[below].tokens[0].tag[1:]) <= level
        if is_leaf and not any(wording.says_something(one) for one in inner) and block is not self._title:
            section = self._section[:-1]
            self._unit = _Unit(blocks=[block], section=section)
            self._finish()
        else:
            self._skip(block.first, block.end, HEADING)
        return place + 1

    @property
    def _section(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._headings if text)

    def _take_rule(self, block: Block) -> None:
        self._finish()
        self._skip(block.first, block.end, "rule")

    def _take_html(self, block: Block) -> None:
        self._finish()
        named = _ID_COMMENT.search(block.text)
        if named:
            self._named = f"{named[1]}-{named[2]}" if named[1] == "rule" else named[2]
        self._open(block)

    def _take_paragraph(self, block: Block) -> None:
        self._finish()
        reason = links.only_links(block.inline)
        if reason:
            self._skip(block.first, block.end, reason)
        elif self.with_imports and _IMPORT_ONLY.fullmatch(block.text.strip()):
            self._skip(block.first, block.end, "import")
        else:
            self._open(block)

    def _take_code(self, block: Block) -> None:
        """Code and tables stay with the paragraph before them, or with a list item that announces them."""
        if self._unit is not None and self._unit.blocks[0].kind in {"paragraph", "list_item"}:
            self._unit.blocks.append(block)
        else:
            self._finish()
            self._open(block)

    def _take_other(self, block: Block) -> None:
        """An ordered list, say, which stays whole, and with the words that announce it."""
        if self._unit is not None and self._unit.introduces:
            self._unit.blocks.append(block)
        else:
            self._finish()
            self._open(block)

    def _take_bullets(self, block: Block) -> None:
        reasons = [links.only_links(one.inline) for one in list_items(block)]
        if all(reasons):
            self._finish()
            self._skip(block.first, block.end, reasons[0] or "")
            return
        above = self._section
        if self._unit is not None and self._unit.introduces:
            introduction = self._unit.last
            if wording.denies(introduction.text) or wording.goes_on(block):
                self._unit.blocks.append(block)
                return
            if len(self._unit.blocks) == 1:
                self._unit = None
                self._skip(introduction.first, introduction.end, INTRODUCTION)
                above = (*above, passages.plain(introduction.text).rstrip(":： "))
        self._finish()
        for item in list_items(block):
            self._finish()
            if self.with_imports and _IMPORT_ONLY.fullmatch(item.text.strip()):
                self._skip(item.first, item.end, "import")
            else:
                self._open(item, above)

    def _open(self, block: Block, section: tuple[str, ...] | None = None) -> None:
        facts = replace(NOTHING_SAID, id=self._named) if self._named and block.kind != "html_block" else None
        self._unit = _Unit(
            blocks=[block], section=self._section if section is None else section, facts=facts or NOTHING_SAID
        )
        if facts:
            self._named = None

    def _finish(self) -> None:
        """Close the instruction that is open: its bytes, without comments and the mark of its item."""
        unit, self._unit = self._unit, None
        if unit is None:
            return
        data = self.page.data
        begin, end = trimmed(data, self.at(unit.blocks[0].first), self.at(unit.last.end))
        cut = comments.ranges(data, begin, end, self.code)
        self.spans += [Span(first, last, "comment") for first, last in cut]
        if unit.blocks[0].kind == "list_item" and (mark := self._mark(unit, begin)) > begin:
            self.spans.append(Span(begin, mark, LIST_MARK))
            begin = mark
        kept = comments.without((begin, end), cut)
        text = b"".join(data[first:last] for first, last in kept).decode("utf-8")
        if not wording.has_words(text, is_html=unit.blocks[0].kind == "html_block"):
            reason = "HTML without text" if text.strip() else ("comment" if cut else "empty item")
            self.spans += [Span(first, last, reason) for first, last in kept if data[first:last].strip()]
            return
        kept = tuple(one for one in kept if data[one[0] : one[1]].strip() or one is not kept[-1])
        self.items.append(Item(ranges=kept, section=unit.section, facts=unit.facts))

    def _mark(self, unit: _Unit, begin: int) -> int:
        """Where the item begins behind its mark, if it reads the same without; else where it begins."""
        data, item = self.page.data, unit.blocks[0]
        mark = _BULLET.match(data, begin)
        if mark is None or _TASK.match(data, mark.end()) or len(unit.blocks) > 1:
            return begin
        inside = [one.type for one in item.tokens[1:-1] if one.level == item.tokens[0].level + 1]
        is_simple = inside == ["paragraph_open", "paragraph_close"]
        is_flat = mark.end() - begin <= _MOST_INDENT and b"\t" not in data[begin : self.at(item.end)]
        return mark.end() if is_simple or is_flat else begin

    def _skip(self, first: int, end: int, reason: str) -> None:
        begin, last = trimmed(self.page.data, self.at(first), self.at(end))
        self.spans.append(Span(begin, last, reason))

    def _source(self, block: Block) -> str:
        return self.page.data[self.at(block.first) : self.at(block.end)].decode("utf-8")

    def at(self, line: int) -> int:
        """The first byte of a line of the page, counted from 0 behind its front matter."""
        return self.page.start + self.lines.start(line)


def read(page: Page) -> Reading:
    """The instructions of a page, item by item."""
    return Cutter(page).cut()


def read_with_imports(page: Page) -> Reading:
    """The same for tools that follow `@path`: a line that is nothing else is no instruction."""
    return Cutter(page, with_imports=True).cut()


def read_whole(page: Page) -> Reading:
    """The page as one instruction, for tools that keep one in a file."""
    reading = read(page)
    if len(reading.items) == 1 and all(one.reason == LIST_MARK for one in reading.spans):
        return reading  # one item of a list reads without its mark, as it does in a longer page
    cutter = Cutter(page)
    data, foreign = page.data, cutter.foreign()
    cut: list[Range] = comments.ranges(data, page.start, len(data), cutter.code)
    managed_ranges = [(cutter.at(one.first), cutter.at(one.end)) for one in foreign]
    cut = [one for one in cut if not any(b <= one[0] < e for b, e in managed_ranges)]
    spans = [Span(first, last, "comment") for first, last in cut]
    spans += [
        Span(*at, f"managed block of {one.name}") for at, one in zip(managed_ranges, foreign, strict=True)
    ]
    begin, end = trimmed(data, page.start, len(data))
    kept = comments.without((begin, end), sorted([*cut, *managed_ranges]))
    text = b"".join(data[first:last] for first, last in kept).decode("utf-8")
    if not wording.has_words(text):
        return Reading(
            spans=(*spans, *(Span(*one, "no words") for one in kept if data[one[0] : one[1]].strip()))
        )
    return Reading(items=(Item(ranges=kept),), spans=tuple(spans))
