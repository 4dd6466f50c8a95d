"""What events say of one entry: when it was last affirmed, how often, and what was held against it.

A fold over a set: order and repetition of events change nothing, and one writer counts once a day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memdecay.entry import Trust
from memdecay.event import AFFIRMING, Event, Kind

SKEW = timedelta(days=1)
"""How far ahead of us another clock may be. What lies further in the future is set aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Acting on the entry misled `by`, who may say in `note` how, and for which `query`."""

    at: datetime
    by: str
    note: str | None = None
    query: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRecord:
    """The fold. `affirmed_days` are distinct UTC days; `marks` are those no confirmation answered."""

    last_affirmed: datetime | None = None
    affirmed_days: frozenset[date] = frozenset()
    marks: tuple[Mark, ...] = ()
    uses: int = 0
    is_reviewed: bool = False

    def trust(self, declared: Trust) -> Trust:
        """Whether a person stands behind an entry that was `declared` so: a review makes up for it."""
        return Trust.REVIEWED if self.is_reviewed else declared


NOTHING_HAPPENED = TrackRecord()


def fold(events: Iterable[Event], *, born: datetime | None, now: datetime, until: datetime) -> TrackRecord:
    """The record of the entry that `events` are about, which was `born` then.

    Times are taken between birth and `now`; what lies more than a day ahead of `now`, or after
    `until` (the instant that is asked about), has not happened.
    """
    happened = [
        (at, event)
        for event in {event.id: event for event in sorted(events, key=_by_content)}.values()
        if not is_ahead(event, now) and (at := clamped(event.at, born, now)) <= until
    ]
    affirmed = [at for at, event in happened if event.kind in AFFIRMING]
    answered = max((at for at, event in happened if event.kind is Kind.CONFIRMED), default=None)
    held_against = {
        (event.by, at.date()): Mark(at=at, by=event.by, note=event.note, query=event.query)
        for at, event in sorted(happened, key=lambda pair: (pair[0], pair[1].id))
        if event.kind is Kind.MISLED and (answered is None or at > answered)
    }
    return TrackRecord(
        last_affirmed=max(affirmed, default=None),
        affirmed_days=frozenset(at.date() for at in affirmed),
        marks=tuple(sorted(held_against.values(), key=lambda mark: (mark.at, mark.by))),
        uses=len({(event.by, at.date()) for at, event in happened if event.kind in {Kind.USED, Kind.HELPED}}),
        is_reviewed=any(event.kind is Kind.REVIEWED for _, event in happened),
    )


def clamped(at: datetime, born: datetime | None, now: datetime) -> datetime:
    """`at`, at the earliest when the entry was born and at the latest now."""
    return min(now, max(at, born) if born is not None else at)


def is_ahead(event: Event, now: datetime) -> bool:
    """Whether an event lies so far in the future that it is set aside."""
    return event.at - now > SKEW  # a sum might lie beyond the last year there is


def _by_content(event: Event) -> tuple[str, datetime, str, str, str, str]:
    """Of two events that share an id, always the same one counts."""
    return (event.id, event.at, event.kind.value, event.by, event.note or "", event.query or "")
