"""Tells an agent to run our hooks, in its settings file, of which nothing else changes.

What is ours is known by its command. The file is written at once, and only if it still holds what was read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memdecay import files, fsio, git
from memdecay.agents.agent import Agent, Hook
from memdecay.agents.json_text import appended, parts, removed
from memdecay.errors import NameTaken, Refused

_LONGEST = 1024 * 1024
_MARK = b"\xef\xbb\xbf"
_OURS = re.compile(r"(?:^|[\s/\\\"'&;])memdecay(?:\.exe)?[\"']?\s(?:[^;&|]*\s)?agent-hook(?:\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a settings file holds and what it shall hold. `before` is None where there is none yet."""

    agent: Agent
    folder: Path
    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def is_needed(self) -> bool:
        return self.before != self.after


def project(start: Path) -> Path:
    """The folder whose settings an agent at work in `start` reads: the root of the repository, if any."""
    found = git.work_tree(start)
    return found.top if found is not None else start


def plan_install(agent: Agent, folder: Path) -> Change:
    """What it takes that `agent`, at work in `folder`, runs every hook. Hooks of ours stay as they are.

    Raises Refused where the settings cannot be edited, with what to add by hand.
    """
    remedy = f"add by hand:\n{lines(agent)}"
    path, before = _read(agent, folder, remedy)
    text = _decoded(agent, path, before, remedy) if before is not None else _new_text(agent)
    after = _edited(agent, path, text, lambda value: _with_hooks(agent, value), lambda t: _add_all(agent, t))
    return _change(agent, folder, path, before, after)


def plan_uninstall(agent: Agent, folder: Path) -> Change:
    """What it takes that `agent` runs no hook of ours any more. Raises Refused where they cannot be read."""
    remedy = "take out by hand what runs `memdecay agent-hook`"
    path, before = _read(agent, folder, remedy)
    if before is None:
        return _change(agent, folder, path, None, None)
    text = _decoded(agent, path, before, remedy)
    return _change(agent, folder, path, before, _cut_all(text))


def carry_out(change: Change) -> None:
    """Write the settings. Raises Refused where they have changed since they were read."""
    if not change.is_needed or change.after is None:
        return
    if change.before is not None:
        fsio.exchange(change.path, change.before, change.after)
        return
    try:
        fsio.create(change.folder, change.agent.settings_path, change.after)
    except NameTaken:
        raise Refused(f"{change.path} was made meanwhile, so nothing was written; start again") from None


def status(agent: Agent, folder: Path) -> dict[str, bool]:
    """Whether the agent runs ours, by its names of the events. Raises Refused where that cannot be read."""
    remedy = "look there for what runs `memdecay agent-hook`"
    path, before = _read(agent, folder, remedy)
    held = json.loads(_decoded(agent, path, before, remedy)) if before is not None else {}
    return {hook.event: _has_ours(held, hook) for hook in agent.hooks}


def lines(agent: Agent) -> str:
    """The settings as a person would add them to an empty file."""
    return json.dumps(_with_hooks(agent, dict(agent.settings_start)), indent=2) + "\n"


def _read(agent: Agent, folder: Path, remedy: str) -> tuple[Path, bytes | None]:
    """Where the settings are, links followed, and their bytes; None where there are none."""
    named = folder / agent.settings_path
    try:
        path = named.resolve()
        if folder.resolve() not in path.parents:
            raise Refused(f"{named} leads out of {folder}, to {path}; {remedy}")
        data = files.read(path.parent, path.name, _LONGEST)
    except FileNotFoundError:
        return path, None
    except (OSError, RuntimeError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise Refused(f"{named} cannot be read ({why}); mend that, or {remedy}") from None
    if len(data) > _LONGEST:
        raise Refused(f"{named} has more than {_LONGEST:,} bytes; {remedy}")
    return path, data


def _decoded(agent: Agent, path: Path, data: bytes, remedy: str) -> str:
    """The text of the settings. Raises Refused where it is no JSON object, or one that means two things."""
    try:
        text = data.removeprefix(_MARK).decode("utf-8")
        if not text.strip():
            return _new_text(agent)
        held = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as fault:
        hint = " (comments are no JSON)" if b"//" in data or b"/*" in data else ""
        raise Refused(f"{path} is not plain JSON{hint}: {fault}; {remedy}") from None
    _refuse_other_shapes(agent, path, held)
    return text


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _refuse_other_shapes(agent: Agent, path: Path, held: Any) -> None:
    hooks = held.get("hooks", {}) if isinstance(held, dict) else None
    groups = [hooks.get(hook.event, []) for hook in agent.hooks] if isinstance(hooks, dict) else [None]
    if not all(isinstance(one, list) for one in groups):
        raise Refused(
            f"{path} holds something else under `hooks` than {agent.title} documents; look at it first"
        )


def _edited(
    agent: Agent, path: Path, text: str, meant: Callable[[Any], Any], edit: Callable[[str], str]
) -> str:
    """The text after `edit`, which must say exactly what is `meant`."""
    after = edit(text)
    if json.loads(after) != meant(json.loads(text)):
        raise Refused(f"{path} cannot be edited without changing more; add by hand:\n{lines(agent)}")
    return after


def _change(agent: Agent, folder: Path, path: Path, before: bytes | None, text: str | None) -> Change:
    after = text.encode("utf-8") if text is not None else None
    if before is not None and before.startswith(_MARK) and after is not None:
        after = _MARK + after
    return Change(agent=agent, folder=folder, path=path, before=before, after=after)


def _new_text(agent: Agent) -> str:
    return json.dumps(dict(agent.settings_start), indent=2) + "\n"


def _entry(agent: Agent, hook: Hook) -> dict[str, Any]:
    """What stands in the list of an event."""
    command = {"command": agent.command(hook), **hook.settings}
    if not agent.has_groups:
        return command
    matcher = {"matcher": hook.matcher} if hook.matcher else {}
    return {**matcher, "hooks": [{"type": "command", **command}]}


def _with_hooks(agent: Agent, held: dict[str, Any]) -> dict[str, Any]:
    """The settings as they should be, as values."""
    hooks = {
        event: list(listed) if isinstance(listed, list) else listed
        for event, listed in held.get("hooks", {}).items()
    }
    for hook in agent.hooks:
        if not _has_ours(held, hook):
            hooks.setdefault(hook.event, []).append(_entry(agent, hook))
    return {**held, "hooks": hooks}


def _has_ours(held: Any, hook: Hook) -> bool:
    hooks = held.get("hooks") if isinstance(held, dict) else None
    listed = hooks.get(hook.event) if isinstance(hooks, dict) else None
    return any(_is_ours(one) or any(_is_ours(inner) for inner in _inner(one)) for one in listed or ())


def _is_ours(one: Any) -> bool:
    command = one.get("command") if isinstance(one, dict) else None
    return isinstance(command, str) and _OURS.search(command) is not None


def _inner(group: Any) -> list[Any]:
    inner = group.get("hooks") if isinstance(group, dict) else None
    return inner if isinstance(inner, list) else []


def _add_all(agent: Agent, text: str) -> str:
    top = text.index("{")
    if "hooks" not in json.loads(text):
        return appended(text, top, "hooks", _with_hooks(agent, {})["hooks"])
    for hook in agent.hooks:
        held = json.loads(text)
        if _has_ours(held, hook):
            continue
        place = _place(text, top, "hooks")
        if hook.event in held["hooks"]:
            text = appended(text, _place(text, place, hook.event), None, _entry(agent, hook))
        else:
            text = appended(text, place, hook.event, [_entry(agent, hook)])
    return text


def _place(text: str, start: int, key: str) -> int:
    return next(one.value_start for one in parts(text, start) if one.key == key)


def _cut_all(text: str) -> str:
    """The text without our hooks, and without the groups and lists that held nothing else."""
    while (after := _cut_one(text)) is not None:
        text = after
    return text


def _cut_one(text: str) -> str | None:
    """The text without the first hook of ours; None where there is none."""
    top = text.index("{")
    for member in parts(text, top):
        if member.key != "hooks" or not isinstance(member.value, dict):
            continue
        for number, event in enumerate(parts(text, member.value_start)):
            if isinstance(event.value, list) and (spot := _spot(text, event.value_start)) is not None:
                start, index, is_only = spot
                if not is_only:
                    return removed(text, start, index)
                if len(member.value) > 1:
                    return removed(text, member.value_start, number)
                return removed(text, top, parts(text, top).index(member))
    return None


def _spot(text: str, start: int) -> tuple[int, int, bool] | None:
    """Where in the list of an event something of ours stands: its container, its place, and whether alone."""
    groups = parts(text, start)
    for index, group in enumerate(groups):
        if _is_ours(group.value):
            return start, index, len(groups) == 1
        inner = _inner(group.value)
        ours = next((place for place, one in enumerate(inner) if _is_ours(one)), None)
        if ours is not None and len(inner) > 1:
            return _place(text, group.value_start, "hooks"), ours, False
        if ours is not None:
            return start, index, len(groups) == 1
    return None
