"""What a block for an agent costs beside a recall, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.context_cost [--sizes 1000 10000] [--runs 15] [--json]

Every command is a process of its own, and all kinds are run in turn, so that they meet the same noise.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from tests.benchmarks.data import data_folder
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import folder_of, installed, prepare, spent

_AIM = 1.3
"""How many times a recall a block may take at most, over 10,000 entries."""
_QUESTION = "how do I install packages"
_PLACE = ("--path", "packages/web/src/app.ts")
KINDS: dict[str, tuple[str, ...]] = {
    "recall": ("recall", _QUESTION),
    "context, asked": ("context", _QUESTION),
    "context, asked, 20,000 tokens": ("context", _QUESTION, "--budget", "20000"),
    "context": ("context",),
    "context, of a path": ("context", *_PLACE),
}


def costs(memdecay: Path, memory: Path, size: int, runs: int) -> Table:
    """CPU time of each kind and its ratio to the recall."""
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(runs + 1):
        for kind, words in KINDS.items():
            taken[kind].append(spent([memdecay, "--memory", memory, *words]).cpu_milliseconds)
    medians = {kind: median(times[1:]) for kind, times in taken.items()}  # the first made the index
    yardstick = medians["recall"]
    return Table(
        title=f"A block beside a recall, {size:,} entries",
        columns=("command", "CPU ms", "x recall", "aim"),
        rows=tuple(
            (kind, taking, taking / yardstick, None if kind == "recall" else _AIM)
            for kind, taking in medians.items()
        ),
        decimals=2,
    )


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--memdecay", type=Path, help="an installed command; default: install this checkout")
    parser.add_argument("--folder", type=Path, help="where to work; kept")
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        data_folder()
        prepare(folder, options.sizes)
        memdecay = options.memdecay or installed(folder)
        tables = [costs(memdecay, folder / str(size), size, options.runs) for size in options.sizes]
    show(tables, as_json=options.as_json)


if __name__ == "__main__":
    run(main)
