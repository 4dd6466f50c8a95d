"""`memdecay log`: what happened to entries."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay import moment
from memdecay.cli import render
from memdecay.cli.render import Piece
from memdecay.event import Event, Kind
from memdecay.memory import shapes
from memdecay.memory.log import events

_STYLES = {Kind.MISLED: "red", Kind.HELPED: "green", Kind.CONFIRMED: "green"}


def command(
    context: typer.Context,
    id: Annotated[list[str] | None, typer.Argument(metavar="ID...", help="Only these entries.")] = None,
    kind: Annotated[list[Kind] | None, typer.Option(help="Only these kinds; may be repeated.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """List the events, oldest first.

    Example: `memdecay log install-with-pnpm`
    """
    memory = context.obj.open()
    found = [one for one in events(memory, id or None) if not kind or one.kind in kind]
    if as_json:
        render.document({"events": [shapes.of_event(one) for one in found]})
    elif found:
        render.table([_row(one) for one in found])
    else:
        render.say("nothing happened yet" if not (id or kind) else "no event is like that")
    if memory.spool_problems:
        files = render.counted(len(memory.spool_problems), "event", "events")
        render.say(f"{files} could not be read; `memdecay doctor` names the faults")


def _row(event: Event) -> list[Piece]:
    outcome = f" {event.outcome:+g}" if event.outcome is not None and abs(event.outcome) != 1 else ""
    said = " ".join(part for part in (f"[{event.query}]" if event.query else "", event.note or "") if part)
    return [
        Piece(moment.timestamp(event.at), "dim"),
        Piece(event.kind.value + outcome, _STYLES.get(event.kind, "")),
        Piece(event.entry, "bold"),
        Piece(event.by),
        Piece(said),
    ]
