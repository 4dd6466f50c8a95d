"""Windsurf, now Devin Desktop: rules with a trigger, and the older .windsurfrules."""

from __future__ import annotations

from memdecay.importers.format import Format, Keys
from memdecay.importers.page import Page


def modes(page: Page) -> tuple[str, ...]:
    """A rule that is not always in force says by what it is triggered."""
    trigger = page.header.text("trigger")
    return {"manual": ("manual",), "model_decision": ("agent-requested",)}.get(trigger or "", ())


FORMATS = (
    Format(
        name="windsurf",
        label="Windsurf rule",
        globs=("**/.devin/rules/**/*.md", "**/.windsurf/rules/**/*.md"),
        within=("**/*.md",),
        verified="2026-08-22",
        tool_folders=(".devin", ".windsurf"),
        keys=Keys(globs=("globs",), always=("trigger", "always_on"), heading=("description",)),
        has_yaml=False,
        globs_match_any_depth=True,
        modes=modes,
        most_characters=12_000,
    ),
    Format(
        name="windsurf",
        label=".windsurfrules",
        globs=("**/.windsurfrules",),
        verified="2026-08-22",
    ),
)
