"""`memdecay sync`: bring a file that agents read up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay.cli import render
from memdecay.cli.context import say_left_out
from memdecay.cli.options import Json
from memdecay.exporters.planning import plan
from memdecay.exporters.sync import DEFAULT_BUDGET, Change, HandEdited, Plan, Planned, Wish, carry_out
from memdecay.exporters.targets import TARGETS

_NAMES = ", ".join(one.name for one in TARGETS)


def command(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="AGENTS.md, CLAUDE.md, GEMINI.md, …, or a folder of rules.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; end with 1 if anything would.")
    ] = False,
    budget: Annotated[
        int, typer.Option(metavar="N", min=1, help="At most so many tokens in a file.")
    ] = DEFAULT_BUDGET,
    scope: Annotated[
        list[str] | None, typer.Option(help="Also what applies in this scope; may be repeated.")
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"Whose file it is, where its name does not tell: {_NAMES}."),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Give up what was edited by hand.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take the block out of the file again.")] = False,
    as_json: Json = False,
) -> None:
    """Write what holds into FILE, between two markers; everything around them stays as it is.

    In go reviewed entries that hold and that nothing speaks against, the pinned and most important first.
    In a folder of rules each set of path globs gets a file of its own.

    Example: `memdecay sync AGENTS.md --budget 3000`
    """
    memory = context.obj.open()
    wish = Wish(
        file=file,
        budget=budget,
        scopes=tuple(scope or ()),
        target=target,
        overwrite=overwrite,
        remove=remove,
    )
    try:
        planned = plan(memory, wish)
    except HandEdited as fault:
        render.quote(fault.difference)
        raise
    if not check:
        carry_out(planned)
    if as_json:
        render.document(_document(planned))
    else:
        _tell(planned, file, is_done=not check)
    _say(planned)
    if check and not planned.is_done:
        raise typer.Exit(1)


def _tell(planned: Plan, file: Path, *, is_done: bool) -> None:
    for one in planned.files:
        if one.data is not None:
            render.line(f"{_DONE[one.change] if is_done else _TO_DO[one.change]} {one.at.shown}{_size(one)}.")
    if planned.is_done:
        render.line(_nothing(planned, file))


_DONE = {Change.CREATED: "Made", Change.UPDATED: "Updated", Change.REMOVED: "Took the block out of"}
_TO_DO = {
    Change.CREATED: "Would make",
    Change.UPDATED: "Would update",
    Change.REMOVED: "Would take the block out of",
}


def _size(one: Planned) -> str:
    if one.change is Change.REMOVED:
        return ""
    return f": {render.counted(len(one.entries), 'entry', 'entries')}, at most {one.tokens:,} tokens"


def _nothing(planned: Plan, file: Path) -> str:
    if any(one.entries for one in planned.files):
        return f"{file.as_posix()} is up to date."
    return f"Nothing to write into {file.as_posix()}."


def _say(planned: Plan) -> None:
    for one in planned.files:
        for warning in one.warnings:
            render.say(warning)
    say_left_out(planned.left_out, "left out")


def _document(planned: Plan) -> dict[str, Any]:
    return {
        "target": planned.target.name,
        "files": [
            {
                "path": one.at.shown,
                "change": one.change.value,
                "tokens": one.tokens,
                "entries": [entry.id for entry in one.entries],
                "warnings": list(one.warnings),
            }
            for one in planned.files
        ],
        "left_out": [
            {"reason": one.reason, "number": one.number, "ids": list(one.ids)} for one in planned.left_out
        ],
    }
