"""Asks a memory the questions of a file and compares the answers with what was expected.

It asks as `recall` does and records nothing: besides the cache no file changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from memdecay import settings
from memdecay.errors import Unusable
from memdecay.evaluation import DEPTH, Case, Outcome
from memdecay.memory.opening import AGENTS_MAY_APPLY, Memory, with_policy
from memdecay.memory.questions import checked, read_cases
from memdecay.memory.recall import Question, recall
from memdecay.memory.show import Snapshot
from memdecay.policy import Policy, PolicyFault, policy_from
from memdecay.settings import Setting

_NO_NUMBERS = {"version", AGENTS_MAY_APPLY}
"""Settings that change no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The outcomes of every case, in the order of the file: as things are, and by other settings."""

    path: Path
    model: str
    shown: int
    outcomes: tuple[Outcome, ...]
    compared: tuple[Outcome, ...] = ()
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
    return Evaluation(
        path=path,
        model=memory.embedder.identity,
        shown=shown,
        outcomes=_asked(memory, cases, shown),
        compared=_asked(compared, cases, shown) if compared is not None else (),
        changed=_differing(memory.policy, compared.policy) if compared is not None else None,
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
    read = _read(other) if other is not None else {}
    written = {key: one.text for key, one in read.items()} if other is not None else _spelled(memory.policy)
    try:
        return with_policy(memory, policy_from({**written, **changes}))
    except PolicyFault as fault:
        place = (
            f"--set {fault.key}" if fault.key in changes else f"{other}:{read[fault.key].line}: {fault.key}"
        )
        raise Unusable(f"{place}: {fault}") from None


def _read(path: Path) -> Mapping[str, Setting]:
    whole = path.resolve()
    if not whole.is_file():
        raise Unusable(f"{path} is not there; name a file of `key: value` lines, as memdecay.yaml is one")
    return {
        key: one for key, one in settings.read(whole.parent, whole.name).items() if key not in _NO_NUMBERS
    }


def _spelled(policy: Policy) -> dict[str, str]:
    return {one.name: str(_plain(getattr(policy, one.name))) for one in fields(policy)}


def _differing(ours: Policy, theirs: Policy) -> dict[str, Any]:
    values = {one.name: (getattr(ours, one.name), getattr(theirs, one.name)) for one in fields(Policy)}
    return {name: _plain(their) for name, (our, their) in values.items() if our != their}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
