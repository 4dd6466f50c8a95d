"""Cursor: rules whose front matter is no YAML, and the older .cursorrules, which may be any text."""

from __future__ import annotations

from memdecay.importers.blocks import parsed
from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read, read_whole
from memdecay.importers.page import Page, Reading

_SHORT_RULE = 15
"""Lines; so short a rule is one instruction."""
_STRUCTURE = {"bullet_list", "ordered_list"}


def read_rule(page: Page) -> Reading:
    """A short rule whole, a longer one item by item."""
    lines = page.data[page.start :].strip().count(b"\n") + 1
    return read_whole(page) if lines < _SHORT_RULE else read(page)


def read_legacy(page: Page) -> Reading:
    """Item by item where it is Markdown; other text whole: the remarks of code look like headings."""
    blocks = list(parsed(page.data[page.start :].decode("utf-8")))
    is_markdown = any(one.kind in _STRUCTURE or one.tokens[0].tag in {"h2", "h3"} for one in blocks)
    return read(page) if is_markdown else read_whole(page)


def modes(page: Page) -> tuple[str, ...]:
    """How Cursor comes to read a rule that is not always in force."""
    header = page.header
    if (header.text("alwaysApply") or "").lower() == "true" or header.texts("globs") or not header.end:
        return ()
    return ("agent-requested",) if header.text("description") else ("manual",)


FORMATS = (
    Format(
        name="cursor",
        label="Cursor rule",
        globs=("**/.cursor/rules/**/*.mdc",),
        within=("**/*.mdc",),
        verified="2026-08-22",
        read=read_rule,
        tool_folders=(".cursor",),
        keys=Keys(globs=("globs",), always=("alwaysApply", "true"), heading=("description",)),
        has_yaml=False,
        globs_match_any_depth=True,
        modes=modes,
    ),
    Format(
        name="cursor",
        label=".cursorrules",
        globs=("**/.cursorrules",),
        verified="2026-08-22",
        read=read_legacy,
    ),
)
