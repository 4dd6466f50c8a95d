"""`memdecay review`: step through a prune list and tick what you approve."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from memdecay.cli import render, show, why
from memdecay.cli.render import Piece
from memdecay.errors import Refused
from memdecay.memory.coding_agents import refuse_agents
from memdecay.memory.planning import ListRefused
from memdecay.memory.prune_list import open_list
from memdecay.memory.reviewing import Review
from memdecay.proposals import Action, Section

_ACTIONS = {"c": Action.CLOSE, "k": Action.CONFIRM, "x": Action.DELETE}
_HELP = {
    "c": "close: it no longer applies; a note beside it will say so",
    "k": "confirm (keep): it still holds, and stays fresh",
    "x": "delete: the file goes, for good",
    "n": "no: none of this; takes ticks away",
    "s": "skip: leave this item as it is (also: return)",
    "v": "view the whole entry",
    "w": "why: its chain, and who replaced what",
    "d": "diff against the neighbour that the evidence names",
    "q": "quit",
    "?": "this help",
}


def command(
    context: typer.Context,
    list: Annotated[Path, typer.Argument(metavar="LIST", help="The prune list to tick.")],
) -> None:
    """Ask about each item of a prune list and tick what you approve. Only ticks change in the file.

    Example: `memdecay review memory/proposals/2026-11-29.md`
    """
    memory = context.obj.open()
    if not sys.stdin.isatty():
        raise Refused("review asks, and standard input is no terminal; tick the list in an editor instead")
    refuse_agents(memory, os.environ, None)
    review = Review(memory=memory, listed=open_list(memory, list))
    if review.listed.problems:
        for one in review.listed.problems:
            render.pieces([Piece("error: ", "red"), Piece(str(one))])
        raise ListRefused(review.listed.name, review.listed.problems)
    _finish(review, _asked(review))


def _asked(review: Review) -> dict[str, Action | None]:
    """What was decided, by entry; an item that was skipped is not in it."""
    chosen: dict[str, Action | None] = {}
    sections = review.sections
    for number, section in enumerate(sections, 1):
        _introduce(section, f"{number}/{len(sections)}")
        answer = _answer(review, section)
        if answer == "q":
            break
        if answer in _ACTIONS:
            chosen[section.entry] = _ACTIONS[answer]
        elif answer == "n":
            chosen[section.entry] = None
    return chosen


def _introduce(section: Section, place: str) -> None:
    render.line()
    render.pieces([Piece(section.entry, "bold cyan"), Piece(f"  {place}", "dim")])
    render.pieces([Piece(section.text)], indent=2)
    ticked = [line.said for line in section.lines if line.is_ticked]
    if ticked:
        render.line(f"Ticked: {', '.join(ticked)}.", "yellow")


def _answer(review: Review, section: Section) -> str:
    """A key that decides; keys that only show something are asked again."""
    keys = [key for key, action in _ACTIONS.items() if action in {line.action for line in section.lines}]
    allowed = [*keys, *"nsvwdq?"]
    names = " ".join(f"[{key}]{_ACTIONS[key].value}" for key in keys)
    while True:
        typed: str = typer.prompt(
            f"{names} [{','.join(allowed[len(keys) :])}]", default="s", show_default=False
        )
        key = typed.strip().lower()[:1]
        if key in {*keys, *"nsq"}:
            return key
        _SHOWING.get(key if key in allowed else "?", _show_help)(review, section)


def _show_help(review: Review, section: Section) -> None:  # noqa: ARG001 - as its neighbours
    offered = {line.action for line in section.lines}
    for key, meaning in _HELP.items():
        if key not in _ACTIONS or _ACTIONS[key] in offered:
            render.pieces([Piece(f"{key}  ", "bold"), Piece(meaning)], indent=2)


def _show_entry(review: Review, section: Section) -> None:
    found = review.shown(section)
    if found is None:
        render.line(f"{section.entry} is not in this memory any more.", "yellow")
    else:
        show.show(found)


def _show_chain(review: Review, section: Section) -> None:
    family = review.family(section)
    if len(family) <= 1:
        render.line("It replaced nothing, and nothing replaced it.")
    else:
        why.draw(family, section.entry)


def _show_difference(review: Review, section: Section) -> None:
    found = review.difference(section)
    if found is None:
        render.line("The evidence names no neighbour.")
        return
    other, rows = found
    render.line(f"- {section.entry}  + {other}", "bold")
    styles = {"-": "red", "+": "green", "@": "dim"}
    for row in rows or ["Both say the same."]:
        render.pieces([Piece(row, styles.get(row[:1], ""))], indent=2)


_SHOWING: dict[str, Callable[[Review, Section], None]] = {
    "v": _show_entry, "w": _show_chain, "d": _show_difference,
}  # fmt: skip


def _finish(review: Review, chosen: dict[str, Action | None]) -> None:
    """Write the ticks, once a person says yes to all of them."""
    changes = review.changes(chosen)
    render.line()
    if not changes:
        render.line("Nothing was changed.")
        return
    for entry, action in chosen.items():
        render.line(f"{entry}: {action.value if action else 'none'}")
    lines = render.counted(changes, "line", "lines")
    if not typer.confirm(f"Change the ticks of {lines}?", default=False):
        render.line("Nothing was changed.")
        return
    review.save(chosen)
    render.line(f"Ticked. Now: memdecay apply {review.listed.path}")
