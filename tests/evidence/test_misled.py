"""Unanswered marks are evidence."""

from __future__ import annotations

from memdecay.evidence.misled import unanswered
from memdecay.track_record import Mark, TrackRecord
from tests.builders import instant
from tests.evidence.cases import around, case, sentences

MARK = Mark(at=instant("2026-05-01"), by="Tom", note="it hid a bug")


def test_a_mark_is_told_with_who_it_misled_and_how() -> None:
    assert sentences(unanswered(case(record=TrackRecord(marks=(MARK,))), around())) == [
        'misled once: Tom on 2026-05-01, "it hid a bug"'
    ]


def test_more_marks_are_counted_and_are_new_evidence() -> None:
    later = Mark(at=instant("2026-05-02"), by="Mei")
    (one,) = unanswered(case(record=TrackRecord(marks=(MARK,))), around())
    (two,) = unanswered(case(record=TrackRecord(marks=(MARK, later))), around())
    assert two.sentence == "misled 2 times, last Mei on 2026-05-02"
    assert one.fingerprint != two.fingerprint


def test_without_a_mark_nothing_is_told() -> None:
    assert not list(unanswered(case(), around()))
