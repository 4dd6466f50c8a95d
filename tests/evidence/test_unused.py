"""Never used says something only where uses are recorded."""

from __future__ import annotations

from datetime import date

from memdecay.evidence.unused import never_used
from memdecay.track_record import TrackRecord
from tests.evidence.cases import around, case, sentences


def test_where_uses_were_recorded_for_long_disuse_is_told() -> None:
    assert sentences(never_used(case(), around(recording_days=200.5))) == [
        "never used: nobody acted on it in the 200 days that uses were recorded"
    ]


def test_where_nobody_records_uses_disuse_says_nothing() -> None:
    assert not list(never_used(case(), around()))
    assert not list(never_used(case(), around(recording_days=100)))


def test_a_younger_entry_is_not_told_however_long_uses_were_recorded() -> None:
    assert not list(never_used(case(valid_from="2026-05-01"), around(recording_days=1000)))


def test_what_was_used_once_or_is_pinned_is_not_told() -> None:
    used = TrackRecord(affirmed_days=frozenset([date(2025, 2, 1)]), uses=1)
    assert not list(never_used(case(record=used), around(recording_days=1000)))
    assert not list(never_used(case(pinned=True), around(recording_days=1000)))


def test_of_what_is_important_disuse_alone_is_no_reason() -> None:
    (clue,) = never_used(case(importance=1.0), around(recording_days=1000))
    assert not clue.is_enough
