"""`memdecay policy`: the numbers in force, how an entry fades by them, and what history says of them."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Annotated, Any

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.memory import shapes
from memdecay.memory.fitting import Fitted, fit
from memdecay.memory.opening import Memory
from memdecay.memory.show import Snapshot
from memdecay.moment import EARLIEST, LATEST
from memdecay.policy import Policy
from memdecay.retention import Subject, strength
from memdecay.survival import Estimate

_POINTS = 120


class Sort(str, Enum):
    """What sort of instruction to draw."""

    ORDINARY = "ordinary"
    VERSION = "version"
    IMPORTANT = "important"
    UNIMPORTANT = "unimportant"


_SORTS = {
    Sort.ORDINARY: Subject(born=EARLIEST),
    Sort.VERSION: Subject(born=EARLIEST, names_version=True),
    Sort.IMPORTANT: Subject(born=EARLIEST, importance=1.0),
    Sort.UNIMPORTANT: Subject(born=EARLIEST, importance=0.0),
}

group = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode="markdown")


@group.callback()
def show(
    context: typer.Context,
    entry: Annotated[str | None, typer.Option(metavar="ID", help="Draw how this entry fades.")] = None,
    sort: Annotated[
        list[Sort] | None, typer.Option(help="Draw how this sort of instruction fades; may be repeated.")
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=36_500, help="How far to draw.")] = 730,
    as_json: Json = False,
) -> None:
    """Show every number with its reason, and draw how instructions fade by them.

    Example: `memdecay policy --entry install-with-pnpm`
    """
    if context.invoked_subcommand is not None:
        return
    memory: Memory = context.obj.open()
    curves = _curves(memory, entry, sort or ([] if entry else [Sort.ORDINARY, Sort.VERSION]), days)
    if as_json:
        render.document({"settings": _settings(memory.policy), "curves": curves})
        return
    if not entry and not sort:
        for setting in _settings(memory.policy):
            changed = "" if setting["value"] == setting["default"] else f" (default {setting['default']})"
            render.pieces([Piece(setting["name"], "bold"), Piece(f": {setting['value']}{changed}", "cyan")])
            render.pieces([Piece(f"{setting['reason']} (by {setting['by']})", "dim")], indent=3)
        render.line()
    render.chart(
        {name: (points["days"], points["retention"]) for name, points in curves.items()},
        title="retention, if nothing happens", x="days from now" if entry else "days since it was written",
    )  # fmt: skip


@group.command(name="fit")
def fit_command(
    context: typer.Context,
    path: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Instruction files; default: all that git tracks."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Estimate the law of fading from this repository's own history. Changes nothing.

    Example: `memdecay policy fit AGENTS.md docs/RULES.md`
    """
    fitted = fit(context.obj.open(), path or [])
    if as_json:
        render.document(_fit_shape(fitted))
    else:
        _show_fit(fitted)


def _curves(memory: Memory, entry: str | None, sorts: list[Sort], days: int) -> dict[str, Any]:
    steps = [days * place / _POINTS for place in range(_POINTS + 1)]
    curves = {sort.value: _drawn(_SORTS[sort], steps, memory.policy) for sort in sorts}
    if entry is not None:
        shown = Snapshot(memory=memory, at=memory.now).only(entry)
        subject = memory.happenings(memory.now).subject(shown.entry, shown.record)
        if subject.born is None:
            subject = replace(subject, born=memory.now)
        points = [strength(subject, _later(memory.now, step), memory.policy) for step in steps]
        curves[shown.entry.id] = {"days": steps, "retention": [round(one.retention, 4) for one in points]}
    return curves


def _later(at: datetime, days: float) -> datetime:
    """`at` and so many days, at most the last instant there is."""
    return at + min(timedelta(days=days), LATEST - at)


def _drawn(subject: Subject, steps: list[float], policy: Policy) -> dict[str, Any]:
    points = [strength(subject, EARLIEST + timedelta(days=step), policy) for step in steps]
    return {"days": steps, "retention": [round(one.retention, 4) for one in points]}


def _settings(policy: Policy) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "value": _plain(getattr(policy, one.name)),
            "default": _plain(one.default),
            "reason": one.metadata["reason"],
            "by": one.metadata["by"],
        }
        for one in fields(policy)
    ]


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _show_fit(fitted: Fitted) -> None:
    fit = fitted.fit
    files = render.counted(len(fitted.files), "file", "files")
    entries = render.counted(fitted.entries, "entry", "entries")
    render.line(f"{fit.observations} instructions, {fit.ends:g} retirements, from {entries} and {files}.")
    render.line(f"stability_days: {_interval(fit.stability_days)}")
    render.line(f"shape: {_interval(fit.shape)}")
    gain = fit.log_likelihood - fit.exponential_log_likelihood
    render.line(
        f"log-likelihood {fit.log_likelihood:.1f}; exponential ({fit.exponential_days:.0f} days) "
        f"{fit.exponential_log_likelihood:.1f}, worse by {gain:.1f}"
    )
    render.line(
        f"To use it, set stability_days: {fit.stability_days.value:.0f} and shape: {fit.shape.value:.2f} "
        "in memdecay.yaml."
    )


def _interval(estimate: Estimate) -> str:
    return f"{estimate.value:.3g} (95 % {estimate.low:.3g} to {estimate.high:.3g})"


def _fit_shape(fitted: Fitted) -> dict[str, Any]:
    fit = fitted.fit
    return {
        "stability_days": shapes.of_estimate(fit.stability_days),
        "shape": shapes.of_estimate(fit.shape),
        "log_likelihood": fit.log_likelihood,
        "exponential_days": fit.exponential_days,
        "exponential_log_likelihood": fit.exponential_log_likelihood,
        "observations": fit.observations,
        "retirements": fit.ends,
        "entries": fitted.entries,
        "files": list(fitted.files),
    }
