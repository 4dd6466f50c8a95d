"""Where the milliseconds of a cold recall go, step by step, by size of the memory.

    MEMDECAY_DATA=... python -m tests.benchmarks.where_time_goes [--sizes 1000 10000] [--json]

A clock around each step costs a few per cent; the whole is measured by cold_start.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.program import run
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import START, Setup, arguments, folder_of, setup_in, spent

_TRACED = Path(__file__).parent / "traced.py"
_SIZES = (1_000, 10_000, 100_000)
_GROUPS = {
    "typer": "typer",
    "rich": "rich",
    "memdecay": "memdecay",
    "sqlite3": "sqlite3",
    "inspect": "inspect, dataclasses",
    "dataclasses": "inspect, dataclasses",
    "ast": "inspect, dataclasses",
    "dis": "inspect, dataclasses",
    "opcode": "inspect, dataclasses",
}
"""Top-level modules worth a row of their own; all others are the rest of the standard library."""


def python_of(memdecay: Path) -> str:
    """The Python that an installed command runs, from its first line."""
    return memdecay.read_bytes().split(b"\n")[0].removeprefix(b"#!").decode().strip()


def steps(setup: Setup) -> Table:
    """The median of every step over the questions, with the sizes in turn."""
    python = python_of(setup.memdecay)
    found: dict[int, list[dict[str, float]]] = {size: [] for size in setup.memories}
    start = []
    for question in [setup.questions[0], *setup.questions]:
        start.append(spent([python, "-c", "pass"]).milliseconds)
        for size, memory in setup.memories.items():
            found[size].append(_traced([python, _TRACED, "--memory", memory, "recall", question]))
    names = dict.fromkeys(name for runs in found.values() for name in runs[-1])
    rows: list[tuple[Cell, ...]] = [(START, *(median(start) for _ in found))]
    rows += [
        (name, *(median(run.get(name, 0.0) for run in runs[1:]) for runs in found.values())) for name in names
    ]
    rows.append(("all of these", *(sum(row[place] for row in rows) for place in range(1, len(found) + 1))))  # type: ignore[misc]
    columns = ("step, ms", *(f"{size:,}" for size in found))
    return Table(title="One cold recall", columns=columns, rows=tuple(rows), decimals=1)


def _traced(command: list[str | Path]) -> dict[str, float]:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    traced: dict[str, float] = json.loads(done.stderr[done.stderr.index("{") :])
    return traced


def imports(setup: Setup) -> Table:
    """What the imports of a recall cost, by package; -X importtime itself makes them slower."""
    python = python_of(setup.memdecay)
    memory = next(iter(setup.memories.values()))
    program = [str(setup.memdecay), "--memory", str(memory), "recall", setup.questions[0]]
    command = [python, "-X", "importtime", *program]
    runs = [_by_group(subprocess.run(command, check=True, capture_output=True, text=True).stderr)
            for _ in range(5)]  # fmt: skip
    rows = [(name, runs[0][name][0], median(run[name][1] for run in runs)) for name in runs[0]]
    rows.sort(key=lambda row: -row[2])
    columns = ("package", "modules", "ms, without what they import")
    return Table(title="Imports", columns=columns, rows=tuple(rows), decimals=1)


def _by_group(report: str) -> dict[str, tuple[int, float]]:
    groups: dict[str, tuple[int, float]] = {}
    for module, milliseconds in _imported(report):
        name = _GROUPS.get(module.split(".")[0], "rest of the standard library")
        modules, total = groups.get(name, (0, 0.0))
        groups[name] = (modules + 1, total + milliseconds)
    return groups


def _imported(report: str) -> Iterator[tuple[str, float]]:
    """Module and milliseconds of each line `import time: self | cumulative | module`."""
    for line in report.split("\n"):
        if line.startswith("import time:") and "self [us]" not in line:
            own, _, module = line.removeprefix("import time:").split("|")
            yield module.strip(), int(own) / 1000


def main() -> None:
    options = arguments(__doc__, runs=10, sizes=_SIZES).parse_args()
    with folder_of(options.folder) as folder:
        setup = setup_in(folder, options)
        show([steps(setup), imports(setup)], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
