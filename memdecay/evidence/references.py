"""It names what the repository had once and has nowhere now.

That something is not there proves little: it may be made by a build, or stand on another branch.
That the history saw it go does.
"""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint
from memdecay.evidence.mentions import Kind, Mention, mentions

_MOST_NAMED = 3
_CALLED = {
    Kind.PATH: "", Kind.GLOB: "", Kind.SCRIPT: "the script ", Kind.TARGET: "the make target ",
    Kind.RECIPE: "the just recipe ", Kind.COMMAND: "the command ", Kind.DEPENDENCY: "the dependency ",
}  # fmt: skip


def references(case: Case, around: Surroundings) -> Iterator[Clue]:
    """Every reference that leads nowhere any more, as one piece of evidence."""
    if not case.holds:
        return
    gone = list(_gone(case, around))
    if not gone:
        return
    named = " and ".join(
        f"{_CALLED[one.kind]}`{one.name}` (removed {day})" for one, day in gone[:_MOST_NAMED]
    )
    more = f" and {len(gone) - _MOST_NAMED} more" if len(gone) > _MOST_NAMED else ""
    verb = "no longer exists" if len(gone) == 1 else "no longer exist"
    yield Clue(
        rule="references",
        sentence=f"mentions {named}{more}, which {verb}",
        fingerprint=fingerprint("references", *sorted({one.name for one, _ in gone})),
        numbers={"gone": len(gone), "last_removed": max(day for _, day in gone)},
    )


def _gone(case: Case, around: Surroundings) -> Iterator[tuple[Mention, str]]:
    """Each name once: one word of code may be a command as well as a dependency."""
    if around.gone:
        by_name = {one.name: one for one in reversed(mentions(case.entry, around.home)) if one in around.gone}
        yield from ((one, around.gone[one]) for one in reversed(by_name.values()))
