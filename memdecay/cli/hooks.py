"""`memdecay hooks`: let git check the memory at every commit, and coding agents ask it."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay import files
from memdecay.cli import agent_settings, render
from memdecay.cli.agent_settings import Named
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.errors import MemdecayError, Unusable
from memdecay.hooks import installing, running
from memdecay.hooks.condition import WORKING, Hook, State, hooks_of
from memdecay.hooks.installing import Action, NotOursToFill, Step
from memdecay.hooks.place import Place, place_of
from memdecay.hooks.script import EVENTS

group = typer.Typer(
    help="Let git check the memory at every commit, and coding agents ask it.\n\n"
    "Example: `memdecay hooks install`",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be done; change nothing.")]

Event = Enum("Event", {name.replace("-", "_").upper(): name for name in EVENTS}, type=str)  # type: ignore[misc]


@group.callback()
def hooks() -> None:
    """Let git run memdecay at every commit: what is staged is checked, and what happened travels along.

    Example: `memdecay hooks install`
    """


@group.command()
def install(
    context: typer.Context, agent: Named = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Make git run memdecay before and after commits, or a coding agent run it.

    A hook of your own is kept and runs first.

    Example: `memdecay hooks install --agent claude --dry-run`
    """
    if agent is not None:
        agent_settings.install(agent, dry_run=dry_run, as_json=as_json)
        return
    place, memory = _here(context)
    try:
        steps = installing.plan_install(place, memory)
    except NotOursToFill as refusal:
        _show_lines(refusal, as_json=as_json)
        if refusal.lines:
            raise
        return
    _carry_out(place, steps, is_dry=dry_run, as_json=as_json)


@group.command()
def uninstall(
    context: typer.Context, agent: Named = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Take memdecay's hooks away. Your own hook gets its name back, byte for byte.

    Example: `memdecay hooks uninstall`
    """
    if agent is not None:
        agent_settings.uninstall(agent, dry_run=dry_run, as_json=as_json)
        return
    try:
        place, memory = _here(context)
    except Unusable:  # the memory is gone, and its hooks may be left
        place, memory = place_of(Path.cwd()), None
    steps = installing.plan_uninstall(place, memory)
    _carry_out(place, steps, is_dry=dry_run, as_json=as_json)
    if any(step.action is Action.LEAVE for step in steps):
        raise typer.Exit(1)


@group.command()
def status(context: typer.Context, agent: Named = None, as_json: Json = False) -> None:
    """Say of each hook whether it is there. Ends with 1 where one is missing.

    Example: `memdecay hooks status`
    """
    if agent is not None:
        agent_settings.status(agent, as_json=as_json)
        return
    place, memory = _here(context)
    found = hooks_of(place, memory)
    if as_json:
        shown = [_of_hook(place, one) for one in found]
        render.document({"folder": place.shown(place.folder), "hooks": shown})
    else:
        _show_status(place, found)
    if any(one.state not in WORKING for one in found):
        raise typer.Exit(1)


@group.command()
def run(
    context: typer.Context,
    event: Annotated[Event, typer.Argument(metavar="HOOK", help="Which of git's hooks this is.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENT...", help="What git gave the hook.")
    ] = None,
    no_seal: Annotated[
        bool, typer.Option("--no-seal", help="Check only: put nothing that happened into the commit.")
    ] = False,
) -> None:
    """Do what a hook does; for the hooks themselves, and for programs that run hooks.

    Where there is no memory, as on an older branch, it does nothing.

    Example: `memdecay hooks run pre-commit`
    """
    name = event.value
    if not _is_memory_here(context):
        if name.startswith("pre-"):
            running.refuse_deletion(context.obj.memory)
        return
    if name == "commit-msg":
        _check(context, "--message", _message_file(arguments or []))
    elif name == "post-commit":
        _record(context)
    elif name == "pre-commit" and not no_seal:
        _check_and_seal(context)
    else:
        _check(context, "--staged")


def _here(context: typer.Context) -> tuple[Place, str]:
    """Where the hooks go, and where the memory stands in the repository."""
    root = context.obj.open().root
    place = place_of(root)
    return place, root.resolve().relative_to(place.top).as_posix()


def _carry_out(place: Place, steps: Sequence[Step], *, is_dry: bool, as_json: bool) -> None:
    if not is_dry:
        installing.perform(place, steps)
    if as_json:
        shown = [_of_step(place, one) for one in steps]
        render.document({"folder": place.shown(place.folder), "dry_run": is_dry, "steps": shown})
        return
    for step in steps:
        render.line(_told(place, step, is_dry=is_dry))
    if not steps:
        render.line("No hook of memdecay is here.")


_DONE = {
    Action.WRITE: ("Wrote {path}", "Would write {path}", ": {does}."),
    Action.STAND_IN: ("Wrote {path}", "Would write {path}", ": {does}; yours, now {kept}, runs first."),
    Action.RENEW: ("Renewed {path}", "Would renew {path}", "."),
    Action.CONFIGURE: ("Named {event} in {path}", "Would name {event} in {path}", "."),
    Action.RESTORE: ("Put your own {path} back", "Would put your own {path} back", "."),
    Action.REMOVE: ("Removed {path}", "Would remove {path}", "."),
    Action.UNCONFIGURE: ("Took {event} out of {path}", "Would take {event} out of {path}", "."),
    Action.LEAVE: ("{path} {reason}", "{path} {reason}", "."),
}


def _told(place: Place, step: Step, *, is_dry: bool) -> str:
    done, planned, rest = _DONE[step.action]
    return ((planned if is_dry else done) + rest).format(
        path=place.shown(step.path),
        event=step.event,
        does=EVENTS[step.event],
        kept=step.kept.name if step.kept else "",
        reason=step.reason,
    )


def _of_step(place: Place, step: Step) -> dict[str, Any]:
    return {
        "hook": step.event,
        "action": step.action.value,
        "path": place.shown(step.path),
        "kept": place.shown(step.kept) if step.kept else None,
        "reason": step.reason or None,
    }


def _show_lines(refusal: NotOursToFill, *, as_json: bool) -> None:
    if as_json:
        render.document({"steps": [], "add": refusal.lines, "then": refusal.then or None})
        return
    if not refusal.lines:
        render.line("Every hook calls memdecay already.")
    for path, text in refusal.lines.items():
        render.line(f"Add to {path}:")
        render.line()
        for one in text.rstrip("\n").split("\n"):
            render.pieces([Piece(one)], indent=4)
        render.line()
    if refusal.lines and refusal.then:
        render.line(f"Then run `{refusal.then}`.")


_STYLES = {State.INSTALLED: "green", State.CALLED: "green", State.MISSING: "yellow", State.FOREIGN: "yellow"}


def _show_status(place: Place, found: Sequence[Hook]) -> None:
    for one in found:
        detail = f", {one.detail}" if one.detail else ""
        by = f" by {one.run_by}" if one.state is State.CALLED else ""
        shown = place.shown(one.path)
        render.pieces(
            [Piece(f"{one.event}: "), Piece(one.state.value, _STYLES.get(one.state, "red")),
             Piece(f"{by}{detail} ({shown})")]
        )  # fmt: skip
    if any(one.state not in WORKING for one in found):
        render.line("`memdecay hooks install` mends this, or says what to do.")
    render.line("`git commit --no-verify` passes every hook by; CI has the last word.")


def _of_hook(place: Place, hook: Hook) -> dict[str, Any]:
    return {
        "hook": hook.event,
        "state": hook.state.value,
        "run_by": hook.run_by,
        "path": place.shown(hook.path),
        "detail": hook.detail or None,
    }


def _is_memory_here(context: typer.Context) -> bool:
    stated = context.obj.memory
    root = stated if stated is not None else files.find(Path.cwd())
    return root is not None and (root / files.SETTINGS_NAME).is_file()


def _check(context: typer.Context, *words: str) -> None:
    """Let a commit pass in silence, or have `memdecay check` say what it found and end as it ends."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            _run_check(context, *words, "--json")
            is_clean = not json.loads(said.getvalue())["problems"]
        except typer.Exit:
            is_clean = False
    if not is_clean:
        _run_check(context, *words)


def _run_check(context: typer.Context, *words: str) -> None:
    """In this process, for a second start would cost as much as everything else."""
    program = context.find_root()
    command = program.command.get_command(program, "check")  # type: ignore[attr-defined]
    if command is None:
        raise Unusable("this memdecay cannot check a commit; install a newer one")
    with command.make_context("check", list(words), parent=context) as call:
        command.invoke(call)


def _message_file(arguments: Sequence[str]) -> str:
    if len(arguments) != 1:
        raise Unusable('commit-msg needs the file that git names; call it as `hooks run commit-msg "$1"`')
    return arguments[0]


def _check_and_seal(context: typer.Context) -> None:
    """Check, and only then seal; but what approves a deletion has to stand in the same commit."""
    is_approving = running.is_approving(context.obj.open())
    if is_approving:
        _seal(context)
    _check(context, "--staged")
    if not is_approving:
        _seal(context)


def _seal(context: typer.Context) -> None:
    taken = running.take_along(context.obj.open())
    if taken is None:
        return
    if not taken.is_staged:
        render.say("the ledger has new files that git would not stage; `git add` them with your next commit")
    elif taken.events:
        render.say(f"sealed {render.counted(taken.events, 'event', 'events')} into this commit")


def _record(context: typer.Context) -> None:
    """Whatever goes wrong here, the commit is made."""
    try:
        used = running.record_commit(context.obj.open())
    except (MemdecayError, OSError) as fault:
        render.say(f"what this commit used was not recorded: {fault}")
        return
    if used.unknown:
        render.say(f"no entry has the id {', '.join(used.unknown)}, so its use was not recorded")
