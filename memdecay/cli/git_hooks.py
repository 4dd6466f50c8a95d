"""The part of `memdecay hooks` that is about git: where its hooks go, and how things are with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from memdecay.cli import render
from memdecay.cli.app import Call
from memdecay.cli.render import Piece
from memdecay.errors import Unusable
from memdecay.hooks import installing
from memdecay.hooks.condition import WORKING, Hook, State, hooks_of
from memdecay.hooks.installing import Action, NotOursToFill, Step
from memdecay.hooks.place import Place, place_of
from memdecay.hooks.script import EVENTS


def install(call: Call, *, is_dry: bool, as_json: bool) -> None:
    """Make git run memdecay, or show what people have to add where the hooks are theirs."""
    place, memory = _here(call)
    try:
        steps = installing.plan_install(place, memory)
    except NotOursToFill as refusal:
        _show_lines(refusal, as_json=as_json)
        if refusal.lines:
            raise
        return
    _carry_out(place, steps, is_dry=is_dry, as_json=as_json)


def uninstall(call: Call, *, is_dry: bool, as_json: bool) -> bool:
    """Take our hooks away. Whether none is left."""
    try:
        place, memory = _here(call)
    except Unusable:  # the memory is gone, and its hooks may be left
        place, memory = place_of(Path.cwd()), None
    steps = installing.plan_uninstall(place, memory)
    _carry_out(place, steps, is_dry=is_dry, as_json=as_json)
    return all(step.action is not Action.LEAVE for step in steps)


def status(call: Call, *, as_json: bool) -> bool:
    """Show how things are with each hook. Whether all of them work."""
    place, memory = _here(call)
    found = hooks_of(place, memory)
    if as_json:
        shown = [_of_hook(place, one) for one in found]
        render.document({"folder": place.shown(place.folder), "hooks": shown})
    else:
        _show_status(place, found)
    return all(one.state in WORKING for one in found)


def _here(call: Call) -> tuple[Place, str]:
    """Where the hooks go, and where the memory stands in the repository."""
    root = call.open().root
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
