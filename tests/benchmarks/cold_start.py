"""How long the first index and then a cold recall take, and how much memory, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.cold_start [--sizes 1000 10000] [--json]

Every recall is a process of its own with another question. The yardstick, `import numpy` in a bare
process, is run in turn with them, so that both meet the same noise. It takes now 60 ms and now 120,
by how long its threads take to start; with one thread it is calm, so both are given.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memdecay.errors import Unusable
from tests.benchmarks.data import data_folder
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import CHECKOUT, Spent, folder_of, installed, prepare, spent, spread

_AIMS: dict[int | str, float] = {1_000: 1.5, 10_000: 2.0, 100_000: 6.0}
"""How many times the yardstick a cold recall may take, by number of entries."""
_LISTING = """\
from tests.benchmarks.histories import pairs
print(*(pair.question for pair in pairs() if pair.question), sep="\\n")
"""
_SMALL = 20_000
_INDEX_RUNS = 3
"""Below `_SMALL` entries the first index is made so many times, above it once."""
START, YARDSTICK, CALM = "python -c pass", "python -c 'import numpy'", "the same, one thread"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is run: the command, a Python that has numpy, the memories by size, the questions."""

    memdecay: Path
    numpy_python: Path
    memories: dict[int, Path]
    questions: Sequence[str]

    def recall(self, size: int, question: str) -> Spent:
        return spent([self.memdecay, "--memory", self.memories[size], "recall", question])

    def index(self, size: int, *, on_terminal: bool) -> Spent:
        shutil.rmtree(self.memories[size] / ".cache", ignore_errors=True)
        return spent([self.memdecay, "--memory", self.memories[size], "index"], on_terminal=on_terminal)


def indexing(setup: Setup) -> Table:
    """The first index, with a progress bar and without one, in turn."""
    rows = []
    for size, memory in setup.memories.items():
        plain, watched = [], []
        for _ in range(_INDEX_RUNS if size < _SMALL else 1):
            watched.append(setup.index(size, on_terminal=True))
            plain.append(setup.index(size, on_terminal=False))
        files = sum(name.endswith(".md") for _, _, names in os.walk(memory) for name in names)
        seconds = [[one.milliseconds / 1000 for one in runs] for runs in (plain, watched)]
        peak = max(one.peak_megabytes for one in plain)
        cpu = spread([one.cpu_milliseconds / 1000 for one in plain])[0]
        rows.append((size, files, len(plain), *(spread(times)[0] for times in seconds), cpu, peak))
    columns = ("entries", "files", "runs", "median s", "with progress s", "CPU s", "peak MB")
    return Table(title="First index", columns=columns, rows=tuple(rows), decimals=2)


def recalls(setup: Setup) -> Table:
    """Cold recalls with a warm index, in turn with the yardstick."""
    times: dict[int | str, list[Spent]] = {START: [], YARDSTICK: [], CALM: []}
    times |= {size: [] for size in setup.memories}
    for size in setup.memories:
        setup.recall(size, setup.questions[0])  # the index is up to date from here on
    for question in setup.questions:
        times[START].append(spent([setup.numpy_python, "-c", "pass"]))
        times[YARDSTICK].append(spent([setup.numpy_python, "-c", "import numpy"]))
        times[CALM].append(spent([setup.numpy_python, "-c", "import numpy"], threads=1))
        for size in setup.memories:
            times[size].append(setup.recall(size, question))
    yardsticks = [spread([run.milliseconds for run in times[one]])[0] for one in (YARDSTICK, CALM)]
    rows = [(*_row(what, runs, yardsticks), _AIMS.get(what)) for what, runs in times.items()]
    columns = (
        "what",
        "runs",
        "median ms",
        "min",
        "p90",
        "max",
        "CPU ms",
        "peak MB",
        "x numpy",
        "x calm",
        "aim",
    )
    return Table(title="Cold recall, index warm", columns=columns, rows=tuple(rows), decimals=1)


def _row(what: int | str, runs: list[Spent], yardsticks: list[float]) -> tuple[str | int | float, ...]:
    name = f"recall, {what:,} entries" if isinstance(what, int) else what
    middle, *rest = spread([one.milliseconds for one in runs])
    cpu = spread([one.cpu_milliseconds for one in runs])[0]
    return (
        name,
        len(runs),
        middle,
        *rest,
        cpu,
        max(one.peak_megabytes for one in runs),
        *(middle / one for one in yardsticks),
    )


def questions(wanted: int) -> list[str]:
    """Questions of the labelled pairs, spread over them. Asked for in a process of its own to stay small."""
    data_folder()
    command = [sys.executable, "-c", _LISTING]
    found = subprocess.run(command, check=False, capture_output=True, text=True, cwd=CHECKOUT)
    if found.returncode:
        raise Unusable(found.stderr.strip().split("\n")[-1])
    asked = found.stdout.split("\n")[:-1]
    return [asked[place * len(asked) // wanted] for place in range(wanted)]


def setup_in(folder: Path, options: argparse.Namespace) -> Setup:
    """Make what `options` leave open below `folder`."""
    asked = questions(options.runs)
    prepare(folder, options.sizes)
    return Setup(
        memdecay=options.memdecay or installed(folder),
        numpy_python=options.numpy_python,
        memories={size: folder / str(size) for size in options.sizes},
        questions=asked,
    )


def arguments(description: str | None, runs: int) -> argparse.ArgumentParser:
    """The options that every measurement of time has."""
    parser = options_of(description)
    add = parser.add_argument
    add("--sizes", type=int, nargs="+", default=list(_AIMS), help="numbers of entries")
    add("--runs", type=int, default=runs, help="recalls of each size")
    add("--memdecay", type=Path, help="an installed command; default: this checkout, installed for the run")
    add("--numpy-python", type=Path, default=Path(sys.executable), help="a Python that has numpy")
    add("--folder", type=Path, help="where to make the memories and keep them for the next run")
    return parser


def main() -> None:
    parser = arguments(__doc__, runs=30)
    parser.add_argument("--skip-index", action="store_true", help="keep the indexes that are there")
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        setup = setup_in(folder, options)
        first = [] if options.skip_index else [indexing(setup)]
        show([*first, recalls(setup)], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
