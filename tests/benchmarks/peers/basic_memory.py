"""basic-memory from PyPI: its text search.

Its vectors need a model from a hub, and a Python whose SQLite loads extensions.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers.tool import (
    DEEPEST,
    Command,
    Failed,
    Place,
    Question,
    new_environment,
    run,
    run_many,
)

PACKAGE = "basic-memory==0.24.1"
PYTHONS = ("python3.13", "python3.12")
"""It needs Python 3.12."""
_APP = ("basic_memory.cli.main", "app", "typer.testing")


@dataclass(frozen=True, kw_only=True)
class BasicMemory(Command):
    name: str = "basic-memory, text"
    mode: tuple[str, ...] = ()

    def install(self, home: Path) -> None:
        python = next((one for one in PYTHONS if _runs(one)), None)
        if python is None:
            raise Failed(f"none of {', '.join(PYTHONS)} runs here")
        new_environment(home / "basic-memory", PACKAGE, python=python)

    def index(self, place: Place) -> None:
        run([_bin(place) / "basic-memory", "reindex", "--search"], _environment(place))

    def search(self, place: Place, question: Question) -> list[str]:
        return _names(run([_bin(place) / "basic-memory", *self._asking(question)], _environment(place)))

    def search_all(self, place: Place, questions: Sequence[Question]) -> list[list[str]]:
        calls = [self._asking(one) for one in questions]
        said = run_many(_bin(place) / "python", _APP, calls, _environment(place))
        return [_names(one) for one in said]

    def _asking(self, question: Question) -> list[str]:
        return ["tool", "search-notes", question.text, "--json", "--page-size", str(DEEPEST), *self.mode]


def _runs(python: str) -> bool:
    try:
        run([python, "-c", "import sqlite3"], {})
    except (Failed, OSError):
        return False
    return shutil.which(python) is not None


def _bin(place: Place) -> Path:
    return place.home / "basic-memory" / "bin"


def _environment(place: Place) -> dict[str, str]:
    return {
        "HOME": str(place.state),
        "BASIC_MEMORY_HOME": str(place.notes),
        "BASIC_MEMORY_CONFIG_DIR": str(place.state / "config"),
        "BASIC_MEMORY_NO_PROMOS": "1",
    }


def _names(said: str) -> list[str]:
    if not said.lstrip().startswith("{"):
        raise Failed(" ".join(said.split())[:300])
    found = json.loads(said)["results"]
    return list(dict.fromkeys(Path(one["file_path"]).name for one in found if one.get("file_path")))
