"""What every tool is asked to do, and how a command of its own is run and timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

DEEPEST = 200
"""Results that are asked for, since those that nobody had written yet are passed over afterwards."""
_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "NO_COLOR": "1", "COLUMNS": "200"}

_MANY = """\
import io, json, sys
module, attribute, kind = sys.argv[1:4]
app = getattr(__import__(module, fromlist=[attribute]), attribute)
runner = __import__(kind, fromlist=["CliRunner"]).CliRunner()
for line in sys.stdin:
    done = runner.invoke(app, json.loads(line))
    fault = (" ".join(done.output.split())[:300] or repr(done.exception)) if done.exit_code else ""
    print(json.dumps([done.stdout if not done.exit_code else "", fault]), flush=True)
"""


class Question(NamedTuple):
    """What is asked, at which instant, and the telling words of it."""

    text: str
    at: str
    words: tuple[str, ...]


class Failed(Exception):
    """A tool ended with an error; what it said is told as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a tool works: its own environment, the notes it is to search, a folder for what it keeps."""

    home: Path
    notes: Path
    state: Path


class Tool(Protocol):
    """One row of the tables."""

    @property
    def name(self) -> str: ...

    def install(self, home: Path) -> None:
        """Put the tool into `home`, by its own package name; what is there already stays."""

    def index(self, place: Place) -> None:
        """Read the notes for the first time."""

    def search(self, place: Place, question: Question) -> list[str]:
        """The names of the files that come back, best first, from a process of its own."""

    def search_all(self, place: Place, questions: Sequence[Question]) -> list[list[str]]:
        """The same for many questions, in whatever way is quick."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """The part that all tools share: questions one after the other."""

    name: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def search(self, place: Place, question: Question) -> list[str]:
        raise NotImplementedError

    def search_all(self, place: Place, questions: Sequence[Question]) -> list[list[str]]:
        return [self.search(place, one) for one in questions]


def run(command: Sequence[str | Path], environment: Mapping[str, str], *, may_fail: bool = False) -> str:
    """Run a command and give what it said on stdout. Raises Failed with the end of what else it said."""
    done = subprocess.run(
        [str(one) for one in command], env=clean(environment), capture_output=True, text=True, check=False
    )
    if done.returncode and not may_fail:
        said = (done.stderr.strip() or done.stdout.strip()).split("\n")
        raise Failed(said[-1])
    return done.stdout


def run_many(
    python: Path, app: tuple[str, str, str], calls: Sequence[Sequence[str]], environment: Mapping[str, str]
) -> list[str]:
    """What a Python tool says to many calls of its own command line, in one process."""
    asked = "".join(f"{json.dumps([str(one) for one in call])}\n" for call in calls)
    done = subprocess.run(
        [python, "-c", _MANY, *app], input=asked, env=clean(environment), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    faults = [fault for _, fault in rows if fault]
    if len(rows) != len(calls) or faults:
        raise Failed(faults[0] if faults else done.stderr.strip().split("\n")[-1])
    return [said for said, _ in rows]


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a tool: of ours only what a program needs to run and to be installed."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "MEMDECAY_DIR"}}
    return {**kept, **_OFFLINE, **environment}


def new_environment(folder: Path, *packages: str, python: str = sys.executable) -> Path:
    """A virtual environment with these packages, made once; its `bin` folder."""
    if not (folder / "ready").exists():
        run([python, "-m", "venv", folder], {})
        run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", *packages], {})
        (folder / "ready").touch()
    return folder / "bin"


def seconds_of(work: Callable[[], object]) -> float:
    """How long a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
