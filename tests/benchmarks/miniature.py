"""A made-up folder of instruction histories, small enough to be measured within a second.

Two shops, each with texts that were replaced, reworded, removed and copied into a second file. The format is
that of the real data; nothing here is taken from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memdecay import settings
from memdecay.entry import Entry, write_entry
from memdecay.files import SETTINGS_NAME
from tests.benchmarks.data import LABELLED, REAL_MEMORY, REAL_QUESTIONS, UNITS
from tests.builders import entry

REPOS = ("made-up/bakery", "made-up/florist")
_STILL = (
    "Name every branch after its ticket.", "Ask before you add a dependency.",
    "Write commit messages in the imperative.", "Keep secrets out of the settings file.",
)  # fmt: skip
_OLD, _NEW = "Install packages with npm.", "Install packages with pnpm, not npm."
_PLAIN, _REWORDED = "Run the tests with make test.", "Run `make test` to run the tests."
_UNIT, _BROWSER = "Unit tests are in tests/unit.", "Browser tests are in tests/browser."
_ENDS = 30
"""A law of lifetimes is fitted to no fewer."""
_LATE = "2026-05-01T09:00:00+00:00"


def write_data(folder: Path) -> None:
    """Write all files of the dev split and a real memory of three entries into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / UNITS, (row for repo in REPOS for row in _units(repo)))
    _write(folder / LABELLED, (row for repo in REPOS for row in _labels(repo)))
    _write(folder / REAL_QUESTIONS, _QUESTIONS)
    memory = folder / REAL_MEMORY
    memory.mkdir()
    (memory / SETTINGS_NAME).write_text(settings.FRESH, "utf-8")
    for one in _entries():
        (memory / one.path).write_bytes(write_entry(one))


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")


def _units(repo: str) -> list[dict[str, Any]]:
    first, later = "2022-01-10T09:00:00+00:00", "2025-06-01T09:00:00+00:00"
    rows = [
        (_OLD, first, later, "replaced", 2), (_NEW, later, None, None, None),
        (_PLAIN, first, "2025-03-01T09:00:00+00:00", "edited", 4), (_REWORDED, "2025-03-01T09:00:00+00:00",
        None, None, None), (_UNIT, first, None, None, None), (_BROWSER, first, None, None, None),
        ("Deploy on Mondays only.", first, "2022-02-01T09:00:00+00:00", "removed", None),
        ("Pin cachelib to 2.3 until the crash is fixed.", later, "2025-12-01T09:00:00+00:00", "bulk", None),
        *((text, first, None, None, None) for text in _STILL),
        *((f"Clean shelf {number} before you close.", first, _days_on(first, 9 * number), "removed", None)
          for number in range(1, _ENDS + 1)),
    ]  # fmt: skip
    made = [_unit(repo, number, *row) for number, row in enumerate(rows, 1)]
    for text in (_UNIT, _UNIT.replace("Unit", "All unit")):
        copy = _unit(repo, len(made) + 1, text, later, None, None, None)
        made.append({**copy, "file": "web/AGENTS.md", "dup_of": f"{repo}#5"})
    return made


def _days_on(instant: str, days: int) -> str:
    return (datetime.fromisoformat(instant) + timedelta(days=days)).isoformat()


def _unit(
    repo: str, number: int, text: str, born: str, died: str | None, how: str | None, successor: int | None
) -> dict[str, Any]:
    return {
        "id": f"{repo}#{number}", "repo": repo, "file": "AGENTS.md", "section": "Shop > Work", "kind": "item",
        "text": text, "born": born, "died": died, "last_seen": died or _LATE, "how_died": how,
        "replaced_by": successor and f"{repo}#{successor}", "dup_of": None, "with_file": False,
        "has_version": "2.3" in text,
    }  # fmt: skip


def _labels(repo: str) -> list[dict[str, Any]]:
    name = repo.rpartition("/")[2]
    replaced, reworded = "2025-06-01T09:00:00+00:00", "2025-03-01T09:00:00+00:00"
    return [
        _label(repo, f"S-{name}", "supersession", (1, _OLD), (2, _NEW), replaced,
               query="How do I install packages?", answer="new"),
        _label(repo, f"R-{name}", "rewording", (3, _PLAIN), (4, _REWORDED), reworded,
               query=None, answer=None),
        _label(repo, f"L-{name}", "lookalike", (5, _UNIT), (6, _BROWSER), reworded,
               query="Where do unit tests go?", answer="old"),
    ]  # fmt: skip


def _label(
    repo: str,
    name: str,
    kind: str,
    old: tuple[int, str],
    new: tuple[int, str],
    date: str,
    **asked: str | None,
) -> dict[str, Any]:
    return {
        "id": name, "repo": repo, "kind": kind, "date_old": "2022-01-10T09:00:00+00:00", "date_new": date,
        "old_id": f"{repo}#{old[0]}", "old": old[1], "new_id": f"{repo}#{new[0]}", "new": new[1],
        "copies_of_new": [], "stale_copies_of_old": [], **asked,
    }  # fmt: skip


_QUESTIONS = (
    {"at": "2026-01-01", "kind": "supersession", "query": "How do I install packages?", "expect": "with-pnpm",
     "not": "with-npm"},
    {"at": "2026-01-01", "kind": "plain", "query": "How do I name a branch?", "expect": "branches",
     "not": None},
)  # fmt: skip


def _entries() -> list[Entry]:
    day = {"valid_from": "2025-01-10", "created": "2025-01-10"}
    return [
        entry("with-npm", body=f"{_OLD}\n", **day),
        entry("with-pnpm", body=f"{_NEW}\n", supersedes=("with-npm",), **day),
        entry("branches", body=f"{_STILL[0]}\n", **day),
    ]
