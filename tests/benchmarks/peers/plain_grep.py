"""grep: every telling word of the question, and the files by how many of them they hold."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.peers.tool import Command, Place, Question, clean


@dataclass(frozen=True, kw_only=True)
class Grep(Command):
    name: str = "grep"

    def install(self, home: Path) -> None:
        """It is there."""

    def index(self, place: Place) -> None:
        """It has none."""

    def search(self, place: Place, question: Question) -> list[str]:
        words = [part for word in question.words for part in ("-e", word)]
        command = ["grep", "-rioF", "--include=*.md", *words, "."]
        done = subprocess.run(
            command, cwd=place.notes, env=clean({}), capture_output=True, text=True, check=False
        )  # fmt: skip
        held: dict[str, set[str]] = {}
        for line in done.stdout.splitlines():
            path, _, word = line.partition(":")
            held.setdefault(Path(path).name, set()).add(word.lower())
        return sorted(held, key=lambda name: (-len(held[name]), name))
