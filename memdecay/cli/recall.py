"""`memdecay recall`: the main job."""

from __future__ import annotations

from typing import Annotated

import typer

from memdecay.cli import render
from memdecay.cli.options import AsOf, Json, KnownAt, instant
from memdecay.cli.render import Piece
from memdecay.cli.strength import held_against, told
from memdecay.errors import Unusable
from memdecay.memory import shapes
from memdecay.memory.opening import Memory
from memdecay.memory.recall import Answer, Question, Result, recall
from memdecay.policy import Combination, Policy
from memdecay.scope import asked_from
from memdecay.state import Standing

STANDING_STYLES = {
    Standing.ACTIVE: "green",
    Standing.PENDING: "yellow",
    Standing.EXPIRED: "dim",
    Standing.CLOSED: "dim",
}
_MOST_LINES = 24


def command(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question or a task, in your words.")],
    limit: Annotated[
        int, typer.Option("-k", "--limit", min=1, max=1000, help="How many results at most.")
    ] = 5,
    scope: Annotated[list[str] | None, typer.Option(help="Asked within this scope; may be repeated.")] = None,
    path: Annotated[
        str | None, typer.Option(help="Asked while working on this path of the repository.")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Also what no longer, or not yet, holds.")
    ] = False,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    explain: Annotated[bool, typer.Option("--explain", help="Every term of every score.")] = False,
    recording: Annotated[
        bool, typer.Option("--record", help="Record that the results were shown, which reinforces nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the instructions that hold for QUERY, strongest first.

    Example: `memdecay recall "how do I install packages" --path packages/web/src/app.ts`
    """
    if not query.strip():
        raise Unusable('the question is empty; ask something, as in `memdecay recall "run tests"`')
    memory = context.obj.open()
    question = Question(
        text=query,
        at=instant(as_of, "--as-of") or context.obj.now,
        known_at=instant(known_at, "--known-at"),
        place=asked_from(scope or (), path),
        limit=limit,
        with_history=history,
    )
    answer = recall(memory, question)
    if recording and answer.results:
        _record(memory, answer)
    if as_json:
        render.document(shapes.of_answer(answer, explain=explain))
    else:
        _show(answer, memory.policy, explain=explain)
    render.say_unusable(len(memory.event_problems), "event", "events")


def _record(memory: Memory, answer: Answer) -> None:
    from memdecay.cli.happened import who  # late: most questions record nothing and need none of it
    from memdecay.memory.recording import recalled

    shown = [one.entry.id for one in answer.results]
    recalled(memory, shown, answer.question.text, who(memory, None))


def _show(answer: Answer, policy: Policy, *, explain: bool) -> None:
    for rank, result in enumerate(answer.results, 1):
        _show_result(rank, result, policy, explain=explain)
    _show_rest(answer)


def _show_result(rank: int, result: Result, policy: Policy, *, explain: bool) -> None:
    ranked = result.ranked
    standing = ranked.candidate.standing
    head = [
        Piece(f"{rank}. "),
        Piece(result.entry.id, "bold cyan" if ranked.is_live else "bold"),
        Piece(f"  {standing.value} {_since(result)}".rstrip(), STANDING_STYLES[standing]),
    ]
    head += [Piece(f"  {note}", "dim") for note in _notes(result)]
    head.append(Piece(f"  {ranked.score:.2f}", "dim"))
    render.pieces(head)
    for mark in result.marks:
        render.pieces([Piece(f"{held_against(mark)} (`memdecay confirm` answers it)", "red")], indent=3)
    lines = result.entry.body.strip("\n").split("\n")
    render.pieces([Piece("\n".join(lines[:_MOST_LINES]))], indent=3)
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        render.pieces([Piece(f"… {more} more lines: memdecay show {result.entry.id}", "dim")], indent=3)
    if explain:
        _explain(result, policy)
    render.line()


def _since(result: Result) -> str:
    begins, ended = result.entry.valid_from, result.ended
    if result.ranked.candidate.standing is Standing.ACTIVE:
        return f"since {begins.text}" if begins else ""
    if result.ranked.candidate.standing is Standing.PENDING:
        return f"from {begins.text}" if begins else ""
    return f"{begins.text if begins else '?'} to {ended.text if ended else '?'}"


def _notes(result: Result) -> list[str]:
    entry, ranked = result.entry, result.ranked
    notes = []
    if entry.scope:
        notes.append(f"in {', '.join(entry.scope)}")
    if entry.section:
        notes.append(f"under {entry.section}")
    if ranked.via:
        notes.append(f"via {ranked.via}")
    if result.successors and not ranked.is_live:
        notes.append(f"replaced by {', '.join(result.successors)}")
    if result.trust.value == "unreviewed":
        notes.append("unreviewed")
    if entry.pinned:
        notes.append("pinned")
    return notes


def _combined(result: Result, policy: Policy) -> str:
    ranked, strength = result.ranked, result.ranked.candidate.strength
    if policy.combination is Combination.PRODUCT:
        return f"relevance {ranked.relevance:.4f} * factor {strength.factor:.4f}"
    weight = policy.blend_retention
    kept = f"retention {strength.retention:.4f} * {weight:.2f}"
    return f"relevance {ranked.relevance:.4f} * {1 - weight:.2f} + {kept}"


def _explain(result: Result, policy: Policy) -> None:
    ranked, candidate = result.ranked, result.ranked.candidate
    match = candidate.relevance
    found = (
        f"words {match.lexical:.4f} * {1 - match.dense_weight:.2f}"
        f" + meaning {match.dense:.4f} * {match.dense_weight:.2f}"
    )
    if match.judged_weight:
        reread = f"reranker {match.judged:.4f} * {match.judged_weight:.2f}"
        found = f"({found}) * {1 - match.judged_weight:.2f} + {reread}"
    terms = (
        f"score {ranked.score:.4f} = {_combined(result, policy)}; own relevance {match.fused:.4f} = {found}"
    )
    if ranked.via:
        terms += f"; relevance taken over from {ranked.via}"
    render.pieces([Piece(terms, "dim")], indent=3)
    render.pieces([Piece(told(candidate.strength), "dim")], indent=3)


def _show_rest(answer: Answer) -> None:
    """What was left out and why; what to do where nothing was found."""
    if not answer.results:
        render.line(_nothing(answer))
    withheld = answer.withheld
    parts = [
        f"{withheld.beyond} more with a larger -k" if withheld.beyond else "",
        f"{withheld.closed} no longer or not yet true (--history shows them)" if withheld.closed else "",
        f"{withheld.scope} of another scope" if withheld.scope else "",
        f"{withheld.weak} weak" if withheld.weak else "",
    ]
    listed = ", ".join(part for part in parts if part)
    if listed:
        render.line(f"Left out: {listed}.", "dim")
    render.say_unusable(answer.broken + withheld.unreadable, "file", "files")


def _nothing(answer: Answer) -> str:
    if not answer.entries:
        return 'The memory is empty; `memdecay add "..."` writes a first instruction.'
    return "Nothing that holds answers this."
