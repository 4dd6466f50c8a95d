"""Runs a program as a process of its own, says what it took, and makes what such programs need."""

from __future__ import annotations

import argparse
import os
import pty
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from memdecay.errors import Unusable
from tests.benchmarks.data import data_folder
from tests.benchmarks.program import count, options_of

CHECKOUT = Path(__file__).parents[2]
START = "python -c pass"
_LISTING = """\
from tests.benchmarks.histories import pairs
print(*(pair.question for pair in pairs() if pair.question), sep="\\n")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one process took from its start to its end."""

    milliseconds: float
    cpu_milliseconds: float
    peak_megabytes: float


def spent(
    command: Sequence[str | Path],
    *,
    on_terminal: bool = False,
    threads: int | None = None,
    folder: Path | None = None,
    codes: Sequence[int] = (0,),
) -> Spent:
    """Run `command` in `folder`, with all that it starts and waits for.

    On a terminal its stderr is one, so that it draws its progress; `threads` is how many numpy may start;
    `codes` are the exit codes that are no failure. A process is never counted smaller than the one that
    starts it, so import little here. Raises SystemExit with what it said where it fails.
    """
    with tempfile.TemporaryFile() as said, _terminal(on_terminal) as terminal:
        environment = os.environ | ({} if threads is None else {"OPENBLAS_NUM_THREADS": str(threads)})
        began = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=terminal or said,
            env=environment,
            cwd=folder,
        )
        _, status, usage = os.wait4(process.pid, 0)
        milliseconds = 1000 * (time.perf_counter() - began)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            said.seek(0)
            asked = shlex.join(map(str, command))
            raise SystemExit(f"{asked} ended with {process.returncode}: {said.read().decode()}")
    per_megabyte = 1e6 if sys.platform == "darwin" else 1e3
    return Spent(
        milliseconds=milliseconds,
        cpu_milliseconds=1000 * (usage.ru_utime + usage.ru_stime),
        peak_megabytes=usage.ru_maxrss / per_megabyte,
    )


@contextmanager
def _terminal(is_wanted: bool) -> Iterator[int | None]:
    """A terminal that swallows what is written to it."""
    if not is_wanted:
        yield None
        return
    master, terminal = pty.openpty()
    reading = threading.Thread(target=_drain, args=(master,), daemon=True)
    reading.start()
    try:
        yield terminal
    finally:
        os.close(terminal)
        reading.join(5)
        os.close(master)


def _drain(master: int) -> None:
    with suppress(OSError):  # the other side is closed
        while os.read(master, 65_536):
            pass


def spread(values: Sequence[float]) -> tuple[float, float, float, float]:
    """Median, smallest, 90th percentile and largest."""
    ordered = sorted(values)
    return median(ordered), ordered[0], ordered[int(0.9 * (len(ordered) - 1))], ordered[-1]


@contextmanager
def folder_of(stated: Path | None) -> Iterator[Path]:
    """The folder to work in: the stated one, which is kept, or one that is gone afterwards."""
    if stated is not None:
        stated.mkdir(parents=True, exist_ok=True)
        yield stated
        return
    with tempfile.TemporaryDirectory(prefix="memdecay-benchmark-") as name:
        yield Path(name)


def prepare(folder: Path, sizes: Sequence[int]) -> None:
    """Make the memories that `folder` does not hold yet."""
    missing = [str(size) for size in sizes if not (folder / str(size)).is_dir()]
    if missing:
        command = [sys.executable, "-m", "tests.benchmarks.memories", str(folder), *missing]
        if code := subprocess.run(command, cwd=CHECKOUT, check=False).returncode:
            raise SystemExit(code)  # it has said why


def installed(folder: Path) -> Path:
    """The `memdecay` command of this checkout in a fresh environment below `folder`."""
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", str(CHECKOUT)]
    if subprocess.run(pip, check=False, stdout=subprocess.DEVNULL).returncode:
        raise SystemExit("memdecay could not be installed; name an installed one with --memdecay")
    return environment / "bin" / "memdecay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is run: the command, the memories by size, and a question for each run."""

    memdecay: Path
    memories: dict[int, Path]
    questions: Sequence[str]

    def recall(self, size: int, question: str) -> Spent:
        return spent([self.memdecay, "--memory", self.memories[size], "recall", question])

    def index(self, size: int, *, on_terminal: bool) -> Spent:
        shutil.rmtree(self.memories[size] / ".cache", ignore_errors=True)
        return spent([self.memdecay, "--memory", self.memories[size], "index"], on_terminal=on_terminal)


def bare_start() -> Spent:
    """A Python that does nothing: what every program here is measured beside."""
    return spent([sys.executable, "-c", "pass"])


def arguments(description: str | None, *, runs: int, sizes: Sequence[int] = ()) -> argparse.ArgumentParser:
    """The options of every program of time; `--sizes` and `--runs` for those that have more than one."""
    parser = options_of(description)
    add = parser.add_argument
    if sizes:
        add("--sizes", type=count, nargs="+", default=list(sizes), metavar="N", help="numbers of entries")
    if runs > 1:
        add("--runs", type=count, default=runs, metavar="N", help="runs of whatever is repeated")
    parser.set_defaults(runs=runs)
    add("--memdecay", type=Path, help="an installed command; default: this checkout, installed for the run")
    add("--folder", type=Path, help="where to make the memories and keep them for the next run")
    return parser


def setup_in(folder: Path, options: argparse.Namespace) -> Setup:
    """Make what `options` leave open below `folder`."""
    asked = questions(options.runs)
    prepare(folder, options.sizes)
    return Setup(
        memdecay=options.memdecay or installed(folder),
        memories={size: folder / str(size) for size in options.sizes},
        questions=asked,
    )


def questions(wanted: int) -> list[str]:
    """Questions of the labelled pairs, spread over them. Asked for in a process of its own to stay small."""
    data_folder()
    command = [sys.executable, "-c", _LISTING]
    found = subprocess.run(command, check=False, capture_output=True, text=True, cwd=CHECKOUT)
    if found.returncode:
        raise Unusable(found.stderr.strip().split("\n")[-1])
    return spaced(found.stdout.split("\n")[:-1], wanted)


def spaced(values: Sequence[str], wanted: int) -> list[str]:
    """So many of the values, evenly spread over them; they come again where there are fewer."""
    return [values[place * len(values) // wanted] for place in range(wanted)]
