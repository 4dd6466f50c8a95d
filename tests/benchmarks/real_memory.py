"""One real repository's memory of 1,832 entries, asked 15 labelled questions through the real command.

    MEMDECAY_DATA=... python -m tests.benchmarks.real_memory [--json]

`expect` must come first at the question's date and `not` must not; BM25 and the dense model alone
answer the same questions beside it, from the same index.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from memdecay import moment, settings
from memdecay.evaluation import Outcome, measures
from memdecay.files import SETTINGS_NAME
from memdecay.memory.opening import open_memory
from tests.benchmarks.data import REAL_MEMORY, REAL_QUESTIONS, data_path
from tests.benchmarks.program import options_of, run, say
from tests.benchmarks.rankers import MEANING, WORDS, orders, outcome
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import CHECKOUT

COMMAND = "memdecay recall"
_WIDEST = 60
_SHOWN = 5
_RATES = ("success@1", "success@5", "stale@1")


def asked() -> Iterator[dict[str, Any]]:
    """The labelled queries, each with the last instant of its day as `now`."""
    lines = data_path(REAL_QUESTIONS).read_text("utf-8").split("\n")[:-1]
    yield from ({**row, "now": f"{row['at']}T23:59:59Z"} for row in map(json.loads, lines))


def recalled(memory: Path, query: str, now: str) -> list[str]:
    """The ids that the command answers with."""
    command = [sys.executable, "-m", "memdecay", "--memory", str(memory), "--now", now]
    done = subprocess.run(
        [*command, "recall", "--json", query], cwd=CHECKOUT, check=True, capture_output=True, text=True
    )
    return [one["id"] for one in json.loads(done.stdout)["results"]]


def tables(memory: Path) -> list[Table]:
    """The rates of the command and of its halves, and where the two entries stand for each query."""
    found: dict[str, list[Outcome]] = {COMMAND: [], WORDS: [], MEANING: []}
    rows: list[tuple[Cell, ...]] = []
    for row in asked():
        right, stale = {row["expect"]}, {row["not"]} - {None}
        ids = recalled(memory, row["query"], row["now"])
        found[COMMAND].append(outcome(ids, right, stale))
        now = moment.parse(row["now"]).begins
        opened = open_memory(memory, memory, now=now, say=say, progress=lambda items, _: items)
        others = orders(opened, row["query"])
        for ranker in (WORDS, MEANING):
            found[ranker].append(outcome(others[ranker], right, stale))
        places = [runs[-1].place for runs in found.values()]
        rows.append((row["query"][:_WIDEST], row["kind"], *places, found[COMMAND][-1].stale_place))
    columns = ("query", "kind", *found, "superseded")
    return [_rates(found), Table(title="Place of the expected entry", columns=columns, rows=tuple(rows))]


def _rates(found: dict[str, list[Outcome]]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name, len(runs), *(_share(runs, measure) for measure in _RATES)) for name, runs in found.items()
    ]  # fmt: skip
    columns = ("ranker", "n", *_RATES)
    return Table(title="Real memory", columns=columns, rows=tuple(rows))


def _share(outcomes: list[Outcome], measure: str) -> float:
    """The mean over all questions: nothing stale can come first where nothing is."""
    found = measures(_SHOWN)[measure]
    return fmean(found(one) or 0.0 for one in outcomes)


def main() -> None:
    parser = options_of(__doc__)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memdecay-benchmark-") as folder:
        memory = Path(folder) / "memory"
        shutil.copytree(data_path(REAL_MEMORY), memory, copy_function=shutil.copyfile)
        memory.chmod(0o755)
        if not (memory / SETTINGS_NAME).exists():
            (memory / SETTINGS_NAME).write_text(settings.FRESH, "utf-8")
        show(tables(memory), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
