"""basic-memory: notes of observations and relations."""

from __future__ import annotations

import re
from dataclasses import replace

from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read
from memdecay.importers.page import Item, Page, Reading, Span

_OBSERVATION = re.compile(r"\[([^\[\]\n]{1,40})\][ \t]+(.*)", re.DOTALL)
_RELATION = re.compile(r"(?:\"[^\"\n]+\"[ \t]*|[\w \t-]*)\[\[[^\]\n]+\]\]")
_TASK = re.compile(r"(?:[-*+][ \t]+)?\[[ xX-]\]")
_TAG = re.compile(r"(?<![\w#])#([\w-]+)")


def read_note(page: Page) -> Reading:
    """An observation is an entry, its category and its tags are tags; tasks and relations are none."""
    reading = read(page)
    items, spans = [], list(reading.spans)
    for one in reading.items:
        text = one.body(page.data).decode("utf-8").strip()
        if _TASK.match(text):
            spans += [Span(*span, "task") for span in one.ranges]
        elif _RELATION.match(text):
            spans += [Span(*span, "relation") for span in one.ranges]
        else:
            items.append(_observed(one, text))
    return replace(reading, items=tuple(items), spans=tuple(spans))


def _observed(item: Item, text: str) -> Item:
    found = _OBSERVATION.match(text)
    if found is None:
        return item
    return replace(item, facts=replace(item.facts, tags=(found[1], *_TAG.findall(found[2]))))


FORMATS = (
    Format(
        name="basic-memory",
        label="basic-memory note",
        globs=(),
        within=("**/*.md",),
        verified="2026-08-22",
        holds_where_it_stands=False,
        read=read_note,
        keys=Keys(heading=("title",), tags=("tags",), begins=("created",)),
    ),
)
