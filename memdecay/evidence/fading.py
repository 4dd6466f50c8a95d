"""Nobody affirmed it for so long that most instructions like it were retired by now."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, days, fingerprint


def fading(case: Case, around: Surroundings) -> Iterator[Clue]:
    """An entry whose retention is below the policy's threshold.

    Never a young one, nor one that is pinned; where it is important, age alone is no reason.
    """
    strength, policy = case.strength, around.policy
    if not case.holds or case.entry.pinned or strength.last_affirmed is None:
        return
    if case.age_days < policy.grace_days or strength.retention >= policy.fading_below:
        return
    affirmed = strength.last_affirmed.date().isoformat()
    idle = strength.idle_days or 0.0
    uses = "1 use" if case.record.uses == 1 else f"{case.record.uses} uses"
    yield Clue(
        rule="fading",
        sentence=f"fading: last affirmed {affirmed} ({days(idle)}), "
        f"retention {strength.retention:.2f}, {uses}",
        fingerprint=fingerprint("fading", affirmed),
        numbers={
            "last_affirmed": affirmed,
            "idle_days": int(idle),
            "retention": round(strength.retention, 3),
            "uses": case.record.uses,
        },
        is_enough=case.entry.importance < policy.spared_from,
    )
