"""No file holds a secret or data about a person. The detectors are asked elsewhere; no value comes here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdecay.checks.page import Page
from memdecay.problem import Problem, Severity

ALLOWANCE = re.compile(
    r"pragma: ?(?:allow|white)list(?:[ -]nextline)?[ -](secret|personal[ -]data)\b(.{0,400})", re.IGNORECASE
)
"""The words by which a line passes although something is found in it, as users of the detector know them."""
_MOST_NAMED = 3
_WORD = re.compile(r"\w")


class Leak(NamedTuple):
    """Something of this kind stands in this line (of the file, from 1); `key` names a text of an event."""

    rule: str
    kind: str
    line: int
    key: str = ""


_SAID = {
    "secret": (
        "looks like it holds a secret ({}); take it out, and rotate it if it is real (a line that only looks "
        "like one passes with `pragma: allowlist secret - the reason` in a comment)"
    ),
    "personal-data": (
        "holds data about a person ({}); name a role or a place to ask instead (a line that is meant so "
        "passes with `pragma: allowlist personal data - the reason` in a comment)"
    ),
}


def leaks(page: Page, found: Iterable[Leak]) -> Iterator[Problem]:
    """A fault for each rule that something was found under, at the first such line."""
    by_rule: dict[str, list[Leak]] = {}
    for one in sorted(found, key=lambda one: (one.rule, one.line)):
        by_rule.setdefault(one.rule, []).append(one)
    for rule, those in by_rule.items():
        named = list(dict.fromkeys(f"{one.kind} at line {one.line}" for one in those))
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        message = _SAID[rule].format(", ".join(named[:_MOST_NAMED]) + more)
        yield page.problem(rule, message, line=those[0].line, key=those[0].key)


def unchecked(page: Page, why: str) -> Problem:
    """The fault of a file that could not be looked over: what nobody looked at is not clean."""
    message = f"could not be looked over for secrets ({why}), so nobody knows; mend that and check again"
    return page.problem("unchecked", message)


def allowances(page: Page) -> list[tuple[int, bool]]:
    """The lines that allow what is found in them, and whether each says why."""
    return [
        (number, _WORD.search(found[2]) is not None)
        for number, line in enumerate(page.lines, 1)
        if (found := ALLOWANCE.search(line))
    ]


def unreasoned(page: Page) -> Iterator[Problem]:
    """An allowance that does not say why."""
    for number, has_reason in allowances(page):
        if not has_reason:
            message = "is an exception that does not say why; write `pragma: allowlist ... - the reason`"
            yield page.problem("allowance", message, line=number, severity=Severity.WARNING)
