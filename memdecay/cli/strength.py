"""How the strength of an entry, and what was held against it, is put into words."""

from __future__ import annotations

from memdecay import moment
from memdecay.cli import render
from memdecay.retention import Strength
from memdecay.track_record import Mark


def told(strength: Strength) -> str:
    """Retention with what it follows from."""
    if strength.idle_days is None or strength.age_days is None or strength.last_affirmed is None:
        return "age unknown, so it does not fade: give it valid_from or created"
    return (
        f"retention {strength.retention:.2f}: last affirmed {strength.last_affirmed:%Y-%m-%d}, "
        f"{_days(strength.idle_days)} ago, {_days(strength.age_days)} old, "
        f"stability {_days(strength.stability_days)}; factor {strength.factor:.2f}"
    )


def _days(number: float) -> str:
    return render.counted(round(number), "day", "days")


def held_against(mark: Mark) -> str:
    """One unanswered mark."""
    query = f" when asked {mark.query!r}" if mark.query else ""
    note = f": {mark.note}" if mark.note else ""
    return f"misled {mark.by} on {moment.timestamp(mark.at)[:10]}{query}{note}"
