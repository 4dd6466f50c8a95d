"""However much is staged or lies about, time and room stay within bounds (RELIABILITY T14, T15)."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

import pytest

from tests.builders import markdown
from tests.front_door import Shell
from tests.memory.happenings import git

_MOST_MEGABYTES = 300
_MOST_STARTS = 30
"""How many times a bare start of the program a look at 5 MB may take; it takes about ten."""
_EVENTS = 30_000
_MEASURE = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, check=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
said = [done.stdout.decode(), done.stderr.decode()]
print(json.dumps([done.returncode, used.ru_utime + used.ru_stime, kilobytes / 1024, *said]))
"""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a command took: seconds of a processor and the largest resident set, with what it said."""

    code: int
    seconds: float
    megabytes: float
    out: str
    err: str


def cost(shell: Shell, *words: str) -> Cost:
    """Run a command in a process of its own, which a small one starts: a fork counts what it came from."""
    pytest.importorskip("resource", reason="no such measure here")
    program = [sys.executable, "-m", "memdecay", "--now", shell.now]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *program, *words],
        cwd=shell.folder,
        env=shell.environment_of_a_process({}),
        capture_output=True,
        timeout=120,
        check=True,
    )
    code, seconds, megabytes, out, err = json.loads(done.stdout)
    return Cost(code=code, seconds=seconds, megabytes=megabytes, out=out, err=err)


def test_five_megabytes_that_are_staged_are_looked_over_in_a_few_starts(memory: Shell) -> None:  # T14
    git(memory.folder, "init", "--quiet")
    line = "Install packages with pnpm before you run the tests of module {} in folder src/a/{}."
    for number in range(80):
        body = "\n".join(line.format(number * 900 + row, row) for row in range(680))
        memory.write(f"e{number}.md", markdown(f"id: e{number}", body=f"{body}\n"))
    assert sum(path.stat().st_size for path in memory.memory.glob("*.md")) > 4_500_000
    git(memory.folder, "add", "--all")
    start = min(cost(memory, "--version").seconds for _ in range(2))
    looked = cost(memory, "check", "--staged")
    assert (looked.code, looked.out) == (0, "82 files: no faults.\n"), looked
    assert looked.seconds < _MOST_STARTS * start
    assert looked.megabytes < _MOST_MEGABYTES


@pytest.mark.parametrize(
    "words", [("list",), ("recall", "run the tests"), ("doctor",), ("check",), ("show", "a"), ("index",)]
)
def test_a_file_of_two_gigabytes_takes_no_room_in_any_command(
    memory: Shell, words: tuple[str, ...]
) -> None:  # T15
    place = memory.write("huge.md", b"---\nid: huge\n---\n")
    with place.open("r+b") as file:
        file.truncate(2 * 1024**3)
    memory.write("a.md", markdown("id: a", body="Run the tests.\n"))
    took = cost(memory, *words)
    assert took.megabytes < _MOST_MEGABYTES, took
    assert took.code in {0, 1}, took
    assert "Traceback" not in took.err
    if words[0] in {"doctor", "check"}:
        assert "huge.md" in took.out, took


def test_a_ledger_of_many_events_is_read_in_little_room(memory: Shell) -> None:  # T15
    from tests.benchmarks.events import put_events  # late: its measures are not on every system

    memory.write("a.md", markdown("id: a", body="Run the tests.\n"))
    commands = (("check",), ("doctor",), ("recall", "run the tests"))
    before = {words: cost(memory, *words).megabytes for words in commands}
    put_events(memory.memory, _EVENTS)
    made = cost(memory, "index", "--rebuild")
    assert made.code == 0, made
    assert made.megabytes < _MOST_MEGABYTES
    for words in commands:
        took = cost(memory, *words)
        assert took.code == 0, took
        assert took.megabytes - before[words] < _MOST_MEGABYTES * _EVENTS / 1_000_000, (words, before, took)
    assert len(memory.ask("log", "a", "--json")["events"]) == _EVENTS
