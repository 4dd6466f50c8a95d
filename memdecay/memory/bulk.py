"""Takes many drafts in at once: the gate for all of them in memory, then one new file for each.

What is considered is what is written: a dry run stops in between. Nothing that exists changes, and
a run that was cut short is completed by the next one, which knows what it wrote by its sources.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath

from memdecay import fsio, gate, ids, moment, passages
from memdecay.embedding import vectors
from memdecay.entry import Declared, Entry, write_entry
from memdecay.errors import NameTaken, Refused
from memdecay.index.rows import View
from memdecay.memory import provenance
from memdecay.memory.drafts import Considered, Draft, Fate, Judged, Resemblance, written_as
from memdecay.memory.freshness import fresh
from memdecay.memory.headings import is_same_place
from memdecay.memory.indexing import Embedder, passages_of
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.opening import Memory
from memdecay.memory.provenance import Source
from memdecay.memory.resemblance import near_codes, whole_vectors
from memdecay.memory.show import Snapshot
from memdecay.scope import overlap
from memdecay.state import Standing

_MOST_RESEMBLED = 3
_ALIKE, _ALIKE_IN_PLACE = 0.75, 0.5
"""Shares of words from which a text counts as another one changed: in its file, and in its section."""
_MOST_COMPARED = 200
_AT_ONCE = 16
_FEWEST_WORDS = 3


def consider(memory: Memory, drafts: Sequence[Draft], read: Iterable[str]) -> Considered:
    """The fate of each draft. `read` names the files that were read to their end."""
    return _Gate(memory=memory, drafts=tuple(drafts), read=frozenset(read)).considered()


def write(memory: Memory, considered: Considered) -> int:
    """Write every new entry, and bring the index up to date once. Returns how many files there are more."""
    from concurrent.futures import ThreadPoolExecutor  # late: only an import needs it

    new = {one.entry.path: one.data for one in considered.of(Fate.NEW) if one.entry is not None}
    # Each file waits for the disk, so several wait at once; the disk flushes them together.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        made = pool.map(lambda path: fsio.create(memory.root, path, new[path]), new)
        try:
            for _ in zip(memory.progress(list(new), "writing"), made, strict=True):
                pass
        except NameTaken as fault:
            raise Refused(f"{fault}; what was written so far stays, run it again for the rest") from None
        finally:
            pool.shutdown(cancel_futures=True)  # whoever interrupts it does not wait for all the rest
    if new:
        fresh(memory.workshop)[0].close()
    return len(new)


@dataclass(frozen=True, kw_only=True)
class _Gate:
    memory: Memory
    drafts: tuple[Draft, ...]
    read: frozenset[str]
    faults: list[str] = field(default_factory=list)

    def considered(self) -> Considered:
        judged = self._compared(self._fit(self._distinct()))
        named = self._named(judged)
        return Considered(judged=tuple(named), gone=self._gone(named), faults=tuple(self.faults))

    @cached_property
    def _snapshot(self) -> Snapshot:
        return Snapshot(memory=self.memory, at=self.memory.now)

    @cached_property
    def _live(self) -> tuple[Entry, ...]:
        state, now = self._snapshot.state, self.memory.now
        return tuple(e for e in state.entries if state.lifetimes[e.path].standing(now) is Standing.ACTIVE)

    @cached_property
    def _imported(self) -> Mapping[Source, Entry]:
        """The entry that each source was written as, closed ones too: what was retired does not come back."""
        return written_as(self.drafts, self._snapshot.state.entries)

    @cached_property
    def _open_by_essence(self) -> Mapping[object, list[Entry]]:
        found: dict[object, list[Entry]] = {}
        for entry in self._live:
            found.setdefault(gate.essence(entry.body), []).append(entry)
        return found

    def _distinct(self) -> list[Judged]:
        """Each draft once: is it known by its source, and is it said by an open entry or an earlier draft?"""
        judged: list[Judged] = []
        first: dict[object, list[int]] = {}
        for draft in self.drafts:
            if (known := self._imported.get(draft.source)) is not None:
                judged.append(Judged(draft=draft, fate=Fate.KNOWN, of=known.id))
                continue
            essence = (gate.essence(draft.entry.body), draft.entry.declared)
            section = draft.entry.section
            places = first.get(essence, ())
            same = next((p for p in places if is_same_place(judged[p].draft.entry.section, section)), None)
            if same is not None:
                judged[same] = _merged(judged[same], draft)
                judged.append(Judged(draft=draft, fate=Fate.DUPLICATE, of=judged[same].draft.source.place))
            elif (held := self._held(draft)) is not None:
                judged.append(Judged(draft=draft, fate=Fate.KNOWN, of=held.id, reason="says the same"))
            else:
                first.setdefault(essence, []).append(len(judged))
                judged.append(Judged(draft=draft, fate=Fate.NEW, sources=(draft.source,)))
        return judged

    def _held(self, draft: Draft) -> Entry | None:
        if draft.entry.declared is Declared.CLOSED:
            return None
        scope, section = draft.entry.scope, draft.entry.section
        same = self._open_by_essence.get(gate.essence(draft.entry.body), ())
        found = (one for one in same if overlap(one.scope, scope) and is_same_place(one.section, section))
        return next(found, None)

    def _fit(self, judged: list[Judged]) -> list[Judged]:
        """Refuse what nobody can see and what looks like a secret."""
        places = [str(place) for place, one in enumerate(judged) if one.fate is Fate.NEW]
        for place in self.memory.progress(places, "looking"):
            entry = judged[int(place)].draft.entry
            listed = [("a scope", one) for one in entry.scope] + [("a tag", one) for one in entry.tags]
            texts = [("the text", entry.body), ("a heading", entry.section), ("the author", entry.author)]
            try:
                refuse_unfit([*texts, *listed], joiners=self.memory.joiners)
            except Refused as fault:
                judged[int(place)] = replace(judged[int(place)], fate=Fate.REFUSED, reason=str(fault))
        return judged

    def _compared(self, judged: list[Judged]) -> list[Judged]:
        """Say of each new text which open entry it may correct, and whose changed text it is."""
        changed = self._changed([one for one in judged if one.fate is Fate.NEW])
        alike = self._alike([one for one in judged if one.fate is Fate.NEW])
        return [
            replace(one, after=changed.get(one.draft.source), resembles=alike.get(one.draft.source, ()))
            if one.fate is Fate.NEW
            else one
            for one in judged
        ]

    def _alike(self, new: Sequence[Judged]) -> dict[Source, tuple[Resemblance, ...]]:
        if not new or not self._live:
            return {}
        memory = self.memory
        view = View(moment.microseconds(memory.now))
        rows = memory.index.rows_of_ids([entry.id for entry in self._live], view)
        by_path = {entry.path: entry for entry in self._live}
        known = whole_vectors(memory.index, frozenset(rows), memory.embedder.identity)
        pairs = [(by_path[row.path], known[number]) for number, row in rows.items() if row.path in by_path]
        places = memory.progress([str(place) for place in range(len(new))], "comparing")
        drafted = [_vector(new[int(place)].draft.entry, memory.embedder) for place in places]
        codes = [vectors.sign_code(one) for one in (*(vector for _, vector in pairs), *drafted)]
        found: dict[Source, tuple[Resemblance, ...]] = {}
        for number, near in enumerate(near_codes(codes, memory.policy.correction_from)):
            if number >= len(pairs):
                draft = new[number - len(pairs)].draft
                olds = [pairs[other] for other in near if other < len(pairs)]
                found[draft.source] = self._corrected(draft, drafted[number - len(pairs)], olds)
        return found

    def _corrected(
        self, draft: Draft, vector: bytes, olds: Sequence[tuple[Entry, bytes]]
    ) -> tuple[Resemblance, ...]:
        cosines = vectors.cosines(vector, (other for _, other in olds)) if olds else []
        ranked = sorted(zip(cosines, olds, strict=True), key=lambda one: (-one[0], one[1][0].id))
        found = []
        for cosine, (old, _) in ranked:
            if cosine < self.memory.policy.correction_from or not overlap(old.scope, draft.entry.scope):
                continue
            differing = gate.decisive_difference(draft.entry.body, old.body)
            if differing:
                found.append(Resemblance(id=old.id, differing=differing))
        return tuple(found[:_MOST_RESEMBLED])

    @cached_property
    def _missing(self) -> list[Entry]:
        """The open entries that were imported from a file that was read now and did not say it any more."""
        keys = {draft.source.key for draft in self.drafts}
        return [
            entry
            for entry in self._live
            if (named := provenance.sources(entry.source))
            and all(one.path in self.read and one.key not in keys for one in named)
        ]

    def _changed(self, new: Sequence[Judged]) -> dict[Source, str]:
        """Of each new text the entry that its source said before, where one is much like it and is gone."""
        missing: dict[str, list[Entry]] = {}
        for entry in self._missing:
            missing.setdefault(provenance.sources(entry.source)[0].path, []).append(entry)
        found: dict[Source, str] = {}
        taken: set[str] = set()
        for one in new:
            olds = [e for e in missing.get(one.draft.source.path, ()) if e.id not in taken][:_MOST_COMPARED]
            ranked = sorted(((_likeness(old, one.draft.entry), old.id) for old in olds), reverse=True)
            if ranked and ranked[0][0] > 0:
                found[one.draft.source] = ranked[0][1]
                taken.add(ranked[0][1])
        return found

    def _gone(self, judged: Sequence[Judged]) -> tuple[str, ...]:
        """What `propose` will ask about; what stands in our block there, or in other words, is not gone."""
        changed = {one.after for one in judged}
        vanished = provenance.vanished(self.memory.home, self._missing)
        return tuple(e.id for e in self._missing if e.id in vanished and e.id not in changed)

    def _named(self, judged: list[Judged]) -> list[Judged]:
        """Give each new entry its id, its links and its bytes."""
        entries = self._snapshot.state.entries
        taken = {ids.folded(one.id) for one in entries}
        taken |= {ids.folded(PurePosixPath(s.path).stem) for s in self.memory.listing.stamps}
        id_of: dict[str, str] = {}
        for place, one in enumerate(judged):
            named = one.of
            if one.fate is Fate.NEW:
                named = ids.free(_wanted(one.draft.entry), taken)
                taken.add(named)
                judged[place] = replace(one, entry=replace(one.draft.entry, id=named))
            if named and one.fate in {Fate.NEW, Fate.KNOWN}:
                id_of |= dict.fromkeys(one.draft.names, named)
        return [self._written(one, one.entry, id_of) if one.entry is not None else one for one in judged]

    def _written(self, one: Judged, entry: Entry, id_of: Mapping[str, str]) -> Judged:
        successor = one.draft.successor
        if successor is not None and id_of.get(successor, entry.id) == entry.id:
            self.faults.append(f"{one.draft.source.place} names a successor that was not imported with it")
        newer = id_of.get(successor) if successor is not None else None
        entry = replace(
            entry,
            path=f"{entry.id}.md",
            superseded_by=newer if newer != entry.id else None,
            source=provenance.written(one.sources, one.after),
            created=moment.of_instant(self.memory.now),
        )
        try:
            return replace(one, entry=entry, data=write_entry(entry))
        except Refused as fault:
            return replace(one, entry=None, fate=Fate.REFUSED, reason=str(fault))


def _wanted(entry: Entry) -> str:
    """The id its source gives it; else one of its title, or of all its words where the title is too short."""
    if entry.id:
        return entry.id if ids.is_valid(entry.id) else ids.derived(entry.id)
    title = passages.title(entry.body)
    words = passages.normalised(entry.body)
    return ids.derived(title if len(title.split()) >= _FEWEST_WORDS else words or title or "entry")


def _merged(judged: Judged, draft: Draft) -> Judged:
    """One draft for both: of both sources, wherever either applies, since the earlier of their days."""
    one, other = judged.draft.entry, draft.entry
    scope = tuple(dict.fromkeys((*one.scope, *other.scope))) if one.scope and other.scope else ()
    days = [e for e in (one, other) if e.valid_from is not None]
    oldest = min(days, key=lambda e: e.valid_from.begins, default=one)  # type: ignore[union-attr]
    entry = replace(
        one, scope=scope, tags=tuple(dict.fromkeys((*one.tags, *other.tags))),
        valid_from=oldest.valid_from, dated_by=oldest.dated_by,
    )  # fmt: skip
    names = (*judged.draft.names, *draft.names)
    merged = replace(judged.draft, entry=entry, names=names)
    return replace(judged, draft=merged, sources=(*judged.sources, draft.source))


def _vector(entry: Entry, embedder: Embedder) -> bytes:
    """The vector that stands for an entry as it will be found: of several passages their mean."""
    parts = embedder.encode_all(passages_of(entry, embedder))
    return vectors.mean([vectors.quantise(one) for one in parts])


def _likeness(old: Entry, new: Entry) -> float:
    """The share of words that two texts have in common; 0 where it is too small to mean anything."""
    words, others = passages.normalised(old.body).split(), passages.normalised(new.body).split()
    ratio = difflib.SequenceMatcher(None, words, others, autojunk=False).ratio()
    return ratio if ratio >= (_ALIKE_IN_PLACE if old.section == new.section else _ALIKE) else 0.0
