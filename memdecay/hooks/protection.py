"""What protects a memory and what does not, each gap with its remedy. What is unprotected is no fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from memdecay import files, fsio, git
from memdecay.errors import MemdecayError
from memdecay.git import configuration
from memdecay.git.refusals import trusting
from memdecay.hooks.condition import WORKING, hooks_of
from memdecay.hooks.place import place_of
from memdecay.memory.log import each
from memdecay.memory.opening import Memory
from memdecay.track_record import SKEW, is_ahead

_LONGEST = 1024 * 1024
_OLDEST_GIT = (2, 29)
"""The first git whose answers memdecay was written for: trailers by key, unfolded and separated."""

_CI_FILES = (
    ".github/workflows/*.yml", ".github/workflows/*.yaml", ".gitlab-ci.yml", ".gitlab/ci/*.yml",
    ".forgejo/workflows/*", ".gitea/workflows/*", ".woodpecker.y*ml", ".woodpecker/*", ".circleci/config.yml",
    "azure-pipelines.yml", "bitbucket-pipelines.yml", ".buildkite/*", ".drone.yml", ".travis.yml",
    "Jenkinsfile",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """One thing that protects a memory, or does not and then says what would."""

    name: str
    is_in_place: bool
    detail: str = ""
    remedy: str = ""


def protection(memory: Memory) -> tuple[Guard, ...]:
    """Everything that could protect this memory, in the order in which it matters."""
    return tuple(guard for look in (*_looks(memory), *_EVERYWHERE) for guard in look(memory))


def _looks(memory: Memory) -> tuple[Callable[[Memory], Iterator[Guard]], ...]:
    """What there is to look at, by whether there is a repository and git answers in it."""
    top = memory.spool.top
    if top is None:
        return (_no_git,)
    if configuration.version(top) and git.ask(top, "rev-parse", "--git-dir") is None:
        return (_no_answer,)
    return (_git, _hooks, _ci, _whole, _power, _folder)


def _guard(name: str, gap: str, remedy: str, detail: str = "") -> Guard:
    """One that is in place where there is no gap to tell of."""
    return Guard(name=name, is_in_place=not gap, detail=gap or detail, remedy=remedy if gap else "")


def _no_git(memory: Memory) -> Iterator[Guard]:  # noqa: ARG001 - one shape for all
    gap = "this memory is in no git repository, so no history, hook or CI guards it"
    yield _guard("git", gap, "run `git init` and commit the memory")


def _no_answer(memory: Memory) -> Iterator[Guard]:
    gap = "git refuses to answer in this repository, so neither history nor hooks guard the memory"
    trust = trusting(_top(memory))
    yield _guard("git", gap, f"`git status` says why; where you trust its owner, run `{trust}`")


def _git(memory: Memory) -> Iterator[Guard]:
    top = _top(memory)
    version = configuration.version(top)
    shown, wanted = (".".join(str(part) for part in one) for one in (version, _OLDEST_GIT))
    if version < _OLDEST_GIT:
        gap = f"git {shown} is too old" if version else "git cannot be run"
        yield _guard("git", gap, f"install git {wanted} or later")
        return
    gap = "" if git.tracked(top, _settings(memory)) else "git does not track this memory"
    remedy = "`git add` and commit it (`git check-ignore -v` says whether git was told to ignore it)"
    yield _guard("history", gap, remedy, f"git {shown}")


def _hooks(memory: Memory) -> Iterator[Guard]:
    try:
        hooks = hooks_of(place_of(memory.root), memory.spool.memory)
    except MemdecayError as fault:
        yield _guard("hooks", str(fault), "")
        return
    gaps = [f"{one.event} is {one.state.value}" for one in hooks if one.state not in WORKING]
    if len(gaps) == len(hooks) and len({one.state for one in hooks}) == 1:
        gaps = [f"all are {hooks[0].state.value}"]
    yield _guard("hooks", ", ".join(gaps), "run `memdecay hooks install`")


def _ci(memory: Memory) -> Iterator[Guard]:
    top = _top(memory)
    texts = {path: _read(top, path) for path in git.tracked(top, *_CI_FILES)}
    calling = [path for path, text in texts.items() if b"memdecay" in text]
    judging = [path for path in calling if b"--range" in texts[path]]
    gap = "no workflow that git tracks calls memdecay"
    if calling:
        gap = "" if judging else f"{calling[0]} calls memdecay, but not `memdecay check --range`"
    remedy = "let CI run `memdecay check --range`, for hooks can be passed by"
    yield _guard("CI", gap, remedy, judging[0] if judging else "")


def _whole(memory: Memory) -> Iterator[Guard]:
    is_cut = git.is_shallow(_top(memory))
    gap = "this clone is shallow, so history cannot be looked into" if is_cut else ""
    yield _guard("full clone", gap, "run `git fetch --unshallow`")


def _power(memory: Memory) -> Iterator[Guard]:
    is_safe = flushes_objects(configuration.setting(_top(memory), "core.fsync") or "")
    gap = "" if is_safe else "git may lose or damage the newest commits (core.fsync)"
    yield _guard("power loss", gap, "run `git config core.fsync committed`")


def flushes_objects(setting: str) -> bool:
    """Whether git, with this value of core.fsync, has objects on disk before a commit names them."""
    is_flushed = False  # the default leaves loose objects to the system
    for word in (one.strip() for one in setting.split(",")):
        if word in {"all", "committed", "added", "objects", "loose-object"}:
            is_flushed = True
        elif word in {"none", "-loose-object", "-objects", "-committed", "-added", "-all"}:
            is_flushed = False
    return is_flushed


def _folder(memory: Memory) -> Iterator[Guard]:
    shared = memory.spool.shared or memory.root
    place = next(one for one in (shared, *shared.parents) if one.exists())
    is_open = os.access(place, os.W_OK)
    gap = "" if is_open else f"{place} cannot be written, so events wait where `git clean -fdx` takes them"
    yield _guard("git folder", gap, "make it writable, or run `memdecay seal` and commit often")


def _cache(memory: Memory) -> Iterator[Guard]:
    folder = memory.root / fsio.CACHE_FOLDER
    nearest = folder if folder.exists() else memory.root
    is_kept = memory.workshop.index_path.is_file() and os.access(nearest, os.W_OK)
    gap = "" if is_kept else "the index cannot be kept, so every answer is worked out anew"
    yield _guard("cache", gap, f"make {folder} a folder that can be written")


def _clock(memory: Memory) -> Iterator[Guard]:
    ahead = len({one.id for one in each(memory) if is_ahead(one, memory.now)})
    committed = _committed(memory)
    gaps = [f"events dated in the future: {ahead}"] if ahead else []
    if committed is not None and committed - memory.now > SKEW:
        gaps.append(f"the newest commit is dated {committed:%Y-%m-%d}, in the future")
    yield _guard("clock", ", ".join(gaps), "set this machine's clock, or wait")


def _committed(memory: Memory) -> datetime | None:
    found = git.ask(memory.root, "log", "-1", "--format=%ct") if memory.spool.top is not None else None
    return datetime.fromtimestamp(int(found), timezone.utc) if found else None


_EVERYWHERE: tuple[Callable[[Memory], Iterator[Guard]], ...] = (_cache, _clock)
"""Looks that make sense outside git too; a new one is one function and one word here."""


def _top(memory: Memory) -> Path:
    return memory.spool.top or memory.root


def _settings(memory: Memory) -> str:
    inside = "" if memory.spool.memory in {"", "."} else f"{memory.spool.memory}/"
    return f":(literal){inside}{files.SETTINGS_NAME}"


def _read(top: Path, path: str) -> bytes:
    try:
        return files.read(top, path, _LONGEST)
    except OSError:
        return b""
