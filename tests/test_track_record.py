"""What events say of an entry, whatever order they come in and however often they are repeated."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.event import Event, Kind
from memdecay.moment import EARLIEST, LATEST
from memdecay.track_record import NOTHING_HAPPENED, TrackRecord, clamped, fold, is_ahead
from tests.builders import happened, instant

BORN, NOW = "2026-01-01T00:00:00Z", "2026-06-03T09:14:00Z"


def record(
    events: Iterable[Event], *, born: str | None = BORN, now: str = NOW, until: str = ""
) -> TrackRecord:
    return fold(
        events,
        born=instant(born) if born else None,
        now=instant(now),
        until=instant(until or now),
    )


def marks(*events: Event) -> list[tuple[str, str | None]]:
    return [(one.by, one.note) for one in record(events).marks]


def test_nothing_happened_at_first() -> None:
    assert record([]) == NOTHING_HAPPENED


# What affirms


@pytest.mark.parametrize("kind", ["used", "helped", "confirmed"])
def test_what_was_acted_on_or_confirmed_was_affirmed_then(kind: str) -> None:
    found = record([happened(kind, "2026-03-01T12:00:00Z")])
    assert found.last_affirmed == instant("2026-03-01T12:00:00Z")
    assert found.affirmed_days == {date(2026, 3, 1)}


# Promise 5: shown is not used
@pytest.mark.parametrize("kind", ["recalled", "misled", "reviewed", "deleted"])
def test_what_was_shown_or_misled_is_not_affirmed(kind: str) -> None:
    found = record([happened(kind, f"2026-03-{day:02}") for day in range(1, 29)])
    assert (found.last_affirmed, found.affirmed_days, found.uses) == (None, frozenset(), 0)


def test_the_latest_of_several_affirmations_counts() -> None:
    found = record(
        [happened("confirmed", "2026-03-02"), happened("used", "2026-03-05"), happened("used", "2026-02-01")]
    )
    assert found.last_affirmed == instant("2026-03-05")
    assert found.affirmed_days == {date(2026, 2, 1), date(2026, 3, 2), date(2026, 3, 5)}


def test_uses_are_days_on_which_somebody_acted_on_it() -> None:
    events = [
        happened("used", "2026-03-01T08:00:00Z"),
        happened("helped", "2026-03-01T20:00:00Z"),
        happened("used", "2026-03-01T09:00:00Z", by="Kim"),
        happened("used", "2026-03-02"),
        happened("confirmed", "2026-03-03"),
    ]
    assert record(events).uses == 3


def test_an_accepted_entry_is_reviewed() -> None:
    assert record([happened("reviewed")]).is_reviewed
    assert not record([happened("confirmed")]).is_reviewed


# Marks


def test_a_mark_says_who_was_misled_when_how_and_by_which_question() -> None:
    (mark,) = record([happened("misled", NOW, note="it hid a regression", query="flaky test")]).marks
    assert (mark.at, mark.by, mark.note, mark.query) == (
        instant(NOW), "Dana", "it hid a regression", "flaky test",
    )  # fmt: skip


def test_ten_thousand_reports_of_one_writer_on_one_day_are_one_mark() -> None:
    noon = instant("2026-03-01T12:00:00Z")
    events = [
        Event(id=f"e{n}", at=noon + timedelta(seconds=n), kind=Kind.MISLED, entry="a", by="bot", note=f"{n}")
        for n in range(10_000)
    ]
    assert marks(*events) == [("bot", "9999")]


def test_other_writers_and_other_days_are_other_marks() -> None:
    assert marks(
        happened("misled", "2026-03-02", note="third"),
        happened("misled", "2026-03-01T23:59:59Z", by="Kim", note="second"),
        happened("misled", "2026-03-01T08:00:00Z", note="first"),
    ) == [("Dana", "first"), ("Kim", "second"), ("Dana", "third")]


def test_a_confirmation_answers_the_marks_before_it_and_not_those_after() -> None:
    assert marks(
        happened("misled", "2026-03-01", note="before"),
        happened("confirmed", "2026-03-02T12:00:00Z", by="Kim"),
        happened("misled", "2026-03-02T12:00:01Z", note="after"),
    ) == [("Dana", "after")]


def test_a_confirmation_answers_a_mark_of_the_same_instant() -> None:
    assert marks(happened("misled", "2026-03-01"), happened("confirmed", "2026-03-01")) == []


@pytest.mark.parametrize("kind", ["used", "helped", "reviewed", "recalled"])
def test_nothing_but_a_confirmation_answers_a_mark(kind: str) -> None:
    assert marks(happened("misled", "2026-03-01", note="n"), happened(kind, "2026-03-02")) == [("Dana", "n")]


# Clocks


# B036
def test_a_day_ahead_counts_as_now() -> None:
    found = record([happened("used", "2026-06-04T09:14:00Z")])
    assert found.last_affirmed == instant(NOW)
    assert found.affirmed_days == {date(2026, 6, 3)}


@pytest.mark.parametrize("at", ["2026-06-04T09:14:00.000001Z", "2036-01-01", "9999-12-31T23:59:59Z"])
def test_more_than_a_day_ahead_counts_for_nothing(at: str) -> None:
    for kind in ("used", "misled", "confirmed", "reviewed"):
        assert record([happened(kind, at)]) == NOTHING_HAPPENED
    assert is_ahead(happened("used", at), instant(NOW))


def test_what_was_ahead_counts_once_its_day_has_come() -> None:
    late = happened("used", "2026-06-10")
    assert record([late], now="2026-06-10").last_affirmed == instant("2026-06-10")
    assert not is_ahead(late, instant("2026-06-10"))


def test_a_confirmation_from_the_future_answers_nothing_yet() -> None:
    assert marks(happened("misled", "2026-03-01", note="n"), happened("confirmed", "2030-01-01")) == [
        ("Dana", "n")
    ]


def test_before_the_birth_counts_as_the_birth() -> None:
    found = record([happened("used", "2025-01-01"), happened("used", "2025-02-01")])
    assert found.last_affirmed == instant(BORN)
    assert found.affirmed_days == {date(2026, 1, 1)}
    assert found.uses == 1


def test_without_a_birth_times_stand_as_they_are() -> None:
    assert record([happened("used", "1970-01-01")], born=None).last_affirmed == instant("1970-01-01")


def test_on_the_last_day_of_the_calendar_nothing_breaks() -> None:
    last = "9999-12-31T23:59:59Z"
    assert record([happened("used", last)], now=last).last_affirmed == instant(last)
    assert fold([happened("used", last)], born=EARLIEST, now=EARLIEST, until=EARLIEST) == NOTHING_HAPPENED


# The instant that is asked about


def test_what_happened_after_the_instant_asked_about_had_not_happened() -> None:
    events = [
        happened("used", "2026-02-01"),
        happened("misled", "2026-03-01", note="n"),
        happened("confirmed", "2026-04-01"),
    ]
    early, marked, late = (record(events, until=at) for at in ("2026-02-01", "2026-03-01", "2026-04-01"))
    assert (early.last_affirmed, len(early.marks)) == (instant("2026-02-01"), 0)
    assert (marked.last_affirmed, len(marked.marks)) == (instant("2026-02-01"), 1)
    assert (late.last_affirmed, len(late.marks)) == (instant("2026-04-01"), 0)


# Whatever happens

DAYS = st.integers(-400, 400).map(lambda days: instant(NOW) + timedelta(hours=7 * days))
events = st.lists(
    st.builds(
        Event,
        id=st.sampled_from("abcdefghijklmnop"),
        at=DAYS | st.sampled_from([EARLIEST, LATEST, instant(BORN), instant(NOW)]),
        kind=st.sampled_from(Kind),
        entry=st.just("a"),
        by=st.sampled_from(["Dana", "Kim", "bot"]),
        note=st.sampled_from([None, "x", "y"]),
        query=st.sampled_from([None, "q"]),
    ),
    max_size=16,
)
instants = DAYS | st.sampled_from([EARLIEST, LATEST])


@pytest.mark.parametrize(
    "other", [{"note": "y"}, {"query": "q"}, {"by": "Kim"}, {"at": "2026-03-02"}, {"kind": "used"}]
)
def test_of_two_events_that_share_an_id_always_the_same_one_counts(other: dict[str, str]) -> None:
    one, two = (happened(**{"kind": "misled", "at": "2026-03-01", "id": "x", **more}) for more in ({}, other))
    assert record([one, two]) == record([two, one]) in (record([one]), record([two]))


# Promise 7: state is a function
@given(events, st.none() | instants, instants, st.integers())
def test_order_and_repetition_change_nothing(
    found: list[Event], born: datetime | None, now: datetime, seed: int
) -> None:
    again = [*found, *found[::2], *found]
    Random(seed).shuffle(again)
    expected = fold(found, born=born, now=now, until=now)
    assert fold(again, born=born, now=now, until=now) == expected


@given(events, instants, instants)
def test_no_time_lies_after_now_or_before_the_birth(
    found: list[Event], born: datetime, now: datetime
) -> None:
    folded = fold(found, born=born, now=now, until=now)
    for at in [*(one.at for one in folded.marks), *([folded.last_affirmed] if folded.last_affirmed else [])]:
        assert min(born, now) <= at <= now
    assert all(clamped(one.at, born, now) <= now for one in found)


@given(events, instants)
def test_what_was_shown_changes_nothing(found: list[Event], now: datetime) -> None:
    without = [one for one in found if one.kind is not Kind.RECALLED]
    kept = {one.id for one in without}
    shown = [one for one in found if one.kind is Kind.RECALLED and one.id not in kept]
    folded = fold(without, born=None, now=now, until=now)
    assert fold([*without, *shown], born=None, now=now, until=now) == folded


@given(events, instants)
def test_a_writer_has_at_most_one_mark_a_day(found: list[Event], now: datetime) -> None:
    held = fold(found, born=instant(BORN), now=now, until=now).marks
    assert len({(one.by, one.at.date()) for one in held}) == len(held)


@given(events, instants, instants)
def test_what_is_known_earlier_never_depends_on_what_came_later(
    found: list[Event], one: datetime, other: datetime
) -> None:
    until, now = sorted([one, other])
    before = [event for event in found if event.at <= until]
    unique = {event.id: event for event in before}.values()
    later = [event for event in found if event.at > until and event.id not in {e.id for e in unique}]
    expected = fold(unique, born=EARLIEST, now=now, until=until)
    if until < now:
        assert fold([*unique, *later], born=EARLIEST, now=now, until=until) == expected
