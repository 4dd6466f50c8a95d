"""Reads a transcript, runs it in a fresh folder, and gives it back as it went this time.

A transcript is a Markdown page. Its ```console blocks hold what a person types and sees:

    $ memdecay add "Install packages with pnpm."
    Wrote install-packages-with-pnpm.md.
    $ memdecay show install-packages
    ! error: no entry has the id 'install-packages'; did you mean install-packages-with-pnpm?
    ? 1

Lines after `! ` came on stderr, `? N` is an exit code other than 0, everything else came on stdout.
A block ```file PATH makes that file. Beside `memdecay` there are small stand-ins for `cat`, `ls`, `rm`,
`mkdir`, `ln -s`, `sleep`, `printf` (whose output may be piped into `memdecay`) and
`cp -r sample-memory PATH`;
`NAME=value` sets a variable, before a command or for the rest of the page; NOW is the time, KEYS are what
a person types at a terminal of 60 columns, and paths begin at `/shop`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.front_door import Ran, Shell
from tests.terminal import at_terminal

_FENCE = re.compile(r"(`{3,})(console|file)(?: (\S+))?$")
_VARIABLE = re.compile(r"([A-Z_]+)=(.*)")
HOME = "/shop"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the page: prose, a file to make, or a console. `lines` leave out its fences."""

    kind: str
    lines: tuple[str, ...]
    fence: str = ""
    path: str = ""

    @property
    def text(self) -> str:
        body = "".join(f"{line}\n" for line in self.lines)
        if not self.fence:
            return body
        opening = " ".join(part for part in (self.fence + self.kind, self.path) if part)
        return f"{opening}\n{body}{self.fence}\n"


def played(page: str, shell: Shell) -> str:
    """The page as it reads when it is played in `shell`'s folder."""
    stage = _Stage(shell)
    return "".join(stage.play(block).text for block in blocks(page))


def blocks(page: str) -> Iterator[Block]:
    """The page cut into blocks; their texts together are the page."""
    lines: list[str] = []
    opened: re.Match[str] | None = None
    for line in page.splitlines():
        opening = _FENCE.match(line) if opened is None else None
        is_end = opened is not None and line == opened[1]
        if opening is None and not is_end:
            lines.append(line)
            continue
        if opened is None:
            yield Block("prose", tuple(lines))
        else:
            yield Block(opened[2], tuple(lines), opened[1], opened[3] or "")
        lines, opened = [], opening
    assert opened is None, f"{opened[0] if opened else ''} is not closed"
    yield Block("prose", tuple(lines))


class _Stage:
    """Where a page is played: a shell, and what its variables hold."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def play(self, block: Block) -> Block:
        if block.kind == "file":
            path = self._path(block.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes("".join(f"{line}\n" for line in block.lines).encode())
            path.chmod(0o755 if block.lines[0].startswith("#!") else 0o644)
        elif block.kind == "console":
            return replace(block, lines=tuple(self._console(block)))
        return block

    def _console(self, block: Block) -> Iterator[str]:
        for line in block.lines:
            if line.startswith("$ "):
                yield line
                yield from _shown(self._ran(line[2:]), str(self.shell.folder))

    def _ran(self, line: str) -> Ran:
        piped, _, last = line.rpartition(" | ")
        stdin = self._ran(piped).out if piped else ""
        words = shlex.split(last or line)
        before = self.shell
        while words and (variable := _VARIABLE.fullmatch(words[0])):
            self._set(variable[1], variable[2])
            words = words[1:]
        if not words:  # it stands alone, so it holds for the rest of the page
            return Ran(code=0, out="", err="")
        try:
            return self._command(words, stdin)
        finally:
            self.shell = before

    def _set(self, name: str, value: str) -> None:
        if name == "NOW":
            self.shell = replace(self.shell, now=value)
        else:
            value = value.replace(HOME, str(self.shell.folder))
            environment = {**self.shell.environment, name: value}
            self.shell = replace(self.shell, environment=environment)

    def _command(self, words: list[str], stdin: str) -> Ran:
        name, arguments = words[0], words[1:]
        if name == "memdecay" and "KEYS" in self.shell.environment:
            return self._at_terminal(arguments)
        if name == "memdecay":
            return self.shell.run(
                *(one.replace(HOME, str(self.shell.folder)) for one in arguments), stdin=stdin
            )
        stand_ins: dict[str, Callable[..., str | None]] = {
            "cat": lambda path: self._path(path).read_text("utf-8"),
            "ls": lambda path: _listed(self._path(path)),
            "rm": lambda path: self._path(path).unlink(),
            "mkdir": lambda path: self._path(path).mkdir(),
            "ln": lambda _, target, path: self._path(path).symlink_to(target),
            "cp": lambda _, name, path: _copied(name, self._path(path)),
            "sleep": lambda seconds: time.sleep(float(seconds)),
            "printf": lambda text: text.encode().decode("unicode_escape"),
        }
        return Ran(code=0, out=stand_ins[name](*arguments) or "", err="")

    def _at_terminal(self, arguments: list[str]) -> Ran:
        """What the screen shows, without what a terminal itself writes of the keys."""
        environment = {**self.shell.environment}
        keys = environment.pop("KEYS").encode().decode("unicode_escape")
        shell = replace(self.shell, environment=environment)
        ran = at_terminal(shell, *arguments, keys=keys, columns=60, without=("COLUMNS",), now=self.shell.now)
        return replace(ran, out=ran.out.removeprefix(keys))

    def _path(self, written: str) -> Path:
        return self.shell.folder / written.removeprefix(HOME).lstrip("/")


def _copied(name: str, path: Path) -> None:
    source = Path(__file__).parents[2] / name
    shutil.copytree(source, path, ignore=shutil.ignore_patterns(".cache", ".spool", "proposals"))


def _listed(folder: Path) -> str:
    return "".join(f"{one.name}{'/' if one.is_dir() else ''}\n" for one in sorted(folder.iterdir()))


def _shown(ran: Ran, home: str) -> Iterator[str]:
    for line in ran.out.replace(home, HOME).splitlines():
        assert not line.startswith(("$ ", "! ", "? ")), f"cannot be told from a mark: {line}"
        yield line.rstrip()
    for line in ran.err.replace(home, HOME).splitlines():
        yield f"! {line}".rstrip()
    if ran.code:
        yield f"? {ran.code}"
