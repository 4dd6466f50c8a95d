"""What fading costs what is old and holds: the questions of replaced texts, asked while these still held.

    MEMDECAY_DATA=... python -m tests.benchmarks.fading_cost [--older 0 90] [--json]

Every labelled supersession of the dev split is asked twice, in the same words: a second before the old text
was replaced, when it was right and as old as it ever was, and on the day of the new one. With nothing closed
what had been retired by then stands beside it, with all closed it does not. Each setting differs in one thing
from the policy as shipped; changes are of MRR, with the 95 % interval of the paired bootstrap over questions.
"Both" is their mean: what is gained about the new must not be lost about the old. `--older` takes only
questions whose old text was older than so many days.

The questions were written for the day of the new text, by someone who had read both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import fmean

from memdecay import moment
from memdecay.embedding.static import open_builtin
from memdecay.evaluation import Outcome
from memdecay.policy import Combination, Policy
from tests.benchmarks.histories import (
    ALL,
    NOTHING,
    Pair,
    Remembering,
    entry_id,
    memory_of,
    pairs,
    snapshot,
    units,
)
from tests.benchmarks.program import options_of, run
from tests.benchmarks.rankers import METRICS, interval, order, outcome
from tests.benchmarks.tables import Cell, Table, show

SHIPPED = "as shipped"
CLOSINGS = (NOTHING, ALL)
BEFORE, AFTER = "a second before", "on the day"
OLDER = (0, 90)


def settings() -> dict[str, Policy]:
    """What is compared, by name."""
    plain = Policy()
    blend = replace(plain, combination=Combination.BLEND)
    return {
        SHIPPED: plain,
        **{f"floor {floor:g}": replace(plain, floor=floor) for floor in (1.0, 0.3, 0.1)},
        **{f"blend {share:g}": replace(blend, blend_retention=share) for share in (0.3, 0.4, 0.6)},
        **{f"stability_days {days:g}": replace(plain, stability_days=days) for days in (100.0, 1500.0)},
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question by one setting, before and after, and how old the old text was."""

    age_days: float
    outcomes: Mapping[str, Outcome]

    def mrr(self, when: str) -> float:
        return METRICS["MRR"](self.outcomes[when])


def before(pair: Pair) -> Pair | None:
    """The same question while the old text was right; None where no copy of it stood then."""
    last = (datetime.fromisoformat(pair.date) - timedelta(seconds=1)).isoformat()
    born = {row["id"]: row["born"] for row in units()[pair.repo]}
    olds = frozenset(one for one in pair.olds if one in born and born[one] <= last)
    return replace(pair, date=last, right=olds, stale=frozenset()) if olds else None


def asked(closing: str) -> dict[str, list[Asked]]:
    """Every question by every setting, in the same order."""
    embedder = Remembering(open_builtin())
    found: dict[str, list[Asked]] = {name: [] for name in settings()}
    for pair in pairs("supersession"):
        earlier = before(pair)
        if earlier is None:
            continue
        when = {BEFORE: earlier, AFTER: pair}
        answers = {key: dict(_answers(one, closing, embedder)) for key, one in when.items()}
        for name, several in found.items():
            outcomes = {key: answers[key][name] for key in when}
            several.append(Asked(age_days=_age_days(earlier), outcomes=outcomes))
    return found


def _answers(pair: Pair, closing: str, embedder: Remembering) -> Iterator[tuple[str, Outcome]]:
    at = moment.parse(pair.date).last
    memory = memory_of(*snapshot(pair, closing), embedder, at)
    right, stale = ({entry_id(one) for one in ids} for ids in (pair.right, pair.stale))
    for name, policy in settings().items():
        yield name, outcome(order(memory, pair.question, policy, at), right, stale)
    memory.index.close()


def _age_days(pair: Pair) -> float:
    """Of the youngest copy that was right."""
    born = max(row["born"] for row in units()[pair.repo] if row["id"] in pair.right)
    return (datetime.fromisoformat(pair.date) - datetime.fromisoformat(born)) / timedelta(days=1)


def tables(older: Sequence[int]) -> Iterator[Table]:
    columns = (
        "closed", "setting", "n", "old: success@1", "MRR", "change", "from", "to",
        "new: MRR", "change ", "from ", "to ", "both: change", "from  ", "to  ",
    )  # fmt: skip
    by_closing = {closing: asked(closing) for closing in CLOSINGS}
    for days in older:
        rows = [row for closing in CLOSINGS for row in _rows(closing, by_closing[closing], days)]
        yield Table(title=f"Old texts of {days} days or more", columns=columns, rows=tuple(rows))


def _rows(closing: str, found: Mapping[str, Sequence[Asked]], days: float) -> Iterator[tuple[Cell, ...]]:
    shipped = [one for one in found[SHIPPED] if one.age_days >= days]
    for name, several in found.items():
        ours = [one for one in several if one.age_days >= days]
        yield (
            closing, f"**{name}**" if name == SHIPPED else name, len(ours),
            fmean(METRICS["success@1"](one.outcomes[BEFORE]) for one in ours),
            fmean(one.mrr(BEFORE) for one in ours), *_change(ours, shipped, BEFORE),
            fmean(one.mrr(AFTER) for one in ours), *_change(ours, shipped, AFTER),
            *_change(ours, shipped, BEFORE, AFTER),
        )  # fmt: skip


def _change(ours: Sequence[Asked], theirs: Sequence[Asked], *when: str) -> tuple[float, float, float]:
    mine, yours = ([fmean(one.mrr(key) for key in when) for one in several] for several in (ours, theirs))
    return interval(mine, yours)


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument("--older", type=int, nargs="+", default=list(OLDER), metavar="DAYS")
    options = parser.parse_args()
    show(list(tables(options.older)), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
