"""Dates and instants as people write them, and the half-open UTC windows they stand for.

A bare date is the whole day in UTC; a timestamp is one instant. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

UTC = timezone.utc
EARLIEST = datetime.min.replace(tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_WRITTEN = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:[Tt ] *(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? *([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A day or an instant, with the text it was written as.

    `begins` is the first instant inside it, `ends` the first one after it; for an instant both
    are the same.
    """

    text: str
    begins: datetime
    ends: datetime

    @property
    def is_day(self) -> bool:
        return self.begins != self.ends

    @property
    def last(self) -> datetime:
        """The instant that answers a question asked "as of" this moment: a day's end."""
        return max(self.begins, self.ends - timedelta(microseconds=1)) if self.is_day else self.ends

    @property
    def day(self) -> date:
        return self.begins.date()


def parse(text: str) -> Moment:
    """Read a date (`2026-06-03`) or a timestamp (`2026-06-03T09:14:00Z`, also with an offset).

    A timestamp without an offset is UTC. Raises ValueError with the form that is expected.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError("expected a date like 2026-06-03 or a time like 2026-06-03T09:14:00Z")
    year, month, day, hour, minute, second, fraction, offset = found.groups()
    try:
        if hour is None:
            return of_day(date(int(year), int(month), int(day)))
        microsecond = int((fraction or "0").ljust(6, "0")[:6])
        parts = (int(year), int(month), int(day), int(hour), int(minute), int(second or 0))
        instant = datetime(*parts, microsecond, tzinfo=_zone(offset)).astimezone(UTC)
    except (ValueError, OverflowError) as fault:
        raise ValueError(f"is not a date in the calendar: {fault}") from None
    return Moment(text.strip(), instant, instant)


def of_day(day: date) -> Moment:
    """The whole of `day` in UTC."""
    begins = datetime(day.year, day.month, day.day, tzinfo=UTC)
    ends = LATEST if day == date.max else begins + timedelta(days=1)
    return Moment(day.isoformat(), begins, ends)


def of_instant(instant: datetime) -> Moment:
    """One instant, written in UTC to the second, or to the microsecond where it has some."""
    instant = instant.astimezone(UTC)
    return Moment(timestamp(instant), instant, instant)


def timestamp(instant: datetime) -> str:
    """RFC 3339 in UTC, such as `2026-06-03T09:14:00Z`."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


def microseconds(instant: datetime) -> int:
    """Whole microseconds since 1970 in UTC; exact and negative before, for storing and comparing."""
    return (instant - _EPOCH) // timedelta(microseconds=1)


def of_microseconds(count: int) -> datetime:
    """The instant that `microseconds` counts."""
    return _EPOCH + timedelta(microseconds=count)


def _zone(offset: str | None) -> timezone:
    if offset is None or offset in "Zz":
        return UTC
    sign = -1 if offset[0] == "-" else 1
    digits = offset[1:].replace(":", "")
    return timezone(sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:])))
