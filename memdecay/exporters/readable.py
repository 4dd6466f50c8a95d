"""A memory as Markdown for people: one document of everything, or a decision record for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdecay import moment
from memdecay.characters import escaped
from memdecay.entry import ClosingNote
from memdecay.event import Event
from memdecay.exporters.archive import Export
from memdecay.inset import code, quoted
from memdecay.memory.show import Shown
from memdecay.moment import EARLIEST
from memdecay.state import Standing

_TITLES = {
    Standing.ACTIVE: "Holds",
    Standing.PENDING: "Holds not yet",
    Standing.EXPIRED: "Its time is over",
    Standing.CLOSED: "Closed",
}
_DECISIONS = {
    Standing.ACTIVE: "accepted",
    Standing.PENDING: "proposed",
    Standing.EXPIRED: "deprecated",
    Standing.CLOSED: "deprecated",
}


def write_markdown(export: Export) -> str:
    """Every entry under its standing, with its dates, its closing note and what happened to it."""
    happened: dict[str, list[Event]] = {}
    for one in export.events:
        happened.setdefault(one.entry, []).append(one)
    parts = [f"# The memory on {export.at:%Y-%m-%d}\n\n"]
    for standing, title in _TITLES.items():
        found = [one for one in export.entries if one.standing is standing]
        if found:
            parts.append(f"## {title}\n\n")
            parts += [_entry(one, happened.get(one.entry.id, [])) for one in found]
    return "".join(parts).rstrip("\n") + "\n"


def _entry(shown: Shown, happened: list[Event]) -> str:
    facts = "".join(f"- {fact}\n" for fact in _facts(shown))
    history = "".join(f"- {_event(one)}\n" for one in happened)
    parts = [f"### {shown.entry.id}", facts.rstrip("\n"), quoted(shown.entry.body, 3), history.rstrip("\n")]
    return "".join(f"{part}\n\n" for part in parts if part)


def _facts(shown: Shown) -> Iterator[str]:
    entry, note = shown.entry, shown.note
    if entry.valid_from:
        yield f"since {entry.valid_from.text}"
    ended = (note.valid_until if note else None) or entry.valid_until
    if ended:
        yield f"until {ended.text}"
    if shown.predecessors:
        yield f"instead of {', '.join(shown.predecessors)}"
    if shown.successors:
        yield f"replaced by {', '.join(shown.successors)}"
    if note is not None:
        yield _closed(note)
    if entry.scope:
        yield f"in {', '.join(map(code, entry.scope))}"
    if entry.tags:
        yield f"about {', '.join(map(code, entry.tags))}"
    if entry.trust.value == "unreviewed" and not shown.record.is_reviewed:
        yield "unreviewed"
    if entry.author:
        yield f"written by {code(entry.author)}"


def _closed(note: ClosingNote) -> str:
    by = f" by {code(note.closed_by)}" if note.closed_by else ""
    return f"closed{by}" + (f": {code(note.reason)}" if note.reason else "")


def _event(happened: Event) -> str:
    note = f": {code(happened.note)}" if happened.note else ""
    return f"{happened.at:%Y-%m-%d} {happened.kind.value} by {code(happened.by)}{note}"


def decision_records(export: Export) -> Mapping[str, bytes]:
    """A file for each entry in the manner of MADR, numbered by age, with links between those that replace."""
    ordered = sorted(
        export.entries, key=lambda one: (one.entry.born or EARLIEST, one.entry.id, one.entry.path)
    )
    names = {one.entry.id: f"{number:04}-{one.entry.id}.md" for number, one in enumerate(ordered, 1)}
    return {
        f"{number:04}-{one.entry.id}.md": _record(one, number, names).encode()
        for number, one in enumerate(ordered, 1)
    }


def _record(shown: Shown, number: int, names: Mapping[str, str]) -> str:
    entry = shown.entry
    title = escaped(entry.title or entry.id)
    parts = [
        "\n".join(["---", *_header(shown, names), "---"]),
        f"# {number}. {title}",
        "## Decision",
        quoted(entry.body, 2),
    ]
    if shown.note is not None:
        parts += ["## Closed", f"{_closed(shown.note)[0].upper()}{_closed(shown.note)[1:]}."]
    return "\n\n".join(part for part in parts if part) + "\n"


def _header(shown: Shown, names: Mapping[str, str]) -> Iterator[str]:
    newer = [f"[ADR-{names[one][:4]}]({names[one]})" for one in shown.successors if one in names]
    is_replaced = bool(newer) and shown.standing is Standing.CLOSED
    status = f"superseded by {' and '.join(newer)}" if is_replaced else _DECISIONS[shown.standing]
    yield f'status: "{status}"'
    if shown.entry.born:
        yield f"date: {moment.timestamp(shown.entry.born)[:10]}"
