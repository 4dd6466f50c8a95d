"""One real repository's memory of 1,832 entries, asked 15 labelled questions through the real command.

    MEMDECAY_DATA=... python -m tests.benchmarks.real_memory [--json]

`expect` must come first at the question's date and `not` must not; BM25 and the dense model alone
answer the same questions beside it, from the same index.
"""

from __future__ import annotations

import argparse
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
from memdecay.files import SETTINGS_NAME
from memdecay.memory.opening import open_memory
from tests.benchmarks.histories import data_folder
from tests.benchmarks.rankers import MEANING, WORDS, Outcome, orders, outcome
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import CHECKOUT

COMMAND = "memdecay recall"
_WIDEST = 60


def asked() -> Iterator[dict[str, Any]]:
    """The labelled queries, each with the last instant of its day as `now`."""
    lines = (data_folder() / "real-memory-queries.jsonl").read_text("utf-8").split("\n")[:-1]
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
    rows = []
    for row in asked():
        right, stale = {row["expect"]}, {row["not"]} - {None}
        ids = recalled(memory, row["query"], row["now"])
        found[COMMAND].append(outcome(ids, right, stale))
        now = moment.parse(row["now"]).begins
        opened = open_memory(memory, memory, now=now, say=print, progress=lambda items, _: items)
        others = orders(opened, row["query"])
        for ranker in (WORDS, MEANING):
            found[ranker].append(outcome(others[ranker], right, stale))
        places = [_place(runs[-1].right) for runs in found.values()]
        rows.append((row["query"][:_WIDEST], row["kind"], *places, _place(found[COMMAND][-1].stale)))
    columns = ("query", "kind", *found, "superseded")
    return [_rates(found), Table(title="Place of the expected entry", columns=columns, rows=tuple(rows))]


def _rates(found: dict[str, list[Outcome]]) -> Table:
    rows = [
        (name, len(runs), _share(runs, "right", 1), _share(runs, "right", 5), _share(runs, "stale", 1))
        for name, runs in found.items()
    ]
    columns = ("ranker", "n", "success@1", "success@5", "stale@1")
    return Table(title="Real memory", columns=columns, rows=tuple(rows))


def _share(outcomes: list[Outcome], which: str, places: int) -> float:
    stand: list[int | None] = [getattr(one, which) for one in outcomes]
    return fmean(one is not None and one < places for one in stand)


def _place(position: int | None) -> int | None:
    return None if position is None else position + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memdecay-benchmark-") as folder:
        memory = Path(folder) / "memory"
        shutil.copytree(data_folder() / "real-memory", memory, copy_function=shutil.copyfile)
        memory.chmod(0o755)
        if not (memory / SETTINGS_NAME).exists():
            (memory / SETTINGS_NAME).write_text(settings.FRESH, "utf-8")
        show(tables(memory), as_json=options.as_json)


if __name__ == "__main__":
    main()
