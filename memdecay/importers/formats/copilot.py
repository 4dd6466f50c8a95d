"""GitHub Copilot: the instructions of a repository, and those for files that match a glob."""

from __future__ import annotations

from memdecay.importers.format import Format, Keys
from memdecay.importers.page import Page

_READ_BY_CODE_REVIEW = 4_000


def modes(page: Page) -> tuple[str, ...]:
    """Without a glob it is read only where someone attaches it."""
    return () if page.header.texts("applyTo") else ("manual",)


FORMATS = (
    Format(
        name="copilot",
        label="Copilot instructions",
        globs=("**/.github/copilot-instructions.md",),
        verified="2026-08-22",
        tool_folders=(".github",),
        keys=Keys(globs=("applyTo",), heading=("description",)),
        most_characters=_READ_BY_CODE_REVIEW,
    ),
    Format(
        name="copilot",
        label="Copilot instructions for files",
        globs=("**/.github/instructions/**/*.instructions.md",),
        within=("**/*.instructions.md",),
        verified="2026-08-22",
        tool_folders=(".github",),
        keys=Keys(globs=("applyTo",), heading=("description", "name")),
        modes=modes,
        most_characters=_READ_BY_CODE_REVIEW,
    ),
)
