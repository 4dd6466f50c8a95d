"""How many entries a second are indexed, added, marked as used and sealed, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.throughput [--sizes 1000 10000] [--skip-propose] [--json]

Every command is a process of its own, as an agent or a hook runs it; `x start` is its time beside that of a
bare Python, run in turn with it. The memory is a copy, so that a kept folder stays as it is. `propose`
looks for the neighbours of every entry, the longest of all in a large memory; `--skip-propose` leaves it out.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.program import run
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import Setup, Spent, arguments, bare_start, folder_of, setup_in, spaced, spent

_TEXTS = ("Rotate the {} key before the {} audit.", "Name the {} queue after the {} service.")
_WORDS = ("amber", "basalt", "cobalt", "dune", "ember", "fjord", "grove", "heath", "inlet", "jetty")
_SIZES = (1_000, 10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was done to how many at once, and the milliseconds of each run and of the bare start beside it."""

    what: str
    count: int
    times: Sequence[float]
    starts: Sequence[float]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """What, runs, how many at once, the median in seconds, how many a second, the ratio to a start."""
        middle = median(self.times)
        a_second = 1000 * self.count / middle
        return (
            self.what, len(self.times), self.count, middle / 1000, a_second, middle / median(self.starts),
        )  # fmt: skip


def measured(setup: Setup, runs: int, *, with_propose: bool) -> Table:
    """One row for each command and size."""
    rows: list[tuple[Cell, ...]] = []
    for size, memory in setup.memories.items():
        copy = memory.parent / "throughput"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(memory, copy, ignore=shutil.ignore_patterns(".cache"))
        rows += ((size, *one.cells) for one in _done(setup, copy, size, runs, with_propose=with_propose))
        shutil.rmtree(copy)
    columns = ("entries", "what", "runs", "each of", "median s", "a second", "x start")
    return Table(title="Throughput", columns=columns, rows=tuple(rows), decimals=2)


def _done(setup: Setup, memory: Path, size: int, runs: int, *, with_propose: bool) -> Iterator[Done]:
    """All that is written: the index, entries, events; and, if wanted, the look over every entry."""
    ids = _ids(memory, runs)

    def command(*words: str) -> Spent:
        return spent([setup.memdecay, "--memory", memory, *words])

    yield timed("index from nothing", size, 1, lambda _: command("index", "--rebuild"))
    yield timed("index, nothing changed", size, runs, lambda _: command("index"))
    yield timed("add", 1, runs, lambda place: command("add", _text(place), "--anyway"))
    yield timed("used, one", 1, runs, lambda place: command("used", ids[place]))
    yield timed("used, all of these at once", len(ids), runs, lambda _: command("used", *ids))
    yield timed("seal what waits", len(ids) * (runs + 1), 1, lambda _: command("seal"))
    if with_propose:
        yield timed("propose", size, 1, lambda _: command("propose", "--stdout"))


def timed(what: str, count: int, runs: int, work: Callable[[int], Spent]) -> Done:
    """Every run of some work, by its place, in turn with a bare start."""
    pairs = [(bare_start().milliseconds, work(place).milliseconds) for place in range(runs)]
    starts, times = zip(*pairs, strict=True)
    return Done(what=what, count=count, times=times, starts=starts)


def _ids(memory: Path, count: int) -> Sequence[str]:
    found = sorted(path.stem for path in memory.rglob("*.md") if not path.name.endswith(".closed.md"))
    return spaced(found, count)


def _text(place: int) -> str:
    one, other = _WORDS[place % len(_WORDS)], _WORDS[(place * 3 + 1) % len(_WORDS)]
    return _TEXTS[place // len(_WORDS) % len(_TEXTS)].format(one, other)


def main() -> None:
    parser = arguments(__doc__, runs=10, sizes=_SIZES)
    parser.add_argument(
        "--skip-propose", action="store_true", help="leave out what takes longest in a large memory"
    )
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        setup = setup_in(folder, options)
        table = measured(setup, options.runs, with_propose=not options.skip_propose)
    show([table], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
