"""OpenClaw: what its agents keep of a person, by topic and by day."""

from __future__ import annotations

from memdecay.importers.format import Format

FORMATS = (
    Format(
        name="openclaw",
        label="OpenClaw memory",
        globs=("MEMORY.md", "{SOUL,USER,TOOLS,IDENTITY,HEARTBEAT}.md"),
        within=("{MEMORY,SOUL,USER,TOOLS,IDENTITY,HEARTBEAT}.md", "memory/**/*.md"),
        verified="2026-08-22",
        tool_folders=("memory",),
        only_named="personal notes of an agent",
    ),
)
