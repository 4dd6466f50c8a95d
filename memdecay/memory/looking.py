"""Looks over single files: by the rules for them, and with the detectors for what must not be in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack

from memdecay import credentials
from memdecay.checks import faults_of
from memdecay.checks.kinds import Kind
from memdecay.checks.leaks import ALLOWANCE, Leak, allowances, leaks, unchecked
from memdecay.checks.page import Page
from memdecay.credentials import Looked
from memdecay.problem import Problem

SECONDS = 5.0
"""For the detectors and one file; a file they do not finish is a finding."""
_WHO = ("by",)
_KNOWN_BY_KEY = re.compile(
    r"^(?:author|closed_by|created|recorded|valid_from|valid_until)[ \t]*:[^\n]*", re.MULTILINE
)
"""Where the name of a writer stands, which people expect there, and times, which are digits only."""

_MAY_NAME_SOMEONE = re.compile(r"@|(?:\d[^\n\d]*){9}")
"""An address, or a line with as many digits as the shortest number there is."""


class Looker:
    """Looks over one page after the other; the detectors are loaded with the first, for it takes a while."""

    def __init__(self, opened: ExitStack) -> None:
        self._opened = opened
        self._look: Callable[[str], Looked] | None = None
        self.allowances = 0
        """Lines that were allowed although something is found in them."""

    def faults(self, page: Page) -> Iterator[Problem]:
        """Everything that is wrong in one file on its own."""
        self.allowances += len(allowances(page))
        yield from faults_of(page)
        try:
            found = [leak for first, key, text in page.texts for leak in self._leaks(page, first, key, text)]
        except (ImportError, TimeoutError) as fault:
            yield unchecked(page, str(fault))
        else:
            yield from leaks(page, found)

    def _leaks(self, page: Page, first_line: int, key: str, text: str) -> Iterable[Leak]:
        if self._look is None:
            self._look = self._opened.enter_context(credentials.looking(SECONDS))
        looked = self._look(text)
        if not looked.is_whole:
            raise TimeoutError(f"it took more than {SECONDS:g} s")
        for one in looked.found:
            yield Leak("secret", one.kind, first_line if key else one.line, key)
        if page.kind is Kind.LIST or key in _WHO:
            return
        said = _KNOWN_BY_KEY.sub("", text)
        if not _MAY_NAME_SOMEONE.search(said):
            return
        from memdecay.evidence import personal_data  # late: with it comes all other evidence

        lines = said.split("\n")
        for datum in personal_data.found(said):
            if not ALLOWANCE.search(lines[datum.line - 1]):
                yield Leak("personal-data", datum.kind, first_line if key else datum.line, key)
