"""One file of a memory as the rules about single files see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from memdecay import event
from memdecay.checks.kinds import Kind
from memdecay.event import Event
from memdecay.front_matter import BYTE_ORDER_MARK
from memdecay.problem import Problem, Severity


@dataclass(frozen=True, kw_only=True)
class Page:
    """A file: its path in the memory, what it is, its bytes, and whether joiners are allowed in its text."""

    path: str
    kind: Kind
    data: bytes
    joiners: bool = False

    @cached_property
    def text(self) -> str:
        """Its text with `\\n` line ends; what is not UTF-8, which has a fault of its own, is replaced."""
        data = self.data.removeprefix(BYTE_ORDER_MARK)
        return data.decode("utf-8", "replace").replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def events(self) -> list[tuple[int, Event]]:
        """The events of a segment with their lines; what is no event has a fault of its own."""
        found = []
        for number, line in enumerate(self.data.split(b"\n"), 1):
            one = event.read_all(self.path, line)[0] if line.strip() else []
            found += [(number, happened) for happened in one]
        return found

    @cached_property
    def texts(self) -> list[tuple[int, str, str]]:
        """What people wrote in it: the line of each text, its key, and the text.

        A segment escapes what it holds, so there the text of each event counts on its own, and stands in
        one line of the file whatever its own lines are.
        """
        if self.kind is not Kind.SEGMENT:
            return [(1, "", self.text)]
        return [
            (number, key, text)
            for number, one in self.events
            for key in ("by", "query", "note", "session")
            if (text := getattr(one, key))
        ]

    def problem(
        self,
        rule: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        return Problem(
            rule=rule, path=self.path, message=message, line=line, column=column, key=key or None,
            severity=severity,
        )  # fmt: skip
