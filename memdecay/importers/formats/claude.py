"""Claude Code: CLAUDE.md with its imports, rules, and what it wrote down by itself."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from memdecay import ids
from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read, read_whole, read_with_imports
from memdecay.importers.page import Page, Reading, Span

_INDEX_LINE = re.compile(rb"\[[^\]\n]*\]\([^)\n]*\.md\)")
_PERSONAL = "personal to one machine"


def read_memory(page: Page) -> Reading:
    """One memory in a file, named as its file is; its kind becomes a tag."""
    kind = page.header.text("metadata.type", "type")
    name = ids.derived(PurePosixPath(page.path).stem)
    reading = read_whole(page)
    items = [
        replace(one, facts=replace(one.facts, id=name, tags=(kind,) if kind else ()))
        for one in reading.items
    ]  # fmt: skip
    return replace(reading, items=tuple(items))


def read_index(page: Page) -> Reading:
    """MEMORY.md: lines that only point to a file of its own are no instructions."""
    reading = read(page)
    pointing = [one for one in reading.items if _INDEX_LINE.match(one.body(page.data))]
    spans = [Span(*span, "index line") for one in pointing for span in one.ranges]
    kept = tuple(one for one in reading.items if one not in pointing)
    return replace(reading, items=kept, spans=(*reading.spans, *spans))


_MEMORY_FOLDERS = (
    "**/.claude/projects/*/memory", "**/.claude/agent-memory/**", "**/.claude/agent-memory-local/**",
)  # fmt: skip

FORMATS = (
    Format(
        name="claude",
        label="CLAUDE.md",
        globs=("**/CLAUDE.md",),
        verified="2026-08-22",
        read=read_with_imports,
        tool_folders=(".claude",),
        depth=4,
    ),
    Format(
        name="claude",
        label="CLAUDE.local.md",
        globs=("**/CLAUDE.local.md",),
        verified="2026-08-22",
        read=read_with_imports,
        tool_folders=(".claude",),
        depth=4,
        only_named=_PERSONAL,
        needs_its_path=True,
    ),
    Format(
        name="claude",
        label="Claude rule",
        globs=("**/.claude/rules/**/*.md",),
        verified="2026-08-22",
        tool_folders=(".claude",),
        keys=Keys(globs=("paths",)),
    ),
    Format(
        name="claude",
        label="Claude memory index",
        globs=tuple(f"{folder}/MEMORY.md" for folder in _MEMORY_FOLDERS),
        within=("**/MEMORY.md",),
        verified="2026-08-22",
        read=read_index,
        tool_folders=(".claude", "memory"),
        only_named=_PERSONAL,
    ),
    Format(
        name="claude",
        label="Claude memory",
        globs=tuple(f"{folder}/*.md" for folder in _MEMORY_FOLDERS),
        within=("**/*.md",),
        verified="2026-08-22",
        read=read_memory,
        tool_folders=(".claude", "memory"),
        keys=Keys(heading=("description",)),
        only_named=_PERSONAL,
    ),
)
