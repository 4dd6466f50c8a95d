"""`memdecay export`: everything a memory holds, in a form that others read."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.errors import Unusable
from memdecay.exporters import archive, readable
from memdecay.exporters.archive import Export
from memdecay.exporters.writing import write_file, write_folder
from memdecay.memory.opening import Memory
from memdecay.state import Standing


class Format(str, Enum):
    """In which form."""

    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    ADR = "adr"


def command(
    context: typer.Context,
    format: Annotated[Format, typer.Option(help="In which form.")] = Format.JSON,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A new file, or for adr a folder; default: stdout.")
    ] = None,
    standing: Annotated[list[Standing] | None, typer.Option(help="Only these; may be repeated.")] = None,
    as_json: Json = False,
) -> None:
    """Write everything with its standing and history; json and jsonl hold every byte of every file.

    Example: `memdecay export --format jsonl --out backup.jsonl`
    """
    if as_json and format is not Format.JSON:
        raise Unusable(f"--json is --format json, so it cannot be {format.value} as well; leave one out")
    memory = context.obj.open()
    export = archive.gather(memory, standing or ())
    if format is Format.ADR:
        _write_records(memory, export, out)
        return
    text = _WRITERS[format](export)
    if out is None:
        render.block(text)
        return
    write_file(memory, out, text.encode())
    render.line(f"Wrote {out}: {_counted(export)}.")


_WRITERS = {
    Format.JSON: archive.write_json,
    Format.JSONL: archive.write_lines,
    Format.MARKDOWN: readable.write_markdown,
}


def _counted(export: Export) -> str:
    entries = render.counted(len(export.entries), "entry", "entries")
    return f"{entries}, {render.counted(len(export.events), 'event', 'events')}"


def _write_records(memory: Memory, export: Export, out: Path | None) -> None:
    if out is None:
        raise Unusable("--format adr makes a file for each entry; name a folder for them with --out")
    records = readable.decision_records(export)
    made = write_folder(memory, out, records)
    known = len(records) - made
    render.line(f"Wrote {render.counted(made, 'record', 'records')} into {out}, {known} were there already.")
