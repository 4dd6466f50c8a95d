"""A fault in a file, as a value with an address, so that one bad file never stops the rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(str, Enum):
    """How much a fault matters: an error needs mending, a warning a look, a note neither."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault: where it is (`line` and `column` count from 1), what it is, and what to do."""

    rule: str
    path: str
    message: str
    line: int | None = None
    column: int | None = None
    key: str | None = None
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        subject = f"{self.key}: " if self.key else ""
        return f"{place}: {subject}{self.message}"

    @property
    def address(self) -> tuple[str, int, int, str, str]:
        """A total order: by file, then down the page."""
        return (self.path, self.line or 0, self.column or 0, self.key or "", self.message)


class BlockFault(ValueError):
    """Front matter that cannot be trusted as a whole; `line` counts in the file."""

    def __init__(self, line: int, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.line, self.key = line, key
