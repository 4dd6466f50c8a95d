"""A commit message that names entries (`Memory: <id>`) names entries that hold."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from memdecay import ids
from memdecay.characters import shown
from memdecay.problem import Problem
from memdecay.state import Standing, State

KEY = "Memory"
_BETWEEN = re.compile(r"[ ,]+")


def named(trailers: Iterable[tuple[str, str]]) -> list[str]:
    """The ids that trailers name, in order, each once; one trailer may name several."""
    values = (value for key, value in trailers if key.casefold() == KEY.casefold())
    return list(dict.fromkeys(one for value in values for one in _BETWEEN.split(value) if one))


def not_in_force(names: Iterable[str], state: State, now: datetime) -> Iterator[Problem]:
    """A fault for each name that no entry has, or that names an entry which does not hold now."""
    standings: dict[str, Standing] = {}
    for entry in state.entries:
        standings.setdefault(entry.id, state.lifetimes[entry.path].standing(now))
    for name in names:
        standing = standings.get(ids.folded(name))
        if standing is None:
            near = difflib.get_close_matches(ids.folded(name), sorted(standings), n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else "`memdecay list` shows all ids"
            yield _problem(f"no entry has the id {shown(name)}; {hint}")
        elif standing is not Standing.ACTIVE:
            yield _problem(f"{ids.folded(name)} is {standing.value}; {_instead(ids.folded(name), state)}")


def _instead(id: str, state: State) -> str:  # noqa: A002 - the domain's own word
    tips = [one for one in state.lineage.tips(id) if one != id]
    return f"name {' or '.join(tips)} instead" if tips else f"take the line `{KEY}: {id}` out of the message"


def _problem(message: str) -> Problem:
    return Problem(rule="trailer", path="", key=KEY, message=message)
