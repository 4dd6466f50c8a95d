"""Past days of real histories: which texts a memory would have held, which alike, and what became of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from memdecay.embedding.static import open_builtin
from memdecay.entry import Entry
from memdecay.evidence.case import Case, Near, Surroundings
from memdecay.evidence.neighbours import neighbours
from memdecay.evidence.noise import noise
from memdecay.index.rows import View
from memdecay.memory.indexing import Embedder
from memdecay.memory.resemblance import pairs as resembling
from memdecay.policy import Policy
from memdecay.scope import overlap
from tests.benchmarks.histories import entry_of, index_of, units
from tests.evidence.cases import NOW, case

EVERY = timedelta(days=30)
WITHIN = timedelta(days=90)
KEPT, UNCLOSED = "kept up", "nothing closed"
MEMORIES = (KEPT, UNCLOSED)
AGES = (1.0, 7.0, 30.0, 90.0, 180.0)
"""Where one age in days ends and the next begins; those between two are about as old."""
LEAST_ALIKE = 0.82
"""The cosine below which nothing is looked at: no default is tried below it."""
_ALL_NEAR = replace(Policy(), duplicate_from=0.0, contradiction_from=0.0)
_ENDS = {"replaced", "removed"}
NOBODY = case()
"""A case of an entry that nothing happened to; its entry is put in place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One wording of an instruction: when it went and how, and when the instruction itself did."""

    entry: Entry
    born: datetime
    went: datetime | None
    how: str | None
    retired: datetime | None
    retired_how: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Two texts that resemble each other, the weaker first, and what the rules make of both."""

    weaker: str
    stronger: str
    cosine: float
    rule: str
    is_copy: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A memory of one repository on a day: its texts by id, and those that resemble each other."""

    repo: str
    memory: str
    at: datetime
    texts: Mapping[str, Text]
    told: tuple[Told, ...]

    def age_days(self, id_: str) -> float:
        return (self.at - self.texts[id_].born) / timedelta(days=1)

    def by_age(self) -> list[frozenset[str]]:
        """The ids of texts that are about as old as each other."""
        found: dict[int, set[str]] = {}
        for id_ in self.texts:
            found.setdefault(bisect_right(AGES, self.age_days(id_)), set()).add(id_)
        return [frozenset(alike) for alike in found.values()]


@lru_cache(maxsize=1)
def looks() -> tuple[Look, ...]:
    """Every repository on every day on which it is looked at, in either memory."""
    embedder = open_builtin()
    return tuple(look for repo in units() for look in _looks(repo, embedder))


def _looks(repo: str, embedder: Embedder) -> Iterator[Look]:
    texts = texts_of(units()[repo])
    told = list(_told(texts, embedder))
    at = min(one.born for one in texts.values()) + EVERY
    ends = max(_time(row["last_seen"]) for row in units()[repo]) - WITHIN
    while at <= ends:
        for memory in MEMORIES:
            here = {id_: one for id_, one in texts.items() if _is_there(one, at, memory)}
            near = tuple(one for one in told if one.weaker in here and one.stronger in here)
            yield Look(repo=repo, memory=memory, at=at, texts=here, told=near)
        at += EVERY


def texts_of(rows: Sequence[dict[str, Any]]) -> dict[str, Text]:
    """The texts of a history by the id of their entry; each knows the end of all its wordings."""
    by_id = {row["id"]: row for row in rows if row["how_died"] != "merged"}
    found = {}
    for row in by_id.values():
        last, seen = row, {row["id"]}
        while last["how_died"] == "edited" and last["replaced_by"] in by_id.keys() - seen:
            last = by_id[last["replaced_by"]]
            seen.add(last["id"])
        entry = _placed(row)
        found[entry.id] = Text(
            entry=entry, born=_time(row["born"]), went=_time_or_none(row["died"]), how=row["how_died"],
            retired=_time_or_none(last["died"]), retired_how=last["how_died"],
        )  # fmt: skip
    return found


def _placed(row: dict[str, Any]) -> Entry:
    """As import places it: what stands in a folder applies there; folders of tools say nothing."""
    home = row["file"].rpartition("/")[0]
    is_tools = any(part.startswith(".") for part in home.split("/"))
    return replace(entry_of(row), scope=(f"{home}/**",) if home and not is_tools else ())


def _is_there(text: Text, at: datetime, memory: str) -> bool:
    return text.born <= at and (memory == UNCLOSED or text.went is None or text.went > at)


def _told(texts: Mapping[str, Text], embedder: Embedder) -> Iterator[Told]:
    """Every two texts that resemble each other, found as `propose` finds them."""
    reader = index_of([one.entry for one in texts.values()], (), embedder)
    by_number = {number: row.id for number, row in reader.rows_of_ids(list(texts), View(0)).items()}
    for pair in resembling(reader, by_number, embedder.identity, LEAST_ALIKE):
        both = (by_number[pair.one], by_number[pair.other])
        weaker, stronger = sorted(both, key=lambda id_: (texts[id_].born, id_))  # the last one written stands
        one, other = texts[weaker].entry, texts[stronger].entry
        if overlap(one.scope, other.scope):
            near = Near(entry=other, cosine=pair.cosine, is_stronger=True)
            yield _judged(replace(NOBODY, entry=one, near=(near,)))
    reader.close()


def _judged(two: Case) -> Told:
    around = Surroundings(now=NOW, policy=_ALL_NEAR)
    near = two.near[0]
    rule = next((clue.rule for clue in neighbours(two, around)), "")
    is_copy = any("other" in clue.numbers for clue in noise(two, around))
    return Told(
        weaker=two.entry.id, stronger=near.entry.id, cosine=near.cosine, rule=rule, is_copy=is_copy
    )  # fmt: skip


def retired(look: Look, *, rewrite_ends: bool) -> dict[str, bool | None]:
    """What became of each text; None where a rewrite took it and that says nothing."""
    return {id_: _fate(one, look, rewrite_ends=rewrite_ends) for id_, one in look.texts.items()}


def _fate(text: Text, look: Look, *, rewrite_ends: bool) -> bool | None:
    if look.memory == KEPT:
        when, how, until, ends = text.retired, text.retired_how, look.at + WITHIN, _ENDS
    else:
        when, how, until, ends = text.went, text.how, look.at, {*_ENDS, "edited"}
    if when is None or when > until:
        return False
    if how == "bulk":
        return True if rewrite_ends else None
    return how in ends


def _time(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


def _time_or_none(text: object) -> datetime | None:
    return _time(text) if text else None
