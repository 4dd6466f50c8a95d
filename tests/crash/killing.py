"""Kills `memdecay apply` at a system call, for every call that touches the memory or its spool.

    python -m tests.crash.killing --every 1
    python -m tests.crash.killing --fault error=ENOSPC

strace lists the calls of one whole run first. Then, for each of them, the same command is run in a
fresh copy and killed as it enters that call, or the call fails; what is left is looked at, and the
command is run again. A command that ends with 0 must have done all of it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from memdecay import fsio
from tests.front_door import NOW, Shell, contents
from tests.memory.happenings import commit, git
from tests.pruning import FOOD, LIST, put_entries, put_list

CALLS = (
    "open,openat,write,fsync,fdatasync,link,linkat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,"
    "chmod,fchmod,fchmodat,utimensat"
)
KILL = "signal=SIGKILL"
CANARY = "ZQX-canary"
SAID = ("*close apples", "*confirm bread", "*delete figs --reason noise", "*delete leak --reason secret")
CALL = re.compile(r"(?:\d+ +)?(\w+)\(")
_APPLY = ("apply", f"memory/{LIST}", "--by", "Dana", "--allow-many")
_PATIENCE = 120


class Point(NamedTuple):
    """The `number`th call of that name, counted from 1, in the order of a whole run."""

    call: str
    number: int


@dataclass(frozen=True, kw_only=True)
class Copies:
    """A folder with a repository to copy, once for every break."""

    folder: Path

    @property
    def template(self) -> Shell:
        return Shell(folder=self.folder / "template")

    def copy(self, name: str) -> Shell:
        shell = Shell(folder=self.folder / name / "shop")
        shutil.copytree(self.template.folder, shell.folder, symlinks=True)
        return shell


@dataclass(frozen=True, kw_only=True)
class Bench(Copies):
    """A memory, and what it is like once the list is applied without a break."""

    def prepare(self) -> None:
        shell = self.template
        shell.folder.mkdir()
        shell.did("init")
        put_entries(shell.memory, *FOOD)
        shell.write("leak.md", f"---\nid: leak\ncreated: 2026-01-01\n---\nThe {CANARY} in the body.\n")
        git(shell.folder, "init", "--quiet", "--initial-branch=main")
        shell.did("used", "leak", "bread", "--query", f"where is the {CANARY}")
        shell.did("seal")
        commit(shell.folder)
        shell.did("misled", "leak", "--note", f"the {CANARY} was wrong")
        put_list(shell.memory, *SAID)
        shell.did("list")  # makes the index

    def points(self) -> list[Point]:
        """Every call of one run that touches the copy."""
        shell = self.copy("listed")
        log = self.folder / "calls"
        done = traced(shell, _APPLY, "-y", "-o", str(log), "-e", f"trace={CALLS}")
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode())
        counted: Counter[str] = Counter()
        found = []
        for row in log.read_text("utf-8", "replace").split("\n"):
            call = CALL.match(row)
            if call is not None:
                counted[call[1]] += 1
                is_here = str(shell.folder) in row or "memory/" in row
                if is_here and not only_reads(row):
                    found.append(Point(call[1], counted[call[1]]))
        return found

    def after(self, shell: Shell) -> dict[str, object]:
        """The files of the memory and its spool; names of killed writers' leftovers do not count."""
        spool = shell.folder / ".git/memdecay"
        found = {**contents(shell.memory), **{f"git:{k}": v for k, v in contents(spool).items()}}
        return {name: held for name, held in found.items() if ".memdecay-" not in name}

    def whole(self) -> dict[str, object]:
        shell = self.copy("whole")
        shell.did(*_APPLY)
        return self.after(shell)

    def kill(self, point: Point, whole: dict[str, object], fault: str = KILL) -> list[str]:
        """Everything that is wrong after a kill, or a fault of the disk, at that point."""
        shell = self.copy(f"{point.call}-{point.number}")
        inject = f"inject={point.call}:{fault}:when={point.number}"
        killed = traced(shell, _APPLY, "-o", "/dev/null", "-e", f"trace={point.call}", "-e", inject)
        has_lied = killed.returncode == 0 and (fault == KILL or self.after(shell) != whole)
        wrong = ["it ended with 0, and not all of it was done"] if has_lied else []
        wrong += _unapproved(self.template, shell)
        again = shell.run(*_APPLY)
        if again.code != 0:
            wrong.append(f"the next apply ended with {again.code}: {again.out}{again.err}")
        wrong += _differences(whole, self.after(shell))
        wrong += [f"{path} holds the canary" for path in _canaries(shell)]
        shutil.rmtree(shell.folder.parent)
        return [f"{point.call} {point.number}: {one}" for one in wrong]


def skip_where_nothing_can_be_killed() -> None:
    """Skip a test, with its reason, where strace is missing or may not trace."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.skip("strace may not trace here")


def traced(shell: Shell, words: tuple[str, ...], *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["strace", *options, sys.executable, "-m", "memdecay", "--now", NOW, *words],
        cwd=shell.folder, env=shell.environment_of_a_process({"PYTHONDONTWRITEBYTECODE": "1"}),
        capture_output=True, timeout=_PATIENCE, check=False,
    )  # fmt: skip


def only_reads(row: str) -> bool:
    return row.partition("(")[0].endswith(("open", "openat")) and "O_RDONLY" in row


def _unapproved(before: Shell, after: Shell) -> list[str]:
    """Entries that are not as they were and that no ticked line names, or that are gone without a record."""
    wrong = []
    events = b"".join(path.read_bytes() for path in (after.folder / ".git/memdecay/spool/new").glob("*.json"))
    for path in sorted(before.memory.glob("*.md")):
        now = after.memory / path.name
        held = [now, *(after.memory / fsio.QUARANTINE_FOLDER).glob(f"*/{path.name}")]
        is_there = any(one.is_file() and one.read_bytes() == path.read_bytes() for one in held)
        is_approved = path.stem in {"figs", "leak"} and f'"deleted","entry":"{path.stem}"'.encode() in events
        if not is_there and not is_approved:
            wrong.append(f"{path.name} is lost")
    return wrong


def _differences(whole: dict[str, object], found: dict[str, object]) -> list[str]:
    names = sorted(name for name in whole.keys() | found.keys() if whole.get(name) != found.get(name))
    return [f"{name} is not as after a whole run" for name in names]


def _canaries(shell: Shell) -> list[str]:
    places = [shell.memory, shell.folder / ".git/memdecay"]
    files = [path for place in places for path in place.rglob("*") if path.is_file()]
    return [str(path.relative_to(shell.folder)) for path in files if CANARY.encode() in path.read_bytes()]


class AnyBench(Protocol):
    """A command that can be killed at many points, and what must hold after each."""

    def __init__(self, *, folder: Path) -> None: ...
    def prepare(self) -> None: ...
    def points(self) -> list[Point]: ...
    def whole(self) -> dict[str, object]: ...
    def kill(self, point: Point, whole: dict[str, object], fault: str = KILL) -> list[str]: ...


def main(kind: type[AnyBench], about: str | None) -> None:
    """Try the points of a bench, as the command line asks for; print every fault."""
    reading = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("--every", type=int, default=1, help="try each, every second, … of the points")
    reading.add_argument("--fault", default=KILL, help="what strace injects, such as error=EIO")
    wanted = reading.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        bench = kind(folder=Path(folder).resolve())
        bench.prepare()
        points, whole = bench.points(), bench.whole()
        tried = points[:: wanted.every]
        wrong = [one for point in tried for one in bench.kill(point, whole, wanted.fault)]
    print(f"{len(points):>5} points touch the memory: {dict(Counter(one.call for one in points))}")
    print(f"{len(tried):>5} times {wanted.fault} in {time.monotonic() - began:.0f} s")
    print(f"{len(wrong):>5} faults")
    for one in wrong:
        print(one)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(Bench, __doc__)
