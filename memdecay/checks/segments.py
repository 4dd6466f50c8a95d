"""A segment of the ledger holds events and is named after its bytes."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay import event
from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.checks.rewrites import is_named_after
from memdecay.problem import Problem


def misnamed(page: Page) -> Iterator[Problem]:
    """A segment whose name is not the hash of its bytes: it was changed, or not written by memdecay."""
    if page.kind is Kind.SEGMENT and not is_named_after(page.path, page.data):
        message = "is not named after its bytes, so something changed it; restore it from git"
        yield page.problem("segment-name", message)


def bad_lines(page: Page) -> Iterator[Problem]:
    """Lines of a segment that are no events."""
    if page.kind is Kind.SEGMENT:
        yield from event.read_all(page.path, page.data)[1]
