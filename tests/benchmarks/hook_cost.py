"""What a hook adds to a commit: processor time beside a bare `memdecay --version`, all in one run.

    python -m tests.benchmarks.hook_cost [--json]

One entry is staged in a memory of 1,000. Milliseconds are medians of eleven runs of each, in turn, with the
programs that git starts; ratios are to the bare start.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import spent

ENTRIES, RUNS = 1000, 11
_AIM = 2.0
"""How many times a bare start a hook may take."""
PROGRAM = (sys.executable, "-m", "memdecay")
HOOK = (*PROGRAM, "--memory=memory", "hooks", "run")
CASES = {
    "--version": (*PROGRAM, "--version"),
    "check --staged": (*PROGRAM, "--memory=memory", "check", "--staged"),
    "pre-commit": (*HOOK, "pre-commit"),
    "pre-commit, 3 events wait": (*HOOK, "pre-commit"),
    "commit-msg": (*HOOK, "commit-msg", "message"),
    "post-commit": (*HOOK, "post-commit"),
}


def main() -> None:
    options = options_of(__doc__).parse_args()
    show([measured()], as_json=options.as_json)


def measured() -> Table:
    """A row for each case."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        _prepare(top)
        taken: dict[str, list[float]] = {name: [] for name in CASES}
        for _ in range(RUNS):
            for name, words in CASES.items():
                if "events" in name:
                    _run(top, *PROGRAM, "used", "entry-1", "entry-2", "entry-3")
                taken[name].append(spent(words, folder=top).cpu_milliseconds)
                _run(top, "git", "rm", "-rq", "--cached", "-f", "--ignore-unmatch", "memory/ledger")
    return table(taken)


def table(taken: Mapping[str, Sequence[float]]) -> Table:
    """The median of the milliseconds of every case, and its ratio to that of the bare start."""
    base = statistics.median(taken["--version"])
    middles = {name: statistics.median(times) for name, times in taken.items()}
    rows = tuple(
        (name, len(taken[name]), round(middle), middle / base, None if name == "--version" else _AIM)
        for name, middle in middles.items()
    )
    columns = ("what", "runs", "median CPU ms", "x --version", "aim")
    return Table(title="What a hook adds to a commit", columns=columns, rows=rows, decimals=2)


def _prepare(top: Path) -> None:
    _run(top, "git", "init", "--quiet")
    for name in ("user.name", "user.email"):
        _run(top, "git", "config", name, "dana@example.org")
    _run(top, *PROGRAM, "init", "--no-hooks")
    for number in range(ENTRIES):
        text = f"---\nid: entry-{number}\ncreated: 2026-01-01\n---\nUse tool {number} for job {number * 7}.\n"
        (top / "memory" / f"entry-{number}.md").write_text(text)
    _run(top, "git", "add", ".")
    _run(top, "git", "commit", "--quiet", "-m", "x")
    new = "---\nid: new-one\ncreated: 2026-01-02\n---\nInstall packages with pnpm.\n"
    (top / "memory" / "new-one.md").write_text(new)
    (top / "message").write_text("Add an entry\n")
    _run(top, "git", "add", "memory")
    _run(top, *PROGRAM, "index")


def _run(top: Path, *words: str) -> None:
    subprocess.run(words, cwd=top, check=True, capture_output=True)


if __name__ == "__main__":
    run(main)
