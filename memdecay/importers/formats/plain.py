"""Any folder of Markdown, item by item."""

from __future__ import annotations

from memdecay.importers.format import Format, Keys

FORMATS = (
    Format(
        name="plain",
        label="Markdown",
        globs=(),
        within=("**/*.{md,markdown,mdx,txt}",),
        verified="2026-08-22",
        holds_where_it_stands=False,
        keys=Keys(heading=("title",), tags=("tags",), begins=("valid_from", "date"), ends=("valid_until",)),
    ),
)
