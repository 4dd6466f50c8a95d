"""Why an entry should be looked at by a person: one small rule a file, each a pure function.

A new kind of evidence is one file here, one line in `RULES`, one test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memdecay.evidence import (
    dead_end,
    fading,
    gone_at_source,
    misled,
    neighbours,
    noise,
    personal_data,
    references,
    secret,
    unreviewed,
    unused,
    window,
)
from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue

Rule = Callable[[Case, Surroundings], Iterable[Clue]]

RULES: tuple[Rule, ...] = (
    secret.secret,
    personal_data.personal_data,
    misled.unanswered,
    window.over,
    dead_end.dead_end,
    references.references,
    gone_at_source.gone_at_source,
    neighbours.neighbours,
    noise.noise,
    fading.fading,
    unused.never_used,
    unreviewed.unreviewed,
)
"""In the order in which a person should read what they find."""


def gather(case: Case, around: Surroundings) -> tuple[Clue, ...]:
    """Everything the rules find in one entry; nothing, where none of it is enough to ask a person."""
    # What could not be read decides where and when it holds; only what is in its text can be judged.
    rules = RULES if case.entry.can_be_judged else RULES[:2]
    clues = tuple(clue for rule in rules for clue in rule(case, around))
    clues = tuple(_without_repeats(clues))
    return clues if any(clue.is_enough for clue in clues) else ()


def _without_repeats(clues: tuple[Clue, ...]) -> Iterable[Clue]:
    """The clues but those of a duplicate that is told as noise already."""
    copies = {clue.numbers.get("other") for clue in clues if clue.rule == "noise"} - {None}
    return (c for c in clues if c.rule != "duplicate" or c.numbers.get("other") not in copies)
