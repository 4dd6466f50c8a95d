"""A live entry whose successors are all over is evidence."""

from __future__ import annotations

import pytest

from memdecay.evidence.dead_end import dead_end
from memdecay.state import Standing
from tests.evidence.cases import around, case, sentences

OVER, LIVE = Standing.CLOSED, Standing.ACTIVE


def test_a_closed_successor_is_told() -> None:
    assert sentences(dead_end(case(successors={"b": OVER}), around())) == [
        "still holds although its successor `b` is closed or over"
    ]
    assert sentences(dead_end(case(successors={"c": OVER, "b": Standing.EXPIRED}), around())) == [
        "still holds although its successors `b` and `c` are closed or over"
    ]


@pytest.mark.parametrize("successors", [{}, {"b": LIVE}, {"b": OVER, "c": Standing.PENDING}])
def test_a_successor_that_holds_or_will_hold_is_none(successors: dict[str, Standing]) -> None:
    assert not list(dead_end(case(successors=successors), around()))


def test_what_holds_no_more_is_not_told() -> None:
    assert not list(dead_end(case(successors={"b": OVER}, standing=OVER), around()))
