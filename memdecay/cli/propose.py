"""`memdecay propose`: write a prune list for people to tick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memdecay import proposals
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.memory import shapes
from memdecay.memory.opening import Memory
from memdecay.memory.proposing import Only, Proposed, propose, write


def command(
    context: typer.Context,
    only: Annotated[Only | None, typer.Option(help="Only this part of what could be proposed.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many, the most pressing.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also what an earlier list asks already.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the list there; default: in proposals/."),
    ] = None,
    stdout: Annotated[bool, typer.Option("--stdout", help="Show the list and write no file.")] = False,
    as_json: Json = False,
) -> None:
    """Look at every entry for evidence that it should be closed, confirmed or deleted, and list it.

    Nothing else changes: a person ticks the lines, and `memdecay apply` carries out what is ticked.

    Example: `memdecay propose --only unreviewed --limit 20`
    """
    memory = context.obj.open()
    proposed = propose(memory, only=only, limit=limit, again=again)
    path = None
    if proposed.proposals and not stdout:
        path = write(memory, proposed, out)
    if as_json:
        render.document(shapes.of_proposed(proposed, _name(memory, path) if path is not None else None))
    elif stdout and proposed.proposals:
        typer.echo(proposals.write(proposed.prune_list), nl=False)
    else:
        _tell(memory, proposed, path)


def _tell(memory: Memory, proposed: Proposed, path: Path | None) -> None:
    deletions = len(proposed.prune_list.deletion)
    decays = len(proposed.prune_list.decay)
    if path is None:
        render.line("Nothing new to propose." if proposed.asked_before else "Nothing to propose.")
    else:
        entries = render.counted(len(proposed.proposals), "entry", "entries")
        render.line(f"Wrote {_name(memory, path)}: {entries} to decide about, {_parts(decays, deletions)}.")
    if proposed.beyond:
        render.line(f"{render.counted(proposed.beyond, 'more was', 'more were')} cut by --limit.")
    if proposed.asked_before:
        stand = render.counted(proposed.asked_before, "stands", "stand")
        render.line(f"{stand} in an earlier list with the same evidence; `--again` asks again.")
    if proposed.allowed:
        looks = render.counted(proposed.allowed, "finding is", "findings are")
        render.line(f"{looks} marked as no secret (`pragma: allowlist secret`).")
    if path is not None:
        render.line(f"Tick what you approve, then: memdecay apply {_name(memory, path)}")


def _parts(decays: int, deletions: int) -> str:
    parts = [f"{decays} to close or confirm"] * bool(decays) + [f"{deletions} to delete"] * bool(deletions)
    return ", ".join(parts)


def _name(memory: Memory, path: Path) -> str:
    """The path as a person in the working directory would type it."""
    for home in (Path.cwd().resolve(), memory.root.resolve()):
        place = path.resolve()
        if home in place.parents:
            return place.relative_to(home).as_posix()
    return str(path)
