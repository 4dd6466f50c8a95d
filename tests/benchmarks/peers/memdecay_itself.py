"""memdecay, as a command like the others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers.tool import DEEPEST, Command, Place, Question, new_environment, run
from tests.benchmarks.timing import CHECKOUT


@dataclass(frozen=True, kw_only=True)
class Memdecay(Command):
    name: str = "memdecay recall"

    def install(self, home: Path) -> None:
        new_environment(home / "memdecay", str(CHECKOUT))

    def index(self, place: Place) -> None:
        run([*_program(place), "index"], {})

    def search(self, place: Place, question: Question) -> list[str]:
        asking = ["recall", question.text, "--json", "--limit", str(DEEPEST)]
        said = run([*_program(place), "--now", question.at, *asking], {})
        return [Path(one["path"]).name for one in json.loads(said)["results"]]


def _program(place: Place) -> list[str | Path]:
    return [place.home / "memdecay" / "bin" / "memdecay", "--memory", place.notes]
