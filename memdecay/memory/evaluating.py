"""Asks a memory the questions of a file and compares the answers with what was expected.

It asks as `recall` does and records nothing: besides the cache no file changes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from memdecay import files, settings
from memdecay.errors import Unusable
from memdecay.evaluation import DEPTH, Case, Outcome
from memdecay.memory import models
from memdecay.memory.opening import Memory, policy_of, with_choice
from memdecay.memory.questions import checked, read_cases
from memdecay.memory.recall import Question, recall
from memdecay.memory.show import Snapshot
from memdecay.policy import PolicyFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The outcomes of every case, in the order of the file: as things are, and by other settings."""

    path: Path
    model: str
    shown: int
    outcomes: tuple[Outcome, ...]
    compared: tuple[Outcome, ...] = ()
    compared_model: str = ""
    changed: Mapping[str, Any] | None = None
    """What is set otherwise in the comparison; None where nothing is compared."""


def evaluate(
    memory: Memory,
    path: Path,
    *,
    shown: int,
    other: Path | None = None,
    changes: Mapping[str, str] | None = None,
) -> Evaluation:
    """Ask every question in the file at `path`; then again by the settings of `other` and `changes`, if any.

    Raises Unusable with path, line and key of what is wrong in a file.
    """
    cases = read_cases(path)
    checked(path, cases, {entry.id for entry in memory.entries()})
    compared = _otherwise(memory, other, changes or {})
    # Opened before anything is asked: a model that is not there is said at once.
    compared_model = compared.embedder.identity if compared is not None else ""
    return Evaluation(
        path=path,
        model=memory.embedder.identity,
        shown=shown,
        outcomes=_asked(memory, cases, shown),
        compared=_asked(compared, cases, shown) if compared is not None else (),
        compared_model=compared_model,
        changed=_differing(memory, compared) if compared is not None else None,
    )


def missed(memory: Memory, outcome: Outcome) -> dict[str, str]:
    """Of what was expected and did not come within the results looked at, how it stood at that time."""
    snapshot = Snapshot(memory=memory, at=_at(memory, outcome.case))
    absent = [one for one in outcome.case.expect if one not in outcome.ids]
    return {
        entry.id: snapshot.state.lifetimes[entry.path].standing(snapshot.at).value
        for entry in snapshot.state.entries
        if entry.id in absent
    }


def _asked(memory: Memory, cases: Sequence[Case], shown: int) -> tuple[Outcome, ...]:
    numbers = memory.progress([str(number) for number in range(len(cases))], "asking")
    return tuple(_outcome(memory, cases[int(number)], shown) for number in numbers)


def _outcome(memory: Memory, case: Case, shown: int) -> Outcome:
    question = Question(
        text=case.query, at=_at(memory, case), place=case.place, limit=max(shown, DEPTH)
    )  # fmt: skip
    answer = recall(memory, question)
    return Outcome(case=case, ids=tuple(one.entry.id for one in answer.results), shown=shown)


def _at(memory: Memory, case: Case) -> datetime:
    return case.at or memory.now


def _otherwise(memory: Memory, other: Path | None, changes: Mapping[str, str]) -> Memory | None:
    """The memory by the settings of a file, else by its own, with `changes` on top; None of neither."""
    if other is None and not changes:
        return None
    if other is None:
        written, place = models.settings_of(memory.root), memory.root / files.SETTINGS_NAME
        ours = memory.choice
    else:
        written, place = _read(other), other
        ours = models.named_in(written, other, os.environ)
    choice = models.changed(ours, changes)
    try:
        policy = policy_of({**{key: text for key, (_, text) in written.items()}, **changes}, choice)
    except PolicyFault as fault:
        named = (
            f"--set {fault.key}" if fault.key in changes else f"{place}:{written[fault.key][0]}: {fault.key}"
        )
        raise Unusable(f"{named}: {fault}") from None
    return with_choice(memory, choice, policy)


def _read(path: Path) -> dict[str, Any]:
    whole = path.resolve()
    if not whole.is_file():
        raise Unusable(f"{path} is not there; name a file of `key: value` lines, as memdecay.yaml is one")
    return dict(settings.read(whole.parent, whole.name))


def _differing(ours: Memory, theirs: Memory) -> dict[str, Any]:
    """What is set otherwise: models, then numbers."""
    our, their = _settings(ours), _settings(theirs)
    return {name: value for name, value in their.items() if value != our[name]}


def _settings(memory: Memory) -> dict[str, Any]:
    values = [
        (one.name, getattr(of, one.name)) for of in (memory.choice, memory.policy) for one in fields(of)
    ]
    return {name: _plain(value) for name, value in values}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
