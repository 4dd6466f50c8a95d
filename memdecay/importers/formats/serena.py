"""Serena: one memory in a file, named by its path."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from memdecay import ids
from memdecay.importers.format import Format
from memdecay.importers.markdown import read_whole
from memdecay.importers.page import Page, Reading


def read_memory(page: Page) -> Reading:
    """The file as one entry, under the name that its folders and it make."""
    parts = PurePosixPath(page.path).with_suffix("").parts
    below = parts[parts.index("memories") + 1 :] if "memories" in parts else parts[-1:]
    reading = read_whole(page)
    name = ids.derived(" ".join(below))
    items = [replace(one, facts=replace(one.facts, id=name)) for one in reading.items]
    return replace(reading, items=tuple(items))


FORMATS = (
    Format(
        name="serena",
        label="Serena memory",
        globs=("**/.serena/memories/**/*.md",),
        within=("**/*.md",),
        verified="2026-08-22",
        read=read_memory,
        tool_folders=(".serena", "memories"),
    ),
)
