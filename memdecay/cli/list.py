"""`memdecay list`: all entries."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import AsOf, Json, KnownAt, instant
from memdecay.cli.recall import STANDING_STYLES
from memdecay.cli.render import Piece
from memdecay.memory import shapes
from memdecay.memory.show import Shown, Snapshot
from memdecay.scope import Place, applies
from memdecay.state import Standing


def command(
    context: typer.Context,
    standing: Annotated[list[Standing] | None, typer.Option(help="Only these; may be repeated.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only with this tag; may be repeated.")] = None,
    scope: Annotated[list[str] | None, typer.Option(help="Only what applies there.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
) -> None:
    """List the entries with their standing, by id.

    Example: `memdecay list --standing active --scope web`
    """
    snapshot = Snapshot(
        memory=context.obj.open(),
        at=instant(as_of, "--as-of") or context.obj.now,
        known_at=instant(known_at, "--known-at"),
    )
    place = Place(names=tuple(scope or ()))
    chosen = [
        one
        for one in snapshot.all()
        if (not standing or one.standing in standing)
        and set(tag or ()) <= set(one.entry.tags)
        and applies(one.entry.scope, place)
    ]
    if as_json:
        render.document({"entries": [shapes.of_shown(one) for one in chosen]})
    else:
        _show(chosen, is_empty=not snapshot.state.entries)
    render.say_unusable(len(snapshot.memory.index.broken()), "file", "files")


def _show(chosen: list[Shown], *, is_empty: bool) -> None:
    if not chosen:
        render.say("the memory is empty" if is_empty else "no entry is like that")
        return
    render.table([_row(one) for one in chosen])


def _row(shown: Shown) -> list[Piece]:
    entry = shown.entry
    style = STANDING_STYLES[shown.standing]
    return [
        Piece(entry.id, "bold" if shown.standing is Standing.ACTIVE else "dim"),
        Piece(shown.standing.value, style),
        Piece(entry.valid_from.day.isoformat() if entry.valid_from else "-"),
        Piece(", ".join(entry.scope) or "-", "dim"),
        Piece(entry.title, style if shown.standing is not Standing.ACTIVE else ""),
    ]
