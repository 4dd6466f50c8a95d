"""Kills `memdecay import` at a system call, for every call that touches the memory.

    python -m tests.crash.importing --every 1

Files are written by several threads at once, and strace counts the calls of each thread apart: a
point is the first thread that comes so far. Which entries are there by then differs from run to run;
that each of them is whole, and that the next import brings exactly the rest, must hold for all.
"""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass

from tests.crash.killing import CALL, CALLS, KILL, Copies, Point, main, only_reads, traced
from tests.front_door import Shell, contents
from tests.memory.happenings import commit, git

_IMPORT = ("import", "auto")
_WRITES = CALLS + ",pwrite64,ftruncate"
_CLAUDE = """# The shop

## Packages

- Install packages with pnpm, never with npm.
- Pin cachelib to 2.3 until the crash upstream is fixed.
- Ask before you add a package.

## Tests

- Ask before you add a package.
- Run the tests with nox.
- Keep the fixtures small:
  - one page of text each,
  - no real names.
"""
_AGENTS = "# Agents\n\n- Run the tests with nox.\n- Write a changelog line for each change.\n"
_OLD = "# 1. Queue in Redis\n\nStatus: Superseded by [2](0002-queue.md)\n\nWe queue in Redis.\n"
_NEW = "# 2. Queue in Postgres\n\nStatus: Accepted\n\nWe queue in Postgres.\n"
_SOURCES = {
    "CLAUDE.md": _CLAUDE,
    "AGENTS.md": _AGENTS,
    "docs/adr/0001-queue.md": _OLD,
    "docs/adr/0002-queue.md": _NEW,
}


@dataclass(frozen=True, kw_only=True)
class ImportBench(Copies):
    """A repository whose instructions are to be imported."""

    def prepare(self) -> None:
        shell = self.template
        shell.folder.mkdir()
        for name, text in _SOURCES.items():
            path = shell.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        shell.did("init")
        git(shell.folder, "init", "--quiet", "--initial-branch=main")
        commit(shell.folder)

    def points(self) -> list[Point]:
        """How far some thread of a whole run comes, for each call, while it touches the memory."""
        shell = self.copy("listed")
        log = self.folder / "calls"
        done = traced(shell, _IMPORT, "-f", "-y", "-o", str(log), "-e", f"trace={_WRITES}")
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode())
        counted: Counter[tuple[str, str]] = Counter()
        found: dict[Point, None] = {}
        for row in log.read_text("utf-8", "replace").split("\n"):
            call = CALL.match(row)
            if call is not None:
                thread = row.partition(" ")[0]
                counted[thread, call[1]] += 1
                if f"{shell.memory}" in row and not only_reads(row):
                    found[Point(call[1], counted[thread, call[1]])] = None
        return list(found)

    def whole(self) -> dict[str, object]:
        shell = self.copy("whole")
        shell.did(*_IMPORT)
        return entries(shell)

    def kill(self, point: Point, whole: dict[str, object], fault: str = KILL) -> list[str]:
        """Everything that is wrong after a kill, or a fault of the disk, at that point."""
        shell = self.copy(f"{point.call}-{point.number}")
        inject = f"inject={point.call}:{fault}:when={point.number}"
        killed = traced(shell, _IMPORT, "-f", "-o", "/dev/null", "-e", f"trace={point.call}", "-e", inject)
        left = entries(shell)
        wrong = ["it ended with 0, and not all is there"] if killed.returncode == 0 and left != whole else []
        wrong += [f"{name} is not whole" for name in left if left[name] != whole.get(name)]
        wrong += [f"it found {one}" for one in shell.problems()]
        wrong += self._touched(shell)
        again = shell.run(*_IMPORT)
        if again.code != 0:
            wrong.append(f"the next import ended with {again.code}: {again.out}{again.err}")
        wrong += [f"{n} differs from an unbroken run" for n, _ in whole.items() ^ entries(shell).items()]
        third = shell.run(*_IMPORT)
        if entries(shell) != whole:
            wrong.append(f"a third import was not idle: {third.out}")
        wrong += self._touched(shell)
        shutil.rmtree(shell.folder.parent)
        return [f"{point.call} {point.number}: {one}" for one in wrong]

    def _touched(self, shell: Shell) -> list[str]:
        held = {name: (shell.folder / name).read_bytes().decode() for name in _SOURCES}
        return [f"{name} was touched" for name in _SOURCES if held[name] != _SOURCES[name]]


def entries(shell: Shell) -> dict[str, object]:
    """The files of the memory; leftovers of a killed writer do not count, for nobody reads them."""
    return {name: held for name, held in contents(shell.memory).items() if ".memdecay-" not in name}


if __name__ == "__main__":
    main(ImportBench, __doc__)
