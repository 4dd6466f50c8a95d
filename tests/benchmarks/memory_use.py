"""How much memory a command holds at most, by size of the memory it works on.

    MEMDECAY_DATA=... python -m tests.benchmarks.memory_use [--sizes 1000 10000 100000] [--json]

The largest resident set of a process of its own; `x start` is that beside a bare Python's.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.program import run
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import Setup, arguments, bare_start, folder_of, setup_in, spent

_SIZES = (1_000, 10_000, 100_000)


def commands(question: str) -> Mapping[str, tuple[str, ...]]:
    """What is run, by name; the first makes the index, the others find it warm."""
    return {
        "index --rebuild": ("index", "--rebuild"),
        "recall": ("recall", question),
        "recall --history -k 100": ("recall", question, "--history", "-k", "100"),
        "list --json": ("list", "--json"),
        "doctor": ("doctor",),
        "propose --stdout": ("propose", "--stdout"),
        "report --json": ("report", "--json"),
    }


def measured(setup: Setup) -> Table:
    """Megabytes of every command at every size."""
    start = bare_start().peak_megabytes
    rows: list[tuple[Cell, ...]] = []
    for name, words in commands(setup.questions[0]).items():
        peaks = [_peak(setup, memory, words) for memory in setup.memories.values()]
        rows.append((name, *peaks, peaks[-1] / start))
    sizes = (f"{size:,}, MB" for size in setup.memories)
    columns = ("command", *sizes, "x start, the largest")
    remark = f"A bare Python holds {start:.1f} MB."
    return Table(title="Memory", columns=columns, rows=tuple(rows), decimals=1, remarks=(remark,))


def _peak(setup: Setup, memory: Path, words: tuple[str, ...]) -> float:
    return spent([setup.memdecay, "--memory", memory, *words], codes=(0, 1)).peak_megabytes


def main() -> None:
    options = arguments(__doc__, runs=1, sizes=_SIZES).parse_args()
    with folder_of(options.folder) as folder:
        show([measured(setup_in(folder, options))], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
