"""The commands that record what happened: one question each, one way to ask and to answer it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from memdecay import event
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.errors import Refused
from memdecay.event import Kind
from memdecay.memory.authors import author
from memdecay.memory.opening import Memory
from memdecay.memory.recording import Happening, Recorded, record

Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="The entries it is about.")]
Query = Annotated[str | None, typer.Option(help="The question that led to them.")]
Note = Annotated[str | None, typer.Option(help="What happened, in a sentence.")]
By = Annotated[str | None, typer.Option(help="Who reports it; default: the name that git knows.")]
Session = Annotated[str | None, typer.Option(help="The agent's session, to tell its events apart.")]


def reporting(kind: Kind, summary: str, example: str, outcome: float | None = None) -> Callable[..., None]:
    """A command that records `kind` for the entries it is given."""

    def command(
        context: typer.Context,
        id: Ids,
        query: Query = None,
        note: Note = None,
        by: By = None,
        session: Session = None,
        as_json: Json = False,
    ) -> None:
        memory = context.obj.open()
        happening = Happening(
            kind=kind, by=who(memory, by), query=query, note=note, outcome=outcome, session=session
        )
        show(record(memory, id, happening), as_json=as_json)

    command.__doc__ = f"{summary}\n\nExample: `{example}`"
    return command


def who(memory: Memory, by: str | None) -> str:
    """Who reports. Raises Refused where nobody says and the machine knows no name."""
    name = by if by is not None else author(memory)
    if not name or not name.strip():
        raise Refused("nobody knows who reports this; say it with --by NAME")
    return name.strip()


def show(recorded: Recorded, *, as_json: bool) -> None:
    """Say what is on disk now."""
    if as_json:
        render.document({"events": [event.shape(one) for one in recorded.events]})
    else:
        listed = ", ".join(one.entry for one in recorded.events)
        render.line(f"Recorded: {recorded.events[0].kind.value} {listed}.")
    if recorded.is_fallback:
        render.say(
            f"the git folder cannot be written, so this waits in {recorded.folder}; `memdecay seal` keeps it"
        )
