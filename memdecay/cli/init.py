"""`memdecay init`: make a folder a memory."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.memory.founding import found

_FOUND_FROM_HERE = (Path(), Path("memory"), Path(".memory"))


def command(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder to use; default: memory.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Create a memory in DIR with its settings. Nothing that is there already changes.

    Example: `memdecay init`
    """
    created = found(folder or context.obj.memory or Path("memory"))
    if as_json:
        render.document({"memory": str(created.root), "created": list(created.files)})
        return
    render.line(f"Made a memory in {created.root}: {', '.join(created.files)}.")
    where = "" if created.root in _FOUND_FROM_HERE else f" --memory {shlex.quote(str(created.root))}"
    render.line(f'Write a first instruction: memdecay add "Run the tests with `make test`."{where}')
