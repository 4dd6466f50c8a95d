"""How things are with each hook: whether git runs memdecay there, and what is wrong where it does not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memdecay.hooks import script
from memdecay.hooks.installing import is_configured
from memdecay.hooks.managers import calls_memdecay
from memdecay.hooks.place import Place, bytes_at, is_run
from memdecay.hooks.script import EVENTS, KEPT, Kind


class State(str, Enum):
    """Whether a hook works."""

    INSTALLED = "installed"
    CALLED = "called"
    """By somebody else's hook."""
    OUTDATED = "outdated"
    CHANGED = "changed"
    FOREIGN = "foreign"
    MISSING = "missing"


WORKING = frozenset({State.INSTALLED, State.CALLED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One hook: what runs it (git, its configuration, a manager), where, and what else there is to say."""

    event: str
    state: State
    run_by: str
    path: Path
    detail: str = ""


def hooks_of(place: Place, memory: str) -> tuple[Hook, ...]:
    """Every hook there is, as it concerns `memory`."""
    return tuple(_hook(place, event, memory) for event in EVENTS)


def _hook(place: Place, event: str, memory: str) -> Hook:
    own = place.own_folder / event
    if is_configured(place, event):
        if not place.is_configurable:
            detail = "is named in git's configuration, which only git 2.54 and later heed"
            return Hook(event=event, state=State.OUTDATED, run_by="configuration", path=own, detail=detail)
        return _of_file(own, memory, "configuration")
    if place.managed is not None and event in place.managed.calling:
        return _managed(place, event)
    return _of_file(place.folder / event, memory, place.managed.manager.name if place.managed else "git")


def _managed(place: Place, event: str) -> Hook:
    assert place.managed is not None  # noqa: S101 - seen by the caller
    manager, path = place.managed.manager, place.folder / event
    if is_run(path):
        return Hook(event=event, state=State.CALLED, run_by=manager.name, path=path)
    detail = f"{manager.name} would call it, but is not set up in this clone; run `{manager.sets_up}`"
    return Hook(event=event, state=State.MISSING, run_by=manager.name, path=path, detail=detail)


def _of_file(path: Path, memory: str, run_by: str) -> Hook:
    state, detail = _judged(path, memory)
    return Hook(event=path.name, state=state, run_by=run_by, path=path, detail=detail)


def _judged(path: Path, memory: str) -> tuple[State, str]:
    data = bytes_at(path)
    if data is None:
        return State.MISSING, ""
    whose = script.kind(data)
    if whose is Kind.OTHERS:
        if calls_memdecay(data, path.name) and is_run(path):
            return State.CALLED, "by the hook that is there"
        return State.FOREIGN, "is not memdecay's and does not call it"
    if whose is Kind.CHANGED:
        return State.CHANGED, "was changed since memdecay wrote it"
    if memory not in script.memories(data):
        return State.OUTDATED, "does not look after this memory"
    if not is_run(path):
        return State.OUTDATED, "is not executable, so git passes it over"
    named = script.programs(data)
    if named and not any(is_run(Path(one)) for one in named):
        return State.OUTDATED, f"names {named[0]}, which is gone"
    kept = path.with_name(path.name + KEPT)
    return State.INSTALLED, f"runs {kept.name} first" if is_run(kept) else ""
