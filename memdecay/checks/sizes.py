"""No file and no line is longer than anyone would read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.front_matter import LONGEST_FILE
from memdecay.ledger import LONGEST_SEGMENT
from memdecay.problem import Problem

LONGEST_LIST = 8 * 1024 * 1024
LIMITS: Mapping[Kind, int] = {
    Kind.ENTRY: LONGEST_FILE,
    Kind.NOTE: LONGEST_FILE,
    Kind.LIST: LONGEST_LIST,
    Kind.SEGMENT: LONGEST_SEGMENT,
}
"""Bytes of one file."""

LONGEST_LINE = 16 * 1024
"""Bytes. An instruction is a page at most, and every pattern runs over every line."""


def large_files(page: Page) -> Iterator[Problem]:
    """A list or segment that is too large; of an entry or note its front matter says so."""
    limit = LIMITS[page.kind]
    if page.kind in (Kind.LIST, Kind.SEGMENT) and len(page.data) > limit:
        message = f"is larger than {limit:,} bytes, so it was not read to its end; write several"
        yield page.problem("size", message)


def long_lines(page: Page) -> Iterator[Problem]:
    """The first line that is too long; events have a limit of their own."""
    if page.kind is Kind.SEGMENT:
        return
    for number, line in enumerate(page.data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            message = f"has a line of {len(line):,} bytes, {LONGEST_LINE:,} are allowed; break it"
            yield page.problem("long-line", message, line=number)
            return
