"""Puts the hooks in place and takes them away again; a user's own hook runs first and is never lost.

What is to be done is worked out whole before the first of it is done, and a dry run shows just that.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memdecay.errors import Refused
from memdecay.fsio import programs
from memdecay.git import configuration
from memdecay.hooks import script
from memdecay.hooks.managers import calls_memdecay
from memdecay.hooks.place import Place, Reach, bytes_at, is_run, program
from memdecay.hooks.script import EVENTS, KEPT, Kind

_EVERY_MEMORY = None


class Action(str, Enum):
    """What happens to one hook."""

    WRITE = "write"
    RENEW = "renew"
    STAND_IN = "stand in"
    CONFIGURE = "configure"
    RESTORE = "restore"
    REMOVE = "remove"
    UNCONFIGURE = "unconfigure"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One action on the hook `event`, which stands at `path` and holds `before` now and `after` then."""

    event: str
    action: Action
    path: Path
    before: bytes | None = None
    after: bytes = b""
    kept: Path | None = None
    reason: str = ""
    """Why it is left as it is."""


class NotOursToFill(Refused):
    """The hooks here belong to others; `lines` are what to add, by file, and `then` a command to run."""

    def __init__(self, message: str, lines: dict[str, str], then: str = "") -> None:
        super().__init__(message)
        self.lines = lines
        self.then = then


def plan_install(place: Place, memory: str) -> list[Step]:
    """What makes git run memdecay for `memory`, which stands there in the work tree.

    Raises NotOursToFill with the lines to add where the hooks are not ours to fill, and Refused for
    a hook of ours that somebody changed.
    """
    if any(ord(character) < 0x20 for character in memory):
        raise Refused(f"the folder {memory!r} has a control character in its name; rename it for hooks")
    if place.is_ours_to_fill:
        try:
            return [*_writing(place, place.folder, memory), *_removal(place, place.own_folder, _EVERY_MEMORY)]
        except NotOursToFill:
            if not place.is_configurable:
                raise
    elif not place.is_configurable or all(_is_called(place, event) for event in EVENTS):
        raise _not_ours(place, memory)
    away = [] if place.reach is Reach.MACHINE else _removal(place, place.folder, _EVERY_MEMORY)
    return [*away, *_writing(place, place.own_folder, memory), *_configuring(place)]


def plan_uninstall(place: Place, memory: str | None) -> list[Step]:
    """What makes git run memdecay no more for `memory`, or for none at all."""
    folders = [place.own_folder, *([] if place.reach is Reach.MACHINE else [place.folder])]
    return [step for folder in folders for step in _removal(place, folder, memory)]


def perform(place: Place, steps: Sequence[Step]) -> None:
    """Do it. Raises Refused or OSError where something is in the way; every step is whole or not done."""
    for step in steps:
        match step.action:
            case Action.WRITE:
                programs.install(step.path, step.after)
            case Action.STAND_IN:
                programs.install(step.path, step.after, kept=step.kept)
            case Action.RENEW:
                programs.renew(step.path, step.before or b"", step.after)
            case Action.RESTORE | Action.REMOVE:
                programs.uninstall(step.path, step.before, kept=step.kept)
            case Action.CONFIGURE:
                _configure(place, step.event)
            case Action.UNCONFIGURE:
                configuration.drop_own(place.top, section(step.event))
            case Action.LEAVE:
                pass


def section(event: str) -> str:
    """The section of git's configuration that names our hook for `event`."""
    return f"hook.memdecay-{event}"


def command(event: str) -> str:
    """What that section has git run; it holds wherever the repository is moved to."""
    return f'"$(git rev-parse --git-common-dir)"/memdecay/hooks/{event}'


def is_configured(place: Place, event: str) -> bool:
    """Whether git's configuration names our hook for `event`."""
    return configuration.setting(place.top, f"{section(event)}.command") == command(event)


def _configure(place: Place, event: str) -> None:
    name = section(event)
    if not configuration.set_own(place.top, [(f"{name}.command", command(event)), (f"{name}.event", event)]):
        raise Refused(f"git could not write {name} into its configuration; look at {place.common / 'config'}")


def _configuring(place: Place) -> Iterator[Step]:
    for event in EVENTS:
        if not _is_called(place, event) and not is_configured(place, event):
            yield Step(event=event, action=Action.CONFIGURE, path=place.common / "config")


def _is_called(place: Place, event: str) -> bool:
    return place.managed is not None and event in place.managed.calling


def _writing(place: Place, folder: Path, memory: str) -> list[Step]:
    return [_step(place, folder / event, memory) for event in EVENTS if not _is_called(place, event)]


def _step(place: Place, path: Path, memory: str) -> Step:
    event, before = path.name, bytes_at(path)
    known = script.memories(before) if before is not None and script.kind(before) is Kind.OURS else ()
    after = script.write(event, program(place), [*known, memory])
    if before is None:
        return Step(event=event, action=Action.WRITE, path=path, after=after)
    match script.kind(before):
        case Kind.CHANGED:
            raise Refused(
                f"{place.shown(path)} was changed since memdecay wrote it, so nothing was installed; "
                "move your changes elsewhere and remove it"
            )
        case Kind.OURS:
            is_done = before == after and is_run(path)
            action = Action.LEAVE if is_done else Action.RENEW
            return Step(
                event=event, action=action, path=path, before=before, after=after, reason="is there already"
            )
    if calls_memdecay(before, event):
        return Step(event=event, action=Action.LEAVE, path=path, reason="calls memdecay itself")
    return _standing_in(place, path, before, after, memory)


def _standing_in(place: Place, path: Path, before: bytes, after: bytes, memory: str) -> Step:
    if place.reach is Reach.PROJECT and place.folder in path.parents:
        lines = {place.shown(path): _line(path.name, memory)}
        raise NotOursToFill(f"{place.shown(path)} belongs to the project, so nothing was installed", lines)
    kept = path.with_name(path.name + KEPT)
    if os.path.lexists(kept) and not os.path.samestat(kept.lstat(), path.lstat()):
        raise Refused(
            f"{place.shown(path)} is not memdecay's, and another one is kept as {kept.name} already, so "
            "nothing was installed; remove the one you do not need"
        )
    return Step(
        event=path.name, action=Action.STAND_IN, path=path, before=before, after=after, kept=kept
    )  # fmt: skip


def _line(event: str, memory: str) -> str:
    return f'memdecay{_named(memory)} hooks run {event} "$@" || exit\n'


def _named(memory: str) -> str:
    """The option by which a hook finds a memory that is not found from the top of the work tree."""
    return "" if memory in {".", "memory", ".memory"} else f" --memory {shlex.quote(memory)}"


def _not_ours(place: Place, memory: str) -> NotOursToFill:
    if place.managed is None:
        lines = {(place.folder / event).as_posix(): _line(event, memory) for event in EVENTS}
        return NotOursToFill(
            f"git looks for hooks in {place.folder}, which is not of this repository alone, so nothing was "
            "installed",
            lines,
        )
    manager = place.managed.manager
    missing = tuple(event for event in EVENTS if event not in place.managed.calling)
    return NotOursToFill(
        f"{manager.name} runs the hooks here ({place.managed.file}), so nothing was installed",
        manager.lines(missing, _named(memory), place.managed.file),
        manager.sets_up,
    )


def _removal(place: Place, folder: Path, memory: str | None) -> list[Step]:
    """Take `memory` out of our hooks in `folder`, and the hooks away where they look after no other."""
    steps = [one for event in EVENTS for one in _taking_away(place, folder / event, memory)]
    if folder == place.own_folder and all(one.action is not Action.RENEW for one in steps):
        named = [event for event in EVENTS if is_configured(place, event)]
        config = place.common / "config"
        steps = [Step(event=one, action=Action.UNCONFIGURE, path=config) for one in named] + steps
    return steps


def _taking_away(place: Place, path: Path, memory: str | None) -> Iterator[Step]:
    before = bytes_at(path)
    kept = path.with_name(path.name + KEPT)
    has_kept = os.path.lexists(kept)
    if before is None:
        if has_kept:
            yield Step(event=path.name, action=Action.RESTORE, path=path, kept=kept)
        return
    whose = script.kind(before)
    if whose is Kind.CHANGED:
        reason = "was changed since memdecay wrote it, so it stays; remove it by hand"
        yield Step(event=path.name, action=Action.LEAVE, path=path, reason=reason)
    elif whose is Kind.OURS:
        rest = [one for one in script.memories(before) if memory is not None and one != memory]
        if rest:
            after = script.write(path.name, program(place), rest)
            yield Step(event=path.name, action=Action.RENEW, path=path, before=before, after=after)
        else:
            yield Step(
                event=path.name,
                action=Action.RESTORE if has_kept else Action.REMOVE,
                path=path,
                before=before,
                kept=kept if has_kept else None,
            )
