"""No text holds the markers between which `memdecay sync` writes: they would end its block early."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.problem import Problem

_MARKER = re.compile(r"<!--[ \t]{0,9}memdecay:(?:begin|end)\b", re.IGNORECASE)


def block_markers(page: Page) -> Iterator[Problem]:
    """An entry or note that holds such a marker."""
    if page.kind in (Kind.ENTRY, Kind.NOTE):
        for number, line in enumerate(page.lines, 1):
            found = _MARKER.search(line)
            if found:
                message = (
                    "holds a marker of the block that memdecay writes into other files; say it otherwise"
                )
                yield page.problem("block-marker", message, line=number, column=found.start() + 1)
