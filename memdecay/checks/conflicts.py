"""No file was committed in the middle of a merge."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.problem import Problem

_OPENS, _ENDS = "<<<<<<< ", ">>>>>>> "


def half_merged(page: Page) -> Iterator[Problem]:
    """A file that holds the marks of a conflict; of a segment each such line is a fault already."""
    if page.kind is Kind.SEGMENT:
        return
    opened = None
    for number, line in enumerate(page.lines, 1):
        if line.startswith(_OPENS):
            opened = opened or number
        elif line.startswith(_ENDS) and opened:
            message = f"holds the marks of a conflict, up to line {number}; decide it and remove the marks"
            yield page.problem("conflict", message, line=opened)
            opened = None
