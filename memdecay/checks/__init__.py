"""What is wrong with a memory as a whole: one small rule a file, each a pure function.

A new rule is one file here, one line in `RULES`, one test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from memdecay.checks import dates, names, notes, successors, text
from memdecay.problem import Problem
from memdecay.state import State

Rule = Callable[[State, datetime], Iterable[Problem]]

RULES: tuple[Rule, ...] = (
    names.shared_ids,
    names.clashing_paths,
    notes.missing,
    notes.orphaned,
    successors.dead_ends,
    dates.in_the_future,
    text.hidden,
    text.struck_out,
)


def findings(state: State, now: datetime) -> tuple[Problem, ...]:
    """Everything the rules find, and what the state itself could not make sense of, by address."""
    found = list(state.problems)
    for rule in RULES:
        found += rule(state, now)
    return tuple(sorted(set(found), key=lambda problem: problem.address))
