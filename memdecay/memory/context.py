"""The block an agent should read now: what holds where it works, strongest first, within a budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from memdecay import characters
from memdecay.entry import Entry, Trust
from memdecay.memory.indexing import recorded
from memdecay.memory.nominating import Floor, Nominated, Nominee
from memdecay.memory.opening import Memory
from memdecay.packing import Fit, Sized, fit, tokens
from memdecay.scope import EVERYWHERE, Place
from memdecay.sections import section_with_warnings
from memdecay.track_record import NOTHING_HAPPENED, Mark, TrackRecord

DEFAULT_BUDGET = 2_000
DEFAULT_SHARE = 0.8

_READ_AT_ONCE = 50
_MOST_NAMED = 8

UNFIT = "that did not fit"
UNREADABLE = "unreadable"
HIDDEN = "with characters that cannot be seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a block is for: a question or none, from where, and how long it may be at most.

    `budget` and `window` are tokens; of the window at most the `share` is used.
    """

    at: datetime
    query: str | None = None
    place: Place = EVERYWHERE
    budget: int = DEFAULT_BUDGET
    window: int | None = None
    share: float = DEFAULT_SHARE

    @property
    def limit(self) -> int:
        """The tokens that the whole block may take."""
        return self.budget if self.window is None else min(self.budget, int(self.window * self.share))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An entry of the block. `score` is its relevance times its factor; without a question, its
    importance times its factor."""

    entry: Entry
    score: float
    factor: float
    tokens: int
    via: str | None = None
    marks: tuple[Mark, ...] = ()
    is_unreviewed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """So many entries that are not in the block, and the reason; of what would come next also some ids."""

    reason: str
    number: int
    ids: tuple[str, ...] = ()

    def told(self, most: int = _MOST_NAMED) -> str:
        """It in words, with at most so many ids."""
        named = self.ids[:most]
        more = f" and {self.number - len(named)} more" if self.number > len(named) else ""
        return f"{self.number} {self.reason}" + (f" ({', '.join(named)}{more})" if named else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The block as Markdown, "" where there is nothing in it; what it holds and what it leaves out."""

    wanted: Wanted
    text: str
    tokens: int
    entries: tuple[Chosen, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def context(memory: Memory, wanted: Wanted) -> Packed:
    """The block that `wanted` describes, from the memory as its files are now. Writes nothing."""
    floor = Floor(memory=memory, happenings=memory.happenings(wanted.at), at=wanted.at, place=wanted.place)
    nominated = floor.asked(wanted.query) if wanted.query else floor.all()
    passed_over = nominated.passed_over + Counter({UNREADABLE: len(memory.index.broken())})
    left_out = [LeftOut(reason=why, number=number) for why, number in passed_over.items() if number]
    return _composed(_Sections(floor=floor, nominated=nominated), wanted, left_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """An entry as it stands in the block."""

    chosen: Chosen
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sections:
    """The sections of nominees, read as far as they are drawn. `hidden` collects what may not be shown."""

    floor: Floor
    nominated: Nominated
    seen: list[Nominee] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    def drawn(self) -> Iterator[Sized[_Section]]:
        while batch := list(islice(self.nominated.order, _READ_AT_ONCE)):
            self.seen.extend(batch)
            index = self.floor.memory.index
            entries = {one.path: one for one in recorded(index.records([one.path for one in batch]))[0]}
            told = self._told(batch, entries)
            for nominee in batch:
                entry = entries[nominee.path]
                if characters.hidden(entry.body):
                    self.hidden.append(entry.id)
                else:
                    section = _section(nominee, entry, told.get(entry.id, NOTHING_HAPPENED))
                    yield Sized(section, section.chosen.tokens)

    def _told(self, batch: list[Nominee], entries: dict[str, Entry]) -> dict[str, TrackRecord]:
        """What happened to those of which it matters here."""
        marked = {one.path for one in batch if one.is_marked}
        wanted = [one for one in entries.values() if one.path in marked or one.trust is Trust.UNREVIEWED]
        return self.floor.happenings.records({one.id: one.born for one in wanted}) if wanted else {}


def _section(nominee: Nominee, entry: Entry, record: TrackRecord) -> _Section:
    is_unreviewed = entry.trust is Trust.UNREVIEWED and not record.is_reviewed
    text = section_with_warnings(entry, record, is_unreviewed=is_unreviewed, via=nominee.via)
    chosen = Chosen(
        entry=entry,
        score=nominee.score,
        factor=nominee.factor,
        tokens=tokens(text),
        via=nominee.via,
        marks=record.marks,
        is_unreviewed=is_unreviewed,
    )
    return _Section(chosen=chosen, text=text)


def _composed(sections: _Sections, wanted: Wanted, left_out: list[LeftOut]) -> Packed:
    """As many sections as fit, under a title, with a last line on what is left out."""
    title = f"## What holds here on {wanted.at:%Y-%m-%d}\n\n"
    every = sections.nominated.number
    most = [LeftOut(reason=UNFIT, number=every), LeftOut(reason=HIDDEN, number=every), *left_out]
    reserved = tokens(title) + tokens(_ending(most, 0))
    fitting = fit(sections.drawn(), wanted.limit - reserved)
    left_out = [*_unpacked(sections, fitting), *left_out]
    chosen = tuple(one.item.chosen for one in fitting.taken)
    if not chosen:
        return Packed(wanted=wanted, text="", tokens=0, left_out=tuple(left_out))
    text = title + "".join(one.item.text for one in fitting.taken)
    endings = (_ending(left_out, named) for named in range(_MOST_NAMED, -1, -1))
    text += next(one for one in endings if tokens(text) + tokens(one) <= wanted.limit)
    text = text.rstrip("\n") + "\n"
    return Packed(wanted=wanted, text=text, tokens=tokens(text), entries=chosen, left_out=tuple(left_out))


def _unpacked(sections: _Sections, fitting: Fit[_Section]) -> list[LeftOut]:
    """What would be next in the block, by the reason why it is not in it."""
    done = {one.item.chosen.entry.path for one in fitting.taken}
    hidden = set(sections.hidden)
    further = islice(sections.nominated.order, _READ_AT_ONCE)
    waiting = [one.id for one in (*sections.seen, *further) if one.path not in done and one.id not in hidden]
    number = sections.nominated.number - len(done) - len(sections.hidden)
    found = [
        LeftOut(reason=UNFIT, number=number, ids=tuple(waiting[:_READ_AT_ONCE])),
        LeftOut(reason=HIDDEN, number=len(sections.hidden), ids=tuple(sections.hidden)),
    ]
    return [one for one in found if one.number]


def _ending(left_out: list[LeftOut], named: int) -> str:
    told = "; ".join(one.told(named) for one in left_out)
    return f"Not shown: {told}. Ask with `memdecay recall`.\n" if told else ""
