"""`memdecay why`: the chain and timeline of an entry, drawn as a tree."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.recall import STANDING_STYLES, instant
from memdecay.cli.render import Branch, Piece
from memdecay.cli.show import span
from memdecay.memory import shapes
from memdecay.memory.show import Shown, Snapshot


def command(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="Any entry of the chain.")],
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="As things stood at the end of that day.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Draw what an entry replaced and what replaced it, when, by whom and why.

    Example: `memdecay why install-with-pnpm`
    """
    at = instant(as_of, "--as-of") or context.obj.now
    family = Snapshot(memory=context.obj.open(), at=at).family(id)
    if as_json:
        render.document({"id": id, "entries": [shapes.of_shown(one) for one in family]})
        return
    by_id = {one.entry.id: one for one in family}
    roots = [one for one in family if not one.predecessors]
    render.tree([_grown(one, by_id, id) for one in roots])


def _grown(root: Shown, by_id: dict[str, Shown], asked: str) -> Branch:
    """The tree below `root`, built from its leaves: a chain may be longer than the stack is deep."""
    order, waiting = [], [root]
    while waiting:
        one = waiting.pop()
        order.append(one)
        waiting += [by_id[newer] for newer in one.successors if newer in by_id]
    grown: dict[str, Branch] = {}
    for one in reversed(order):
        below = tuple(grown[newer] for newer in one.successors if newer in grown)
        grown[one.entry.id] = Branch(_lines(one, is_asked=one.entry.id == asked), below)
    return grown[root.entry.id]


def _lines(shown: Shown, *, is_asked: bool) -> tuple[tuple[Piece, ...], ...]:
    entry, note = shown.entry, shown.note
    style = STANDING_STYLES[shown.standing]
    head = (
        Piece(entry.id, "bold cyan" if is_asked else "bold"),
        Piece(f"  {shown.standing.value} {span(shown)}", style),
        Piece(f"  {entry.author}" if entry.author else "", "dim"),
    )
    lines = [head, (Piece(entry.title),)]
    if note is not None:
        when = f" on {note.recorded.text}" if note.recorded else ""
        by = f" by {note.closed_by}" if note.closed_by else ""
        why = f": {note.reason}" if note.reason else ""
        lines.append((Piece(f"closed{when}{by}{why}", "dim"),))
    return tuple(lines)
