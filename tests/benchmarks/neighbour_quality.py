"""What `propose` says of two real texts that both stand: one instruction, contradicting, or nothing.

    MEMDECAY_DATA=... python -m tests.benchmarks.neighbour_quality [--json]

The two texts of every labelled pair of the dev split, as two open entries with their own dates and headings.
A rewording says the same, so "duplicate" is right; of a supersession "contradiction" is, and "duplicate" asks
about the right entry for the wrong reason; of look-alikes, which must both stay, either is a nuisance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from memdecay.embedding import vectors
from memdecay.embedding.static import open_builtin
from memdecay.entry import Entry
from memdecay.evidence.case import Near
from memdecay.evidence.neighbours import neighbours
from memdecay.memory.indexing import embedded
from memdecay.policy import Policy
from tests.benchmarks.histories import Remembering, entry_of, pairs, units
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Cell, Table, marked, show
from tests.evidence.cases import around, case

TRIED = (0.82, 0.86, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98)
KINDS = ("supersession", "rewording", "lookalike")
DUPLICATE, CONTRADICTION = "duplicate", "contradiction"


def table() -> Table:
    """How many pairs of each kind are told of, from every cosine on."""
    both = {kind: list(_texts(kind)) for kind in KINDS}
    embedder = Remembering(open_builtin())
    rows = [
        (rule, marked(cosine, getattr(Policy(), f"{rule}_from")), *_told(rule, cosine, both, embedder))
        for rule in (DUPLICATE, CONTRADICTION)
        for cosine in TRIED
    ]
    counts = [f"{kind}, of {len(both[kind])}" for kind in KINDS]
    return Table(title="Two open entries", columns=("proposed as", "cosine from", *counts), rows=tuple(rows))


def _texts(kind: str) -> Iterator[tuple[Entry, Entry]]:
    for pair in pairs(kind):
        rows = {row["id"]: row for row in units()[pair.repo]}
        old, new = (entry_of(rows[one]) for one in (pair.old, pair.new))
        yield replace(old, body=pair.old_text), replace(new, body=pair.new_text)


def _told(
    rule: str, cosine: float, both: dict[str, list[tuple[Entry, Entry]]], embedder: Remembering
) -> Iterator[Cell]:
    policy = (
        replace(Policy(), duplicate_from=cosine) if rule == DUPLICATE
        else replace(Policy(), contradiction_from=cosine)
    )  # fmt: skip
    for texts in both.values():
        found = Counter(_rule(old, new, policy, embedder) for old, new in texts)
        yield found[rule]


def _rule(old: Entry, new: Entry, policy: Policy, embedder: Remembering) -> str:
    one, other = (vectors.quantise(embedder.encode(embedded(entry))) for entry in (old, new))
    near = Near(entry=new, cosine=vectors.cosine(one, other), is_stronger=True)
    clues = neighbours(replace(case(), entry=old, near=(near,)), replace(around(), policy=policy))
    return next((clue.rule for clue in clues), "")


def main() -> None:
    parser = options_of(__doc__)
    options = parser.parse_args()
    show([table()], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
