"""How a benchmark shows its numbers: a plain table for people, or one JSON document."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

Cell = str | int | float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a heading. Numbers are shown with `decimals` places, None as a dash."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    decimals: int = 3
    remarks: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in self.columns:
            if self.columns.count(name) > 1:  # a document would keep the last of them alone
                raise ValueError(f"two columns are named {name!r}")

    def __str__(self) -> str:
        shown = [self.columns, *(tuple(self._shown(cell) for cell in row) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
        numeric = [
            all(not isinstance(row[place], str) for row in self.rows) for place in range(len(self.columns))
        ]
        lines = [_aligned(row, widths, numeric) for row in shown]
        rule = "|".join("-" * (width + 2) for width in widths)
        remarks = ["", *self.remarks] if self.remarks else []
        return "\n".join([self.title, "", lines[0], f"|{rule}|", *lines[1:], *remarks, ""])

    def _shown(self, cell: Cell) -> str:
        if cell is None:
            return "-"
        return f"{cell:,.{self.decimals}f}" if isinstance(cell, float) else str(cell)


def marked(value: float, default: float) -> str:
    """A number that was tried; bold where it is the default."""
    return f"**{value:g}**" if value == default else f"{value:g}"


def show(tables: Sequence[Table], *, as_json: bool) -> None:
    """Print the tables and on what they were measured, or all of it as one JSON document."""
    if as_json:
        print(
            json.dumps({"tables": [_plain(table) for table in tables], "measured": measured_on()}, indent=2)
        )
    else:
        print("\n".join(str(table) for table in tables))
        print(", ".join(f"{name} {value}" for name, value in measured_on().items()))


def measured_on() -> dict[str, str]:
    """The commit, the machine and the versions that matter to what is measured."""
    return {
        "commit": _git("rev-parse", "--short", "HEAD")
        + (", changed," if _git("status", "--porcelain") else ""),
        "CPython": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "on": f"{platform.system()} {platform.machine()}",
        "processors": str(os.cpu_count()),
    }


def _git(*words: str) -> str:
    here = Path(__file__).parent
    done = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown" * ("rev-parse" in words)


def _plain(table: Table) -> dict[str, Any]:
    plain = asdict(table)
    plain["rows"] = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    del plain["decimals"]
    return plain


def _aligned(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    cells = [
        cell.rjust(width) if is_number else cell.ljust(width)
        for cell, width, is_number in zip(row, widths, numeric, strict=True)
    ]
    return f"| {' | '.join(cells)} |"
