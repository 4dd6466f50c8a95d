"""The main job: which instructions hold, strongest first, for a question."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from memdecay import moment
from memdecay.entry import ClosingNote, Entry, Trust, note_path
from memdecay.index.rows import View
from memdecay.index.writing import put_lifetimes
from memdecay.memory.fading import Happenings
from memdecay.memory.indexing import lifetime_rows, recorded
from memdecay.memory.opening import Memory
from memdecay.memory.search import Search
from memdecay.moment import LATEST, Moment
from memdecay.ranking import Ranked, Withheld, rank
from memdecay.scope import EVERYWHERE, Place
from memdecay.state import known_at, replay
from memdecay.track_record import Mark, TrackRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, as of which instant, by what was known when, and from where."""

    text: str
    at: datetime
    known_at: datetime | None = None
    place: Place = EVERYWHERE
    limit: int = 5
    with_history: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One answer: the entry, its closing note, how it came to its rank, its place in its chain."""

    entry: Entry
    note: ClosingNote | None
    ranked: Ranked
    predecessors: tuple[str, ...]
    successors: tuple[str, ...]
    trust: Trust
    marks: tuple[Mark, ...] = ()

    @property
    def ended(self) -> Moment | None:
        """The last day or instant it applied, by its note or by itself."""
        return (self.note.valid_until if self.note else None) or self.entry.valid_until


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The results of a question, what was left out, and how many files could not be used."""

    question: Question
    model: str
    results: tuple[Result, ...]
    withheld: Withheld
    entries: int
    broken: int


def recall(memory: Memory, question: Question) -> Answer:
    """Answer `question` from the memory as its files are now."""
    if question.known_at is None:
        return _answered(memory, question)
    _forget_after(memory, question.known_at)
    try:
        return _answered(memory, question)
    finally:
        memory.index.show_lifetimes()


def _answered(memory: Memory, question: Question) -> Answer:
    happenings = memory.happenings(min(question.at, question.known_at or question.at))
    search = Search(
        reader=memory.index,
        embedder=memory.embedder,
        policy=memory.policy,
        happenings=happenings,
        at=question.at,
        place=question.place,
        reranker=memory.reranker,
    )
    ranking = rank(
        search.candidates(question.text),
        policy=memory.policy,
        limit=question.limit,
        with_history=question.with_history,
    )
    return Answer(
        question=question,
        model=memory.embedder.identity,
        results=_with_entries(memory, question, happenings, ranking.results),
        withheld=ranking.withheld,
        entries=memory.index.size(),
        broken=len(memory.index.broken()),
    )


def _with_entries(
    memory: Memory, question: Question, happenings: Happenings, ranked: tuple[Ranked, ...]
) -> tuple[Result, ...]:
    """The ranked candidates with their texts, which only now are read from the index."""
    candidates = [one.candidate for one in ranked]
    view = View(moment.microseconds(question.at))
    rows = memory.index.rows([one.number for one in candidates], view)
    paths = [path for one in candidates for path in (one.path, note_path(one.path, one.id))]
    entries, notes = known_at(*recorded(memory.index.records(paths)), question.known_at or LATEST)
    entry_at = {entry.path: entry for entry in entries}
    note_of = {note.closes: note for note in notes}
    marked = {one.candidate.id for one in ranked if one.candidate.marks}
    asked = {e.id: e.born for e in entries if e.id in marked or e.trust is Trust.UNREVIEWED}
    held = defaultdict(TrackRecord, happenings.records(asked))
    return tuple(
        Result(
            entry=entry_at[one.candidate.path],
            note=note_of.get(one.candidate.id),
            ranked=one,
            predecessors=rows[one.candidate.number].predecessors,
            successors=rows[one.candidate.number].successors,
            trust=held[one.candidate.id].trust(entry_at[one.candidate.path].trust),
            marks=held[one.candidate.id].marks,
        )
        for one in ranked
    )


def _forget_after(memory: Memory, instant: datetime) -> None:
    """Let the index show, for this run, only what had been recorded by `instant`."""
    entries, notes = known_at(*recorded(memory.index.records()), instant)
    put_lifetimes(memory.index.shadow_lifetimes(), lifetime_rows(replay(entries, notes)), "temp")
