"""Obsidian: notes with flat properties, whose links may name a successor."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from memdecay import ids
from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read_whole
from memdecay.importers.page import Page, Reading

_WIKILINK = re.compile(r"\[?\[?'?\"?([^\[\]|#'\"]+)")


def read_note(page: Page) -> Reading:
    """A note as one entry, under its name; closed where its properties say by what it was replaced."""
    stem = PurePosixPath(page.path).stem
    link = page.header.text("superseded_by", "replaced_by")
    found = _WIKILINK.match(link) if link else None
    successor = f"note:{PurePosixPath(found[1].strip()).name}" if found else None
    reading = read_whole(page)
    items = [
        replace(
            one,
            facts=replace(
                one.facts, id=ids.derived(stem), names=(f"note:{stem}",), successor=successor,
                is_closed=successor is not None,
            ),
        )
        for one in reading.items
    ]  # fmt: skip
    return replace(reading, items=tuple(items))


FORMATS = (
    Format(
        name="obsidian",
        label="Obsidian note",
        globs=(),
        within=("**/*.md",),
        verified="2026-08-22",
        holds_where_it_stands=False,
        read=read_note,
        keys=Keys(tags=("tags", "tag"), begins=("valid_from", "date", "created"), ends=("valid_until",)),
    ),
)
