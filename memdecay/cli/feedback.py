"""`memdecay feedback`: an outcome between misled and helped."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from memdecay.cli.happened import By, Ids, Note, Query, Session, show, who
from memdecay.cli.options import Json
from memdecay.errors import Unusable
from memdecay.event import Kind
from memdecay.memory.recording import Happening, record


def command(
    context: typer.Context,
    id: Ids,
    outcome: Annotated[float, typer.Option(min=-1.0, max=1.0, help="From -1 (it misled) to 1 (it helped).")],
    query: Query = None,
    note: Note = None,
    by: By = None,
    session: Session = None,
    as_json: Json = False,
) -> None:
    """Record how acting on these entries turned out.

    Below 0 it is a mark as of `misled`, above 0 it reinforces as `helped` does.

    Example: `memdecay feedback clear-metro-cache --outcome 0.5`
    """
    if math.isnan(outcome):  # which passes every comparison with a bound
        raise Unusable("--outcome nan is no number; give one from -1 (it misled) to 1 (it helped)")
    if outcome == 0:
        raise Unusable("--outcome 0 says neither; `memdecay used` records that they were acted on")
    memory = context.obj.open()
    happening = Happening(
        kind=Kind.HELPED if outcome > 0 else Kind.MISLED,
        by=who(memory, by),
        query=query,
        note=note,
        outcome=outcome,
        session=session,
    )
    show(record(memory, id, happening), as_json=as_json)
