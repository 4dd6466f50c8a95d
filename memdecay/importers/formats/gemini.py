"""Gemini CLI: GEMINI.md with its imports."""

from __future__ import annotations

from memdecay.importers.format import Format
from memdecay.importers.markdown import read_with_imports

FORMATS = (
    Format(
        name="gemini",
        label="GEMINI.md",
        globs=("**/GEMINI.md",),
        verified="2026-08-21",
        read=read_with_imports,
        tool_folders=(".gemini",),
        depth=5,
    ),
)
