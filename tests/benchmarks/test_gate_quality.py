"""What the gate said, as the columns of its table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memdecay.gate import Finding, Verdict
from tests.benchmarks.gate_quality import ASKED, ASKED_OTHER, NAMED, REFUSED, SILENT, said, table
from tests.benchmarks.histories import pairs


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict(finding=Finding.DUPLICATE, of="r-1"), REFUSED),
        (Verdict(finding=Finding.DUPLICATE, of="r-9"), REFUSED),
        (Verdict(finding=Finding.CORRECTION, of="r-1"), ASKED),
        (Verdict(finding=Finding.CORRECTION, of="r-2"), ASKED),
        (Verdict(finding=Finding.CORRECTION, of="r-9", neighbours=("r-1",)), ASKED_OTHER),
        (Verdict(finding=Finding.NEW, neighbours=("r-9", "r-1")), NAMED),
        (Verdict(finding=Finding.NEW, neighbours=("r-9",)), SILENT),
        (Verdict(finding=Finding.NEW), SILENT),
    ],
)
def test_asking_about_the_old_text_or_a_copy_of_it_is_right(
    verdict: Verdict, expected: str, data: Path
) -> None:
    pair = replace(pairs()[0], olds=frozenset({"r#1", "r#2"}))
    assert said(verdict, pair) == expected


def test_the_shares_of_made_up_second_texts(data: Path) -> None:
    """An exact copy is refused and one with a word more is asked about or stored; pnpm, not npm, contradicts
    npm; a command said the other way round says the same in other words; browsers are no units.
    """
    rows = {str(row[0]): row[1:] for row in table().rows}
    columns = dict(zip(table().columns[1:], zip(*rows.values(), strict=True), strict=True))
    assert list(rows) == [
        "copied to a second file", "copied, slightly changed", "supersession", "rewording", "lookalike",
    ]  # fmt: skip
    assert columns["n"] == (2, 2, 2, 2, 2)
    assert columns[REFUSED][0] == 1.0
    assert columns[ASKED][2] == 1.0
    shares = [row[1:6] for row in rows.values()]
    assert all(sum(share for share in one if isinstance(share, float)) == 1.0 for one in shares)
