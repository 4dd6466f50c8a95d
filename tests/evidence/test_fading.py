"""Age is evidence below a threshold, for what is not young, pinned or important."""

from __future__ import annotations

from typing import Any

import pytest

from memdecay.evidence.fading import fading
from memdecay.state import Standing
from memdecay.track_record import TrackRecord
from tests.builders import instant
from tests.evidence.cases import around, case, sentences


def test_what_nobody_affirmed_for_long_is_told_with_its_numbers() -> None:
    (clue,) = fading(case(), around())
    assert clue.sentence == "fading: last affirmed 2025-01-01 (518 days), retention 0.33, 0 uses"
    assert clue.numbers == {
        "last_affirmed": "2025-01-01",
        "idle_days": 518,
        "retention": 0.328,
        "uses": 0,
    }
    assert clue.is_enough


@pytest.mark.parametrize(
    "values",
    [
        {"valid_from": "2026-01-01"},
        {"valid_from": "2026-05-20", "importance": 0.0, "body": "Pin it to 1.2.\n"},
        {"pinned": True},
        {"standing": Standing.EXPIRED},
        {"standing": Standing.CLOSED},
        {"record": TrackRecord(last_affirmed=instant("2026-03-01"), uses=1)},
        {"valid_from": None},
    ],
    ids=["strong", "young", "pinned", "over", "closed", "affirmed", "of unknown age"],
)
def test_what_is_not_fading_is_not_told(values: dict[str, Any]) -> None:
    assert sentences(fading(case(**values), around())) == []


def test_of_what_is_important_age_alone_is_no_reason() -> None:
    (clue,) = fading(case(importance=0.8, valid_from="2020-01-01"), around())
    assert not clue.is_enough


def test_growing_older_is_no_new_evidence_and_a_later_use_is() -> None:
    (old,) = fading(case(), around())
    (older,) = fading(case(body="Pin it to 1.2.\n"), around())
    used = TrackRecord(last_affirmed=instant("2025-01-02"), uses=1)
    (other,) = fading(case(record=used, body="Pin it to 1.2.\n"), around())
    assert old.fingerprint == older.fingerprint != other.fingerprint
