"""Where the hooks of a repository go, and whose place that is."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memdecay import files, git
from memdecay.errors import Refused
from memdecay.git import configuration
from memdecay.hooks.managers import Managed, manager_of
from memdecay.hooks.script import EVENTS, Program

_LONGEST = 1024 * 1024
_CONFIGURED_SINCE = (2, 54)
"""The first git that runs hooks named in its configuration, beside those in the hooks folder."""


class Reach(Enum):
    """Who shares a hooks folder."""

    REPOSITORY = "repository"
    """It is in the git folder, and so the user's own."""
    PROJECT = "project"
    """It is in the work tree, where people commit what stands in it."""
    MACHINE = "machine"
    """It is outside of both, so that other repositories use it too; or there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The hooks of one repository. `folder` is where git looks for them in the work tree `top`."""

    top: Path
    common: Path
    folder: Path
    reach: Reach
    managed: Managed | None
    is_configurable: bool
    """Whether git runs hooks that its configuration names."""

    @property
    def own_folder(self) -> Path:
        """Where the hooks stand that git's configuration names: in its folder, but apart from all others."""
        return self.common / "memdecay" / "hooks"

    @property
    def is_ours_to_fill(self) -> bool:
        """Whether we may put hooks into git's own folder of hooks."""
        return self.managed is None and self.reach is not Reach.MACHINE

    def shown(self, path: Path) -> str:
        """A path as people read it: from the top of the work tree where it is below."""
        for whole, short in ((self.top, ""), (self.common, ".git/")):
            if whole in path.parents:
                return short + path.relative_to(whole).as_posix()
        return path.as_posix()


def place_of(folder: Path) -> Place:
    """The place for the hooks of the repository that `folder` is in. Raises Refused where there is none."""
    found = git.work_tree(folder)
    hooks = configuration.hooks_folder(found.top) if found else None
    if found is None or hooks is None:
        raise Refused(f"{folder} is in no git repository, so nothing runs hooks; make one with `git init`")
    there = {event: data for event in EVENTS if (data := bytes_at(hooks / event)) is not None}
    return Place(
        top=found.top,
        common=found.common.resolve(),
        folder=hooks,
        reach=_reach(found.top, found.common, hooks),
        managed=manager_of(found.top, there),
        is_configurable=configuration.version(found.top) >= _CONFIGURED_SINCE,
    )


def bytes_at(path: Path) -> bytes | None:
    """The bytes of the hook at `path`, "" for what cannot be read or is a link, None where nothing is."""
    if not os.path.lexists(path):
        return None
    try:
        return files.read(path.parent, path.name, _LONGEST)
    except OSError:
        return b""


def is_run(path: Path) -> bool:
    """Whether the file at `path` is one that can be run, as a hook must be."""
    return path.is_file() and os.access(path, os.X_OK)


def program(place: Place) -> Program:
    """How a hook here finds memdecay. One that is shared in the project names no path of this machine."""
    if place.is_ours_to_fill and place.reach is Reach.PROJECT:
        return Program()
    scripts = sysconfig.get_path("scripts")
    commands = (Path(scripts, name) for name in ("memdecay", "memdecay.exe"))
    command = next((one.as_posix() for one in commands if is_run(one)), "")
    return Program(command=command, interpreter=Path(sys.executable).as_posix() if sys.executable else "")


def _reach(top: Path, common: Path, hooks: Path) -> Reach:
    own = git.own_folder(top)
    real = Path(os.path.realpath(hooks))
    if any(_is_in(real, git_folder) for git_folder in (common, own)):
        return Reach.REPOSITORY
    return Reach.PROJECT if _is_in(real, top) else Reach.MACHINE


def _is_in(path: Path, folder: Path) -> bool:
    real = Path(os.path.realpath(folder))
    return path == real or real in path.parents
