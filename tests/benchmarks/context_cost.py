"""What a block for an agent costs beside a recall, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.context_cost [--sizes 1000 10000] [--runs 15] [--json]

Every command is a process of its own, and all kinds are run in turn, so that they meet the same noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.program import run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import arguments, folder_of, setup_in, spent

_SIZES = (1_000, 10_000)
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


def taken(memdecay: Path, memory: Path, runs: int) -> dict[str, list[float]]:
    """Milliseconds of processor time of every run of each kind."""
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(runs + 1):
        for kind, words in KINDS.items():
            found[kind].append(spent([memdecay, "--memory", memory, *words]).cpu_milliseconds)
    return {kind: times[1:] for kind, times in found.items()}  # the first made the index


def table(size: int, times: Mapping[str, Sequence[float]]) -> Table:
    """The median of each kind and its ratio to the recall's."""
    medians = {kind: median(found) for kind, found in times.items()}
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
    options = arguments(__doc__, runs=15, sizes=_SIZES).parse_args()
    with folder_of(options.folder) as folder:
        setup = setup_in(folder, options)
        found = {size: taken(setup.memdecay, memory, options.runs) for size, memory in setup.memories.items()}
    show([table(size, times) for size, times in found.items()], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
