"""How long the first index and then a cold recall take, and how much memory, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.cold_start [--sizes 1000 10000] [--json]

Every recall is a process of its own with another question. The yardstick, `import numpy` in a bare
process, is run in turn with them, so that both meet the same noise. It takes now 60 ms and now 120,
by how long its threads take to start; with one thread it is calm, so both are given.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from memdecay.errors import Unusable
from tests.benchmarks.data import data_folder
from tests.benchmarks.program import run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import (
    START,
    Setup,
    Spent,
    arguments,
    folder_of,
    setup_in,
    spent,
    spread,
)

_AIMS: dict[int | str, float] = {1_000: 1.5, 10_000: 2.0, 100_000: 6.0}
"""How many times the yardstick a cold recall may take, by number of entries."""
_SMALL = 20_000
_INDEX_RUNS = 3
"""Below `_SMALL` entries the first index is made so many times, above it once."""
_SIZES = (1_000, 10_000, 100_000)
YARDSTICK, CALM = "python -c 'import numpy'", "the same, one thread"


def indexing(setup: Setup) -> Table:
    """The first index, with a progress bar and without one, in turn."""
    rows = []
    for size, memory in setup.memories.items():
        plain, watched = [], []
        for _ in range(_INDEX_RUNS if size < _SMALL else 1):
            watched.append(setup.index(size, on_terminal=True))
            plain.append(setup.index(size, on_terminal=False))
        files = sum(name.endswith(".md") for _, _, names in os.walk(memory) for name in names)
        seconds = [median(one.milliseconds for one in runs) / 1000 for runs in (plain, watched)]
        peak = max(one.peak_megabytes for one in plain)
        cpu = median(one.cpu_milliseconds for one in plain) / 1000
        rows.append((size, files, len(plain), *seconds, cpu, peak))
    columns = ("entries", "files", "runs", "median s", "with progress s", "CPU s", "peak MB")
    return Table(title="First index", columns=columns, rows=tuple(rows), decimals=2)


def with_numpy(python: Path) -> Path:
    """That Python. Raises Unusable where it has no numpy, whose import is the yardstick."""
    done = subprocess.run([python, "-c", "import numpy"], check=False, capture_output=True)
    if done.returncode:
        raise Unusable(f"{python} has no numpy, the yardstick; name one that has it with --numpy-python")
    return python


Times = dict[int | str, list[Spent]]
"""What every run took, by what it was: a number of entries, or one of the yardsticks."""


def recalled(setup: Setup, numpy_python: Path) -> Times:
    """Cold recalls with a warm index, in turn with the yardsticks."""
    times: Times = {START: [], YARDSTICK: [], CALM: [], **{size: [] for size in setup.memories}}
    for size in setup.memories:
        setup.recall(size, setup.questions[0])  # the index is up to date from here on
    for question in setup.questions:
        times[START].append(spent([numpy_python, "-c", "pass"]))
        times[YARDSTICK].append(spent([numpy_python, "-c", "import numpy"]))
        times[CALM].append(spent([numpy_python, "-c", "import numpy"], threads=1))
        for size in setup.memories:
            times[size].append(setup.recall(size, question))
    return times


def recall_table(times: Times) -> Table:
    """The spread of each, and how many times the yardsticks its median is."""
    yardsticks = [median(run.milliseconds for run in times[one]) for one in (YARDSTICK, CALM)]
    rows = [(*_row(what, runs, yardsticks), _AIMS.get(what)) for what, runs in times.items()]
    columns = (
        "what", "runs", "median ms", "min", "p90", "max", "CPU ms", "peak MB", "x numpy", "x calm", "aim",
    )  # fmt: skip
    return Table(title="Cold recall, index warm", columns=columns, rows=tuple(rows), decimals=1)


def _row(what: int | str, runs: list[Spent], yardsticks: list[float]) -> tuple[str | int | float, ...]:
    name = f"recall, {what:,} entries" if isinstance(what, int) else what
    middle, *rest = spread([one.milliseconds for one in runs])
    cpu = median(one.cpu_milliseconds for one in runs)
    peak = max(one.peak_megabytes for one in runs)
    return (name, len(runs), middle, *rest, cpu, peak, *(middle / one for one in yardsticks))


def main() -> None:
    parser = arguments(__doc__, runs=30, sizes=_SIZES)
    parser.add_argument(
        "--numpy-python",
        type=Path,
        default=Path(sys.executable),
        help="a Python that has the yardstick, numpy",
    )
    parser.add_argument("--skip-index", action="store_true", help="keep the indexes that are there")
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        data_folder()
        numpy_python = with_numpy(options.numpy_python)
        setup = setup_in(folder, options)
        first = [] if options.skip_index else [indexing(setup)]
        show([*first, recall_table(recalled(setup, numpy_python))], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
