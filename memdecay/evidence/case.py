"""What the rules look at: an entry with everything that follows from around it, and its surroundings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memdecay.entry import Entry, Trust
from memdecay.evidence.mentions import Mention
from memdecay.policy import Policy
from memdecay.retention import Strength
from memdecay.state import Lifetime, Standing
from memdecay.track_record import NOTHING_HAPPENED, TrackRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Another open entry that resembles this one; the stronger of two is the one to keep."""

    entry: Entry
    cosine: float
    is_stronger: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A text about an entry that is not its body, and where it stands in words.

    `is_provenance` where it only says who wrote or recorded something.
    """

    place: str
    text: str
    is_provenance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One entry. `successors` have the standing of what replaces it, `secrets` say kind and place."""

    entry: Entry
    standing: Standing
    lifetime: Lifetime
    strength: Strength
    record: TrackRecord = NOTHING_HAPPENED
    successors: Mapping[str, Standing] = field(default_factory=dict)
    near: tuple[Near, ...] = ()
    secrets: tuple[str, ...] = ()
    attached: tuple[Attached, ...] = ()

    @property
    def holds(self) -> bool:
        return self.standing is Standing.ACTIVE

    @property
    def is_reviewed(self) -> bool:
        """Whether a person stands behind it: since it was written, or by saying so later."""
        return self.record.trust(self.entry.trust) is Trust.REVIEWED

    @property
    def age_days(self) -> float:
        return self.strength.age_days or 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Vanished:
    """The file that an entry came from and that no longer says it, and the entry that came instead."""

    path: str
    is_file_gone: bool = False
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What all cases share.

    `gone` tells of every reference that leads nowhere any more since when, `vanished` by id of the entries
    whose source no longer says them, `home` is the memory's path in its repository, `recording_days` for
    how long uses have been recorded in the memory.
    """

    now: datetime
    policy: Policy
    gone: Mapping[Mention, str] = field(default_factory=dict)
    vanished: Mapping[str, Vanished] = field(default_factory=dict)
    home: str = ""
    recording_days: float = 0.0
