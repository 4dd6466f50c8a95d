"""Successor chains: who replaced whom, followed to the live tip without recursion.

Only explicit links count (`supersedes`, `superseded_by`, a closing note). A link that cannot be
meant (to itself, around a circle, to nothing) changes no state and is a problem.
"""

from __future__ import annotations

import graphlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memdecay.entry import ClosingNote, Entry
from memdecay.problem import Problem, Severity

_LONGEST_SHOWN = 9
"""Ids of a circle in one sentence; more are abridged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """`newer` replaces `older`; `path` and `key` say which file states it."""

    older: str
    newer: str
    path: str
    key: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """All links that hold, by id in both directions, in sorted order."""

    successors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    predecessors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def tips(self, id: str) -> tuple[str, ...]:  # noqa: A002 - the domain's own word
        """The ends of every chain that starts at `id`; `id` itself where nothing replaced it."""
        reached = _walk(id, self.successors)
        return tuple(sorted(one for one in reached if not self.successors.get(one)))

    def all_tips(self) -> dict[str, tuple[str, ...]]:
        """The ends of every chain that starts at each entry that was replaced, all in one pass."""
        tips: dict[str, tuple[str, ...]] = {}
        for one in graphlib.TopologicalSorter(self.successors).static_order():
            newer = self.successors.get(one, ())
            tips[one] = tuple(sorted({tip for each in newer for tip in tips[each]})) if newer else (one,)
        return tips

    def ancestors(self, id: str) -> tuple[str, ...]:  # noqa: A002
        """Everything that `id` replaced, directly or not, nearest first."""
        return _walk(id, self.predecessors)[1:]

    def family(self, id: str) -> tuple[str, ...]:  # noqa: A002
        """Every entry connected to `id` by links, sorted."""
        both = {
            one: (*self.predecessors.get(one, ()), *self.successors.get(one, ()))
            for one in {*self.predecessors, *self.successors}
        }
        return tuple(sorted(_walk(id, both)))


def links_of(entries: Iterable[Entry], notes: Iterable[ClosingNote]) -> tuple[Link, ...]:
    """Every link that entries and closing notes state, sorted, whether or not it holds."""
    links = []
    for entry in entries:
        links += [_link(older, entry.id, entry, "supersedes") for older in entry.supersedes]
        if entry.superseded_by:
            links.append(_link(entry.id, entry.superseded_by, entry, "superseded_by"))
    for note in notes:
        if note.superseded_by:
            links.append(_link(note.closes, note.superseded_by, note, "superseded_by"))
    return tuple(sorted(links, key=lambda link: (link.older, link.newer, link.path, link.key)))


def _link(older: str, newer: str, stated_in: Entry | ClosingNote, key: str) -> Link:
    line = stated_in.lines.get(key)
    return Link(older=older, newer=newer, path=stated_in.path, key=key, line=line)


def trace(links: Sequence[Link], known: frozenset[str]) -> tuple[Lineage, tuple[Problem, ...]]:
    """The lineage over the `known` ids, with a problem for each link that cannot hold and each fork."""
    problems: list[Problem] = []
    holding = [link for link in links if _can_hold(link, known, problems)]
    holding = _without_circles(holding, problems)
    successors = _grouped((link.older, link.newer) for link in holding)
    for older, newer in successors.items():
        if len(newer) > 1:
            problems.extend(_forks(older, newer, holding))
    predecessors = _grouped((link.newer, link.older) for link in holding)
    return Lineage(successors=successors, predecessors=predecessors), tuple(problems)


def _can_hold(link: Link, known: frozenset[str], problems: list[Problem]) -> bool:
    if link.older == link.newer:
        problems.append(_problem(link, f"{link.newer} names itself as its successor"))
        return False
    missing = link.newer if link.key == "superseded_by" else link.older
    if missing not in known:
        problems.append(_problem(link, f"names {missing}, but no entry has that id"))
        return False
    return link.older in known


def _without_circles(links: list[Link], problems: list[Problem]) -> list[Link]:
    """Drop the links of every circle: each contradicts the others, so none can be believed."""
    while True:
        newer = _grouped((link.older, link.newer) for link in links)
        older = _grouped((link.newer, link.older) for link in links)
        try:
            graphlib.TopologicalSorter(older).prepare()
        except graphlib.CycleError as fault:
            circle: list[str] = fault.args[1]
            # Circles that share an entry are one knot: what can be reached both ways.
            knot = {*_walk(circle[0], newer)} & {*_walk(circle[0], older)}
            broken = [link for link in links if link.older in knot and link.newer in knot]
            message = f"replaces in a circle: {' -> '.join(_abridged(circle))}"
            problems.extend(_problem(link, message) for link in broken)
            links = [link for link in links if not (link.older in knot and link.newer in knot)]
        else:
            return links


def _abridged(circle: list[str]) -> list[str]:
    """A closed circle from its smallest id on; a long one keeps its beginning and its end."""
    ring = circle[:-1]
    start = ring.index(min(ring))
    shown = [*ring[start:], *ring[:start], ring[start]]
    return shown if len(shown) <= _LONGEST_SHOWN else [*shown[:4], f"({len(shown) - 7} more)", *shown[-3:]]


def _forks(older: str, newer: tuple[str, ...], links: Sequence[Link]) -> list[Problem]:
    places = [link for link in links if link.older == older]
    named = " and ".join(f"{link.newer} ({link.path})" for link in _one_each(places))
    message = f"{older} has {len(newer)} successors: {named}; keep one, or close the others"
    return [_problem(link, message, rule="fork", severity=Severity.WARNING) for link in _one_each(places)]


def _one_each(links: Iterable[Link]) -> list[Link]:
    by_newer: dict[str, Link] = {}
    for link in links:
        by_newer.setdefault(link.newer, link)
    return list(by_newer.values())


def _problem(link: Link, message: str, rule: str = "link", severity: Severity = Severity.ERROR) -> Problem:
    return Problem(
        rule=rule,
        path=link.path,
        line=link.line,
        key=link.key,
        message=message,
        severity=severity,
    )


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, set[str]] = {}
    for left, right in pairs:
        groups.setdefault(left, set()).add(right)
    return {left: tuple(sorted(right)) for left, right in sorted(groups.items())}


def _walk(start: str, edges: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """All that can be reached from `start` along `edges`, breadth first, `start` included."""
    seen = {start: None}
    frontier = [start]
    while frontier:
        reached = [after for one in frontier for after in edges.get(one, ()) if after not in seen]
        frontier = list(dict.fromkeys(reached))
        seen.update(dict.fromkeys(frontier))
    return tuple(seen)
