"""`memdecay close`: record that an instruction no longer applies."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import Json, moment_of
from memdecay.memory import shapes
from memdecay.memory.authors import author
from memdecay.memory.close import close


def command(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="The entry to close.")],
    reason: Annotated[str, typer.Option(help="Why it no longer applies.")],
    by: Annotated[str | None, typer.Option(metavar="ID", help="The entry that replaces it.")] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day it applied; default: until now.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a closing note beside the entry. The entry itself stays as it is.

    Example: `memdecay close install-with-npm --by install-with-pnpm --reason "we moved to pnpm"`
    """
    memory = context.obj.open()
    note = close(
        memory,
        id,
        successor=by,
        ended=moment_of(on, "--on"),
        reason=reason,
        closed_by=author(memory),
    )
    if as_json:
        render.document({"closes": note.closes, **shapes.of_note(note)})
        return
    heir = f", replaced by {note.superseded_by}" if note.superseded_by else ""
    ended = note.valid_until
    closed = f"Closed {note.closes}{heir}"
    if ended and ended.ends > memory.now:
        closed = f"{note.closes} applies until {ended.text} and is closed then{heir}"
    render.line(f"{closed}; recorded in {note.path}.")
