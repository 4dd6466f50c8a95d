"""How often recall answers rightly on labelled questions of real instruction histories.

MEMDECAY_DATA=... python -m tests.benchmarks.recall_quality [--split test] [--model MODEL] [--json]
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from memdecay import moment
from memdecay.evaluation import Outcome
from memdecay.memory import models
from memdecay.memory.opening import policy_of
from tests.benchmarks.data import DEV, TEST
from tests.benchmarks.histories import (
    ALL,
    NOTHING,
    SETTINGS,
    Pair,
    Remembering,
    entry_id,
    memory_of,
    pairs,
    snapshot,
)
from tests.benchmarks.program import options_of, run, say
from tests.benchmarks.rankers import (
    FUSED,
    METRICS,
    WORDS,
    interval,
    means,
    orders,
    outcome,
)
from tests.benchmarks.tables import Cell, Table, show

LOOKALIKES = {NOTHING: "look-alikes, nothing closed", ALL: "look-alikes, all closed"}
Outcomes = dict[tuple[str, str], list[Outcome]]
"""The outcome of every question, in the order of the data, by setting and ranker."""


def measured(split: str, days_later: int, choice: models.Choice = models.BUILT_IN) -> Outcomes:
    """Ask every labelled question in every setting with every ranker.

    The question is asked of the memory of the pair's day, so many days later.
    """
    embedder = Remembering(models.embedder(choice, say=say))
    reranker = models.reranker(choice, say)
    policy = policy_of({}, choice)
    outcomes: Outcomes = {}
    for pair, setting, label in _questions(split):
        entries, notes = snapshot(pair, setting, split)
        memory = memory_of(
            entries, notes, embedder, moment.parse(pair.date).last + timedelta(days=days_later)
        )
        vars(memory).update(policy=policy, reranker=reranker)
        right, stale = {entry_id(one) for one in pair.right}, {entry_id(one) for one in pair.stale}
        for ranker, ids in orders(memory, pair.question).items():
            outcomes.setdefault((label, ranker), []).append(outcome(ids, right, stale))
        memory.index.close()
    return outcomes


def _questions(split: str) -> Iterator[tuple[Pair, str, str]]:
    """Each pair with the setting it is asked in and the label it is reported under."""
    for pair in pairs("supersession", split):
        yield from ((pair, setting, setting) for setting in SETTINGS)
    for pair in pairs("lookalike", split):
        yield from ((pair, setting, label) for setting, label in LOOKALIKES.items())


def tables(outcomes: Outcomes) -> list[Table]:
    """The means of every ranker, and what fusing gains over BM25."""
    quality: list[tuple[Cell, ...]] = [
        (label, len(found), ranker, *means(found)) for (label, ranker), found in outcomes.items()
    ]  # fmt: skip
    gains: list[tuple[Cell, ...]] = [
        (label, name, *interval(_values(outcomes[label, FUSED], name), _values(outcomes[label, WORDS], name)))
        for label in (*SETTINGS, *LOOKALIKES.values())
        for name in METRICS
    ]
    return [
        Table(
            title="Labelled questions", columns=("setting", "n", "ranker", *METRICS), rows=tuple(quality)
        ),
        Table(
            title="Fused minus BM25, paired bootstrap, 95 %",
            columns=("setting", "metric", "difference", "from", "to"),
            rows=tuple(gains),
        ),
    ]  # fmt: skip


def _values(outcomes: list[Outcome], name: str) -> list[float]:
    return [METRICS[name](one) for one in outcomes]


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument(
        "--split", choices=(DEV, TEST), default=DEV,
        help="test judges the result: nothing may be tuned on it, so look at it once and change nothing",
    )  # fmt: skip
    parser.add_argument(
        "--days-later", type=int, default=0, metavar="N",
        help="ask N days after the right answer was written, when it is no longer the newest of all",
    )  # fmt: skip
    parser.add_argument(
        "--model", default=models.BUILTIN, help="a model by name, or the folder of one; default: the built-in"
    )
    options = parser.parse_args()
    choice = models.Choice(model=options.model)
    show(tables(measured(options.split, options.days_later, choice)), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
