"""`memdecay why`: the chain and timeline of an entry, drawn as a tree."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import AsOf, Json, instant
from memdecay.cli.recall import STANDING_STYLES
from memdecay.cli.render import Branch, Piece
from memdecay.cli.show import span
from memdecay.memory import shapes
from memdecay.memory.show import Shown, Snapshot


def command(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="Any entry of the chain.")],
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Draw what an entry replaced and what replaced it, when, by whom and why.

    Example: `memdecay why install-with-pnpm`
    """
    at = instant(as_of, "--as-of") or context.obj.now
    family = Snapshot(memory=context.obj.open(), at=at).family(id)
    if as_json:
        render.document({"id": id, "entries": [shapes.of_shown(one) for one in family]})
        return
    draw(family, id)


def draw(family: tuple[Shown, ...], asked: str) -> None:
    """A family as a tree, in which one entry was asked about."""
    render.tree(_grown(family, asked))


def _grown(family: tuple[Shown, ...], asked: str) -> list[Branch]:
    """The trees of a family. What several entries lead to hangs below the first of them only."""
    by_id = {one.entry.id: one for one in family}
    above = _walked(family, by_id)
    grown: dict[str, Branch] = {}
    for name in reversed(above):  # from the leaves: a chain may be longer than the stack is deep
        below = tuple(
            grown[newer] if above[newer] == name else Branch((_again(by_id[newer]),))
            for newer in by_id[name].successors
        )
        grown[name] = Branch(_lines(by_id[name], is_asked=name == asked), below)
    return [grown[name] for name, older in above.items() if older is None]


def _walked(family: tuple[Shown, ...], by_id: dict[str, Shown]) -> dict[str, str | None]:
    """Every id in the order it is drawn, with the one it hangs below; None for a root."""
    above: dict[str, str | None] = {}
    waiting: list[tuple[str, str | None]] = [(one.entry.id, None) for one in family if not one.predecessors]
    waiting.reverse()
    while waiting:
        name, older = waiting.pop()
        if name not in above:
            above[name] = older
            waiting += [(newer, name) for newer in reversed(by_id[name].successors)]
    return above


def _again(shown: Shown) -> tuple[Piece, ...]:
    return (Piece(shown.entry.id, "bold"), Piece("  see above", "dim"))


def _lines(shown: Shown, *, is_asked: bool) -> tuple[tuple[Piece, ...], ...]:
    entry, note = shown.entry, shown.note
    style = STANDING_STYLES[shown.standing]
    head = (
        Piece(entry.id, "bold cyan" if is_asked else "bold"),
        Piece(f"  {shown.standing.value} {span(shown)}".rstrip(), style),
        Piece(f"  {entry.author}" if entry.author else "", "dim"),
    )
    lines = [head, (Piece(entry.title),)]
    if note is not None:
        when = f" on {note.recorded.text}" if note.recorded else ""
        by = f" by {note.closed_by}" if note.closed_by else ""
        why = f": {note.reason}" if note.reason else ""
        lines.append((Piece(f"closed{when}{by}{why}", "dim"),))
    return tuple(lines)
