"""`memdecay doctor`: what is wrong with this memory, and what protects it."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.hooks.protection import Guard, protection
from memdecay.memory import shapes
from memdecay.memory.inspect import Report, inspect
from memdecay.problem import Severity

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


def command(
    context: typer.Context,
    as_json: Json = False,
) -> None:
    """Name every fault with file, line and key, and what protects this memory or does not.

    Changes nothing; ends with 1 where there are faults. What is merely unprotected is none.

    Example: `memdecay doctor`
    """
    memory = context.obj.open()
    report = inspect(memory)
    guards = protection(memory)
    if as_json:
        render.document(
            {
                "entries": report.entries,
                "files": report.files,
                "waiting": report.waiting,
                "spool": report.spool,
                "problems": [shapes.of_problem(problem) for problem in report.problems],
                "protection": [_of_guard(guard) for guard in guards],
            }
        )
    else:
        _show(report)
        _show_protection(guards)
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


def _show_protection(guards: Sequence[Guard]) -> None:
    """What is in place on one line, what is not on one line each."""
    there = [guard.name for guard in guards if guard.is_in_place]
    if there:
        render.pieces([Piece("protected: ", "green"), Piece(", ".join(there))])
    for guard in guards:
        if not guard.is_in_place:
            remedy = f"; {guard.remedy}" if guard.remedy else ""
            said = f"{guard.name}: {guard.detail}{remedy}"
            render.pieces([Piece("unprotected: ", "yellow"), Piece(said)])


def _of_guard(guard: Guard) -> dict[str, object]:
    return {
        "name": guard.name,
        "protected": guard.is_in_place,
        "detail": guard.detail or None,
        "remedy": guard.remedy or None,
    }
