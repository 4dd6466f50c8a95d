"""`memdecay add`: write an instruction, through the gate."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.editor import edited
from memdecay.cli.options import Json, moment_of
from memdecay.entry import DEFAULT_IMPORTANCE, Trust
from memdecay.errors import Unusable
from memdecay.memory import shapes
from memdecay.memory.add import Added, LooksLikeCorrection, Wish, add
from memdecay.memory.authors import author
from memdecay.memory.coding_agents import running
from memdecay.memory.opening import Memory


def command(
    context: typer.Context,
    text: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="The instruction in Markdown; - reads it from standard input."),
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the text from this file.")] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Write the text in your editor.")] = False,
    id: Annotated[str | None, typer.Option(help="Its id; default: made of its words.")] = None,
    supersedes: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="The entry it replaces; may be repeated.")
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Why, for the closing note of what it replaces.")] = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="A name or a path glob where it applies; may be repeated.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="What it is about; may be repeated.")] = None,
    importance: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="1 fades half as fast, 0 twice as fast.")
    ] = DEFAULT_IMPORTANCE,
    pin: Annotated[bool, typer.Option("--pin", help="It never fades.")] = False,
    valid_from: Annotated[
        str | None, typer.Option(metavar="DATE", help="From when it applies; default: today.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="The last day it applies.")] = None,
    unreviewed: Annotated[bool, typer.Option("--unreviewed", help="No person has read it yet.")] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Keep both where it looks like a correction.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write a new entry. What it resembles is named first; a duplicate is refused.

    Example: `memdecay add "Install packages with pnpm." --supersedes install-with-npm`
    """
    memory = context.obj.open()
    agent = None if unreviewed else running(os.environ)
    wish = Wish(
        text=_text(text, file, edit=edit),
        id=id,
        supersedes=tuple(supersedes or ()),
        scope=tuple(scope or ()),
        tags=tuple(tag or ()),
        importance=importance,
        pinned=pin,
        valid_from=moment_of(valid_from, "--valid-from"),
        valid_until=moment_of(until, "--until"),
        trust=Trust.UNREVIEWED if unreviewed or agent else Trust.REVIEWED,
        author=author(memory),
        reason=reason,
    )
    added = _added(memory, wish, keep_both=anyway, may_ask=not as_json)
    if as_json:
        render.document(shapes.of_added(added))
    else:
        _show(added)
    if agent:
        render.say(
            f"{agent} runs this, so {added.entry.id} is unreviewed; "
            "`memdecay propose --only unreviewed` lists it for a person to accept"
        )


def _text(text: str | None, file: Path | None, *, edit: bool) -> str:
    """The text from the one place it was given in."""
    if sum((text is not None, file is not None, edit)) != 1:
        raise Unusable("give the text once: as an argument, as - for standard input, --file or --edit")
    if edit:
        return edited()
    try:
        if file is not None:
            return file.read_bytes().decode("utf-8-sig")
        if text == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
    except OSError as fault:
        place = file or "standard input"
        raise Unusable(f"cannot read {place}: {fault.strerror}; name another file") from None
    except UnicodeDecodeError as fault:
        raise Unusable(f"the text is not UTF-8: byte {fault.start}; save it as UTF-8") from None
    return text or ""


def _added(memory: Memory, wish: Wish, *, keep_both: bool, may_ask: bool) -> Added:
    """Add; where the gate suspects a correction and a person sits there, ask instead of refusing."""
    try:
        return add(memory, wish, keep_both=keep_both)
    except LooksLikeCorrection as question:
        if not may_ask or not sys.stdin.isatty() or not sys.stderr.isatty():
            raise
        return _asked(memory, wish, question)


def _asked(memory: Memory, wish: Wish, question: LooksLikeCorrection) -> Added:
    render.say(f"this looks like a correction of {question.old}:")
    render.quote(question.old_text)
    replace = "[r]eplace it, " if question.may_replace else ""
    answer = typer.prompt(f"{replace}[k]eep both, or [s]top?", default="s", err=True)
    match answer.strip().lower()[:1]:
        case "r" if question.may_replace:
            return add(memory, wish.replacing(question.old))
        case "k":
            return add(memory, wish, keep_both=True)
    raise question


def _show(added: Added) -> None:
    render.line(f"Wrote {added.entry.path}.")
    for note in added.closed:
        render.line(f"Closed {note.closes}, recorded in {note.path}.")
    near = [one for one in added.verdict.neighbours if one not in added.entry.supersedes]
    if near:
        render.line(f"Near it: {', '.join(near)}.")
    if added.verdict.elsewhere:
        render.line(f"The same text is known in another scope: {', '.join(added.verdict.elsewhere)}.")
