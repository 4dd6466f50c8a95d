"""Opens a memory: finds its folder, reads its settings, and keeps its index at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from memdecay import files, git, settings, spool
from memdecay.entry import Entry
from memdecay.errors import Unusable
from memdecay.event import Event
from memdecay.files import Listing
from memdecay.index import schema
from memdecay.index.reading import Reader
from memdecay.memory import models, records
from memdecay.memory.fading import Happenings, by_entry
from memdecay.memory.freshness import Workshop, fresh
from memdecay.memory.indexing import Embedder, Progress, recorded
from memdecay.memory.models import BUILT_IN, Choice
from memdecay.memory.reranking import Reranker
from memdecay.memory.waiting import read_waiting
from memdecay.policy import Policy, PolicyFault, policy_from
from memdecay.problem import Problem
from memdecay.spool import Spool

AGENTS_MAY_APPLY = "agents_may_apply"
"""The setting by which `apply` may run for a coding agent; everything else but the version is a number."""

JOINERS = "joiners"
"""The setting that allows joiners between letters of the scripts that need them."""

_VERSION = "1"


@dataclass(frozen=True, kw_only=True)
class Memory:
    """An opened memory. `now` is the instant of the whole command; `say` takes a sentence for stderr."""

    root: Path
    now: datetime
    say: Callable[[str], None]
    progress: Progress

    @cached_property
    def choice(self) -> Choice:
        """The models in use, by the settings and the user's variables."""
        return models.chosen(self.root, os.environ)

    @cached_property
    def embedder(self) -> Embedder:
        return models.embedder(self.choice, self.say)

    @cached_property
    def reranker(self) -> Reranker | None:
        return models.reranker(self.choice, self.say)

    @cached_property
    def policy(self) -> Policy:
        """The numbers in force. Raises Unusable naming file, line and key of a bad setting."""
        # From the index, which holds them as read: no YAML parser on the way of every recall.
        written: dict[str, list[Any]] = json.loads(self.index.fact(schema.SETTINGS))
        try:
            return policy_of({key: text for key, (_, text) in written.items()}, self.choice)
        except PolicyFault as fault:
            place = f"{self.root / files.SETTINGS_NAME}:{written[fault.key][0]}"
            raise Unusable(f"{place}: {fault.key}: {fault}") from None

    @cached_property
    def joiners(self) -> bool:
        """Whether joiners may stand between letters of the scripts that need them."""
        written: dict[str, list[Any]] = json.loads(self.index.fact(schema.SETTINGS))
        held = {key: settings.Setting(*setting) for key, setting in written.items()}
        return settings.is_true(held, JOINERS, self.root / files.SETTINGS_NAME)

    @cached_property
    def spool(self) -> Spool:
        return spool.of_memory(self.root)

    @property
    def home(self) -> Path:
        """What paths of sources count from: the repository, or without one the folder around the memory."""
        return self.spool.top or self.root.resolve().parent

    @cached_property
    def waiting(self) -> tuple[Event, ...]:
        """What happened and is in no segment yet, by event id."""
        found, _ = self._happened
        sealed = self.index.sealed([one.id for one in found]) if found else frozenset()
        return tuple(one for one in found if one.id not in sealed)

    @cached_property
    def event_problems(self) -> tuple[Problem, ...]:
        """What is wrong with events, waiting or sealed."""
        sealed = (one for kept in self.index.segment_problems() for one in records.to_problems(kept))
        return (*self._happened[1], *sealed)

    @cached_property
    def _happened(self) -> tuple[tuple[Event, ...], tuple[Problem, ...]]:
        return read_waiting(self.spool, spool.waiting(self.spool))

    def entries(self) -> list[Entry]:
        """Every entry that could be read, by path."""
        return recorded(self.index.records())[0]

    def happenings(self, until: datetime) -> Happenings:
        """All events up to `until`, with the numbers in force."""
        waiting = by_entry(self.waiting)
        return Happenings(reader=self.index, policy=self.policy, now=self.now, until=until, waiting=waiting)

    @cached_property
    def workshop(self) -> Workshop:
        return Workshop(
            root=self.root, spool=self.spool, embedder=self.embedder, say=self.say, progress=self.progress,
            index_name=self.choice.index_name,
        )  # fmt: skip

    @cached_property
    def index(self) -> Reader:
        """The index as of this command: compared with the files once, when first used."""
        return self._fresh[0]

    @cached_property
    def listing(self) -> Listing:
        return self._fresh[1]

    @cached_property
    def _fresh(self) -> tuple[Reader, Listing]:
        # The spool is read before the ledger is listed: an event moves from one to the other, never back.
        _ = self._happened
        return fresh(self.workshop)


def open_memory(
    start: Path,
    stated: Path | None,
    *,
    now: datetime,
    say: Callable[[str], None],
    progress: Progress,
) -> Memory:
    """The memory at `stated`, or else the one that `start` stands in. Raises Unusable with the remedy."""
    root = stated if stated is not None else files.find(start)
    if root is None:
        raise Unusable(
            f"no memory in {start} or above; make one with `memdecay init`, or name one with --memory"
        )
    if root.is_file():
        raise Unusable(f"{root} is a file; name the folder that holds {files.SETTINGS_NAME}")
    mark = root / files.SETTINGS_NAME
    if not mark.is_file() and git.committed(start, str(mark)):
        raise Unusable(
            f"git has {mark}, but it is not checked out here; run `git restore {root}`, or in a sparse "
            f"checkout `git sparse-checkout add {root}`"
        )
    if not root.is_dir():
        raise Unusable(f"{root} is not a folder; make a memory there with `memdecay init {root}`")
    if not mark.is_file():
        raise Unusable(
            f"{root} has no {files.SETTINGS_NAME}, so it is not a memory; "
            f"make it one with `memdecay init {root}`"
        )
    return Memory(root=root, now=now, say=say, progress=progress)


def with_policy(memory: Memory, policy: Policy) -> Memory:
    """The same memory by other numbers, with all that is open of it."""
    other = replace(memory)
    vars(other).update(vars(memory), policy=policy)
    return other


def with_choice(memory: Memory, choice: Choice, policy: Policy) -> Memory:
    """The same memory read with other models, by other numbers; each model has an index of its own."""
    if choice == memory.choice:
        return with_policy(memory, policy)
    other = replace(memory)
    vars(other).update(choice=choice, policy=policy)
    return other


def policy_of(written: Mapping[str, str], choice: Choice = BUILT_IN) -> Policy:
    """The numbers that settings, as written, put in force with these models. Raises PolicyFault."""
    version = written.get("version", _VERSION)
    if version != _VERSION:
        message = f"is {version!r}, this program reads {_VERSION!r}; use a newer memdecay"
        raise PolicyFault("version", message)
    others = {"version", AGENTS_MAY_APPLY, JOINERS, *models.DEFAULTS}
    cuts = {} if choice.model == models.BUILTIN else models.CUTS
    return policy_from({**cuts, **{key: text for key, text in written.items() if key not in others}})
