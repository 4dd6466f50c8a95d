"""A repository with a memory in it, in which people commit what they like and `check` is asked about it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.builders import markdown
from tests.front_door import Ran, Shell

_SETTINGS = (
    "user.name=Dana", "user.email=dana@example.org", "commit.gpgsign=false", "gc.auto=0",
    "init.defaultBranch=main", "advice.detachedHead=false", "protocol.file.allow=always",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Guarded:
    """A work tree at `top`; its memory is in `memory/`."""

    top: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def memory(self) -> Path:
        return self.top / "memory"

    @property
    def shell(self) -> Shell:
        return Shell(folder=self.top, environment=self.environment)

    def git(self, *words: str, given: str | None = None, environment: Mapping[str, str] | None = None) -> str:
        """Run git, which must succeed."""
        done = self.try_git(*words, given=given, environment=environment)
        assert done.returncode == 0, f"git {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def try_git(
        self, *words: str, given: str | None = None, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        configured = [word for setting in _SETTINGS for word in ("-c", setting)]
        return subprocess.run(
            ["git", "-C", str(self.top), *configured, *words],
            env={**kept, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, **(environment or {})},
            input=given, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def put(self, path: str, data: bytes | str) -> Path:
        """Write a file of the memory."""
        place = self.memory / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data.encode() if isinstance(data, str) else data)
        return place

    def entry(self, id: str, *keys: str, body: str = "", path: str = "") -> Path:  # noqa: A002
        """Write an entry."""
        block = (f"id: {id}", "created: 2026-01-01", *keys)
        return self.put(path or f"{id}.md", markdown(*block, body=body or f"Do {id}.\n"))

    def commit(self, message: str = "x") -> str:
        """Commit all there is, and give the commit's name."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.head

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def check(self, *words: str, environment: Mapping[str, str] | None = None) -> Ran:
        shell = Shell(folder=self.top, environment={**self.environment, **(environment or {})})
        return shell.run("check", *words)

    def found(self, *words: str, environment: Mapping[str, str] | None = None) -> list[str]:
        """Each finding as its rule and its path; there is an exit code 1 where one is an error."""
        ran = self.check(*words, "--json", environment=environment)
        assert ran.code in (0, 1), ran
        problems = ran.document["problems"]
        assert ran.code == any(one["severity"] == "error" for one in problems)
        return [f"{one['rule']} {one['path']}" for one in problems]


def guarded(top: Path, *ids: str) -> Guarded:
    """A new repository with these entries committed, and one file beside the memory."""
    top.mkdir(parents=True, exist_ok=True)
    repository = Guarded(top=top.resolve())
    repository.git("init", "--quiet")
    repository.put("memdecay.yaml", "version: 1\n")
    (repository.top / "README").write_text("shop\n")
    for one in ids:
        repository.entry(one)
    repository.commit("begin")
    return repository
