"""Runs `memdecay` as a person at a shell does: words in; text, messages and an exit code out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import memdecay
from memdecay.cli import render
from memdecay.cli.app import main

NOW = "2026-06-03T09:14:00Z"
"""The time of every command that does not state another."""

_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "COVERAGE_PROCESS_START")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What one command gave."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)

    @property
    def ids(self) -> list[str]:
        """The ids of the results, entries or entry in the document, in order."""
        held = self.document
        return [one["id"] for one in held.get("results", held.get("entries", []))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """A shell in `folder` with an environment of its own; every command is told what time it is."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    now: str = NOW

    @property
    def memory(self) -> Path:
        return self.folder / "memory"

    def run(self, *words: str, stdin: str | bytes = "", now: str | None = None) -> Ran:
        """Run `memdecay` with these words in this process."""
        with _environment(self._environment()), _inside(self.folder), _streams(stdin) as (out, err):
            code = _exit_code(self._timed(words, now))
            sys.stdout.flush()
            sys.stderr.flush()
        return Ran(code=code, out=out.getvalue().decode(), err=err.getvalue().decode())

    def spawn(
        self,
        *words: str,
        stdin: str | bytes = "",
        now: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Ran:
        """Run `memdecay` with these words in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "memdecay", *self._timed(words, now)],
            cwd=self.folder,
            env=self.environment_of_a_process(environment or {}),
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(code=done.returncode, out=_text(done.stdout), err=_text(done.stderr))

    def did(self, *words: str, stdin: str | bytes = "", now: str | None = None) -> Ran:
        """Run a command that must succeed."""
        ran = self.run(*words, stdin=stdin, now=now)
        assert ran.code == 0, f"{words}: {ran}"
        return ran

    def ask(self, *words: str, now: str | None = None) -> Any:
        """The JSON document of a reading command that must succeed."""
        return self.did(*words, "--json", now=now).document

    def recalled(self, *words: str, now: str | None = None) -> list[str]:
        """The ids that `recall` gives, strongest first."""
        return [one["id"] for one in self.ask("recall", *words, now=now)["results"]]

    def standings(self, *words: str, now: str | None = None) -> dict[str, str]:
        """What `list` says of every entry."""
        return {one["id"]: one["standing"] for one in self.ask("list", *words, now=now)["entries"]}

    def problems(self, now: str | None = None) -> list[str]:
        """What `doctor` finds, as a person reads it."""
        found = self.run("doctor", now=now)
        guards = ("protected: ", "unprotected: ")
        *problems, last = [line for line in found.lines if not line.startswith(guards)]
        assert " in " in last, found  # so many entries in so many files
        assert found.code == (1 if problems else 0), found
        return problems

    def write(self, path: str, data: str | bytes) -> Path:
        """Make a file in the memory, by hand."""
        target = self.memory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)
        return target

    def environment_of_a_process(self, more: Mapping[str, str]) -> dict[str, str]:
        package = str(Path(memdecay.__file__).parents[1])
        return {**self._environment(), "PYTHONPATH": package, "PYTHONUTF8": "1", **more}

    def _timed(self, words: tuple[str, ...], now: str | None) -> list[str]:
        return list(words) if "--now" in words or not words else ["--now", now or self.now, *words]

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        return {**kept, **_fixed(self.folder), **self.environment}


def contents(folder: Path, *, with_cache: bool = False) -> dict[str, tuple[int, bytes | str]]:
    """Mode and bytes of everything below `folder`, by path; links by their target."""
    found: dict[str, tuple[int, bytes | str]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if ".cache" in path.relative_to(folder).parts and not with_cache:
            continue
        mode = path.lstat().st_mode
        if path.is_symlink():
            found[name] = (mode, str(path.readlink()))
        else:
            found[name] = (mode, path.read_bytes() if path.is_file() else "")
    return found


def _fixed(folder: Path) -> dict[str, str]:
    """An environment that knows nothing of the machine the tests run on."""
    return {
        "HOME": str(folder),
        "LOGNAME": "Dana",
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "TERM": "xterm",
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "Dana",
    }


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _exit_code(words: list[str]) -> int:
    before, sys.argv = sys.argv, ["memdecay", *words]
    forced = render._FORCED[:]
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        sys.argv = before
        render._FORCED[:] = forced
    assert isinstance(ended.value.code, int)
    return ended.value.code


@contextmanager
def _environment(wanted: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(wanted)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class _Kept(io.BytesIO):
    """A stream whose bytes outlive the text layer above it."""

    def close(self) -> None:
        pass


@contextmanager
def _streams(stdin: str | bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    out, err = _Kept(), _Kept()
    before = sys.stdin, sys.stdout, sys.stderr
    given = io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin)
    sys.stdin = io.TextIOWrapper(given, "utf-8")
    sys.stdout = io.TextIOWrapper(out, "utf-8", newline="\n")
    sys.stderr = io.TextIOWrapper(err, "utf-8", newline="\n")
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
