"""A prune list reads as `memdecay propose` wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay import proposals
from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.problem import Problem


def broken_list(page: Page) -> Iterator[Problem]:
    """Rows of a list that hide a line, or could be taken for one."""
    if page.kind is Kind.LIST:
        for one in proposals.read(page.text)[1]:
            yield page.problem(one.rule, one.message, line=one.line)
