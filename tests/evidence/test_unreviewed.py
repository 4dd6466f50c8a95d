"""What no person has accepted is evidence until somebody does."""

from __future__ import annotations

from memdecay.entry import Trust
from memdecay.evidence.unreviewed import unreviewed
from memdecay.track_record import TrackRecord
from tests.evidence.cases import around, case, sentences


def test_an_unreviewed_entry_is_told_with_who_wrote_it_and_when() -> None:
    one = case(trust=Trust.UNREVIEWED, author="codex", created="2025-02-01")
    assert sentences(unreviewed(one, around())) == [
        "unreviewed: written by codex on 2025-02-01, and no person has accepted it"
    ]


def test_what_a_person_wrote_or_accepted_is_not_told() -> None:
    assert not list(unreviewed(case(), around()))
    accepted = case(trust=Trust.UNREVIEWED, record=TrackRecord(is_reviewed=True))
    assert not list(unreviewed(accepted, around()))
