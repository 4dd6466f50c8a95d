"""`memdecay eval`: how well a memory answers questions whose answers are known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay import evaluation, moment
from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.errors import Unusable
from memdecay.evaluation import Mean, Outcome
from memdecay.memory.evaluating import Evaluation, evaluate, missed
from memdecay.memory.opening import Memory

IN_FORCE, COMPARED = "in force", "compared"


def command(
    context: typer.Context,
    cases: Annotated[
        Path, typer.Argument(metavar="CASES", help="A YAML list of questions, or .jsonl with one a line.")
    ],
    limit: Annotated[
        int, typer.Option("-k", "--limit", min=1, max=1000, help="How many results count as shown.")
    ] = 5,
    compare: Annotated[
        Path | None,
        typer.Option(metavar="SETTINGS", help="Ask again by the settings in this file, and compare."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Ask again with this setting; may be repeated."),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MEASURE=VALUE",
            help="End with 1 where a measure is worse, such as success@1=0.8; may be repeated.",
        ),
    ] = None,
    failures: Annotated[
        bool, typer.Option("--failures", help="What came instead, for each question that failed.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Ask every question in CASES and measure how well the answers are what was expected.

    A question is `query`, `expect` (an id, or a list of which any will do), `not` (ids that must not
    come first), and where it applies `scope`, `path`, `at` (a date) and `kind`.

    Example: `memdecay eval questions.yaml --require success@1=0.8 --failures`
    """
    wanted = dict(_required(one, limit) for one in require or ())
    changed = dict(_pair(one, "--set") for one in changes or ())
    memory = context.obj.open()
    render.say_unusable(len(memory.index.broken()), "file", "files")
    found = evaluate(memory, cases, shown=limit, other=compare, changes=changed)
    means = evaluation.means(found.outcomes)
    unmet = _unmet(wanted, means, cases)
    if as_json:
        render.document(_document(memory, found, wanted, unmet))
    else:
        _show(memory, found, means, failures=failures)
        for name in unmet:
            bound = "at most" if evaluation.is_better_small(name) else "at least"
            render.line(f"{name} is {means[name].value:.3f}, required is {bound} {wanted[name]:g}.", "red")
    if unmet:
        raise typer.Exit(1)


def _pair(text: str, option: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        raise Unusable(f"{option} {text!r}: is not NAME=VALUE")
    return key.strip(), value.strip()


def _required(text: str, limit: int) -> tuple[str, float]:
    """A measure by its name, and the threshold."""
    written, value = _pair(text, "--require")
    names = {name.lower(): name for name in evaluation.measures(limit)}
    if written.lower() not in names:
        raise Unusable(
            f"--require {text!r}: there is no measure {written!r}; there are: {', '.join(names.values())}"
        )
    try:
        threshold = float(value)
    except ValueError:
        threshold = -1.0
    if not 0 <= threshold <= 1:
        raise Unusable(f"--require {text!r}: {value!r} is not a number from 0 to 1")
    return names[written.lower()], threshold


def _unmet(wanted: dict[str, float], means: dict[str, Mean], cases: Path) -> list[str]:
    """The measures that are worse than required. Raises Unusable for one that no question speaks of."""
    for name in wanted:
        if name not in means:
            key = "not" if evaluation.is_better_small(name) else "expect"
            raise Unusable(f"--require {name}: no question in {cases} has `{key}`, so it cannot be measured")
    return [name for name, threshold in wanted.items() if _is_worse(name, means[name].value, threshold)]


def _is_worse(name: str, value: float, threshold: float) -> bool:
    return value > threshold if evaluation.is_better_small(name) else value < threshold


def _show(memory: Memory, found: Evaluation, means: dict[str, Mean], *, failures: bool) -> None:
    failed = [one for one in found.outcomes if one.is_failed]
    questions = render.counted(len(found.outcomes), "question", "questions")
    render.line(f"{questions}; {len(failed)} failed.")
    render.line()
    kinds = evaluation.by_kind(found.outcomes)
    render.table([*_head("measure"), *_rows(means)])
    if len(kinds) > 1:
        for kind, outcomes in kinds.items():
            render.line()
            render.table([*_head(kind), *_rows(evaluation.means(outcomes))])
    if found.changed is not None:
        _show_comparison(found)
    if failures:
        _show_failures(memory, found)
    elif failed:
        render.line()
        render.line("--failures shows what came instead.", "dim")


def _head(name: str) -> list[list[Piece]]:
    return [[Piece(cell, "bold") for cell in (name, "value", "95 % from", "to", "questions")]]


def _rows(means: dict[str, Mean]) -> list[list[Piece]]:
    return [
        [
            Piece(name), Piece(f"{one.value:.3f}", "cyan"), Piece(f"{one.low:.3f}"), Piece(f"{one.high:.3f}"),
            Piece(str(one.cases), "dim"),
        ]
        for name, one in means.items()
    ]  # fmt: skip


def _show_comparison(found: Evaluation) -> None:
    changed = ", ".join(f"{key}: {value}" for key, value in (found.changed or {}).items())
    render.line()
    render.line(f"Compared with {changed or 'the same settings'}:")
    rows = [
        [Piece(cell, "bold") for cell in ("measure", "in force", "compared", "difference", "95 % from", "to")]
    ]
    ours, theirs = evaluation.means(found.outcomes), evaluation.means(found.compared)
    for name, one in evaluation.differences(found.outcomes, found.compared).items():
        sure = one.low > 0 or one.high < 0
        numbers = (f"{one.value:+.3f}", f"{one.low:+.3f}", f"{one.high:+.3f}")
        style = "bold" if sure else ""
        rows.append([Piece(name), Piece(f"{ours[name].value:.3f}"), Piece(f"{theirs[name].value:.3f}"),
                     *(Piece(number, style) for number in numbers)])  # fmt: skip
    render.table(rows)
    render.line("A difference whose interval holds 0 may be chance.", "dim")


def _show_failures(memory: Memory, found: Evaluation) -> None:
    for place, one in enumerate(found.outcomes):
        other = found.compared[place] if found.compared else None
        if one.is_failed or (other is not None and other.is_failed):
            _show_failure(memory, found, one, other)


def _show_failure(memory: Memory, found: Evaluation, one: Outcome, other: Outcome | None) -> None:
    case = one.case
    render.line()
    head = [
        Piece(f"{found.path.name}:{case.line}  ", "dim"),
        Piece(case.query, "bold"),
        Piece(f"  {case.kind}", "dim"),
    ]
    render.pieces(head)
    standings = missed(memory, one)
    for id_ in case.expect:
        render.pieces([Piece(f"expected {id_}: {_stood(one, id_, standings)}")], indent=3)
    for id_ in case.never:
        if id_ in one.ids:
            render.pieces([Piece(f"not {id_}: place {one.ids.index(id_) + 1}", "red")], indent=3)
    render.pieces([Piece(f"came: {_listed(one)}")], indent=3)
    if other is not None:
        render.pieces([Piece(f"compared: {_listed(other)}", "dim")], indent=3)


def _listed(one: Outcome) -> str:
    return ", ".join(one.ids[: one.shown]) or "nothing"


def _stood(one: Outcome, id_: str, standings: dict[str, str]) -> str:
    if id_ in one.ids:
        return f"place {one.ids.index(id_) + 1}"
    standing = standings.get(id_, "unknown")
    told = "though it holds" if standing == "active" else f"it is {standing}"
    return f"not among the first {max(one.shown, evaluation.DEPTH)}, {told}"


def _document(
    memory: Memory, found: Evaluation, wanted: dict[str, float], unmet: list[str]
) -> dict[str, Any]:
    runs = {IN_FORCE: found.outcomes} | ({COMPARED: found.compared} if found.changed is not None else {})
    return {
        "cases": str(found.path),
        "at": moment.timestamp(memory.now),
        "model": found.model,
        "limit": found.shown,
        "settings": [
            {
                "name": name,
                "model": found.compared_model if name == COMPARED else found.model,
                "changed": dict(found.changed or {}) if name == COMPARED else {},
                "measures": _of_means(evaluation.means(outcomes)),
                "kinds": {
                    kind: _of_means(evaluation.means(own))
                    for kind, own in evaluation.by_kind(outcomes).items()
                },
            }
            for name, outcomes in runs.items()
        ],
        "differences": _of_means(evaluation.differences(found.outcomes, found.compared))
        if found.changed is not None
        else {},
        "required": [
            {"measure": name, "value": value, "met": name not in unmet} for name, value in wanted.items()
        ],
        "results": [_of_outcomes(runs, place) for place in range(len(found.outcomes))],
    }


def _of_means(means: dict[str, Mean]) -> dict[str, Any]:
    return {
        name: {
            "value": round(one.value, 4), "low": round(one.low, 4), "high": round(one.high, 4),
            "questions": one.cases,
        }
        for name, one in means.items()
    }  # fmt: skip


def _of_outcomes(runs: dict[str, tuple[Outcome, ...]], place: int) -> dict[str, Any]:
    case = runs[IN_FORCE][place].case
    return {
        "line": case.line,
        "query": case.query,
        "kind": case.kind,
        "expect": list(case.expect),
        "not": list(case.never),
        "at": moment.timestamp(case.at) if case.at else None,
        "answers": [
            {
                "settings": name, "failed": outcomes[place].is_failed, "place": outcomes[place].place,
                "stale_place": outcomes[place].stale_place, "ids": list(outcomes[place].ids),
            }
            for name, outcomes in runs.items()
        ],
    }  # fmt: skip
