"""How the strength of an entry, and what was held against it, is put into words."""

from __future__ import annotations

from memdecay import moment
from memdecay.retention import Strength
from memdecay.track_record import Mark


def told(strength: Strength) -> str:
    """Retention with what it follows from."""
    if strength.idle_days is None or strength.last_affirmed is None:
        return "age unknown, so it does not fade: give it valid_from or created"
    return (
        f"retention {strength.retention:.2f}: last affirmed {strength.last_affirmed:%Y-%m-%d}, "
        f"{strength.idle_days:.0f} days ago, {strength.age_days:.0f} days old, "
        f"stability {strength.stability_days:.0f} days; factor {strength.factor:.2f}"
    )


def held_against(mark: Mark) -> str:
    """One unanswered mark."""
    query = f" when asked {mark.query!r}" if mark.query else ""
    note = f": {mark.note}" if mark.note else ""
    return f"misled {mark.by} on {moment.timestamp(mark.at)[:10]}{query}{note}"
