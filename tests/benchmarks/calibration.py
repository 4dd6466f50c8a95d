"""How well retention foretells whether an instruction still holds 30, 90 and 180 days later.

    MEMDECAY_DATA=... python -m tests.benchmarks.calibration [--json]

Every life of the histories is asked at the ages of `AGES`, as if it had been affirmed then. Where the
rewrite of a whole file took it, one reading counts that as its end and the other as lost from sight.
Forecasts are chances from 0 to 1; log loss is in nats. The law as shipped was fitted on these repositories;
"others" is fitted anew without the one it judges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from statistics import fmean

from memdecay import survival
from memdecay.policy import Policy
from memdecay.retention import names_version, retention
from memdecay.survival import Lifespan
from tests.benchmarks.data import DEV
from tests.benchmarks.histories import units
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Cell, Table, show

AGES = (0, 7, 30, 90, 180)
HORIZONS = (30, 90, 180)
REWRITES = {"ends": True, "censors": False}
_HALF_AN_END = 0.5
_DAY = timedelta(days=1)
_SURE = 1e-3
"""Log loss of a forecast of exactly 0 or 1 would be infinite; it is taken as this near to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """One instruction through changes of wording. `how` is replaced, removed, bulk, or None for alive.

    `seen_days` is how long it could have been seen: from its birth to the end of its history.
    """

    repo: str
    days: float
    seen_days: float
    how: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A life at an age: did it hold for `horizon` more days?"""

    life: Life
    age: float
    horizon: float
    held: bool


Forecast = Callable[[Asked], float]


@lru_cache(maxsize=1)
def lives() -> tuple[Life, ...]:
    """Every life of the dev split."""
    return tuple(life for rows in units(DEV).values() for life in _lives_of(list(rows)))


def _lives_of(rows: list[dict[str, object]]) -> Iterator[Life]:
    by_id = {str(row["id"]): row for row in rows}
    history_ends = max(_time(row["last_seen"]) for row in rows)
    later = {
        row["replaced_by"] for row in rows if row["how_died"] == "edited" and row["replaced_by"] in by_id
    }
    for first in rows:
        if first["id"] in later:
            continue
        last, seen = first, {first["id"]}
        while (
            last["how_died"] == "edited" and last["replaced_by"] in by_id and last["replaced_by"] not in seen
        ):
            last = by_id[str(last["replaced_by"])]
            seen.add(last["id"])
        end = _time(last["died"] or last["last_seen"])
        how = str(last["how_died"]) if last["how_died"] in {"replaced", "removed", "bulk"} else None
        born = _time(first["born"])
        yield Life(
            repo=str(first["repo"]), days=max(0.0, (end - born) / _DAY),
            seen_days=(history_ends - born) / _DAY, how=how, text=str(first["text"]),
        )  # fmt: skip


def _time(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


def asked(*, rewrite_ends: bool) -> list[Asked]:
    """Every question whose answer the histories know, whatever it is: asking only where an end was
    seen would count the short-lived too often.
    """
    return [
        Asked(life=life, age=age, horizon=horizon, held=life.days >= age + horizon)
        for life in lives()
        for age in AGES
        for horizon in HORIZONS
        if life.days >= age and life.seen_days >= age + horizon
        and (life.days >= age + horizon or is_end(life, rewrite_ends=rewrite_ends))
    ]  # fmt: skip


def is_end(life: Life, *, rewrite_ends: bool) -> bool:
    """Whether the history saw the life end; the rewrite of a whole file counts as `rewrite_ends` says."""
    return life.how in {"replaced", "removed"} or (life.how == "bulk" and rewrite_ends)


def forecasts() -> dict[str, Forecast]:
    """What is compared, by name."""
    policy = Policy()
    share = policy.version_share
    return {
        "weibull as shipped": lambda one: retention(
            one.age,
            one.horizon,
            policy.stability_days * (share if names_version(one.life.text) else 1),
            policy.shape,
        ),
        "weibull of the others": lambda one: retention(one.age, one.horizon, *_fitted_without(one.life.repo)),
        "ebbinghaus as shipped": lambda one: retention(0, one.horizon, policy.ebbinghaus_stability_days, 1),
        "half-life of 30 days": lambda one: 0.5 ** (one.horizon / 30),
        "no decay": lambda _: 1.0,
    }  # fmt: skip


@lru_cache(maxsize=64)
def _fitted_without(repo: str) -> tuple[float, float]:
    weights = {"replaced": 1.0, "removed": 1.0, "bulk": _HALF_AN_END, None: 0.0}
    others = [Lifespan(days=life.days, ended=weights[life.how]) for life in lives() if life.repo != repo]
    fit = survival.fit(others)
    return fit.stability_days.value, fit.shape.value


def tables() -> list[Table]:
    """Scores of every forecast, and the reliability of the shipped one."""
    questions = {name: asked(rewrite_ends=ends) for name, ends in REWRITES.items()}
    scores = [
        (reading, horizon, len(chosen), name, brier(chosen, forecast), log_loss(chosen, forecast))
        for reading, all_asked in questions.items()
        for horizon in HORIZONS
        for chosen in [[one for one in all_asked if one.horizon == horizon]]
        for name, forecast in forecasts().items()
    ]
    return [
        Table(
            title="Does it still hold? (lower is better)",
            columns=("a rewrite", "days", "n", "forecast", "Brier", "log loss"),
            rows=tuple(scores),
        ),
        Table(
            title="Reliability of weibull as shipped",
            columns=("a rewrite", "forecast from", "to", "n", "mean forecast", "held"),
            rows=tuple(
                row for reading, all_asked in questions.items() for row in _reliability(reading, all_asked)
            ),
        ),
    ]  # fmt: skip


def brier(questions: list[Asked], forecast: Forecast) -> float:
    """The mean squared difference of forecast and outcome."""
    return fmean((forecast(one) - one.held) ** 2 for one in questions)


def log_loss(questions: list[Asked], forecast: Forecast) -> float:
    """The mean surprise in nats."""
    return fmean(-math.log(_kept(forecast(one) if one.held else 1 - forecast(one))) for one in questions)


def _kept(chance: float) -> float:
    return min(1 - _SURE, max(_SURE, chance))


def _reliability(reading: str, questions: list[Asked]) -> Iterator[tuple[Cell, ...]]:
    forecast = forecasts()["weibull as shipped"]
    pairs = [(forecast(one), one.held) for one in questions]
    for tenth in range(10):
        low, high = tenth / 10, (tenth + 1) / 10
        inside = [(chance, held) for chance, held in pairs if low <= chance < high or chance == high == 1]
        if inside:
            yield (reading, low, high, len(inside), fmean(c for c, _ in inside), fmean(h for _, h in inside))


def main() -> None:
    parser = options_of(__doc__)
    options = parser.parse_args()
    show(tables(), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
