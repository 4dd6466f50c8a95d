"""A memory as one HTML page: what a template shows, and the geometry of its two drawings.

The page is whole in itself: no script, no font, no picture, no request. The template library escapes
whatever an entry, a name or a reason holds; `safe` spells out what an eye would not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from memdecay import moment
from memdecay.cli import render
from memdecay.cli.show import span
from memdecay.cli.strength import held_against
from memdecay.entry import Trust
from memdecay.event import AFFIRMING, Kind
from memdecay.memory.overview import Month, Overview
from memdecay.memory.show import Shown
from memdecay.moment import EARLIEST
from memdecay.policy import Policy
from memdecay.retention import Subject, strength
from memdecay.state import Standing

MARKER = '<meta name="generator" content="memdecay report">'
"""By this a report is known as one: only such a file is ever replaced."""
_TEMPLATE = "report.html"
_WIDTH, _HEIGHT = 720.0, 240.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 12.0, 14.0, 36.0
_FRAME = {
    "width": _WIDTH,
    "height": _HEIGHT,
    "left": _LEFT,
    "right": _WIDTH - _RIGHT,
    "bottom": _HEIGHT - _BOTTOM,
}
"""Where both pictures have their edges, as the template asks for them."""
_SHORTEST_DAYS = 365.0
_POINTS = 72
_MOST_DOTS = 500
"""Entries that are drawn, the weakest; more would be one blot."""
_GROUPS = {
    "acted on or confirmed": AFFIRMING,
    "misled": frozenset({Kind.MISLED}),
    "other": frozenset(Kind) - AFFIRMING - {Kind.MISLED},
}


class Tick(NamedTuple):
    """A mark on an axis: where it is, and what it says."""

    at: float
    label: str


class Dot(NamedTuple):
    """An entry in the drawing of retention."""

    x: float
    y: float
    id: str
    said: str


class Bar(NamedTuple):
    """A part of a month's column."""

    x: float
    y: float
    width: float
    height: float
    group: int
    said: str


def page(overview: Overview) -> bytes:
    """The page of a memory: the same bytes for the same memory, settings and time."""
    import jinja2  # late: only this command needs it

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True, loader=jinja2.FileSystemLoader(Path(__file__).parent),
        finalize=lambda value: render.safe(value) if type(value) is str else value,
    )  # fmt: skip
    return environment.get_template(_TEMPLATE).render(**_held(overview)).encode()


def _held(overview: Overview) -> Mapping[str, Any]:
    """Everything the template names."""
    return {
        "marker": MARKER,
        "o": overview,
        "day": moment.timestamp(overview.at).removesuffix("T00:00:00Z"),
        "cards": list(_cards(overview)),
        "fade": fading_chart(overview),
        "months": months_chart(overview.months),
        "counted": render.counted,
        "span": span,
        "held_against": held_against,
        "known": {one.entry.id for one in overview.entries},
        "weak": {one.entry.id for one in overview.fading},
        "unreviewed": Trust.UNREVIEWED,
    }


def _cards(overview: Overview) -> Iterator[tuple[str, int, str]]:
    """What is counted: name, number, and the part of the page that tells more."""
    for standing in (Standing.ACTIVE, Standing.CLOSED, Standing.EXPIRED, Standing.PENDING):
        yield (
            "hold now" if standing is Standing.ACTIVE else standing.value,
            overview.count(standing),
            "entries",
        )
    yield ("fading", len(overview.fading), "fading")
    yield ("misled someone", len(overview.marked), "marks")
    yield ("to decide about", len(overview.proposed.proposals), "proposals")
    unreviewed = [one for one in overview.entries if _is_unreviewed(one)]
    yield ("unreviewed", len(unreviewed), "entries")


def _is_unreviewed(one: Shown) -> bool:
    return (
        one.entry.trust is Trust.UNREVIEWED and not one.record.is_reviewed and one.standing is Standing.ACTIVE
    )


def fading_chart(overview: Overview) -> Mapping[str, Any]:
    """The curve by which ordinary instructions fade, that of those naming a version, and the entries."""
    live = [
        one for one in overview.entries
        if one.standing is Standing.ACTIVE and one.strength.idle_days is not None and not one.entry.pinned
    ]  # fmt: skip
    live = sorted(live, key=lambda one: (one.strength.retention, one.entry.id))[:_MOST_DOTS]
    days = max([_SHORTEST_DAYS, *(one.strength.idle_days or 0.0 for one in live)])

    def x(day: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * day / days, 1)

    return {
        **_FRAME,
        "curves": [
            _points(Subject(born=EARLIEST), overview.policy, days, x),
            _points(Subject(born=EARLIEST, names_version=True), overview.policy, days, x),
        ],
        "threshold": _y(overview.policy.fading_below),
        "dots": [_dot(one, x(one.strength.idle_days or 0.0)) for one in live],
        "across": [Tick(x(days * part / 4), f"{days * part / 4:.0f}") for part in range(5)],
        "up": [Tick(_y(part / 4), f"{part / 4:g}") for part in range(5)],
    }


def _points(subject: Subject, policy: Policy, days: float, x: Any) -> str:
    steps = [days * (place / _POINTS) ** 2 for place in range(_POINTS + 1)]  # it bends at its beginning
    kept = [strength(subject, EARLIEST + timedelta(days=step), policy).retention for step in steps]
    return " ".join(f"{x(step):.1f},{_y(value):.1f}" for step, value in zip(steps, kept, strict=True))


def _y(share: float) -> float:
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share), 1)


def _dot(one: Shown, x: float) -> Dot:
    kept = one.strength
    said = f"{one.entry.id}: retention {kept.retention:.2f}, last affirmed {kept.idle_days:.0f} days ago"
    return Dot(x, _y(kept.retention), one.entry.id, said)


def months_chart(months: Sequence[Month]) -> Mapping[str, Any]:
    """A column a month, in parts by what the events said."""
    most = max([1, *(sum(one.counts.values()) for one in months)])
    width = (_WIDTH - _LEFT - _RIGHT) / max(1, len(months))
    bars = []
    for place, month in enumerate(months):
        top = 0.0
        for group, (name, kinds) in enumerate(_GROUPS.items()):
            count = sum(month.counts.get(kind, 0) for kind in kinds)
            if count:
                height = (_HEIGHT - _TOP - _BOTTOM) * count / most
                top += height
                x = round(_LEFT + width * place + width * 0.15, 1)
                bars.append(
                    Bar(x, round(_HEIGHT - _BOTTOM - top, 1), round(width * 0.7, 1), round(height, 1), group,
                        f"{month.name}: {count} {name}")
                )  # fmt: skip
    every = max(1, -(-len(months) // 8))
    return {
        **_FRAME,
        "bars": bars,
        "groups": list(_GROUPS),
        "up": [Tick(_y(part / most), str(part)) for part in sorted({0, most // 2, most})],
        "across": [
            Tick(round(_LEFT + width * (place + 0.5), 1), month.name)
            for place, month in enumerate(months)
            if place % every == 0
        ],
        "total": sum(sum(one.counts.values()) for one in months),
    }
