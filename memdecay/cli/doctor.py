"""`memdecay doctor`: what is wrong with this memory."""

from __future__ import annotations

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.memory import shapes
from memdecay.memory.inspect import Report, inspect
from memdecay.problem import Severity

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


def command(
    context: typer.Context,
    as_json: Json = False,
) -> None:
    """Name every fault with file, line and key. Changes nothing; ends with 1 where there are faults.

    Example: `memdecay doctor`
    """
    report = inspect(context.obj.open())
    if as_json:
        render.document(
            {
                "entries": report.entries,
                "files": report.files,
                "waiting": report.waiting,
                "spool": report.spool,
                "problems": [shapes.of_problem(problem) for problem in report.problems],
            }
        )
    else:
        _show(report)
    if not report.is_sound:
        raise typer.Exit(1)


def _show(report: Report) -> None:
    for problem in report.problems:
        style = _STYLES[problem.severity]
        render.pieces([Piece(f"{problem.severity.value}: ", style), Piece(str(problem))])
    entries = render.counted(report.entries, "entry", "entries")
    if report.waiting:
        waiting = render.counted(report.waiting, "event waits", "events wait")
        render.line(f"{waiting} in {report.spool} for `memdecay seal`.")
    looked_at = f"{entries} in {render.counted(report.files, 'file', 'files')}"
    if report.is_sound:
        render.line(f"{looked_at}: no faults.")
    else:
        errors = sum(1 for one in report.problems if one.severity is Severity.ERROR)
        warnings = render.counted(len(report.problems) - errors, "warning", "warnings")
        render.line(f"{looked_at}: {render.counted(errors, 'error', 'errors')}, {warnings}.")
