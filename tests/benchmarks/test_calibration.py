"""Lives out of histories, the questions that are asked of them, and the scores of forecasts."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.benchmarks import calibration
from tests.benchmarks.calibration import Asked, Life, asked, brier, log_loss
from tests.benchmarks.miniature import _unit


def _row(
    number: int, born: str, died: str | None, how: str | None, successor: int | None = None
) -> dict[str, Any]:
    return _unit("r", number, f"text {number}", f"{born}T00:00:00+00:00", died and f"{died}T00:00:00+00:00",
                 how, successor)  # fmt: skip


def test_a_new_wording_goes_on_with_the_life_of_the_old_one() -> None:
    """Born on 1 January, reworded on the 11th and the 21st, removed on the 31st: one life of 30 days. The
    history ends with the text that was last seen, on 1 May 2026.
    """
    rows = [
        _row(1, "2026-01-01", "2026-01-11", "edited", 2),
        _row(2, "2026-01-11", "2026-01-21", "edited", 3),
        _row(3, "2026-01-21", "2026-01-31", "removed"),
        _row(4, "2026-01-01", None, None),
    ]
    first, alive = calibration._lives_of(rows)
    assert (first.days, first.how, first.text) == (30.0, "removed", "text 1")
    assert first.seen_days == pytest.approx(120 + 9 / 24)
    assert alive.days == first.seen_days
    assert alive.how is None


def test_a_rewording_whose_successor_is_not_known_was_lost_from_sight() -> None:
    [life] = calibration._lives_of([_row(1, "2026-01-01", "2026-01-11", "edited", 9)])
    assert (life.days, life.how) == (10.0, None)


def test_wordings_that_follow_each_other_in_a_circle_end() -> None:
    rows = [
        _row(1, "2026-01-01", "2026-01-02", "replaced"),
        _row(2, "2026-01-01", "2026-01-05", "edited", 3),
        _row(3, "2026-01-05", "2026-01-09", "edited", 3),
    ]
    assert [life.days for life in calibration._lives_of(rows)] == [1.0, 8.0]


@pytest.mark.parametrize(
    ("how", "rewrite_ends", "expected"),
    [
        ("removed", False, [(0, 30, True), (0, 90, False), (7, 30, True), (7, 90, False), (30, 30, False)]),
        ("bulk", True, [(0, 30, True), (0, 90, False), (7, 30, True), (7, 90, False), (30, 30, False)]),
        ("bulk", False, [(0, 30, True), (7, 30, True)]),
        (None, True, [(0, 30, True), (7, 30, True)]),
    ],
)
def test_a_life_is_asked_at_the_ages_whose_answer_the_history_knows(
    how: str | None, rewrite_ends: bool, expected: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lasted 40 days of the 100 that were seen: no question reaches beyond those, none is asked of an age
    that it did not reach, and where its end was not seen only what still held is known.
    """
    life = Life(repo="r", days=40, seen_days=100, how=how, text="")
    monkeypatch.setattr(calibration, "lives", lambda: (life,))
    found = asked(rewrite_ends=rewrite_ends)
    assert [(one.age, one.horizon, one.held) for one in found] == expected


def _asked(*held: bool) -> list[Asked]:
    life = Life(repo="r", days=0, seen_days=0, how=None, text="")
    return [Asked(life=life, age=0, horizon=30, held=one) for one in held]


def test_brier_is_the_mean_square_of_what_a_forecast_missed() -> None:
    """.8 of what held misses .2, .3 of what did not misses .3: (.04 + .09) / 2."""
    assert brier(_asked(True, False), lambda one: 0.8 if one.held else 0.3) == pytest.approx(0.065)


def test_log_loss_is_the_mean_surprise_and_a_certain_forecast_is_a_thousandth_unsure() -> None:
    """Even odds surprise by ln 2; certainty that fails by ln 1000, and one that holds by almost nothing."""
    assert log_loss(_asked(True, False), lambda _: 0.5) == pytest.approx(math.log(2))
    assert log_loss(_asked(False), lambda _: 1.0) == pytest.approx(math.log(1000))
    assert log_loss(_asked(True), lambda _: 1.0) == pytest.approx(-math.log(0.999))


def test_reliability_sorts_forecasts_into_tenths_and_tells_how_many_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """.2 and .28 are of the third tenth, of which one of two held; 1 belongs to the last."""
    chances = iter([0.2, 0.28, 1.0])
    monkeypatch.setattr(calibration, "forecasts", lambda: {"weibull as shipped": lambda _: next(chances)})
    found = list(calibration._reliability("ends", _asked(True, False, True)))
    assert found == [
        ("ends", 0.2, 0.3, 2, pytest.approx(0.24), 0.5),
        ("ends", 0.9, 1.0, 1, 1.0, 1.0),
    ]
