"""What depends on each of many entries, found in one pass over events, links and commits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memdecay.event import Kind
from memdecay.git import history
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.state import State

_ACTED_ON = frozenset({Kind.USED, Kind.HELPED, Kind.MISLED, Kind.CONFIRMED})
_NAMED = re.compile(
    r"[(/]([a-z0-9][a-z0-9-]{0,79})\.md|\[\[([a-z0-9][a-z0-9-]{0,79})\]\]|`([a-z0-9][a-z0-9-]{0,79})`"
)
"""How a text names an entry: by a link to its file, between double brackets, or as code."""
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependencies:
    """For each id that something depends on, in words, what does."""

    by_id: Mapping[str, tuple[str, ...]]

    def of(self, id: str) -> tuple[str, ...]:  # noqa: A002 - the domain's own word
        return self.by_id.get(id, ())

    def said(self, id: str) -> str:  # noqa: A002
        """What depends on an entry, as one half of a sentence; "" where nothing does."""
        named = self.of(id)
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        return ", ".join(named[:_MOST_NAMED]) + more


def dependencies(memory: Memory, state: State) -> Dependencies:
    """Everything that depends on an entry of the memory: events, links, commits."""
    found: dict[str, dict[str, None]] = {}
    for finder in (_of_events(memory), _of_links(state), _of_commits(memory)):
        for id, said in finder:  # noqa: A001
            found.setdefault(id, {})[said] = None
    return Dependencies(by_id={id: tuple(said) for id, said in found.items()})  # noqa: A001


def _of_events(memory: Memory) -> Iterator[tuple[str, str]]:
    kinds: dict[str, set[str]] = {}
    for one in events(memory):
        if one.kind in _ACTED_ON:
            kinds.setdefault(one.entry, set()).add(one.kind.value)
    for entry, words in kinds.items():
        yield entry, f"it was {' and '.join(sorted(words))}"


def _of_links(state: State) -> Iterator[tuple[str, str]]:
    for id, older in state.lineage.predecessors.items():  # noqa: A001
        yield from ((one, f"`{id}` replaces it") for one in older)
        yield from ((id, f"`{one}` gave way to it") for one in older)
    for entry in state.entries:
        yield from ((id, f"`{entry.id}` names it") for id in _named(entry.body) if id != entry.id)  # noqa: A001
    for note in state.notes.values():
        named = _named(f"{note.body}\n{note.reason or ''}")
        yield from ((id, f"`{note.path}` names it") for id in named if id != note.closes)  # noqa: A001
        yield note.closes, f"`{note.path}` closes it"


def _named(text: str) -> set[str]:
    return {found for groups in _NAMED.findall(text) for found in groups if found}


def _of_commits(memory: Memory) -> Iterator[tuple[str, str]]:
    if memory.spool.top is not None:
        for value, commit in history.trailers(memory.spool.top, "Memory"):
            yield from ((id, f"commit {commit} names it") for id in re.split(r"[ ,]+", value) if id)  # noqa: A001
