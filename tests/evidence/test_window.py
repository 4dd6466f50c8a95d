"""A window that is over is evidence until somebody closes the entry."""

from __future__ import annotations

from memdecay.evidence.window import over
from memdecay.state import Standing
from tests.evidence.cases import around, case, sentences


def test_a_window_that_is_over_is_told() -> None:
    one = case(valid_until="2026-05-01", standing=Standing.EXPIRED)
    assert sentences(over(one, around())) == [
        "window over: it applied until 2026-05-01 (32 days ago) and nobody closed it"
    ]


def test_what_is_closed_or_still_applies_is_not_told() -> None:
    assert not list(over(case(valid_until="2026-05-01", standing=Standing.CLOSED), around()))
    assert not list(over(case(valid_until="2026-07-01"), around()))
    assert not list(over(case(), around()))
