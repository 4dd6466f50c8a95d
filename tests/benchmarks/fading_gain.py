"""What fading gains where nobody records a closing, by how far it may go and by how long ago it was.

    MEMDECAY_DATA=... python -m tests.benchmarks.fading_gain [--days-later 0 90] [--floors 0.5] [--json]

The labelled supersessions of the dev split with nothing closed and real ages, so many days after the right
answer was written; and the look-alikes, where age can only mislead. A floor of 1 is no fading at all; every
other row shows its difference from that with the 95 % interval of the paired bootstrap over the questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from statistics import fmean

from memdecay import moment
from memdecay.embedding.static import open_builtin
from memdecay.evaluation import Outcome
from memdecay.policy import Policy
from tests.benchmarks.histories import NOTHING, Remembering, entry_id, memory_of, pairs, snapshot
from tests.benchmarks.program import options_of, run
from tests.benchmarks.rankers import interval, order, outcome, values
from tests.benchmarks.tables import Cell, Table, marked, show

NONE = 1.0
FLOORS = (NONE, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
DAYS_LATER = (0, 30, 90, 180, 365)
Outcomes = Mapping[tuple[int, float], Sequence[Outcome]]
"""The outcome of every question, by days later and floor."""


def asked(kind: str, days_later: Sequence[int], floors: Sequence[float]) -> Outcomes:
    """Ask every labelled question of one kind at every floor, so many days later."""
    embedder = Remembering(open_builtin())
    policies = {floor: replace(Policy(), floor=floor) for floor in floors}
    found: dict[tuple[int, float], list[Outcome]] = {(d, floor): [] for d in days_later for floor in floors}
    for pair in pairs(kind):
        day = moment.parse(pair.date).last
        entries, notes = snapshot(pair, NOTHING)
        memory = memory_of(entries, notes, embedder, day + timedelta(days=max(days_later)))
        right, stale = ({entry_id(one) for one in ids} for ids in (pair.right, pair.stale))
        for (days, floor), outcomes in found.items():
            ids = order(memory, pair.question, policies[floor], day + timedelta(days=days))
            outcomes.append(outcome(ids, right, stale))
        memory.index.close()
    return found


def table(days_later: Sequence[int], floors: Sequence[float]) -> Table:
    """A row for each day and floor."""
    supersessions, lookalikes = (asked(kind, days_later, floors) for kind in ("supersession", "lookalike"))
    rows = [
        _row(days, floor, supersessions, lookalikes) for days in days_later for floor in floors
    ]  # fmt: skip
    columns = (
        "days later", "floor", "stale@1", "change", "from", "to", "success@1", "success@5", "change ",
        "from ", "to ", "stale ahead", "look-alikes: success@1", "success@5 ",
    )  # fmt: skip
    return Table(title="Fading, nothing closed", columns=columns, rows=tuple(rows))


def _row(days: int, floor: float, supersessions: Outcomes, lookalikes: Outcomes) -> tuple[Cell, ...]:
    ours, none = supersessions[days, floor], supersessions[days, NONE]
    name = "none" if floor == NONE else marked(floor, Policy().floor)
    return (
        str(days), name,
        fmean(_first_stale(ours)), *interval(_first_stale(ours), _first_stale(none)),
        _mean(ours, "success@1"), _mean(ours, "success@5"),
        *interval(values(ours, "success@5"), values(none, "success@5")),
        _mean(ours, "stale ahead"),
        _mean(lookalikes[days, floor], "success@1"), _mean(lookalikes[days, floor], "success@5"),
    )  # fmt: skip


def _first_stale(outcomes: Sequence[Outcome]) -> list[float]:
    """Whether the superseded text came first."""
    return [float(one.stale_place == 1) for one in outcomes]


def _mean(outcomes: Sequence[Outcome], metric: str) -> float:
    return fmean(values(outcomes, metric))


def main() -> None:
    parser = options_of(__doc__)
    add = parser.add_argument
    add(
        "--days-later",
        type=int,
        nargs="+",
        default=list(DAYS_LATER),
        metavar="N",
        help="ask N days after the right answer was written",
    )
    add(
        "--floors",
        type=float,
        nargs="+",
        default=list(FLOORS),
        metavar="SHARE",
        help="how little of its weight an entry may fade to, from 0 to 1",
    )
    options = parser.parse_args()
    floors = list(dict.fromkeys((NONE, *options.floors)))
    show([table(options.days_later, floors)], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
