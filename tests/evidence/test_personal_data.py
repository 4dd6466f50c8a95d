"""Data about a person is found by few, checked patterns, and never shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.evidence.case import Attached
from memdecay.evidence.personal_data import found, masked, personal_data
from tests.evidence.cases import around, case, sentences

HELD = [
    ("e-mail address", "maria.lopez@cornershop-demo.net"),
    ("e-mail address", "j.doe+work@uni-nowhere.de"),
    ("phone number", "+49 30 901820 44"),
    ("phone number", "+1 (415) 273-9164"),
    ("phone number", "+4915112345678"),
    ("bank account", "DE89 3704 0044 0532 0130 00"),
    ("bank account", "GB82WEST12345698765432"),
    ("payment card", "4111 1111 1111 1111"),
    ("payment card", "5500005555555559"),
]


@pytest.mark.parametrize(("kind", "datum"), HELD)
def test_a_datum_is_found_wherever_it_stands_and_masked(kind: str, datum: str) -> None:
    for text in (datum, f"Ask Maria:\n{datum}.", f"(`{datum}`)", f"Write to <{datum}>, please"):
        (one,) = found(text)
        assert one.kind == kind
        assert datum not in masked(text)
        assert f"{datum[0]}****" in masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write to support@shop.com or security@shop.com.",
        "user@example.com, dana@example.org, me@shop.test, root@localhost",
        "git clone git@github.com:owner/name.git",
        "ssh deploy@build.shop.com:/srv and postgres://app:x@db.shop.com/app",
        "npm install @scope/name@1.2.3 and left-pad@2.0.0",
        "Version 1.2.3.4 listens on 10.0.0.1:3000 since 2026-06-03T09:14:00Z",
        "commit 4111111111111112 is no card, nor is 1234 5678 9012 3456",
        "port +3000, UTC+0200, +15 more, and 0000 0000 0000 0000",
        "call +1 202-555-0143 in the film",
        "the id DE00 3704 0044 0532 0130 00 has wrong check digits",
        "550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_what_only_looks_like_a_datum_is_left_alone(text: str) -> None:
    assert found(text) == ()
    assert masked(text) == text


def test_data_are_told_by_kind_and_line_only() -> None:
    one = case(body="Ask Maria.\nmaria.lopez@cornershop-demo.net\nor +49 30 901820 44\n")
    assert sentences(personal_data(one, around())) == [
        "personal data: e-mail address at line 2, phone number at line 3"
    ]
    assert not list(personal_data(case(), around()))


@given(st.lists(st.sampled_from([datum for _, datum in HELD] + ["use pnpm", "\n", "x@", "+1", "é"])))
def test_nothing_is_found_in_what_was_masked(parts: list[str]) -> None:
    text = " ".join(parts)
    assert found(masked(text)) == ()


def test_around_an_entry_each_place_is_told_once_and_who_wrote_it_is_not_enough() -> None:
    event = Attached(place="in an event of 2026-05-03", text="maria.lopez@cornershop-demo.net")
    by = Attached(place=event.place, text="j.doe@uni-nowhere.de", is_provenance=True)
    (clue,) = personal_data(case(attached=(event, event, by)), around())
    assert clue.is_enough
    assert clue.sentence == (
        "personal data: e-mail address in an event of 2026-05-03, "
        "e-mail address in an event of 2026-05-03 (who wrote it)"
    )
    (clue,) = personal_data(case(attached=(by,)), around())
    assert not clue.is_enough
