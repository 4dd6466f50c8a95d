"""How well the right one of long entries is found, by the length of the passages that the model reads.

    MEMDECAY_DATA=... python -m tests.benchmarks.long_entries [--joined 10 30] [--passages 64 128] [--json]

The instructions that stood in each file on the day of a labelled question of the dev split are joined, so
many to an entry, in the order they were written; an entry that holds the right one is right. The built-in
model reads each entry whole, or in passages of so many word pieces, of which the best counts. Nothing
fades, and what was closed is gone. "dense" is by meaning alone, "hybrid" by words and meaning. Shares are
means over the questions, from 0 to 1; differences are to the entry read whole, with the 95 % interval of
the paired bootstrap over the questions. A question is left out where its memory has fewer than five such
entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from memdecay import moment
from memdecay.embedding.static import open_builtin
from memdecay.entry import Entry
from memdecay.errors import Unusable
from memdecay.evaluation import Outcome
from tests.benchmarks.histories import ALL, Pair, Remembering, entry_id, memory_of, pairs, snapshot
from tests.benchmarks.program import count, options_of, run
from tests.benchmarks.rankers import AGELESS, MEANING, interval, orders, outcome, values
from tests.benchmarks.tables import Cell, Table, show

JOINED, PASSAGES = (10, 30), (64, 128, 256)
WHOLE = None
"""The window of a model that reads any number of word pieces at once."""
_FEWEST = 5
"""Entries from which on it says something that the right one is among the first five."""
RANKERS = {MEANING: "dense", AGELESS: "hybrid"}
JUDGED = ("success@1", "success@5", "MRR")
Window = int | None
Outcomes = dict[tuple[Window, str], list[Outcome]]
"""The outcome of every question, by passages and ranker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, the joined entries it is put to, and the ids of those that hold the right answer."""

    pair: Pair
    entries: tuple[Entry, ...]
    right: frozenset[str]


def questions(joined: int) -> Iterator[Asked]:
    """Every labelled question whose memory has enough entries, so many instructions joined in each."""
    for kind in ("supersession", "lookalike"):
        for pair in pairs(kind):
            groups = list(groups_of(living(pair), joined))
            right = {entry_id(one) for one in pair.right}
            holding = frozenset(group[0].id for group in groups if right & {one.id for one in group})
            if holding and len(groups) >= _FEWEST:
                yield Asked(pair=pair, entries=tuple(map(join, groups)), right=holding)


def living(pair: Pair) -> list[Entry]:
    """What stood on the day of the question and had not been replaced or removed."""
    entries, notes = snapshot(pair, ALL)
    closed = {note.closes for note in notes}
    return [one for one in entries if one.id not in closed]


def groups_of(entries: Sequence[Entry], size: int) -> Iterator[list[Entry]]:
    """The entries of each file, so many at a time."""
    by_file: dict[str | None, list[Entry]] = {}
    for one in entries:
        by_file.setdefault(one.source, []).append(one)
    for found in by_file.values():
        yield from (found[place : place + size] for place in range(0, len(found), size))


def join(group: Sequence[Entry]) -> Entry:
    """One entry that says all of theirs, under the id of the first; tags of one would not be of all."""
    return replace(group[0], body="\n\n".join(one.body for one in group), tags=())


def measured(asked: Sequence[Asked], windows: Sequence[Window]) -> Outcomes:
    """Ask every question with the entries read whole and in passages."""
    embedder = Remembering(open_builtin())
    found: Outcomes = {}
    for one in asked:
        for window in windows:
            embedder.window = window
            memory = memory_of(one.entries, (), embedder, moment.parse(one.pair.date).last)
            ids = orders(memory, one.pair.question)
            for ranker, name in RANKERS.items():
                found.setdefault((window, name), []).append(outcome(ids[ranker], one.right, ()))
            memory.index.close()
    return found


def tables(joined: Sequence[int], passages: Sequence[int]) -> list[Table]:
    """The shares of every ranker, and what passages gain over entries that are read whole."""
    shares: list[tuple[Cell, ...]] = []
    gains: list[tuple[Cell, ...]] = []
    for size in joined:
        asked = list(questions(size))
        if not asked:
            raise Unusable(f"no question has five entries of {size} joined; join fewer")
        found = measured(asked, (WHOLE, *passages))
        words = fmean(words_in(one) for one in asked)
        for (window, ranker), outcomes in sorted(found.items(), key=_in_order):
            shares.append((size, round(words), len(asked), ranker, _said(window), *_means(outcomes)))
            if window is not WHOLE:
                gains += gained(found, size, ranker, window)
    return [
        Table(
            title="Instructions joined to long entries",
            columns=("joined", "words", "n", "ranker", "passages", *JUDGED),
            rows=tuple(shares),
        ),
        Table(
            title="Passages less whole entries, paired bootstrap, 95 %",
            columns=("joined", "ranker", "passages", "metric", "difference", "from", "to"),
            rows=tuple(gains),
        ),
    ]  # fmt: skip


def words_in(asked: Asked) -> float:
    """How many words the entries of a question have in the mean."""
    return fmean(len(one.body.split()) for one in asked.entries)


def _in_order(item: tuple[tuple[Window, str], object]) -> tuple[str, int]:
    (window, ranker), _ = item
    return ranker, window or 0


def _said(window: Window) -> str:
    return "whole" if window is WHOLE else str(window)


def _means(outcomes: Sequence[Outcome]) -> list[float]:
    return [fmean(values(outcomes, name)) for name in JUDGED]


def gained(
    found: Mapping[tuple[Window, str], Sequence[Outcome]], size: int, ranker: str, window: Window
) -> Iterator[tuple[Cell, ...]]:
    """What passages of one length change of every metric, question by question."""
    ours, whole = found[window, ranker], found[WHOLE, ranker]
    for name in JUDGED:
        change = interval(values(ours, name), values(whole, name))
        yield (size, ranker, _said(window), name, *change)


def main() -> None:
    parser = options_of(__doc__)
    add = parser.add_argument
    add("--joined", type=count, nargs="+", default=list(JOINED), metavar="N", help="instructions to an entry")
    add("--passages", type=count, nargs="+", default=list(PASSAGES), metavar="N", help="pieces to a passage")
    options = parser.parse_args()
    show(tables(options.joined, options.passages), as_json=options.as_json)


if __name__ == "__main__":
    run(main)
