"""`memdecay report`: a page that shows the whole memory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay import moment
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.page import MARKER, page
from memdecay.cli.render import Piece
from memdecay.memory.opening import Memory
from memdecay.memory.overview import Overview, overview
from memdecay.memory.publishing import publish
from memdecay.state import Standing


def command(
    context: typer.Context,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", "--out", metavar="FILE", help="Write the page there; an older report gives way."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the memory as a whole: what holds, fades, misled, was replaced, and could be pruned.

    The page is one file without scripts or requests. Secrets and personal data in it are masked.

    Example: `memdecay report --html report.html`
    """
    memory: Memory = context.obj.open()
    found = overview(memory)
    if html is not None:
        publish(memory, html, page(found), MARKER.encode())
    if as_json:
        render.document(_document(found, html))
    elif html is not None:
        render.line(f"Wrote {html}: {render.counted(len(found.entries), 'entry', 'entries')}.")
    else:
        _show(found)


def _show(found: Overview) -> None:
    rows = [[Piece(one.value), Piece(str(found.count(one)))] for one in Standing]
    rows += [
        [Piece("fading"), Piece(str(len(found.fading)))],
        [Piece("misled someone"), Piece(str(len(found.marked)))],
        [Piece("chains"), Piece(str(len(found.chains)))],
        [Piece("to decide about"), Piece(str(len(found.proposed.proposals)))],
        [Piece("events"), Piece(str(sum(sum(one.counts.values()) for one in found.months)))],
        [Piece("faults"), Piece(str(found.faults))],
    ]
    render.table(rows)
    render.line("`memdecay report --html report.html` writes a page that shows them.", "dim")


def _document(found: Overview, html: Path | None) -> dict[str, Any]:
    return {
        "at": moment.timestamp(found.at),
        "path": str(html) if html is not None else None,
        "entries": len(found.entries),
        "files": found.files,
        "faults": found.faults,
        "standing": {one.value: found.count(one) for one in Standing},
        "fading": [
            {"id": one.entry.id, "retention": round(one.strength.retention, 4)} for one in found.fading
        ],
        "marked": [one.entry.id for one in found.marked],
        "chains": [[one.entry.id for one in family] for family in found.chains],
        "proposed": [one.entry for one in found.proposed.proposals],
        "events": [
            {"month": one.name, **{kind.value: count for kind, count in sorted(one.counts.items())}}
            for one in found.months
        ],
    }
