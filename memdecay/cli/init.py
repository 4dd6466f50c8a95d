"""`memdecay init`: make a folder a memory, and offer git's hooks for it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from memdecay import git
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.errors import MemdecayError
from memdecay.hooks import installing
from memdecay.hooks.installing import NotOursToFill
from memdecay.hooks.place import place_of
from memdecay.memory.founding import Founded, found

_FOUND_FROM_HERE = (Path(), Path("memory"), Path(".memory"))


def command(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to use; default: memory.")
    ] = None,
    hooks: Annotated[
        bool | None,
        typer.Option("--hooks/--no-hooks", help="Install git's hooks too, or do not ask; default: ask."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Create a memory in DIR with its settings. Nothing that is there already changes.

    Example: `memdecay init`
    """
    created = found(folder or context.obj.memory or Path("memory"))
    if as_json:
        installed = _install(created) if hooks else False
        render.document(
            {"memory": str(created.root), "created": list(created.files), "hooks": installed}
        )  # fmt: skip
        return
    render.line(f"Made a memory in {created.root}: {', '.join(created.files)}.")
    where = "" if created.root in _FOUND_FROM_HERE else f" --memory {shlex.quote(str(created.root))}"
    _offer_hooks(created, hooks, where)
    render.line(f'Write a first instruction: memdecay add "Run the tests with `make test`."{where}')


def _offer_hooks(created: Founded, wanted: bool | None, where: str) -> None:
    """Install, or ask a person, or name the command; outside git there is nothing to offer."""
    if wanted is None and git.work_tree(created.root) is None:
        return
    if wanted is None and sys.stdin.isatty() and sys.stderr.isatty():
        wanted = typer.confirm("Let git check this memory at every commit?", default=True, err=True)
    if wanted is None:
        render.line(f"Let git check every commit: memdecay hooks install{where}")
    elif wanted and _install(created):
        render.line("Git runs memdecay at every commit from now on.")


def _install(created: Founded) -> bool:
    """Whether the hooks are installed; the memory is made even where they cannot be."""
    try:
        place = place_of(created.root)
        memory = created.root.resolve().relative_to(place.top).as_posix()
        installing.perform(place, installing.plan_install(place, memory))
    except MemdecayError as fault:
        if isinstance(fault, NotOursToFill) and not fault.lines:
            return True  # they call memdecay already
        render.say(f"{fault}; `memdecay hooks install` says more")
        return False
    return True
