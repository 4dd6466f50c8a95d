"""It was imported from a file that no longer says it."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint


def gone_at_source(case: Case, around: Surroundings) -> Iterator[Clue]:
    """A live entry whose text was taken out of every file it came from, or changed there."""
    vanished = around.vanished.get(case.entry.id)
    if not case.holds or vanished is None:
        return
    path = vanished.path.replace("`", "")
    said = (
        f"its source `{path}` was removed"
        if vanished.is_file_gone
        else f"its source `{path}` no longer says it"
    )
    came = f"; `{vanished.after}` came in its place" if vanished.after else ""
    yield Clue(
        rule="gone-at-source",
        sentence=f"gone at the source: {said}{came}",
        fingerprint=fingerprint("gone-at-source", vanished.path, vanished.after or ""),
        numbers={"source": vanished.path, "after": vanished.after},
    )
