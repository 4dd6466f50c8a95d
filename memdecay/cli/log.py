"""`memdecay log`: what happened to entries."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay import event, moment
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.event import Event, Kind
from memdecay.memory.log import events

_STYLES = {Kind.MISLED: "red", Kind.HELPED: "green", Kind.CONFIRMED: "green"}


def command(
    context: typer.Context,
    id: Annotated[list[str] | None, typer.Argument(metavar="ID...", help="Only these entries.")] = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Only these kinds; may be repeated.")] = None,
    as_json: Json = False,
) -> None:
    """List the events, oldest first.

    Example: `memdecay log install-with-pnpm`
    """
    memory = context.obj.open()
    found = [one for one in events(memory, id or None) if not kind or one.kind in kind]
    if as_json:
        render.document({"events": [event.shape(one) for one in found]})
    elif found:
        render.table([_row(one) for one in found])
    else:
        render.say("nothing happened yet" if not (id or kind) else "no event is like that")
    render.say_unusable(len(memory.event_problems), "event", "events")


def _row(happened: Event) -> list[Piece]:
    outcome = f" {happened.outcome:+g}" if happened.outcome is not None and abs(happened.outcome) != 1 else ""
    said = " ".join(
        part for part in (f"[{happened.query}]" if happened.query else "", happened.note or "") if part
    )
    return [
        Piece(moment.timestamp(happened.at), "dim"),
        Piece(happened.kind.value + outcome, _STYLES.get(happened.kind, "")),
        Piece(happened.entry, "bold"),
        Piece(happened.by),
        Piece(said),
    ]
