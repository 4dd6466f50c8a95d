"""Cline: rules, which an empty list of paths switches off, and the memory bank."""

from __future__ import annotations

from memdecay.importers.format import Format, Keys
from memdecay.importers.page import Page


def switched_off(page: Page) -> str | None:
    """`paths: []` is how people switch a rule off."""
    return "switched off by `paths: []`" if page.header.is_empty_list("paths") else None


FORMATS = (
    Format(
        name="cline",
        label="Cline rule",
        globs=("**/.clinerules/**/*.{md,txt}", "**/.clinerules"),
        excluded=("**/.clinerules/{workflows,hooks,skills}/**",),
        within=("**/*.{md,txt}",),
        verified="2026-08-22",
        tool_folders=(".clinerules",),
        keys=Keys(globs=("paths",), always=("alwaysApply", "true"), heading=("description",)),
        switched_off=switched_off,
    ),
    Format(
        name="cline",
        label="Cline memory bank",
        globs=("**/memory-bank/**/{projectbrief,productContext,systemPatterns,techContext}.md",),
        verified="2026-08-22",
        tool_folders=("memory-bank",),
    ),
    Format(
        name="cline",
        label="Cline memory bank",
        globs=("**/memory-bank/**/*.md",),
        verified="2026-08-22",
        tool_folders=("memory-bank",),
        only_named="the state of some work and no instruction",
    ),
)
