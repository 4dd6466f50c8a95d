"""What an agent may do through a server: ask, write what no person has accepted yet, report, propose.

Each tool gives the document of the command of its name. None of them confirms, reviews or applies: that is
for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from memdecay import event, moment
from memdecay.entry import DEFAULT_IMPORTANCE, Trust
from memdecay.errors import Refused
from memdecay.event import Kind
from memdecay.memory import shapes
from memdecay.memory.add import Wish
from memdecay.memory.add import add as write_entry
from memdecay.memory.opening import Memory
from memdecay.memory.proposing import Only, write
from memdecay.memory.proposing import propose as find_proposals
from memdecay.memory.recall import Question
from memdecay.memory.recall import recall as answer
from memdecay.memory.recording import Happening, record
from memdecay.memory.show import Snapshot
from memdecay.moment import Moment
from memdecay.scope import Place

SOURCE = "mcp"


class Report(str, Enum):
    """What an agent may report of an entry. That it still holds is for a person to say."""

    USED = "used"
    HELPED = "helped"
    MISLED = "misled"


_OUTCOMES = {Report.HELPED: 1.0, Report.MISLED: -1.0}


def recall(
    memory: Memory,
    query: str,
    *,
    limit: int = 5,
    scope: Sequence[str] = (),
    path: str | None = None,
    history: bool = False,
    as_of: str | None = None,
) -> dict[str, Any]:
    """The instructions that hold for `query`, strongest first. Raises Refused for an empty question."""
    if not query.strip():
        raise Refused("the question is empty; ask something, such as: how are the tests run?")
    written = _moment(as_of, "as_of")
    question = Question(
        text=query,
        at=written.last if written else memory.now,
        place=Place(names=tuple(scope), path=path.replace("\\", "/").removeprefix("./") if path else None),
        limit=limit,
        with_history=history,
    )
    return shapes.of_answer(answer(memory, question))


def add(
    memory: Memory,
    text: str,
    *,
    by: str,
    supersedes: Sequence[str] = (),
    scope: Sequence[str] = (),
    tags: Sequence[str] = (),
    importance: float = DEFAULT_IMPORTANCE,
    until: str | None = None,
    reason: str | None = None,
    keep_both: bool = False,
) -> dict[str, Any]:
    """Write an unreviewed entry after the gate. Raises Refused and LooksLikeCorrection as `add` does."""
    wish = Wish(
        text=text,
        supersedes=tuple(supersedes),
        scope=tuple(scope),
        tags=tuple(tags),
        importance=importance,
        valid_until=_moment(until, "until"),
        trust=Trust.UNREVIEWED,
        author=by,
        source=SOURCE,
        reason=reason,
    )
    return shapes.of_added(write_entry(memory, wish, keep_both=keep_both))


def supersede(memory: Memory, ids: Sequence[str], text: str, **wish: Any) -> dict[str, Any]:
    """Write an unreviewed entry that replaces `ids`, which are closed; the rest is as in `add`.

    Raises Refused where a person accepted one of them.
    """
    if not ids:
        raise Refused("no entry is named; give the id of what it replaces, or use the tool add")
    return add(memory, text, supersedes=ids, **wish)


def feedback(
    memory: Memory, ids: Sequence[str], report: Report, *, by: str, query: str | None, note: str | None
) -> dict[str, Any]:
    """Record what came of acting on entries. Raises Refused for an id that no entry has."""
    if not ids:
        raise Refused("no entry is named; give at least one id")
    happening = Happening(
        kind=Kind(report.value), by=by, query=query, note=note, outcome=_OUTCOMES.get(report)
    )
    return {"events": [event.shape(one) for one in record(memory, ids, happening).events]}


def why(memory: Memory, id: str) -> dict[str, Any]:  # noqa: A002 - the domain's own word
    """The chain and timeline of an entry, oldest first. Raises Refused for an id that no entry has."""
    family = Snapshot(memory=memory, at=memory.now).family(id)
    return {"id": id, "entries": [shapes.of_shown(one) for one in family]}


def propose(memory: Memory, *, only: Only | None, limit: int | None) -> dict[str, Any]:
    """Write a prune list for people to tick, where there is evidence for one; nothing else changes."""
    proposed = find_proposals(memory, only=only, limit=limit)
    path = write(memory, proposed, None) if proposed.proposals else None
    listed = path.relative_to(memory.root).as_posix() if path is not None else None
    return shapes.of_proposed(proposed, listed)


def _moment(text: str | None, name: str) -> Moment | None:
    if text is None:
        return None
    try:
        return moment.parse(text)
    except ValueError as fault:
        raise Refused(f"{name} {text!r}: {fault}") from None
