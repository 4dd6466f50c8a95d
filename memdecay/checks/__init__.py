"""What is wrong with a memory: one small rule a file, each a pure function.

A new rule is one file here, one line in a list below, one line in `catalogue`, one test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from memdecay.checks import (
    conflicts,
    dates,
    leaks,
    lists,
    markers,
    names,
    notes,
    places,
    segments,
    sizes,
    successors,
    text,
    unseen,
)  # fmt: skip
from memdecay.checks.page import Page
from memdecay.git.commits import Files
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
    text.struck_out,
)
"""About the memory as a whole."""

PAGE_RULES: tuple[Callable[[Page], Iterable[Problem]], ...] = (
    conflicts.half_merged,
    leaks.unreasoned,
    lists.broken_list,
    markers.block_markers,
    segments.bad_lines,
    segments.misnamed,
    sizes.large_files,
    sizes.long_lines,
    unseen.unseen,
)
"""About one file."""

LISTING_RULES: tuple[Callable[[Files], Iterable[Problem]], ...] = (
    places.clashing_names,
    places.foreign_objects,
    places.unfit_names,
)
"""About what stands where, as git lists it."""


def findings(state: State, now: datetime, *, joiners: bool = False) -> tuple[Problem, ...]:
    """Everything the rules find, and what the state itself could not make sense of, by address."""
    found = [*state.problems, *text.hidden(state, now, joiners=joiners)]
    for rule in RULES:
        found += rule(state, now)
    return tuple(sorted(set(found), key=lambda problem: problem.address))


def faults_of(page: Page) -> list[Problem]:
    """Everything the rules about single files find in one."""
    return [problem for rule in PAGE_RULES for problem in rule(page)]


def faults_in(files: Files) -> list[Problem]:
    """Everything the rules about listings find."""
    return [problem for rule in LISTING_RULES for problem in rule(files)]
