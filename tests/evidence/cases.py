"""Small makers of what the rules of evidence look at."""

from __future__ import annotations

from typing import Any

from memdecay import retention
from memdecay.evidence.case import Case, Near, Surroundings
from memdecay.evidence.clue import Clue
from memdecay.policy import Policy
from memdecay.retention import Subject
from memdecay.state import Lifetime, Standing
from memdecay.track_record import TrackRecord
from tests.builders import entry, instant

NOW = instant("2026-06-03T09:14:00Z")


def case(id: str = "a", **values: Any) -> Case:  # noqa: A002 - the domain's own word
    """A case of an entry of 2025-01-01 that holds; what is no part of a case is part of its entry."""
    parts = {name: values.pop(name) for name in PARTS & values.keys()}
    told = entry(id, **{"valid_from": "2025-01-01", **values})
    record = parts.setdefault("record", TrackRecord())
    subject = Subject(
        born=told.born,
        last_affirmed=record.last_affirmed,
        importance=told.importance,
        is_pinned=told.pinned,
        names_version=retention.names_version(told.body),
    )
    parts.setdefault("strength", retention.strength(subject, NOW, Policy()))
    parts.setdefault("standing", Standing.ACTIVE)
    parts.setdefault("lifetime", Lifetime(ends=told.valid_until.ends if told.valid_until else None))
    return Case(entry=told, **parts)


PARTS = {"standing", "lifetime", "strength", "record", "successors", "near", "secrets", "attached"}


def near(id: str, body: str, cosine: float = 0.95, *, is_stronger: bool = True, **values: Any) -> Near:  # noqa: A002
    """A neighbour that says `body`."""
    return Near(entry=entry(id, body=body, **values), cosine=cosine, is_stronger=is_stronger)


def around(**values: Any) -> Surroundings:
    return Surroundings(now=NOW, policy=Policy(), **values)


def sentences(clues: Any) -> list[str]:
    found: list[Clue] = list(clues)
    return [one.sentence for one in found]
