"""What a floor of fading changes, row by row."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.policy import Policy
from tests.benchmarks import fading_gain
from tests.benchmarks.fading_gain import table
from tests.benchmarks.rankers import outcome

OLD, NEW, OTHER = "old", "new", "other"


def test_a_row_is_its_shares_and_what_no_fading_differs_by() -> None:
    """Of two questions the superseded text comes first for both without fading, for one with it."""
    first, second = outcome([NEW, OLD], {NEW}, {OLD}), outcome([OLD, NEW], {NEW}, {OLD})
    none = [second, second]
    ours = [first, second]
    plain = [outcome([NEW], {NEW}, ()), outcome([OTHER, NEW], {NEW}, ())]
    supersessions = {(90, 0.3): ours, (90, 1.0): none}
    found = fading_gain._row(90, 0.3, supersessions, {(90, 0.3): plain})
    assert found == ("90", "0.3", 0.5, -0.5, -1.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.0)


@pytest.mark.parametrize(("floor", "name"), [(1.0, "none"), (Policy().floor, "**0.5**"), (0.25, "0.25")])
def test_the_default_floor_is_bold_and_a_floor_of_one_is_none(floor: float, name: str) -> None:
    one = [outcome([NEW], {NEW}, ())]
    rows = {(0, floor): one, (0, 1.0): one}
    assert fading_gain._row(0, floor, rows, rows)[:2] == ("0", name)


def test_on_made_up_histories_fading_puts_every_superseded_text_second(data: Path) -> None:
    """Three years against none: at any floor the newer of two like texts is ahead on its first day."""
    found = table([0], [1.0, 0.5])
    stale = {row[1]: row[2:4] for row in found.rows}
    assert stale == {"none": (1.0, 0.0), "**0.5**": (0.0, -1.0)}
