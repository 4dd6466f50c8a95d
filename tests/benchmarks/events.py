"""How much longer a cold recall takes once a memory holds many sealed events.

    MEMDECAY_DATA=... python -m tests.benchmarks.events [--entries 1000] [--events 100000] [--json]

Two memories of the same entries, one with events and one without, are asked the same questions in
turn, so that both meet the same noise. Every recall is a process of its own with a warm index.
"""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

from memdecay import event, ledger
from memdecay.event import Event, Kind
from tests.benchmarks.program import count, run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import Spent, arguments, folder_of, installed, prepare, questions, spent, spread

AIM = 1.2
"""How many times as long a recall may take with events as without."""
_SEGMENT = 1_000
"""Events a segment, about a day of a busy repository."""
_NEWEST = datetime(2026, 6, 1, tzinfo=timezone.utc)
_WITH, _WITHOUT = "with-events", "without-events"


def put_events(memory: Path, count: int) -> None:
    """Write `count` events about the entries of `memory` into its ledger: the same bytes at every run."""
    lines: list[bytes] = []
    for happened in _events(sorted(_ids(memory)), count):
        lines.append(event.write(happened))
        if len(lines) == _SEGMENT:
            _put(memory, lines, happened.at)
            lines = []
    if lines:
        _put(memory, lines, _NEWEST)


def _put(memory: Path, lines: list[bytes], at: datetime) -> None:
    data = b"".join(lines)
    ledger.write(memory, ledger.segment_path(data, at), data)


def _ids(memory: Path) -> Iterator[str]:
    for path in memory.rglob("*.md"):
        if not path.name.endswith(".closed.md"):
            yield path.stem


def _events(entries: list[str], count: int) -> Iterator[Event]:
    """Mostly uses, some of everything else, spread over two years and unevenly over the entries."""
    chance = random.Random(0)
    kinds = [Kind.RECALLED] * 5 + [Kind.USED] * 10 + [Kind.HELPED, Kind.CONFIRMED, Kind.MISLED]
    for number in range(count):
        at = _NEWEST - timedelta(seconds=(count - number) * 63_072_000 // count)
        yield Event(
            id=event.uuid7(at, hashlib.sha256(b"%d" % number).digest()), at=at, kind=chance.choice(kinds),
            entry=entries[int(len(entries) * chance.random() ** 3)], by=f"Person {chance.randrange(8)}",
            query="how do I run the tests" if chance.random() < 0.3 else None, memory=None,
        )  # fmt: skip


def measured(command: Path, folder: Path, asked: list[str], events: int) -> Table:
    """Recalls of both memories in turn, with medians and their ratio."""
    times: dict[str, list[Spent]] = {_WITHOUT: [], _WITH: []}
    indexed = {name: spent([command, "--memory", folder / name, "index", "--rebuild"]) for name in times}
    for name in (*times, *times):
        spent([command, "--memory", folder / name, "recall", asked[0]])  # the index is warm from here on
    for place, question in enumerate(asked):
        for name in sorted(times, reverse=bool(place % 2)):
            times[name].append(spent([command, "--memory", folder / name, "recall", question]))
    base = spread([one.milliseconds for one in times[_WITHOUT]])[0]
    rows = [
        (count, len(runs), *spread([one.milliseconds for one in runs]), _peak(runs), _ratio(runs, base),
         indexed[name].milliseconds / 1000)
        for count, (name, runs) in zip((0, events), times.items(), strict=True)
    ]  # fmt: skip
    columns = ("events", "runs", "median ms", "min", "p90", "max", "peak MB", "ratio", "index from nothing s")
    remark = f"Aim: a ratio of at most {AIM}."
    return Table(
        title="Cold recall and events", columns=columns, rows=tuple(rows), decimals=2, remarks=(remark,)
    )


def _peak(runs: list[Spent]) -> float:
    return max(one.peak_megabytes for one in runs)


def _ratio(runs: list[Spent], base: float) -> float:
    return spread([one.milliseconds for one in runs])[0] / base


def main() -> None:
    parser = arguments(__doc__, runs=30)
    add = parser.add_argument
    add("--entries", type=count, default=1_000, metavar="N", help="entries of either memory")
    add("--events", type=count, default=100_000, metavar="N", help="sealed events of the one that has some")
    options = parser.parse_args()
    with folder_of(options.folder) as folder:
        asked = questions(options.runs)
        prepare(folder, [options.entries])
        for name in (_WITHOUT, _WITH):
            if not (folder / name).is_dir():
                shutil.copytree(folder / str(options.entries), folder / name)
        if not (folder / _WITH / "ledger").is_dir():
            put_events(folder / _WITH, options.events)
        command = options.memdecay or installed(folder)
        table = measured(command, folder, asked, options.events)
    show([table], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
