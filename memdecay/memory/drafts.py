"""Entries that could be written, and what becomes of each when many are taken in at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from memdecay.entry import Entry
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
