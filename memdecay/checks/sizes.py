"""No file and no line is longer than anyone would read."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.problem import Problem

LONGEST_LINE = 16 * 1024
"""Bytes. An instruction is a page at most, and every pattern runs over every line."""


def long_lines(page: Page) -> Iterator[Problem]:
    """The first line that is too long; events have a limit of their own."""
    if page.kind is Kind.SEGMENT:
        return
    for number, line in enumerate(page.data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            message = f"has a line of {len(line):,} bytes, {LONGEST_LINE:,} are allowed; break it"
            yield page.problem("long-line", message, line=number)
            return
