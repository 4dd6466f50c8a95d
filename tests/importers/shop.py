"""A repository with instruction files of other tools, and what an import of it would do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.front_door import Ran, Shell
from tests.memory.happenings import commit
from tests.memory.happenings import git as run


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """A shell in a repository with an empty memory."""

    shell: Shell

    @classmethod
    def made(cls, shell: Shell, *, in_git: bool = True) -> Shop:
        if in_git:
            run(shell.folder, "init", "--quiet", "--initial-branch=main")
        shell.did("init")
        return cls(shell=shell)

    def put(self, path: str, data: str | bytes) -> Path:
        place = self.shell.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data.encode() if isinstance(data, str) else data)
        return place

    def commit(self) -> None:
        commit(self.shell.folder)

    def planned(self, *words: str) -> dict[str, Any]:
        """The document of a dry run."""
        found: dict[str, Any] = self.run("--dry-run", "--json", *words).document
        return found

    def run(self, *words: str) -> Ran:
        return self.shell.run("import", *words)

    def texts(self, *words: str) -> list[str]:
        return [one["text"] for one in self.planned(*words)["entries"]]

    def entry(self, *words: str) -> dict[str, Any]:
        """The one new entry there is."""
        (found,) = self.planned(*words)["entries"]
        return dict(found)

    def problems(self, *words: str) -> list[str]:
        return [f"{one['path']}: {one['message']}" for one in self.planned(*words)["problems"]]
