"""The text of a git hook, and how to tell one of ours from everybody else's."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

EVENTS = {
    "pre-commit": "checks what is staged, then seals what happened",
    "pre-merge-commit": "checks what a merge would commit",
    "commit-msg": "verifies the `Memory: <id>` lines of the message",
    "post-commit": "records what the commit says it used",
}
"""Every hook there is, in the order in which git runs them."""

KEPT = ".before-memdecay"
"""What the name of a user's own hook ends with, while ours stands in its place and runs it."""

_FORMAT = 1
_ASIDE = frozenset({"post-commit"})
"""Hooks that come after the fact: whatever goes wrong in them, the commit stays."""

_MARK = re.compile(rb"# memdecay hook (\d+) sha256:([0-9a-f]{16})")
_TRIED = re.compile(r"^    (?:if|elif) \[ -x (.*?) \](?: &&|; then)", re.MULTILINE)
_CALL = re.compile(r"^run (.*) hooks run [a-z-]+ ", re.MULTILINE)


class Kind(Enum):
    """Whose a hook is: written by us and untouched, written by us and changed since, or somebody else's."""

    OURS = "ours"
    CHANGED = "changed"
    OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """How a hook finds memdecay where PATH is not that of the shell, as in many graphical clients.

    Both are absolute and POSIX; "" leaves the search to PATH, for hooks that are shared in the repository.
    """

    command: str = ""
    interpreter: str = ""


def write(event: str, program: Program, memories: Sequence[str]) -> bytes:
    """The hook for `event` that looks after `memories`, which are relative to the work tree (POSIX)."""
    parts = [_HEAD.format(event=event, kept=event + KEPT), _kept(event), _run(event, program)]
    parts += [_call(event, memory) for memory in sorted(set(memories))]
    parts += ['exit "$status"\n'] if event in _ASIDE else []
    body = "".join(parts).encode("utf-8", "surrogateescape")
    mark = f"# memdecay hook {_FORMAT} sha256:{_digest(body)}\n"
    return b"#!/bin/sh\n" + mark.encode() + body


def kind(data: bytes) -> Kind:
    """Whose hook these bytes are."""
    lines = data.split(b"\n", 2)
    mark = _MARK.match(lines[1]) if len(lines) == 3 else None
    if mark is None:
        return Kind.OTHERS
    is_whole = lines[0] == b"#!/bin/sh" and mark[0] == lines[1] and mark[2].decode() == _digest(lines[2])
    return Kind.OURS if is_whole else Kind.CHANGED


def memories(data: bytes) -> tuple[str, ...]:
    """The memories that a hook of ours looks after."""
    calls = _CALL.findall(data.decode("utf-8", "surrogateescape"))
    return tuple(shlex.split(call)[0].removeprefix("--memory=") for call in calls)


def programs(data: bytes) -> tuple[str, ...]:
    """The paths of memdecay that a hook of ours tries before and after PATH."""
    return tuple(shlex.split(one)[0] for one in _TRIED.findall(data.decode("utf-8", "surrogateescape")))


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


_HEAD = """\
# Written by `memdecay hooks install`, removed by `memdecay hooks uninstall`; a changed one is left alone.
# A hook that was here before is kept as {kept} and runs first.
"""


def _kept(event: str) -> str:
    """Run the user's own hook with what git gave us, and first: it may change index or message."""
    lines = [f'kept="${{0%/*}}/{event}{KEPT}"']
    if event in _ASIDE:
        lines += ["status=0", 'if [ -x "$kept" ]; then "$kept" "$@" || status=$?; fi']
    else:
        lines += ['if [ -x "$kept" ]; then "$kept" "$@" || exit; fi']
    return "\n".join([*lines, ""])


def _run(event: str, program: Program) -> str:
    """A function of the shell that runs memdecay, or says why it cannot."""
    ways = []
    if program.command:  # what installed the hook comes before whatever PATH leads to
        path = shlex.quote(program.command)
        ways.append((f"[ -x {path} ]", f'{path} "$@"'))
    ways.append(("command -v memdecay >/dev/null 2>&1", 'memdecay "$@"'))
    if program.interpreter:
        path = shlex.quote(program.interpreter)
        # The folder git runs us in is no place to import from: it holds whatever the repository holds.
        start = "import sys; del sys.path[0]; from memdecay.cli.app import main"
        condition = f"[ -x {path} ] && {path} -c '{start}' 2>/dev/null"
        ways.append((condition, f"{path} -c '{start}; main()' \"$@\""))
    lines = ["run() {"]
    for word, (condition, command) in zip(["if", *["elif"] * len(ways)], ways, strict=False):
        lines += [f"    {word} {condition}; then", f"        {command}"]
    lines += ["    else", f"        echo {shlex.quote(_MISSING[event in _ASIDE])} >&2", "        return 1"]
    return "\n".join([*lines, "    fi", "}", ""])


_MISSING = {
    False: "memdecay: not found, so this commit cannot be checked; install memdecay, or commit with "
    "--no-verify and let CI check it",
    True: "memdecay: not found, so what this commit used was not recorded; install memdecay",
}


def _call(event: str, memory: str) -> str:
    if event in _ASIDE:
        return f'run {shlex.quote("--memory=" + memory)} hooks run {event} "$@" || :\n'
    return f'run {shlex.quote("--memory=" + memory)} hooks run {event} "$@" || exit\n'
