"""How much each default matters: what recall and the gate do where one number is another.

    MEMDECAY_DATA=... python -m tests.benchmarks.sensitivity [--only NAME...] [--rerank FOLDER] [--json]

Ranking numbers are judged by the labelled questions of the dev split, asked on the day of the answer and 90
days later: supersessions with nothing and with everything closed, and look-alikes with nothing closed. The
plot shows the difference in MRR over all of them from the policy as shipped, with its 95 % interval by the
paired bootstrap; each sign is half a hundredth. What lies inside its interval is noise: do not tune it.
What has a say only with another choice (`blend_retention`, `ebbinghaus_stability_days`) is tried with it,
and `rerank_weight` with the cross-encoder that `--rerank` names. `reinforcement` is missing: the histories
have no uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from enum import Enum
from statistics import fmean
from typing import Any

from memdecay import moment
from memdecay.embedding.static import open_builtin
from memdecay.evaluation import Outcome
from memdecay.memory import models
from memdecay.memory.opening import with_policy
from memdecay.memory.reranking import Reranker
from memdecay.policy import Combination, Curve, Policy
from memdecay.retention import names_version, retention
from tests.benchmarks.calibration import is_end, lives
from tests.benchmarks.gate_quality import ASKED, ASKED_OTHER, NAMED, judged_as, offered
from tests.benchmarks.histories import (
    ALL,
    NOTHING,
    Pair,
    Remembering,
    RememberingJudge,
    entry_id,
    memory_of,
    pairs,
    snapshot,
)
from tests.benchmarks.program import options_of, run, say
from tests.benchmarks.rankers import METRICS, interval, order, outcome
from tests.benchmarks.tables import Cell, Table, show

Value = float | Combination | Curve
RERANK = "rerank_weight"
RANKING: Mapping[str, tuple[Value, ...]] = {
    "dense_weight": (0.0, 0.2, 0.4, 0.5, 0.7, 0.8, 1.0),
    "context_weight": (0.0, 0.3, 0.5, 1.0, 1.5),
    "weakest": (0.0, 0.15, 0.2, 0.3, 0.35),
    "weakest_share": (0.0, 0.3, 0.4, 0.6, 0.7),
    "stability_days": (100.0, 200.0, 300.0, 700.0, 1500.0),
    "shape": (0.3, 0.45, 0.7, 0.85, 1.0),
    "version_share": (0.1, 0.2, 0.5, 0.7, 1.0),
    "floor": (0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 1.0),
    "combination": (Combination.BLEND,),
    "blend_retention": (0.0, 0.1, 0.2, 0.4, 0.5, 0.6, 0.8),
    "curve": (Curve.EBBINGHAUS,),
    "ebbinghaus_stability_days": (60.0, 130.0, 180.0, 400.0, 800.0),
    RERANK: (0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 1.0),
}
"""What is tried beside the default."""
SWITCHED: Mapping[str, Mapping[str, Value]] = {
    "blend_retention": {"combination": Combination.BLEND},
    "ebbinghaus_stability_days": {"curve": Curve.EBBINGHAUS},
}
"""What a number needs beside it to have a say at all."""
GATE: Mapping[str, tuple[Value, ...]] = {
    "correction_from": (0.7, 0.75, 0.78, 0.8, 0.84, 0.86, 0.9),
    "neighbour_from": (0.5, 0.6, 0.65, 0.75, 0.8),
}
FADING = "fading_below"
_BELOW = (0.2, 0.25, 0.3, 0.4, 0.45, 0.5, 0.6)
DAYS_LATER = (0, 90)
CLOSINGS = {"supersession": (NOTHING, ALL), "lookalike": (NOTHING,)}
_SHOWN = 5
_SIGN, _WING = 0.005, 14
_KINDS = ("supersession", "rewording", "lookalike")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one question got: its outcome, and how many of the first results there were at all."""

    question: str
    outcome: Outcome
    shown: int


Answers = dict[tuple[str, str], list[Answered]]
"""Everything that was asked by one policy, by kind of pair and what was closed."""


Variant = tuple[str, Value]
SHIPPED: Variant = ("as shipped", 0.0)
"""The policy that nothing differs in, to which all others are compared."""


def policies(names: Sequence[str], tried: Mapping[str, tuple[Value, ...]]) -> dict[Variant, Policy]:
    """The default policy and its variants, by the number that differs and its value."""
    return {
        (name, value): _variant(name, value)
        for name in names
        for value in sorted({*tried[name], default_of(name)}, key=_in_order)
    }


def _in_order(value: Value) -> tuple[float, str]:
    return (0.0, value.value) if isinstance(value, Enum) else (value, "")


def _variant(name: str, value: Value) -> Policy:
    changed: dict[str, Any] = {**SWITCHED.get(name, {}), name: value}
    return replace(Policy(), **changed)


def default_of(name: str) -> Value:
    found: Value = next(one.default for one in fields(Policy) if one.name == name)  # type: ignore[assignment]
    return found


def ranked(names: Sequence[str], reranker: Reranker | None = None) -> dict[Variant, Answers]:
    """The answers to every question by every variant, each memory made once.

    Only where the weight of the reranker is what differs, it reads what is found.
    """
    embedder = Remembering(open_builtin())
    variants = {SHIPPED: Policy(), **policies(names, RANKING)}
    found: dict[Variant, Answers] = {variant: {} for variant in variants}
    for pair, closing in questions():
        entries, notes = snapshot(pair, closing)
        asked_on = moment.parse(pair.date).last
        memory = memory_of(entries, notes, embedder, asked_on + timedelta(days=max(DAYS_LATER)))
        known: dict[tuple[Policy, int, bool], Answered] = {}
        for variant, policy in variants.items():
            rereads = variant[0] == RERANK
            for days in DAYS_LATER:
                key = (policy, days, rereads)
                if key not in known:  # the default stands in every group
                    at = asked_on + timedelta(days=days)
                    ids = order(memory, pair.question, policy, at, reranker if rereads else None)
                    known[key] = _answered(ids, pair)
                found[variant].setdefault((pair.kind, closing), []).append(known[key])
        memory.index.close()
    return found


def questions() -> Iterator[tuple[Pair, str]]:
    for kind, closings in CLOSINGS.items():
        for pair in pairs(kind):
            yield from ((pair, closing) for closing in closings)


def _answered(ids: Sequence[str], pair: Pair) -> Answered:
    right, stale = ({entry_id(one) for one in ids_} for ids_ in (pair.right, pair.stale))
    return Answered(question=pair.id, outcome=outcome(ids, right, stale), shown=min(_SHOWN, len(ids)))


def ranking_table(name: str, found: Mapping[Variant, Answers]) -> Table:
    """One number of the ranking: what each of its values gives, and how far that is from what is shipped."""
    default = _all(found[SHIPPED])
    rows: list[tuple[Cell, ...]] = []
    for value in sorted((value for other, value in found if other == name), key=_in_order):
        answers = found[name, value]
        change = interval(_by_question(_all(answers)), _by_question(default))
        rows.append((_said(name, value), *_shares(answers), *change, plot(*change)))
    columns = (
        name, "closed nothing: success@1", "success@5", "MRR", "stale ahead", "closed all: success@1", "MRR ",
        "look-alikes: MRR", "shown", "change of MRR", "from", "to", "plot",
    )  # fmt: skip
    return Table(title=name, columns=columns, rows=tuple(rows))


def _shares(answers: Answers) -> tuple[float, ...]:
    open_, closed = answers["supersession", NOTHING], answers["supersession", ALL]
    return (
        *(_mean(open_, metric) for metric in ("success@1", "success@5", "MRR", "stale ahead")),
        *(_mean(closed, metric) for metric in ("success@1", "MRR")),
        _mean(answers["lookalike", NOTHING], "MRR"),
        fmean(one.shown for one in _all(answers)),
    )


def _mean(answers: Sequence[Answered], metric: str) -> float:
    return fmean(METRICS[metric](one.outcome) for one in answers)


def _all(answers: Answers) -> list[Answered]:
    return [one for part in answers.values() for one in part]


def _by_question(answers: Sequence[Answered]) -> list[float]:
    """The MRR of each question over all that it was asked in: its answers are not independent."""
    found: dict[str, list[float]] = {}
    for one in answers:
        found.setdefault(one.question, []).append(METRICS["MRR"](one.outcome))
    return [fmean(ranks) for ranks in found.values()]


def _said(name: str, value: Value) -> str:
    said = value.value if isinstance(value, Enum) else f"{value:g}"
    return f"**{said}**" if value == default_of(name) else said


def plot(value: float, low: float, high: float) -> str:
    """A difference with its interval as a line of signs around 0."""
    places = [max(-_WING, min(_WING, round(one / _SIGN))) for one in (low, value, high)]
    signs = ["-" if places[0] <= place <= places[2] else " " for place in range(-_WING, _WING + 1)]
    signs[_WING] = "!"
    signs[places[1] + _WING] = "o"
    return "`" + "".join(signs).replace("!", ":") + "`"


def gate_tables(names: Sequence[str]) -> list[Table]:
    """What the gate asks and names at every threshold, over all labelled pairs."""
    embedder = Remembering(open_builtin())
    variants = policies(names, GATE)
    said: dict[Variant, dict[str, list[str]]] = {variant: {} for variant in variants}
    for kind in _KINDS:
        for pair in pairs(kind):
            memory = offered(pair, embedder)
            for variant, policy in variants.items():
                answer = judged_as(with_policy(memory, policy), pair)
                said[variant].setdefault(kind, []).append(answer)
            memory.index.close()
    return [_gate_table(name, {value: said[other, value] for other, value in said if other == name})
            for name in names]  # fmt: skip


def _gate_table(name: str, said: Mapping[Value, Mapping[str, list[str]]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for value, by_kind in said.items():
        asked = sum(one in {ASKED, ASKED_OTHER} for answers in by_kind.values() for one in answers)
        rightly = by_kind["supersession"].count(ASKED)
        named = [by_kind[kind].count(NAMED) / len(by_kind[kind]) for kind in _KINDS]
        shares = [by_kind[kind].count(ASKED) / len(by_kind[kind]) for kind in _KINDS]
        rows.append((_said(name, value), *shares, rightly / asked if asked else None, *named))
    asked_about, named_at = ([f"{what}: {kind}" for kind in _KINDS] for what in ("asked", "named"))
    columns = (name, *asked_about, "of all asked, rightly", *named_at)
    return Table(title=name, columns=columns, rows=tuple(rows))


def fading_table() -> Table:
    """Of the instructions old enough to fall below a retention, how many had been retired by then."""
    rows: list[tuple[Cell, ...]] = []
    for below in sorted({*_BELOW, Policy().fading_below}):
        days = [_days_until(below, names_version=version) for version in (False, True)]
        shares = [_retired(below, rewrite_ends=ends) for ends in (True, False)]
        rows.append((_said(FADING, below), *days, shares[0][1], shares[0][0], shares[1][0]))
    columns = (
        FADING, "days, ordinary", "days, names a version", "n", "retired, a rewrite ends",
        "retired, a rewrite censors",
    )  # fmt: skip
    return Table(title=FADING, columns=columns, rows=tuple(rows))


def _days_until(below: float, *, names_version: bool) -> int:
    return next(day for day in range(100_000) if _kept(day, names_version=names_version) < below)


def _kept(days: float, *, names_version: bool) -> float:
    policy = Policy()
    share = policy.version_share if names_version else 1.0
    return retention(0.0, days, policy.stability_days * share, policy.shape)


def _retired(below: float, *, rewrite_ends: bool) -> tuple[float, int]:
    """The share of the lives seen for so long that had ended, and how many those are."""
    until = [_days_until(below, names_version=version) for version in (False, True)]
    seen = [
        (life, until[names_version(life.text)]) for life in lives()
        if life.seen_days >= until[names_version(life.text)]
    ]  # fmt: skip
    known = [(life, day) for life, day in seen if life.days >= day or is_end(life, rewrite_ends=rewrite_ends)]
    return fmean(life.days < day for life, day in known), len(known)


def main() -> None:
    parser = options_of(__doc__)
    known = (*RANKING, *GATE, FADING)
    parser.add_argument("--only", nargs="+", choices=known, default=list(known), metavar="NAME")
    parser.add_argument(
        "--rerank", default="", metavar="FOLDER", help=f"a cross-encoder, with which {RERANK} is tried"
    )
    options = parser.parse_args()
    if options.only != list(known) and RERANK in options.only and not options.rerank:
        parser.error(f"{RERANK} is tried with a cross-encoder; name its folder with --rerank")
    reranker = models.reranker(models.Choice(rerank=options.rerank), say)
    ranking = [name for name in RANKING if name in options.only and (name != RERANK or reranker)]
    found = ranked(ranking, RememberingJudge(reranker) if reranker else None) if ranking else {}
    tables: list[Table] = [ranking_table(name, found) for name in ranking]
    gate = [name for name in GATE if name in options.only]
    tables += gate_tables(gate) if gate else []
    tables += [fading_table()] if FADING in options.only else []
    show(tables, as_json=options.as_json)


if __name__ == "__main__":
    run(main)
