"""@tobilu/qmd from npm: `qmd search`, which finds what holds every word, by BM25.

Its vectors need a model that it downloads from a hub at the first `qmd embed`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers.tool import DEEPEST, Command, Place, Question, run

PACKAGES = ("node@22", "@tobilu/qmd@2.8.3")
"""It needs Node 22, which npm has too."""


@dataclass(frozen=True, kw_only=True)
class Qmd(Command):
    name: str = "qmd search"
    only_telling_words: bool = False

    def install(self, home: Path) -> None:
        if not (home / "qmd" / "node_modules" / "@tobilu" / "qmd").is_dir():
            run(["npm", "install", "--prefix", home / "qmd", *PACKAGES], {})

    def index(self, place: Place) -> None:
        program, environment = _program(place)
        run([*program, "collection", "add", place.notes, "--name", "notes"], environment)

    def search(self, place: Place, question: Question) -> list[str]:
        program, environment = _program(place)
        text = " ".join(question.words) if self.only_telling_words else question.text
        said = run([*program, "search", text, "--json", "-n", str(DEEPEST)], environment)
        return [one["file"].rpartition("/")[2] for one in json.loads(said)] if said.startswith("[") else []


def _program(place: Place) -> tuple[list[Path], Mapping[str, str]]:
    modules = place.home / "qmd" / "node_modules"
    state = str(place.state)
    environment = {"HOME": state, "XDG_CACHE_HOME": state, "XDG_CONFIG_HOME": state, "QMD_CONFIG_DIR": state}
    return [modules / ".bin" / "node", modules / "@tobilu" / "qmd" / "bin" / "qmd"], environment
