"""Programs that run git's hooks for a team, told by their files; what to write into those is for people.

They own what stands in the hooks folder and write it anew when they like, so nothing is put there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memdecay import files
from memdecay.hooks.script import EVENTS

_LONGEST = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Manager:
    """One such program. `lines` gives what to add to which file, for these hooks, the option that names
    the memory, and the file that was found."""

    name: str
    told_by: tuple[str, ...]
    """Paths in the work tree of which any shows that it is in use."""
    signature: bytes
    """What it writes into the hooks that it makes."""
    configured_in: Callable[[str], tuple[str, ...]]
    """Where a person says what the hook of that name runs, in the work tree."""
    lines: Callable[[tuple[str, ...], str, str], dict[str, str]]
    sets_up: str
    """The command that makes it take over git's hooks in a clone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Managed:
    """The manager of a work tree, and the hooks of which its files say that they run memdecay."""

    manager: Manager
    calling: tuple[str, ...]
    file: str
    """The file of it that was found first."""


def manager_of(top: Path, hooks: Mapping[str, bytes]) -> Managed | None:
    """Who runs the hooks of the work tree `top`, where `hooks` stand in git's folder; None where git does."""
    for one in MANAGERS:
        there = [path for path in one.told_by if (top / path).exists()]
        if there or any(one.signature in data for data in hooks.values()):
            calling = tuple(event for event in EVENTS if _is_called(top, one, event))
            return Managed(manager=one, calling=calling, file=there[0] if there else one.told_by[0])
    return None


def calls_memdecay(data: bytes, event: str) -> bool:
    """Whether somebody's own hook runs memdecay."""
    return _calls(event).search(data.decode("utf-8", "replace")) is not None


def _is_called(top: Path, manager: Manager, event: str) -> bool:
    return any(calls_memdecay(_read(top, path), event) for path in manager.configured_in(event))


def _calls(event: str) -> re.Pattern[str]:
    direct = {"commit-msg": "check --message", "pre-commit": "check --staged"}
    ways = [rf"\bmemdecay\b.* hooks run {event}\b"]
    ways += [rf"\bmemdecay\b.* {direct[event]}\b"] if event in direct else []
    ways += [rf"^[\s-]*id: *[\"']?{_IDS[event]}[\"']?\s*$"]
    return re.compile("|".join(ways), re.MULTILINE)


_IDS = {
    "pre-commit": "memdecay(-check)?",
    "pre-merge-commit": "memdecay-check",
    "commit-msg": "memdecay-message",
    "post-commit": "memdecay-record",
}
"""What .pre-commit-hooks.yaml calls each."""


def _read(top: Path, path: str) -> bytes:
    try:
        return files.read(top, path, _LONGEST)
    except OSError:
        return b""


def _words(event: str, memory: str, argument: str) -> str:
    passed = f" {argument}" if argument and event == "commit-msg" else ""
    return f"memdecay{memory} hooks run {event}{passed}"


def _husky(events: tuple[str, ...], memory: str, file: str) -> dict[str, str]:  # noqa: ARG001
    return {f".husky/{event}": f"{_words(event, memory, chr(34) + '$1' + chr(34))}\n" for event in events}


def _lefthook(events: tuple[str, ...], memory: str, file: str) -> dict[str, str]:
    added = [
        f"{event}:\n  commands:\n    memdecay:\n      run: {_words(event, memory, '{1}')}\n"
        for event in events
    ]
    return {file: "".join(added)} if events else {}


def _framework(events: tuple[str, ...], memory: str, file: str) -> dict[str, str]:
    hooks = "".join(
        f"      - id: {_FRAMEWORK_IDS[event]}\n"
        f"        name: memdecay {event}\n"
        f"        entry: memdecay{memory} hooks run {event}\n"
        f"        language: system\n"
        f"        stages: [{event}]\n"
        f"        always_run: true\n" + ("" if event == "commit-msg" else "        pass_filenames: false\n")
        for event in events
    )
    return {file: f"  - repo: local\n    hooks:\n{hooks}"} if events else {}


_FRAMEWORK_IDS = {**_IDS, "pre-commit": "memdecay"}

_LEFTHOOK_FILES = tuple(
    f"{folder}{name}"
    for folder, name in (
        *(("", f"lefthook.{ending}") for ending in ("yml", "yaml", "toml", "json", "jsonc")),
        *(("", f".lefthook.{ending}") for ending in ("yml", "yaml", "toml", "json", "jsonc")),
        *((".config/", f"lefthook.{ending}") for ending in ("yml", "yaml", "toml", "json", "jsonc")),
        *(("", f"{dot}lefthook-local.{ending}") for dot in ("", ".") for ending in ("yml", "yaml")),
    )
)

MANAGERS = (
    Manager(
        name="husky",
        told_by=(".husky",),
        signature=b"# Created by Husky",
        configured_in=lambda event: (f".husky/{event}",),
        lines=_husky,
        sets_up="npx husky",
    ),
    Manager(
        name="lefthook",
        told_by=_LEFTHOOK_FILES,
        signature=b"call_lefthook",
        configured_in=lambda event: _LEFTHOOK_FILES,  # noqa: ARG005 - one file for all hooks
        lines=_lefthook,
        sets_up="lefthook install",
    ),
    Manager(
        name="pre-commit",
        told_by=(".pre-commit-config.yaml",),
        signature=b"File generated by pre-commit",
        configured_in=lambda event: (".pre-commit-config.yaml",),  # noqa: ARG005
        lines=_framework,
        sets_up="pre-commit install -t pre-commit -t pre-merge-commit -t commit-msg -t post-commit",
    ),
)
"""Those that are told, in the order in which they are looked for."""
