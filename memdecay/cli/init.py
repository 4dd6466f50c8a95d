"""`memdecay init`: make a folder a memory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.memory.founding import found


def command(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to use.")] = Path("memory"),
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Create a memory in DIR with its settings. Nothing that is there already changes.

    Example: `memdecay init`
    """
    created = found(context.obj.memory or folder)
    if as_json:
        render.document({"memory": str(created.root), "created": list(created.files)})
        return
    render.line(f"Made a memory in {created.root}: {', '.join(created.files)}.")
    render.line('Write a first instruction: memdecay add "Run the tests with `make test`."')
