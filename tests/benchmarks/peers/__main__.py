"""Other tools and memdecay side by side: how well they answer, how long they index and search.

    MEMDECAY_DATA=... python -m tests.benchmarks.peers [--only NAME...] [--skip quality|speed] [--json]

Each tool is installed by its own package name into its own environment below --folder, which is kept for the
next run where one is named. What does not run here is told with what it said.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median

from memdecay.evaluation import Outcome
from tests.benchmarks.data import data_folder
from tests.benchmarks.peers.basic_memory import BasicMemory
from tests.benchmarks.peers.memdecay_itself import Memdecay
from tests.benchmarks.peers.memsearch import Memsearch
from tests.benchmarks.peers.notes import Asked, asked, folder_name, notes_in, write_notes
from tests.benchmarks.peers.plain_grep import Grep
from tests.benchmarks.peers.qmd import Qmd
from tests.benchmarks.peers.tool import Failed, Place, Question, Tool, seconds_of
from tests.benchmarks.program import options_of, run
from tests.benchmarks.rankers import METRICS, outcome
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import folder_of, prepare

TOOLS: tuple[Tool, ...] = (
    Grep(),
    Qmd(),
    Qmd(name="qmd search, telling words", only_telling_words=True),
    BasicMemory(),
    BasicMemory(name="basic-memory, vectors", mode=("--vector",)),
    Memsearch(),
    Memdecay(),
    Memdecay(name="memdecay recall, closings recorded"),
)
_CLOSED = "closings recorded"
_SAME_SPEED = ("vectors", "telling words", _CLOSED)
"""Tools that differ from the one before them in what they answer only."""
_SEARCHES = 10


def quality(tools: Sequence[Tool], folder: Path, largest: int | None) -> Table:
    """The shares of every tool over the labelled supersessions; `largest` is of how many notes at most."""
    questions = [one for one in asked() if largest is None or notes_in(one.repo) <= largest]
    rows = [_quality_row(tool, questions, folder) for tool in tools]
    columns = ("tool", "n", "answered", *METRICS, "said")
    remark = (
        "Answered: anything came back that had been written by then. Stale ahead: the superseded text was."
    )
    return Table(
        title="Labelled supersessions", columns=columns, rows=tuple(rows), remarks=(remark,)
    )  # fmt: skip


def _quality_row(tool: Tool, questions: Sequence[Asked], folder: Path) -> tuple[Cell, ...]:
    is_closed = tool.name.endswith(_CLOSED)
    notes = folder / ("quality-closed" if is_closed else "quality")
    write_notes(notes, questions, closed=is_closed)
    try:
        tool.install(folder)
        found = list(_answers(tool, questions, folder, notes))
    except Failed as fault:
        return (tool.name, 0, *(None for _ in range(len(METRICS) + 1)), str(fault))
    outcomes: list[Outcome] = [outcome(names, one.right, one.stale) for one, names in found]
    answered = fmean(bool(names) for _, names in found)
    shares = (fmean(metric(one) for one in outcomes) for metric in METRICS.values())
    return (tool.name, len(outcomes), answered, *shares, "")


def _answers(
    tool: Tool, questions: Sequence[Asked], folder: Path, notes: Path
) -> Iterator[tuple[Asked, list[str]]]:
    """Each question with the files that came back and were there on its day, a repository at a time."""
    for repo in sorted({one.repo for one in questions}, key=notes_in):
        own = [one for one in questions if one.repo == repo]
        with _place(folder, notes / folder_name(repo)) as place:
            tool.index(place)
            for one, names in zip(own, tool.search_all(place, [each.question for each in own]), strict=True):
                yield one, [name for name in names if name in one.there]
        print(f"{tool.name}: {repo}", file=sys.stderr)


class _place:  # noqa: N801 - reads as the function it is
    """A place whose state is new at its beginning and gone at its end."""

    def __init__(self, folder: Path, notes: Path) -> None:
        self.place = Place(home=folder, notes=notes, state=folder / "state")

    def __enter__(self) -> Place:
        for path in (self.place.state, self.place.notes / ".cache"):
            shutil.rmtree(path, ignore_errors=True)
        self.place.state.mkdir()
        return self.place

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.place.state, ignore_errors=True)


def speed(tools: Sequence[Tool], folder: Path, sizes: Sequence[int]) -> Table:
    """The first index and cold searches of every tool, over the same notes."""
    prepare(folder, sizes)
    everything = asked()
    some = [everything[place * len(everything) // _SEARCHES].question for place in range(_SEARCHES)]
    rows = [
        row
        for size in sizes
        for tool in tools
        if not tool.name.endswith(_SAME_SPEED)
        for row in [_speed_row(tool, size, some, folder)]
    ]
    base = {row[0]: row[4] for row in rows if str(row[1]).startswith("memdecay")}
    rows = [(*row[:5], _ratio(row[4], base.get(row[0])), row[5]) for row in rows]
    columns = ("notes", "tool", "index s", "searches", "median ms", "x memdecay", "said")
    return Table(title="First index and cold search", columns=columns, rows=tuple(rows), decimals=2)


def _speed_row(tool: Tool, size: int, questions: Sequence[Question], folder: Path) -> tuple[Cell, ...]:
    try:
        tool.install(folder)
        with _place(folder, folder / str(size)) as place:
            indexing = seconds_of(lambda: tool.index(place))
            times = [1000 * seconds_of(_searching(tool, place, one)) for one in questions]
    except Failed as fault:
        return (size, tool.name, None, 0, None, str(fault))
    return (size, tool.name, indexing, len(times), median(times), "")


def _searching(tool: Tool, place: Place, question: Question) -> Callable[[], list[str]]:
    return lambda: tool.search(place, question)


def _ratio(value: Cell, base: Cell) -> float | None:
    return value / base if isinstance(value, float) and isinstance(base, float) else None


def main() -> None:
    parser = options_of(__doc__)
    add = parser.add_argument
    add("--only", nargs="+", default=[], metavar="NAME", help="only tools whose names begin so")
    add("--skip", choices=("quality", "speed"), help="leave one table out")
    add("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="numbers of notes")
    add("--largest", type=int, metavar="N", help="quality of repositories with at most N notes only")
    add("--folder", type=Path, help="where to install the tools and keep them for the next run")
    options = parser.parse_args()
    tools = [one for one in TOOLS if not options.only or one.name.startswith(tuple(options.only))]
    with folder_of(options.folder) as folder:
        data_folder()
        folder = folder.resolve()
        tables = [] if options.skip == "quality" else [quality(tools, folder, options.largest)]
        tables += [] if options.skip == "speed" else [speed(tools, folder, options.sizes)]
    show(tables, as_json=options.as_json)


if __name__ == "__main__":
    run(main)
