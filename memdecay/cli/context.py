"""`memdecay context`: the block an agent should read now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from memdecay import moment
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.strength import held_against
from memdecay.errors import Unusable
from memdecay.memory import context as blocks
from memdecay.memory import shapes
from memdecay.memory.context import (
    DEFAULT_BUDGET,
    DEFAULT_SHARE,
    UNFIT,
    UNREADABLE,
    Chosen,
    LeftOut,
    Packed,
    Wanted,
)
from memdecay.scope import asked_from


def command(
    context: typer.Context,
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="A question or a task; default: all that holds.")
    ] = None,
    budget: Annotated[
        int, typer.Option(metavar="N", min=0, help="At most so many tokens, counted to be safe.")
    ] = DEFAULT_BUDGET,
    path: Annotated[str | None, typer.Option(help="For work on this path of the repository.")] = None,
    scope: Annotated[list[str] | None, typer.Option(help="For this scope; may be repeated.")] = None,
    window: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The tokens that the agent can hold at all.")
    ] = None,
    at: Annotated[
        float, typer.Option(metavar="SHARE", min=0.0, max=1.0, help="Take at most this share of --window.")
    ] = DEFAULT_SHARE,
    as_json: Json = False,
) -> None:
    """Write the Markdown block that an agent should read now: whole entries, within a budget of tokens.

    What is pinned comes first, then what scores highest: by relevance as `recall` ranks it, or without
    QUERY by importance times how little it has faded. What misled comes last.

    Example: `memdecay context "fix the checkout" --budget 1500 --path packages/web/src/cart.ts`
    """
    if query is not None and not query.strip():
        raise Unusable("the question is empty; ask something, or leave it out for all that holds")
    memory = context.obj.open()
    wanted = Wanted(
        at=context.obj.now,
        query=query,
        place=asked_from(scope or (), path),
        budget=budget,
        window=window,
        share=at,
    )
    packed = blocks.context(memory, wanted)
    if as_json:
        render.document(_document(packed))
    else:
        render.block(packed.text)
    _say(packed)
    render.say_unusable(len(memory.event_problems), "event", "events")


def _say(packed: Packed) -> None:
    if not packed.entries:
        render.say(_nothing(packed))
    say_left_out(packed.left_out, "not shown")
    for chosen in packed.entries:
        name = chosen.entry.id
        for mark in chosen.marks:
            render.say(f"{name} {held_against(mark)}; `memdecay confirm {name}` answers it")
        if chosen.is_unreviewed:
            render.say(f"{name} is unreviewed; `memdecay propose --only unreviewed` lists it to accept")


def say_left_out(left_out: Iterable[LeftOut], word: str) -> None:
    """One sentence for each reason; where a file is at fault, who names it."""
    for one in left_out:
        if one.reason == UNREADABLE:
            render.say_unusable(one.number, "file", "files")
        else:
            render.say(f"{word}: {one.told()}")


def _nothing(packed: Packed) -> str:
    if not packed.left_out:
        return 'the memory is empty; `memdecay add "..."` writes a first instruction'
    if any(one.reason == UNFIT for one in packed.left_out):
        return f"nothing of what holds here fits in {packed.wanted.limit:,} tokens; give more with --budget"
    return "nothing that holds here answers this" if packed.wanted.query else "nothing holds here"


def _document(packed: Packed) -> dict[str, Any]:
    wanted = packed.wanted
    return {
        "query": wanted.query,
        "at": moment.timestamp(wanted.at),
        "budget": wanted.budget,
        "limit": wanted.limit,
        "tokens": packed.tokens,
        "text": packed.text,
        "results": [_of_chosen(one, rank) for rank, one in enumerate(packed.entries, 1)],
        "left_out": [
            {"reason": one.reason, "number": one.number, "ids": list(one.ids)} for one in packed.left_out
        ],
    }


def _of_chosen(one: Chosen, rank: int) -> dict[str, Any]:
    entry = one.entry
    return {
        "rank": rank,
        "id": entry.id,
        "path": entry.path,
        "title": entry.title,
        "tokens": one.tokens,
        "score": round(one.score, 4),
        "factor": round(one.factor, 4),
        "pinned": entry.pinned,
        "scope": list(entry.scope),
        "via": one.via,
        "trust": "unreviewed" if one.is_unreviewed else "reviewed",
        "marks": len(one.marks),
        "held_against": [shapes.of_mark(mark) for mark in one.marks],
    }
