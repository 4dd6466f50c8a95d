"""What the gate of `add` says to real second texts: duplicates, supersessions, rewordings, look-alikes.

    MEMDECAY_DATA=... python -m tests.benchmarks.gate_quality [--json]

Each new text is offered to the memory as it was just before: everything that had been retired is
closed, the old text is still open. Nobody retired the look-alikes: asking about them is a nuisance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from memdecay import gate, moment, passages
from memdecay.embedding import vectors
from memdecay.embedding.static import open_builtin
from memdecay.gate import Draft, Finding, Neighbour, Verdict
from memdecay.memory.add import Wish, judged
from memdecay.memory.opening import Memory
from memdecay.policy import Policy
from tests.benchmarks.histories import (
    ALL,
    Pair,
    Remembering,
    duplicates,
    entry_id,
    memory_of,
    pairs,
    snapshot,
)
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Cell, Table, show

REFUSED, ASKED, ASKED_OTHER = "refused", "asked", "asked, of another"
NAMED, SILENT = "stored, named", "stored, silent"
_ALONE = "asked, the two texts alone"
COLUMNS = (REFUSED, ASKED, ASKED_OTHER, NAMED, SILENT)


def offered(pair: Pair, embedder: Remembering) -> Memory:
    """The memory as it was just before the new text."""
    entries, notes = snapshot(pair, ALL)
    olds, news = ({entry_id(one) for one in ids} for ids in (pair.olds, pair.news))
    before = [one for one in entries if one.id not in news]
    closed = [one for one in notes if one.closes not in olds | news and one.superseded_by not in news]
    return memory_of(before, closed, embedder, moment.parse(pair.date).last)


def judged_as(memory: Memory, pair: Pair) -> str:
    """What the gate thinks of the new text, as one of the columns."""
    return said(judged(memory, Wish(text=pair.new_text)), pair)


def verdict_in_history(pair: Pair, embedder: Remembering) -> str:
    """What the gate thinks of the new text, in the memory as it was just before."""
    memory = offered(pair, embedder)
    answer = judged_as(memory, pair)
    memory.index.close()
    return answer


def said(verdict: Verdict, pair: Pair) -> str:
    """The verdict as one of the columns."""
    olds = {entry_id(one) for one in pair.olds}
    if verdict.finding is Finding.DUPLICATE:
        return REFUSED
    if verdict.finding is Finding.CORRECTION:
        return ASKED if verdict.of in olds else ASKED_OTHER
    return NAMED if olds & set(verdict.neighbours) else SILENT


def is_asked_alone(pair: Pair, embedder: Remembering) -> bool:
    """Whether the gate asks where the old text is all there is, as the thresholds were chosen."""
    old, new = (vectors.quantise(embedder.encode(text)) for text in (pair.old_text, pair.new_text))
    neighbour = Neighbour(id="old", text=pair.old_text, scope=(), cosine=vectors.cosine(old, new))
    return gate.judge(Draft(text=pair.new_text), [neighbour], Policy()).finding is Finding.CORRECTION


def table() -> Table:
    """The share of each answer by kind of pair."""
    embedder = Remembering(open_builtin())
    copies = list(duplicates())
    same = [one for one in copies if passages.normalised(one.old_text) == passages.normalised(one.new_text)]
    almost = [one for one in copies if one not in same]
    rows = [
        _row("copied to a second file", same, embedder),
        _row("copied, slightly changed", almost, embedder),
    ]
    rows += [_row(kind, pairs(kind), embedder) for kind in ("supersession", "rewording", "lookalike")]
    columns = ("new text is a", "n", *COLUMNS, _ALONE)
    return Table(title="The gate on real second texts, shares", columns=columns, rows=tuple(rows))


def _row(name: str, found: Iterable[Pair], embedder: Remembering) -> tuple[Cell, ...]:
    found = list(found)
    counts = Counter(verdict_in_history(pair, embedder) for pair in found)
    alone = sum(is_asked_alone(pair, embedder) for pair in found)
    return (name, len(found), *(counts[column] / len(found) for column in COLUMNS), alone / len(found))


def main() -> None:
    parser = options_of(__doc__)
    options = parser.parse_args()
    show([table()], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
