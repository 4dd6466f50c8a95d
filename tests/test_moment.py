"""Dates are whole days in UTC, timestamps are instants, and no time zone of a machine counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdecay import moment
from memdecay.moment import EARLIEST, LATEST, UTC, Moment

EXPECTED_FORM = "expected a date like 2026-06-03 or a time like 2026-06-03T09:14:00Z"
MICROSECOND = timedelta(microseconds=1)
DAY = timedelta(days=1)
FIRST, LAST = EARLIEST.replace(tzinfo=None), LATEST.replace(tzinfo=None)
ZONES = ["UTC0", "PST8PDT", "JST-9", "KST-9", "NZST-12NZDT"]

offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda m: timezone(timedelta(minutes=m)))


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]


def calendar_fault(*parts: int) -> str:
    """What this Python says of an impossible date, as memdecay passes it on."""
    with pytest.raises(ValueError, match=r".") as fault:
        datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]
    return f"is not a date in the calendar: {fault.value}"


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run the test once on a machine in each of these time zones."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system cannot change its time zone within a process")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_bare_date_is_the_whole_day_in_utc() -> None:
    day = moment.parse("2026-06-03")
    assert day == Moment("2026-06-03", utc(2026, 6, 3), utc(2026, 6, 4))
    assert day.is_day
    assert day.day == date(2026, 6, 3)


def test_a_timestamp_is_one_instant() -> None:
    instant = moment.parse("2026-06-03T09:14:00Z")
    when = utc(2026, 6, 3, 9, 14)
    assert instant == Moment("2026-06-03T09:14:00Z", when, when)
    assert not instant.is_day
    assert instant.last == when


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-06-03T09:14:00+02:00", utc(2026, 6, 3, 7, 14)),
        ("2026-06-03T09:14:00-08:00", utc(2026, 6, 3, 17, 14)),
        ("2026-06-03T09:14:00+0530", utc(2026, 6, 3, 3, 44)),
        ("2026-06-03T23:30:00-01:00", utc(2026, 6, 4, 0, 30)),
        ("2026-06-03t09:14:00z", utc(2026, 6, 3, 9, 14)),
        ("2026-06-03 09:14:00", utc(2026, 6, 3, 9, 14)),
        ("2026-06-03T09:14", utc(2026, 6, 3, 9, 14)),
        ("2026-06-03T09:14:00.5Z", utc(2026, 6, 3, 9, 14, 0, 500_000)),
        ("2026-06-03T09:14:00.123456789Z", utc(2026, 6, 3, 9, 14, 0, 123_456)),
        ("  2026-06-03T09:14:00Z  ", utc(2026, 6, 3, 9, 14)),
        ("2019-03-02 16:33 +0200", utc(2019, 3, 2, 14, 33)),  # B033
    ],
)
def test_the_common_spellings_of_a_timestamp_are_read(text: str, when: datetime) -> None:
    assert moment.parse(text) == Moment(text.strip(), when, when)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",  # B033
        "26/05/2025",  # B033
        "2026-6-3",
        "20260603",
        "2026-06",
        "2026-06-03T09",
        "2026-06-03T9:14",
        "2026-06-03T09:14:00+05",
        "2026-06-03T09:14:00 CET",
        "2026-06-03Z",
        "2026-06-03 and more",
        "12026-06-03",
        "-2026-06-03",
        "２０２６-06-03",
        "٢٠٢٦-٠٦-٠٣",
    ],
)
def test_any_other_spelling_is_refused_with_the_form_that_is_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected") as fault:
        moment.parse(text)
    assert str(fault.value) == EXPECTED_FORM


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2025-02-30", (2025, 2, 30)),  # B033
        ("2025-02-29", (2025, 2, 29)),
        ("2025-13-01", (2025, 13, 1)),
        ("2025-00-10", (2025, 0, 10)),
        ("0000-01-01", (0, 1, 1)),
        ("2025-06-03T24:00:00Z", (2025, 6, 3, 24, 0)),
        ("2025-06-03T23:59:60Z", (2025, 6, 3, 23, 59, 60)),
    ],
)
def test_a_date_that_is_not_in_the_calendar_is_refused(text: str, parts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"calendar") as fault:
        moment.parse(text)
    assert str(fault.value) == calendar_fault(*parts)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
def test_an_offset_that_leads_out_of_the_calendar_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"calendar") as fault:
        moment.parse(text)
    assert str(fault.value) == "is not a date in the calendar: date value out of range"


@pytest.mark.parametrize("offset", ["+24:00", "-99:00", "+01:60", "+01:99"])
def test_an_offset_that_no_clock_shows_is_refused(offset: str) -> None:
    with pytest.raises(ValueError, match=r"is not a date in the calendar|expected a date"):
        moment.parse(f"2026-06-03T09:14:00{offset}")


@pytest.mark.parametrize("text", ["2026-06-03 \n09:14", "2026-06-03T09:14\n+02:00"])
def test_a_moment_stands_on_one_line_because_it_is_written_as_it_stands(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected") as fault:
        moment.parse(text)
    assert str(fault.value) == EXPECTED_FORM


def test_the_29th_of_february_is_a_day_in_leap_years() -> None:
    assert moment.parse("2024-02-29").ends == utc(2024, 3, 1)


def test_the_last_instant_of_a_day_is_a_microsecond_before_the_next() -> None:
    assert moment.parse("2026-06-03").last == utc(2026, 6, 4) - MICROSECOND


def test_the_first_and_the_last_day_of_the_calendar_are_days() -> None:
    first, last = moment.parse("0001-01-01"), moment.parse("9999-12-31")
    assert (first.begins, first.ends) == (EARLIEST, utc(1, 1, 2))
    assert (last.begins, last.ends) == (utc(9999, 12, 31), LATEST)
    assert last.is_day
    assert last.begins < last.last <= LATEST


@given(st.dates())
@example(date.min)
@example(date.max)
def test_a_day_is_read_back_as_it_was_written(day: date) -> None:
    written = moment.of_day(day)
    assert moment.parse(written.text) == written
    assert written.text == day.isoformat()
    assert written.day == day
    assert written.begins <= written.last <= written.ends


@given(st.datetimes(FIRST + DAY, LAST - DAY), offsets)
@example(FIRST, UTC)
@example(LAST, UTC)
@settings(max_examples=300)
def test_an_instant_is_read_back_to_the_microsecond(naive: datetime, zone: timezone) -> None:
    instant = naive.replace(tzinfo=zone)
    written = moment.of_instant(instant)
    assert moment.parse(written.text) == written
    assert written.begins == written.ends == written.last == instant
    assert written.text.endswith("Z")


def test_an_instant_is_written_to_the_second_where_it_has_no_fraction() -> None:
    assert moment.timestamp(utc(2026, 6, 3, 9, 14)) == "2026-06-03T09:14:00Z"
    assert moment.timestamp(utc(2026, 6, 3, 9, 14, 0, 250)) == "2026-06-03T09:14:00.000250Z"
    assert moment.timestamp(utc(33, 6, 3)) == "0033-06-03T00:00:00Z"


def test_a_moment_in_another_zone_is_written_in_utc() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert moment.of_instant(datetime(2026, 6, 3, 5, tzinfo=tokyo)).text == "2026-06-02T20:00:00Z"


# B030, B032
def test_the_zone_of_the_machine_changes_nothing(zone: str) -> None:
    day = moment.parse("2025-02-11")
    assert (day.text, day.day, day.begins) == ("2025-02-11", date(2025, 2, 11), utc(2025, 2, 11))
    assert moment.of_day(date(2025, 2, 11)) == day
    assert moment.parse("2025-02-11T01:30").begins == utc(2025, 2, 11, 1, 30)
    assert moment.of_instant(utc(2025, 2, 11, 1, 30)).text == "2025-02-11T01:30:00Z"
    assert moment.microseconds(utc(1970, 1, 2)) == 86_400_000_000


def test_microseconds_are_exact_on_both_sides_of_1970() -> None:
    assert moment.microseconds(utc(1970, 1, 1)) == 0
    assert moment.microseconds(utc(1969, 12, 31, 23, 59, 59, 999_999)) == -1
    assert moment.microseconds(LATEST) - moment.microseconds(LATEST - MICROSECOND) == 1


@given(st.datetimes(), st.datetimes())
def test_microseconds_keep_the_order_and_the_distance_of_instants(left: datetime, right: datetime) -> None:
    first, second = left.replace(tzinfo=UTC), right.replace(tzinfo=UTC)
    distance = moment.microseconds(second) - moment.microseconds(first)
    assert distance * MICROSECOND == second - first
