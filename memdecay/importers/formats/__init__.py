"""The formats there are. A new one is one module here, one line in `FORMATS`, one test."""

from __future__ import annotations

from memdecay.importers.format import Format
from memdecay.importers.formats import (
    adr,
    basic_memory,
    claude,
    cline,
    codex,
    continue_,
    copilot,
    cursor,
    gemini,
    mem0,
    memsearch,
    obsidian,
    openclaw,
    plain,
    serena,
    windsurf,
)

FORMATS: tuple[Format, ...] = (
    *claude.FORMATS,
    *codex.FORMATS,
    *cursor.FORMATS,
    *copilot.FORMATS,
    *gemini.FORMATS,
    *windsurf.FORMATS,
    *cline.FORMATS,
    *continue_.FORMATS,
    *serena.FORMATS,
    *memsearch.FORMATS,
    *adr.FORMATS,
    *openclaw.FORMATS,
    *basic_memory.FORMATS,
    *obsidian.FORMATS,
    *mem0.FORMATS,
    *plain.FORMATS,
)
"""Where the globs of two formats match a path, the first of them reads it."""

NAMES: tuple[str, ...] = tuple(dict.fromkeys(one.name for one in FORMATS))

OWN_EXPORT = "memdecay"
"""What `--from` calls an export of our own, which is put back instead of cut into instructions."""
