"""`memdecay show`: one entry with its standing."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay import moment
from memdecay.cli import render
from memdecay.cli.options import AsOf, Json, KnownAt, instant
from memdecay.cli.recall import STANDING_STYLES
from memdecay.cli.render import Piece
from memdecay.cli.strength import held_against, told
from memdecay.entry import Declared, Trust
from memdecay.memory import shapes
from memdecay.memory.show import Shown, Snapshot
from memdecay.moment import EARLIEST
from memdecay.state import Standing


def command(
    context: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="The entry to show.")],
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: Json = False,
) -> None:
    """Show an entry: what it says, whether it holds, and what it is linked with.

    Example: `memdecay show install-with-npm`
    """
    snapshot = Snapshot(
        memory=context.obj.open(),
        at=instant(as_of, "--as-of") or context.obj.now,
        known_at=instant(known_at, "--known-at"),
    )
    found = snapshot.named(id)
    if as_json:
        render.document({"entries": [shapes.of_shown(one) for one in found]})
        return
    if len(found) > 1:
        render.say(f"{len(found)} files share the id {id}; give all but one another id")
    for one in found:
        show(one)


def show(shown: Shown) -> None:
    """An entry with all that is known of it."""
    entry = shown.entry
    render.pieces(
        [
            Piece(entry.id, "bold cyan"),
            Piece(f"  {shown.standing.value}", STANDING_STYLES[shown.standing]),
            Piece(f"  {entry.path}", "dim"),
        ]
    )
    for name, value in _details(shown):
        if value:
            render.pieces([Piece(f"{name:<13}", "dim"), Piece(value)], indent=2)
    render.line()
    render.pieces([Piece(entry.body.strip("\n"))], indent=2)


def _details(shown: Shown) -> list[tuple[str, str]]:
    entry, note = shown.entry, shown.note
    declared = entry.declared.value if entry.declared is not Declared.ACTIVE else ""
    return [
        ("declared", declared),
        ("applies", span(shown)),
        ("scope", ", ".join(entry.scope)),
        ("tags", ", ".join(entry.tags)),
        ("importance", f"{entry.importance:g}{', pinned' if entry.pinned else ''}"),
        ("trust", shown.trust.value if shown.trust is Trust.UNREVIEWED else ""),
        ("written", _joined(entry.created.text if entry.created else "", entry.author, entry.source)),
        ("section", entry.section or ""),
        ("dated by", entry.dated_by or ""),
        ("strength", told(shown.strength)),
        ("used", f"{render.counted(shown.record.uses, 'time', 'times')}" if shown.record.uses else ""),
        ("held against", "; ".join(held_against(mark) for mark in shown.record.marks)),
        ("replaces", ", ".join(shown.predecessors)),
        ("replaced by", ", ".join(shown.successors)),
        ("leads to", ", ".join(shown.tips) if shown.successors not in ((), shown.tips) else ""),
        ("closed", _joined(note.recorded.text if note.recorded else "", note.closed_by) if note else ""),
        ("reason", note.reason or "" if note else ""),
    ]


def span(shown: Shown) -> str:
    """From when to when an entry applies, as people wrote it."""
    entry, note, closes = shown.entry, shown.note, shown.lifetime.closes
    begins = entry.valid_from.text if entry.valid_from else ""
    ended = (note.valid_until if note else None) or entry.valid_until
    if ended:
        return f"{begins or '?'} to {ended.text}"
    if closes is not None:  # by a successor alone: until that begins
        return f"{begins or '?'} to {f'before {moment.timestamp(closes)}' if closes > EARLIEST else '?'}"
    since = "from" if shown.standing is Standing.PENDING else "since"
    return f"{since} {begins}" if begins else ""


def _joined(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)
