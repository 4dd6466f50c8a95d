"""How many entries a second are indexed, added, marked as used and sealed, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.throughput [--sizes 1000 10000] [--json]

Every command is a process of its own, as an agent or a hook runs it; `x start` is its time beside that of a
bare Python, run in turn with it. The memory is a copy, so that a kept folder stays as it is.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.cold_start import Setup, arguments, setup_in
from tests.benchmarks.program import run
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import Spent, folder_of, spent

_ONCE = 1
_TEXTS = ("Rotate the {} key before the {} audit.", "Name the {} queue after the {} service.")
_WORDS = ("amber", "basalt", "cobalt", "dune", "ember", "fjord", "grove", "heath", "inlet", "jetty")
_SIZES = [1_000, 10_000]


def measured(setup: Setup, runs: int) -> Table:
    """One row for each command and size."""
    rows: list[tuple[Cell, ...]] = []
    for size, memory in setup.memories.items():
        copy = memory.parent / "throughput"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(memory, copy, ignore=shutil.ignore_patterns(".cache"))
        for what, count, times, starts in _done(setup, copy, size, runs):
            middle = median(times) / 1000
            rows.append(
                (size, what, len(times), count, middle, count / middle, 1000 * middle / median(starts))
            )
        shutil.rmtree(copy)
    columns = ("entries", "what", "runs", "each of", "median s", "a second", "x start")
    return Table(title="Throughput", columns=columns, rows=tuple(rows), decimals=2)


def _done(
    setup: Setup, memory: Path, size: int, runs: int
) -> Iterator[tuple[str, int, list[float], list[float]]]:
    """What is done, of how many at once, and the milliseconds of it and of the bare starts beside it."""

    def command(*words: str) -> Spent:
        return spent([setup.memdecay, "--memory", memory, *words])

    def timed(times: int, work: Callable[[int], Spent]) -> tuple[list[float], list[float]]:
        starts, done = [], []
        for place in range(times):
            starts.append(spent([setup.numpy_python, "-c", "pass"]).milliseconds)
            done.append(work(place).milliseconds)
        return done, starts

    ids = _ids(memory, runs)
    yield "index from nothing", size, *timed(_ONCE, lambda _: command("index", "--rebuild"))
    yield "index, nothing changed", size, *timed(runs, lambda _: command("index"))
    yield "add", 1, *timed(runs, lambda place: command("add", _text(place), "--anyway"))
    yield "used, one", 1, *timed(runs, lambda place: command("used", ids[place]))
    yield "used, all of these at once", len(ids), *timed(runs, lambda _: command("used", *ids))
    yield "seal what waits", len(ids) * (runs + 1), *timed(_ONCE, lambda _: command("seal"))
    yield "propose", size, *timed(_ONCE, lambda _: command("propose", "--stdout"))


def _ids(memory: Path, count: int) -> Sequence[str]:
    found = sorted(path.stem for path in memory.rglob("*.md") if not path.name.endswith(".closed.md"))
    return [found[place * len(found) // count] for place in range(count)]


def _text(place: int) -> str:
    one, other = _WORDS[place % len(_WORDS)], _WORDS[(place * 3 + 1) % len(_WORDS)]
    return _TEXTS[place // len(_WORDS) % len(_TEXTS)].format(one, other)


def main() -> None:
    parser = arguments(__doc__, runs=10)
    parser.set_defaults(sizes=_SIZES)
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        show([measured(setup_in(folder, options), options.runs)], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
