"""AGENTS.md, which many tools read, and the memories of Codex."""

from __future__ import annotations

from dataclasses import replace

from memdecay.importers.format import Format
from memdecay.importers.markdown import read
from memdecay.importers.page import Page, Reading, Span

_CONSOLIDATED = {
    "user preferences": "preference",
    "reusable knowledge": "fact",
    "failures and how to do differently": "pitfall",
}


def read_memories(page: Page) -> Reading:
    """Only what Codex consolidated; what its tasks said on the way is a record and no instruction."""
    reading = read(page)
    items, spans = [], list(reading.spans)
    for one in reading.items:
        kind = next(
            (_CONSOLIDATED[h.lower()] for h in reversed(one.section) if h.lower() in _CONSOLIDATED), None
        )
        if kind:
            items.append(replace(one, facts=replace(one.facts, tags=(kind,))))
        else:
            spans += [Span(*span, "record of a task") for span in one.ranges]
    return replace(reading, items=tuple(items), spans=tuple(spans))


FORMATS = (
    Format(
        name="codex",
        label="AGENTS.md",
        globs=("**/AGENTS.md", "**/AGENTS.override.md"),
        verified="2026-08-22",
        most_characters=32 * 1024,
    ),
    Format(
        name="codex",
        label="Codex memories",
        globs=("**/.codex/memories/MEMORY.md",),
        within=("MEMORY.md",),
        verified="2026-08-22",
        read=read_memories,
        tool_folders=(".codex",),
        only_named="personal to one machine",
    ),
)
