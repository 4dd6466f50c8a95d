"""Continue: rules with globs, and with patterns over the content of files, which have no counterpart."""

from __future__ import annotations

from dataclasses import replace

from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read
from memdecay.importers.page import Note, Page, Reading


def read_rule(page: Page) -> Reading:
    """Item by item; a pattern over the content of files is named, since no scope can say it."""
    reading = read(page)
    pattern = page.header.text("regex")
    if pattern is None:
        return reading
    message = f"applies where a file contains {pattern!r}, which a scope cannot say; look over its entries"
    return replace(reading, notes=(*reading.notes, Note(path=page.path, line=1, message=message)))


FORMATS = (
    Format(
        name="continue",
        label="Continue rule",
        globs=("**/.continue/rules/**/*.md",),
        within=("**/*.md",),
        verified="2026-08-22",
        read=read_rule,
        tool_folders=(".continue",),
        keys=Keys(globs=("globs",), always=("alwaysApply", "true"), heading=("description", "name")),
    ),
)
