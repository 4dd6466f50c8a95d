"""In which repository a memory stands, and whether what a hook is told of a commit is about that one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from memdecay import git
from memdecay.git.commits import Repository


def around(root: Path, start: Path, environment: Mapping[str, str]) -> Repository | None:
    """The repository that the memory in `root` stands in; None where it stands in none.

    `start` is the working directory and `environment` what the command was given: what a hook is told
    of the commit being made counts where that commit is one of this repository.
    """
    own = git.work_tree(root)
    told = environment.get("GIT_DIR", "")
    if own is None:
        return _by_environment(root, environment) if told else None
    if told:
        is_ours = _same(git.own_folder(own.top), start / told)
    else:
        here = git.work_tree(start)
        is_ours = here is not None and _same(own.top, here.top)
    of_another = git.NAMING_A_REPOSITORY
    sides = {name for name in environment if name.startswith(git.NAMING_A_SIDE)}
    dropped = of_another if is_ours else of_another | git.NAMING_A_COMMIT | sides
    kept = {name: value for name, value in environment.items() if name not in dropped}
    for name in git.NAMING_A_COMMIT & kept.keys():
        kept[name] = str(own.top / kept[name]) if name != "GIT_ALTERNATE_OBJECT_DIRECTORIES" else kept[name]
    return Repository(
        top=own.top, own=git.own_folder(own.top), memory=_relative(root, own.top), environment=kept
    )


def _by_environment(root: Path, environment: Mapping[str, str]) -> Repository | None:
    """Where only the environment says where the repository is, as for settings kept under version control."""
    told = git.answer(["rev-parse", "--show-toplevel"], environment)
    top = Path(os.fsdecode(told or b"").rstrip("\n")).resolve()
    if told is None or top not in (root.resolve(), *root.resolve().parents):
        return None
    place = Path(environment["GIT_DIR"]).resolve()
    kept = {**environment, "GIT_DIR": str(place), "GIT_WORK_TREE": str(top)}
    return Repository(top=top, own=place, memory=_relative(root, top), environment=kept)


def _relative(root: Path, top: Path) -> str:
    inside = root.resolve().relative_to(top.resolve()).as_posix()
    return "" if inside == "." else inside


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
