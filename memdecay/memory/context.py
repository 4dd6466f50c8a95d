"""The block an agent should read now: what holds where it works, strongest first, within a budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from memdecay import characters, moment
from memdecay.entry import Entry, Trust
from memdecay.index.reading import Row, View
from memdecay.memory.fading import Happenings, Held
from memdecay.memory.indexing import recorded
from memdecay.memory.opening import Memory
from memdecay.memory.search import Search
from memdecay.packing import Fit, Sized, fit, tokens
from memdecay.ranking import Ranked, rank
from memdecay.scope import EVERYWHERE, Place, applies
from memdecay.sections import section_with_warnings
from memdecay.state import Standing
from memdecay.track_record import NOTHING_HAPPENED, Mark, TrackRecord

DEFAULT_BUDGET = 2_000
DEFAULT_SHARE = 0.8

_READ_AT_ONCE = 50
_MOST_NAMED = 8

UNFIT = "that did not fit"
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
    """So many entries that are not in the block, the reason, and their ids where they would come next."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Nominee:
    """What may come into the block, before its text is read."""

    id: str
    path: str
    score: float
    factor: float
    is_pinned: bool
    is_scoped: bool
    is_marked: bool
    via: str | None = None

    @property
    def place(self) -> tuple[bool, bool, float, bool, str, str]:
        """Unmarked first; then pinned, then by score; at equal scores the narrower scope, then the id."""
        return (self.is_marked, not self.is_pinned, -self.score, not self.is_scoped, self.id, self.path)


def context(memory: Memory, wanted: Wanted) -> Packed:
    """The block that `wanted` describes, from the memory as its files are now. Writes nothing."""
    floor = _Floor(memory=memory, wanted=wanted, happenings=memory.happenings(wanted.at))
    found, passed_over = floor.asked(wanted.query) if wanted.query else floor.all()
    passed_over["unreadable"] += len(memory.index.broken())
    left_out = [LeftOut(reason=why, number=number) for why, number in passed_over.items() if number]
    sections = _Sections(floor=floor, order=sorted(found, key=lambda one: one.place))
    return _composed(sections, left_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Floor:
    """The memory as it is looked at: as of when, and from where."""

    memory: Memory
    wanted: Wanted
    happenings: Happenings

    def asked(self, query: str) -> tuple[list[_Nominee], Counter[str]]:
        """What answers the question, as `recall` ranks it, and all that is pinned; the rest by reason."""
        memory = self.memory
        search = Search(
            reader=memory.index,
            embedder=memory.embedder,
            policy=memory.policy,
            happenings=self.happenings,
            at=self.wanted.at,
            place=self.wanted.place,
        )
        ranking = rank(search.candidates(query), policy=memory.policy, limit=memory.index.size())
        pinned = [one for one in memory.index.pinned_rows(self._view()).values() if _holds(one)]
        found = {one.path: one for one in self._nominated(pinned, is_asked=True)}
        always = frozenset(found)
        found |= {one.candidate.path: _of_ranked(one, always) for one in ranking.results}
        held_back = ranking.withheld
        return list(found.values()), Counter(
            {
                "of another scope": held_back.scope,
                "no longer or not yet true": held_back.closed,
                "unreadable": held_back.unreadable,
                "that match weakly": held_back.weak,
            }
        )

    def all(self) -> tuple[list[_Nominee], Counter[str]]:
        """Everything that holds here; the rest by reason."""
        rows = self.memory.index.all_rows(self._view())
        groups = Counter(row.group for row in rows.values())
        return self._nominated(row for row in rows.values() if _holds(row)), Counter(
            {
                "of another scope": groups["elsewhere"],
                "no longer or not yet true": groups["closed"] + groups["expired"] + groups["pending"],
                "unreadable": groups["unjudged"],
            }
        )

    def _nominated(self, rows: Iterable[Row], *, is_asked: bool = False) -> list[_Nominee]:
        rows = list(rows)
        held = self.happenings.held(rows, self.wanted.at)
        scopes = self.memory.index.scopes()
        return [
            _of_row(row, held[row.number], is_scoped=bool(scopes[row.scope]), is_asked=is_asked)
            for row in rows
        ]

    def _view(self) -> View:
        scopes = self.memory.index.scopes()
        covered = frozenset(n for n, scope in scopes.items() if applies(scope, self.wanted.place))
        return View(moment.microseconds(self.wanted.at), covered if len(covered) < len(scopes) else None)


def _holds(row: Row) -> bool:
    return row.group == Standing.ACTIVE.value


def _of_row(row: Row, held: Held, *, is_scoped: bool, is_asked: bool) -> _Nominee:
    return _Nominee(
        id=row.id,
        path=row.path,
        score=0.0 if is_asked else row.importance * held.strength.factor,  # it is there because it is pinned
        factor=held.strength.factor,
        is_pinned=bool(row.pinned),
        is_scoped=is_scoped,
        is_marked=held.marks > 0,
    )


def _of_ranked(one: Ranked, pinned: frozenset[str]) -> _Nominee:
    return _Nominee(
        id=one.candidate.id,
        path=one.candidate.path,
        score=one.score,
        factor=one.candidate.factor,
        is_pinned=one.candidate.path in pinned,
        is_scoped=one.candidate.is_scoped,
        is_marked=one.is_pushed_down,
        via=one.via,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """An entry as it stands in the block."""

    chosen: Chosen
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sections:
    """The sections of nominees, read as far as they are drawn. `hidden` collects what may not be shown."""

    floor: _Floor
    order: list[_Nominee]
    hidden: list[str] = field(default_factory=list)

    def drawn(self) -> Iterator[Sized[_Section]]:
        for start in range(0, len(self.order), _READ_AT_ONCE):
            batch = self.order[start : start + _READ_AT_ONCE]
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

    def _told(self, batch: list[_Nominee], entries: dict[str, Entry]) -> dict[str, TrackRecord]:
        """What happened to those of which it matters here."""
        marked = {one.path for one in batch if one.is_marked}
        wanted = [one for one in entries.values() if one.path in marked or one.trust is Trust.UNREVIEWED]
        return self.floor.happenings.records({one.id: one.born for one in wanted}) if wanted else {}


def _section(nominee: _Nominee, entry: Entry, record: TrackRecord) -> _Section:
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


def _composed(sections: _Sections, left_out: list[LeftOut]) -> Packed:
    """As many sections as fit, under a title, with a last line on what is left out."""
    wanted = sections.floor.wanted
    title = f"## What holds here on {wanted.at:%Y-%m-%d}\n\n"
    every = len(sections.order)
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
    unfit = tuple(one.id for one in sections.order if one.path not in done and one.id not in hidden)
    found = [
        LeftOut(reason=UNFIT, number=len(unfit), ids=unfit),
        LeftOut(reason=HIDDEN, number=len(sections.hidden), ids=tuple(sections.hidden)),
    ]
    return [one for one in found if one.number]


def _ending(left_out: list[LeftOut], named: int) -> str:
    told = "; ".join(one.told(named) for one in left_out)
    return f"Not shown: {told}. Ask with `memdecay recall`.\n" if told else ""
