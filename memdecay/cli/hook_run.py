"""The part of `memdecay hooks` that git waits for at every commit: `run`."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Sequence
from pathlib import Path

import typer

from memdecay import files
from memdecay.cli import render
from memdecay.errors import MemdecayError, Unusable
from memdecay.hooks import before_commit


def run(context: typer.Context, name: str, arguments: Sequence[str], *, is_sealing: bool) -> None:
    """Do what the hook of that name does."""
    if not _is_memory_here(context):
        if name.startswith("pre-"):
            before_commit.refuse_deletion(context.obj.memory)
        return
    if name == "commit-msg":
        _check(context, "--message", _message_file(arguments))
    elif name == "post-commit":
        _record(context)
    elif name == "pre-commit" and is_sealing:
        _check_and_seal(context)
    else:
        _check(context, "--staged")


def _is_memory_here(context: typer.Context) -> bool:
    stated = context.obj.memory
    root = stated if stated is not None else files.find(Path.cwd())
    return root is not None and (root / files.SETTINGS_NAME).is_file()


def _check(context: typer.Context, *words: str) -> None:
    """Let a commit pass in silence, or have `memdecay check` say what it found and end as it ends."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            _run_check(context, *words, "--json")
            is_clean = not json.loads(said.getvalue())["problems"]
        except typer.Exit:
            is_clean = False
    if not is_clean:
        _run_check(context, *words)


def _run_check(context: typer.Context, *words: str) -> None:
    """In this process, for a second start would cost as much as everything else."""
    program = context.find_root()
    command = program.command.get_command(program, "check")  # type: ignore[attr-defined]
    if command is None:
        raise Unusable("this memdecay cannot check a commit; install a newer one")
    with command.make_context("check", list(words), parent=context) as call:
        command.invoke(call)


def _message_file(arguments: Sequence[str]) -> str:
    if len(arguments) != 1:
        raise Unusable('commit-msg needs the file that git names; call it as `hooks run commit-msg "$1"`')
    return arguments[0]


def _check_and_seal(context: typer.Context) -> None:
    """Check, and only then seal; but what approves a deletion has to stand in the same commit."""
    is_approving = before_commit.is_approving(context.obj.open())
    if is_approving:
        _seal(context)
    _check(context, "--staged")
    if not is_approving:
        _seal(context)


def _seal(context: typer.Context) -> None:
    taken = before_commit.take_along(context.obj.open())
    if taken is None:
        return
    if not taken.is_staged:
        render.say("the ledger has new files that git would not stage; `git add` them with your next commit")
    elif taken.events:
        render.say(f"sealed {render.counted(taken.events, 'event', 'events')} into this commit")


def _record(context: typer.Context) -> None:
    """Whatever goes wrong here, the commit is made."""
    from memdecay.hooks import after_commit  # late: the hooks before a commit need nothing of it

    try:
        used = after_commit.record_commit(context.obj.open())
    except (MemdecayError, OSError) as fault:
        render.say(f"what this commit used was not recorded: {fault}")
        return
    if used.unknown:
        render.say(f"no entry has the id {', '.join(used.unknown)}, so its use was not recorded")
