"""Prune lists for tests: what `propose` would write, with the ticks that a person would make."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

from memdecay import proposals
from memdecay.proposals import Action, Item, Line, PruneList

CREATED = datetime(2026, 6, 2, 21, tzinfo=timezone.utc)
LIST = "proposals/2026-06-02.md"
_EVIDENCE = "fading: 272 days"
FOOD = ("apples", "bread", "cheese", "dates", "eggs", "figs", "grapes", "honey", "icing", "jam")
"""Ids of entries that are there so that a few are not a fifth of all."""


def line(root: Path, said: str) -> Line:
    """The action line that says so, of the entry as it is now; `*` before it ticks it."""
    words = said.lstrip("*").split()
    reason = words[3] if len(words) > 2 else None
    action, entry = Action(words[0]), words[1]
    data = next(iter(root.rglob(f"{entry}.md"))).read_bytes()
    digest = proposals.digest(action, entry, reason, data)
    return Line(action=action, entry=entry, reason=reason, digest=digest, is_ticked=said.startswith("*"))


def prune_list(
    root: Path, *said: str, created: datetime = CREATED, quoted: str = "…", evidence: str = _EVIDENCE
) -> bytes:
    """A list of these action lines; those about one entry are one item."""
    lines: dict[str, list[Line]] = {}
    for one in (line(root, each) for each in said):
        lines.setdefault(one.entry, []).append(one)
    return proposals.write(
        PruneList(
            created=created,
            base=None,
            decay=tuple(_items(lines, quoted, evidence, is_deletion=False)),
            deletion=tuple(_items(lines, quoted, evidence, is_deletion=True)),
        )
    )


def put_list(root: Path, *said: str, path: str = LIST, quoted: str = "…", evidence: str = _EVIDENCE) -> Path:
    """The same, written into the memory."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(prune_list(root, *said, quoted=quoted, evidence=evidence))
    return place


def put_entries(root: Path, *ids: str) -> None:
    """Write an entry for each id, which says little but its own name."""
    for one in ids:
        text = f"---\nid: {one}\ncreated: 2026-01-01\n---\nKeep the {one} in the cellar.\n"
        (root / f"{one}.md").write_bytes(text.encode())


def _items(lines: dict[str, list[Line]], quoted: str, evidence: str, *, is_deletion: bool) -> Iterable[Item]:
    for entry, held in lines.items():
        if is_deletion == any(one.action is Action.DELETE for one in held):
            yield Item(entry=entry, quoted=quoted, evidence=evidence, lines=tuple(held))
