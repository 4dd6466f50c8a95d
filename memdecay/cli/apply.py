"""`memdecay apply`: carry out the ticked lines of a prune list."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.memory import shapes
from memdecay.memory.applying import apply
from memdecay.memory.coding_agents import refuse_agents
from memdecay.memory.erasing import Erased
from memdecay.memory.planning import ListRefused, Plan, Step
from memdecay.memory.prune_list import open_list
from memdecay.proposals import SECRET, Action

_DONE = {Action.CLOSE: "closed", Action.CONFIRM: "confirmed", Action.DELETE: "deleted"}


def command(
    context: typer.Context,
    list: Annotated[Path, typer.Argument(metavar="LIST", help="The prune list with your ticks.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be done; change nothing.")
    ] = False,
    by: Annotated[
        str | None, typer.Option(help="Who approved; default: who ticked the line, as git knows it.")
    ] = None,
    allow_many: Annotated[
        bool, typer.Option("--allow-many", help="Retire more than a fifth of the entries, or more than 50.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Do what is ticked, all of it or nothing. Run again, it says what is done already.

    Example: `memdecay apply memory/proposals/2026-11-29.md --dry-run`
    """
    memory = context.obj.open()
    if not dry_run:
        refuse_agents(memory, os.environ, by)
    try:
        planned, erased = apply(memory, open_list(memory, list), by=by, allow_many=allow_many, is_dry=dry_run)
    except ListRefused as refusal:
        _show_faults(refusal, as_json=as_json)
        raise
    if as_json:
        render.document(_document(planned, erased, is_dry=dry_run))
    else:
        _show(planned, erased, is_dry=dry_run)


def _show_faults(refusal: ListRefused, *, as_json: bool) -> None:
    if as_json:
        problems = [shapes.of_problem(one) for one in refusal.problems]
        render.document({"actions": [], "erased": [], "problems": problems})
        return
    for one in refusal.problems:
        render.pieces([Piece("error: ", "red"), Piece(str(one))])


def _show(planned: Plan, erased: tuple[Erased, ...], *, is_dry: bool) -> None:
    for step in planned.steps:
        _show_step(step)
    done = Counter(step.line.action for step in planned.todo)
    told = ", ".join(f"{done[action]} {word}" for action, word in _DONE.items() if done[action])
    if not planned.steps:
        render.line(f"Nothing is ticked in {planned.listed.name}.")
    elif not told:
        render.line("All of it was done already.")
    elif is_dry:
        render.line(f"Nothing was changed; without --dry-run: {told}.")
    else:
        render.line(f"Done: {told}.")
    for one in erased:
        _show_erased(one)


def _show_step(step: Step) -> None:
    also = f", with {' and '.join(step.also)}" if step.also else ""
    how = "done already" if step.is_done else f"approved by {step.by}{also}"
    style = "red" if step.line.action is Action.DELETE else "bold"
    render.pieces([Piece(step.line.said, style), Piece(f"  {how}", "dim")])


def _show_erased(erased: Erased) -> None:
    render.line()
    if erased.reason == SECRET:
        render.line(f"Rotate the secret of {erased.id} first: whoever saw it still has it.", "bold")
    render.line(f"Gone of {erased.id}: the file, its closing note, what events said of it, and the index.")
    for name in erased.quoted:
        render.line(f"{name} still quotes it; take that out by hand.")
    if not erased.held:
        render.line("Git holds no copy of it here.")
        return
    render.line("Still held by")
    for one in erased.held:
        render.line(f"  {one.kind} {one.name}{f' of {one.detail}' if one.detail else ''}")
    render.line("and by whoever cloned or fetched it. To rewrite the history, in a fresh clone:")
    if erased.command:
        render.line(f"  {erased.command}")


def _document(planned: Plan, erased: tuple[Erased, ...], *, is_dry: bool) -> dict[str, Any]:
    return {
        "list": planned.listed.name,
        "sha256": planned.listed.sha256,
        "dry_run": is_dry,
        "actions": [_action(step, is_dry=is_dry) for step in planned.steps],
        "erased": [
            {
                "id": one.id,
                "reason": one.reason,
                "held": [{"kind": h.kind, "name": h.name, "date": h.detail or None} for h in one.held],
                "quoted": [*one.quoted],
                "command": one.command,
            }
            for one in erased
        ],
        "problems": [],
    }


def _action(step: Step, *, is_dry: bool) -> dict[str, Any]:
    state = "planned" if is_dry else "done"
    return {
        "action": step.line.action.value,
        "id": step.line.entry,
        "reason": step.line.reason,
        "line": step.line.number,
        "by": None if step.is_done else step.by,
        "state": "already" if step.is_done else state,
        "also": [*step.also],
    }
