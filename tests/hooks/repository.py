"""A git repository with a memory, in which git really runs hooks; each with an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import memdecay
from tests.builders import markdown
from tests.front_door import NOW, Ran, Shell

PACKAGE = Path(memdecay.__file__).parents[1]

_LAUNCHER = """\
#!{python}
import sys
sys.path.insert(0, {package!r})
from memdecay.cli.app import main
main()
"""


@dataclass(frozen=True, kw_only=True)
class Repository:
    """A work tree at `top`. `memdecay` there is a program of ours, found by hooks through its path."""

    top: Path
    launcher: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def shell(self) -> Shell:
        return Shell(folder=self.top)

    @property
    def memory(self) -> Path:
        return self.top / "memory"

    @property
    def hooks(self) -> Path:
        return self.top / ".git" / "hooks"

    def at(self, folder: Path) -> Repository:
        """The same machine in another work tree."""
        return Repository(top=folder, launcher=self.launcher, environment=self.environment)

    def try_git(
        self, *words: str, environment: Mapping[str, str] | None = None, given: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run git here as a person with no settings of the machine, and see what comes of it."""
        return subprocess.run(
            ["git", *words],
            cwd=self.top,
            env={**self._environment(), **(environment or {})},
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def git(self, *words: str, environment: Mapping[str, str] | None = None) -> str:
        """Run git, which must succeed, and return what it says."""
        done = self.try_git(*words, environment=environment)
        assert done.returncode == 0, f"git {words}: {done.stdout}{done.stderr}"
        return done.stdout.rstrip("\n")

    def did(self, *words: str, now: str | None = None) -> Ran:
        """Run `memdecay` here."""
        return self.shell.did(*words, now=now)

    def put(self, *ids: str, text: str = "") -> None:
        """Write entries by hand."""
        for one in ids:
            body = f"{text or one}\n"
            block = (f"id: {one}", "created: 2026-01-01")
            path = self.memory / f"{one}.md"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(markdown(*block, body=body))

    def rewrite(self, one: str) -> None:
        """What nobody may do: change the text of an entry in its place."""
        path = self.memory / f"{one}.md"
        path.write_bytes(path.read_bytes() + b"And more.\n")

    def user_hook(self, name: str, body: str, folder: Path | None = None) -> Path:
        """A hook of the user's own."""
        path = (folder or self.hooks) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    def commit(self, *words: str, message: str = "x") -> str:
        return self.git("commit", "--quiet", "-m", message, *words)

    def arrange(self, message: str = "x") -> None:
        """Commit everything there is, with no hook looking."""
        self.git("add", ".")
        self.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--allow-empty", "-m", message)

    def committed(self, commit: str = "HEAD") -> list[str]:
        """The paths that a commit changed."""
        return self.git("show", "--format=", "--name-only", commit).split()

    def segments(self, commit: str = "HEAD") -> list[str]:
        """The segments of the ledger that a commit holds."""
        listed = self.git("ls-tree", "-r", "--name-only", commit, "memory/ledger").split()
        return [one for one in listed if one.endswith(".jsonl")]

    def status(self) -> str:
        return self.git("status", "--porcelain")

    def waiting(self) -> list[str]:
        """The ids of the events that wait."""
        folder = self.top / ".git" / "memdecay" / "spool" / "new"
        return sorted(path.stem for path in folder.glob("*.json"))

    def events(self, entry: str) -> int:
        """How many events there are of an entry."""
        return len(self.did("log", entry, "--json").document["events"])

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}
        fixed = {
            "HOME": str(self.top.parent),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_NAME": "Dana",
            "GIT_AUTHOR_EMAIL": "dana@example.org",
            "GIT_COMMITTER_NAME": "Dana",
            "GIT_COMMITTER_EMAIL": "dana@example.org",
            "GIT_EDITOR": "true",
            "PYTHONUTF8": "1",
            "GIT_CONFIG_COUNT": "2",  # nothing of git's runs on in the background
            "GIT_CONFIG_KEY_0": "maintenance.auto",
            "GIT_CONFIG_VALUE_0": "false",
            "GIT_CONFIG_KEY_1": "gc.auto",
            "GIT_CONFIG_VALUE_1": "0",
        }
        return {**kept, **fixed, **self.environment}


def launcher(folder: Path) -> Path:
    """A program `memdecay` that runs this very package."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "memdecay"
    path.write_text(_LAUNCHER.format(python=sys.executable, package=str(PACKAGE)))
    path.chmod(0o755)
    return path


def repository(folder: Path, program: Path, *ids: str) -> Repository:
    """A new repository with a memory of these entries, committed; without hooks."""
    made = Repository(top=folder, launcher=program)
    folder.mkdir(parents=True)
    made.git("init", "--quiet", "--initial-branch=main")
    made.did("init", "--no-hooks")
    made.put(*ids)
    made.arrange("begin")
    return made


__all__ = ["NOW", "Repository", "launcher", "repository"]
