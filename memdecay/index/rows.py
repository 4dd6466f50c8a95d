"""What the index tells, as values: from where it is looked at, and as much of an entry as a step needs."""

from __future__ import annotations

from typing import NamedTuple


class View(NamedTuple):
    """From where the index is looked at: an instant in microseconds, and the scopes that apply.

    `scopes` holds scope numbers; None means that every scope applies.
    """

    at: int
    scopes: frozenset[int] | None = None


class Hit(NamedTuple):
    """One entry that holds some of the words, with its BM25 score (higher is better)."""

    number: int
    score: float
    group: str


class Row(NamedTuple):
    """What ranking needs to know of an entry, without its text; times in microseconds since 1970.

    From `newest` to `marks` it is the record of its sealed events, None where it has none.
    """

    number: int
    path: str
    id: str
    group: str
    scope: int
    born: int | None
    importance: float
    pinned: int
    versioned: int
    newest: int | None
    last_affirmed: int | None
    affirmed_days: int | None
    marks: int | None
    predecessors: tuple[str, ...]
    successors: tuple[str, ...]
    tips: tuple[str, ...]


class Brief(NamedTuple):
    """As much of a row as orders thousands of them. `is_plain` is whether it is not pinned and nothing
    that is sealed happened to it."""

    number: int
    group: str
    importance: float
    versioned: int
    born: int | None
    is_plain: int
    scope: int
    id: str
    path: str
