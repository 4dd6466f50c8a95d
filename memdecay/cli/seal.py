"""`memdecay seal`: write what happened into the ledger."""

from __future__ import annotations

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.memory.sealing import seal


def command(
    context: typer.Context,
    as_json: Json = False,
) -> None:
    """Write the events that wait as one new file of the ledger, to be committed like any other.

    Example: `memdecay seal && git add memory/ledger`
    """
    done = seal(context.obj.open())
    if as_json:
        render.document(
            {
                "segment": done.segment,
                "events": done.events,
                "restored": list(done.restored),
                "tidied": done.tidied,
            }
        )
        return
    if done.segment:
        render.line(f"Sealed {render.counted(done.events, 'event', 'events')} in {done.segment}.")
    for path in done.restored:
        render.line(f"Put back {path}, which no commit has any more.")
    if not done.segment and not done.restored:
        render.line("Nothing waits to be sealed.")
