"""`memdecay index`: bring the index up to date, or make it anew."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.memory import models, records
from memdecay.memory.freshness import renewed, up_to_date
from memdecay.memory.opening import Memory


def command(
    context: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="From the files alone, without looking at the old one.")
    ] = False,
    download: Annotated[
        bool, typer.Option("--download", help="First fetch the models that the settings name.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read what changed and index it. Every other command does so by itself; this one says what it did.

    Example: `memdecay index --rebuild`
    """
    memory = context.obj.open()
    if download:
        _download(memory)
    if rebuild:
        reader, _, done = renewed(memory.workshop, from_nothing=True)
    else:
        reader, done = up_to_date(memory.workshop)
    failed = [one for kept in reader.problems() for one in records.to_problems(kept)]
    broken = [one for one in failed if one.path in reader.broken()]
    if as_json:
        render.document(
            {
                "entries": done.entries,
                "read": done.read,
                "encoded": done.encoded,
                "model": memory.embedder.identity,
                "failed": [str(problem) for problem in broken],
            }
        )
        return
    failures = f", {len(broken)} failed" if broken else ""
    entries = render.counted(done.entries, "entry", "entries")
    read = render.counted(done.read, "file", "files")
    encoded = render.counted(done.encoded, "text", "texts")
    render.line(f"{entries} indexed{failures}; {read} read, {encoded} encoded.")
    for problem in broken:
        render.line(f"failed: {problem}", "red")


def _download(memory: Memory) -> None:
    fetched = models.fetch(memory.choice)
    for one in fetched:
        render.say(f"the model {one} is on this machine")
    if not fetched:
        render.say("the settings name no model to fetch; MEMDECAY_MODEL can name one")
