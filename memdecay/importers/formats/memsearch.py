"""memsearch: a log of sessions, in which each block under a time is one entry."""

from __future__ import annotations

from memdecay.importers import comments
from memdecay.importers.format import Format
from memdecay.importers.markdown import Cutter
from memdecay.importers.page import HEADING, Item, Page, Reading, Span, trimmed


def read_log(page: Page) -> Reading:
    """Each `###` block; what stands between other headings is left as it is."""
    cutter = Cutter(page)
    heads = [one for one in cutter.blocks if one.kind == "heading"]
    items, spans = [], []
    for place, head in enumerate(heads):
        end = heads[place + 1].first if place + 1 < len(heads) else len(cutter.lines.starts)
        begin, last = trimmed(page.data, cutter.at(head.first), cutter.at(end))
        if head.tokens[0].tag != "h3":
            spans.append(Span(*trimmed(page.data, cutter.at(head.first), cutter.at(head.end)), HEADING))
            continue
        cut = comments.ranges(page.data, begin, last, cutter.code)
        spans += [Span(*one, "comment") for one in cut]
        kept = [one for one in comments.without((begin, last), cut) if page.data[one[0] : one[1]].strip()]
        items.append(Item(ranges=tuple(kept)))
    return Reading(items=tuple(items), spans=tuple(spans))


FORMATS = (
    Format(
        name="memsearch",
        label="memsearch log",
        globs=("**/.memsearch/memory/*.md",),
        within=("**/*.md",),
        verified="2026-08-22",
        read=read_log,
        tool_folders=(".memsearch", "memory"),
        only_named="a log of sessions and no instruction",
    ),
)
