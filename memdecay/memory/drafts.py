"""Entries that could be written, and what becomes of each when many are taken in at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from memdecay.entry import Entry
from memdecay.memory import provenance
from memdecay.memory.headings import is_same_place
from memdecay.memory.provenance import Source


class Fate(str, Enum):
    """What becomes of a draft."""

    NEW = "new"
    KNOWN = "known"
    DUPLICATE = "duplicate"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry that could be written, where it comes from, and what its source calls it and its successor."""

    entry: Entry
    source: Source
    names: tuple[str, ...] = ()
    successor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resemblance:
    """An open entry that a new one may correct, with the words in which they differ."""

    id: str
    differing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A draft with its fate; `entry` and `data` are what is written of a new one.

    `of` is the entry that says the same, `after` the one of whose changed source this is the new text.
    """

    draft: Draft
    fate: Fate
    entry: Entry | None = None
    data: bytes = b""
    sources: tuple[Source, ...] = ()
    of: str | None = None
    after: str | None = None
    reason: str | None = None
    resembles: tuple[Resemblance, ...] = ()

    @property
    def written(self) -> Entry:
        """The entry that is written of it; only a new one has any."""
        if self.entry is None:
            raise ValueError(f"{self.draft.source.place} is {self.fate.value}")
        return self.entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """All drafts with their fates, and the entries whose text is gone from the files that were read."""

    judged: tuple[Judged, ...]
    gone: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    def of(self, fate: Fate) -> list[Judged]:
        return [one for one in self.judged if one.fate is fate]


def written_as(drafts: Iterable[Draft], entries: Iterable[Entry]) -> dict[Source, Entry]:
    """The entry that each source was written as, as far as it was.

    A text that stands under two headings of one file is two entries, and an import that was broken off
    may have written one of them: so each draft is the entry under its heading, or one that is left over.
    """
    same_drafts: dict[tuple[str, str], list[Draft]] = {}
    for draft in drafts:
        same_drafts.setdefault(draft.source.key, []).append(draft)
    same_entries: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        for key in {source.key for source in provenance.sources(entry.source)} & same_drafts.keys():
            same_entries.setdefault(key, []).append(entry)
    found: dict[Source, Entry] = {}
    for key, held in same_entries.items():
        found |= _matched(same_drafts[key], held)
    return found


def _matched(drafts: Sequence[Draft], entries: Sequence[Entry]) -> dict[Source, Entry]:
    """Drafts and entries of the same text in the same file, by their headings and then in their order."""
    found: dict[Source, Entry] = {}
    for draft in drafts:
        under = (one for one in entries if is_same_place(one.section, draft.entry.section))
        if (same := next(under, None)) is not None:
            found[draft.source] = same
    left = [one for one in entries if one not in found.values()]
    rest = [draft for draft in drafts if draft.source not in found]
    return {**found, **{draft.source: one for draft, one in zip(rest, left, strict=False)}}
