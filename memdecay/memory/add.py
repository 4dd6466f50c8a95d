"""Writes a new entry, after the gate, and the notes of what it replaces. Nothing existing changes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta

from memdecay import fsio, gate, ids, moment, passages
from memdecay.embedding import vectors
from memdecay.embedding.static import open_builtin
from memdecay.entry import ClosingNote, Entry, Trust, write_entry
from memdecay.errors import NameTaken, Refused
from memdecay.gate import Draft, Finding, Neighbour, Verdict
from memdecay.memory.close import write_note_beside
from memdecay.memory.indexing import embedded, recorded
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.opening import Memory
from memdecay.memory.search import Search
from memdecay.memory.show import Shown, Snapshot
from memdecay.moment import Moment
from memdecay.state import Standing

_MOST_COMPARED = 50
"""How many of the nearest open entries the gate compares word by word."""


class LooksLikeCorrection(Refused):
    """The gate's question: does the text replace the entry `old`, which says `old_text`?

    Where `may_replace` is false, it was accepted by a person and the text was not.
    """

    def __init__(self, message: str, old: str, old_text: str, *, may_replace: bool) -> None:
        super().__init__(message)
        self.old, self.old_text, self.may_replace = old, old_text, may_replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What someone wants to add; what they leave open is None."""

    text: str
    id: str | None = None
    supersedes: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    pinned: bool = False
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    trust: Trust = Trust.REVIEWED
    author: str | None = None
    source: str = "cli"
    reason: str | None = None

    @property
    def texts(self) -> list[tuple[str, str | None]]:
        """Everything in it that someone wrote, with what to call it."""
        listed = [("a scope", one) for one in self.scope] + [("a tag", one) for one in self.tags]
        return [
            ("the text", self.text), ("the reason", self.reason), ("the author", self.author), *listed,
        ]  # fmt: skip

    def replacing(self, old: str) -> Wish:
        """The same wish, to take the place of one more entry."""
        return replace(self, supersedes=(*self.supersedes, old))


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The entry that was written, the notes beside what it replaced, and its neighbours."""

    entry: Entry
    closed: tuple[ClosingNote, ...] = ()
    verdict: Verdict = field(default_factory=lambda: Verdict(finding=Finding.NEW))


def add(memory: Memory, wish: Wish, *, keep_both: bool = False) -> Added:
    """Write the entry that `wish` describes. `keep_both` overrides a likely correction.

    Raises Refused for a duplicate, a likely correction, hidden characters, a likely secret, an id
    that is taken or no id, and for what cannot be superseded, which of what a person accepted is
    everything where the wish is unreviewed; nothing was written then.
    """
    if not wish.text.strip():
        raise Refused("the text is empty; nothing was written")
    refuse_unfit(wish.texts, joiners=memory.joiners)
    snapshot = Snapshot(memory=memory, at=memory.now)
    replaced = [_replaceable(snapshot.only(old), wish.trust) for old in dict.fromkeys(wish.supersedes)]
    verdict = judged(memory, wish)
    _refuse_same(verdict, snapshot, wish.trust, keep_both=keep_both)
    entry = _drafted(memory, wish, [old.entry for old in replaced])
    entry = _created(memory, entry, is_derived=wish.id is None)
    closed = [
        write_note_beside(
            memory, old.entry, entry, _last_moment(memory, old.entry, entry), wish.reason, wish.author
        )
        for old in replaced
        if old.note is None and old.entry.declared.value == "active"
    ]
    return Added(entry=entry, closed=tuple(closed), verdict=verdict)


def judged(memory: Memory, wish: Wish) -> Verdict:
    """What the gate thinks of a wish, by the entries that hold now."""
    search = Search(
        reader=memory.index,
        embedder=memory.embedder,
        policy=memory.policy,
        happenings=memory.happenings(memory.now),
        at=memory.now,
        is_draft=True,
    )
    live = [
        one for one in search.candidates(wish.text)
        if one.standing is Standing.ACTIVE and one.id not in wish.supersedes
    ]  # fmt: skip
    live.sort(key=lambda one: (-one.relevance.fused, one.id))
    paths = {one.path: one for one in live[:_MOST_COMPARED]}
    entries, _ = recorded(memory.index.records(paths))
    cosines = _cosines(wish.text, entries)
    neighbours = [Neighbour(id=e.id, text=e.body, scope=e.scope, cosine=cosines[e.path]) for e in entries]
    return gate.judge(Draft(text=wish.text, scope=wish.scope), neighbours, memory.policy)


def _cosines(text: str, entries: list[Entry]) -> dict[str, float]:
    """How near a draft is to whole entries, by the built-in model: so the gate's thresholds were measured."""
    builtin = open_builtin()
    draft, *others = map(vectors.quantise, builtin.encode_all([text, *map(embedded, entries)]))
    builtin.close()
    return dict(zip((e.path for e in entries), vectors.cosines(draft, others), strict=True))


def _replaceable(old: Shown, trust: Trust) -> Shown:
    if old.successors:
        raise Refused(
            f"{old.entry.id} was replaced already, by {' and '.join(old.successors)}; "
            f"supersede {' and '.join(old.tips)} instead"
        )
    if not _may_replace(old, trust):
        raise Refused(
            f"{old.entry.id} was accepted by a person, so only a person replaces it; add the new text beside "
            "it (`--anyway`, keep_both), and `memdecay propose` asks a person"
        )
    return old


def _may_replace(old: Shown, trust: Trust) -> bool:
    """Whether an entry gives way to a text of such trust. What a person accepted does not to what nobody did:
    what agents read in their files holds neither closed nor unreviewed entries, so both would fall silent.
    """
    return trust is Trust.REVIEWED or old.trust is Trust.UNREVIEWED


def _refuse_same(verdict: Verdict, snapshot: Snapshot, trust: Trust, *, keep_both: bool) -> None:
    if verdict.of is None:
        return
    if verdict.finding is Finding.DUPLICATE:
        raise Refused(f"already known as {verdict.of}; if it still holds: `memdecay confirm {verdict.of}`")
    if not keep_both:
        old = snapshot.named(verdict.of)[0]
        may_replace = _may_replace(old, trust)
        remedy = f"; `--supersedes {verdict.of}` replaces it, `--anyway` keeps both"
        if not may_replace:
            remedy = (
                ", which a person accepted, so only a person replaces it; `--anyway` keeps both, and "
                "`memdecay propose` asks a person"
            )
        raise LooksLikeCorrection(
            f"this looks like a correction of {verdict.of} (differs in: {', '.join(verdict.differing[:6])})"
            f"{remedy}",
            old=verdict.of, old_text=old.entry.body, may_replace=may_replace,
        )  # fmt: skip


def _drafted(memory: Memory, wish: Wish, replaced: list[Entry]) -> Entry:
    title = passages.title(wish.text)
    if wish.id is not None and not ids.is_valid(wish.id):
        raise Refused(
            f"{wish.id!r} is not an id: use 1 to 80 of a-z, 0-9 and hyphens, beginning with a letter or digit"
        )
    return Entry(
        id=wish.id or ids.derived(title or wish.text),
        path="",
        title=title,
        body=wish.text.replace("\r\n", "\n").strip("\n") + "\n",
        valid_from=wish.valid_from or _first_moment(memory, replaced),
        valid_until=wish.valid_until,
        supersedes=tuple(old.id for old in replaced),
        scope=wish.scope,
        tags=wish.tags,
        importance=wish.importance,
        pinned=wish.pinned,
        trust=wish.trust,
        created=moment.of_instant(memory.now),
        author=wish.author,
        source=wish.source,
    )


def _created(memory: Memory, entry: Entry, *, is_derived: bool) -> Entry:
    """Write the file under the entry's id, or under the next free one where nobody chose it."""
    taken = set(memory.index.ids())  # as they are folded: an id has no other form
    taken |= {ids.folded(s.path.rpartition("/")[2].removesuffix(".md")) for s in memory.listing.stamps}
    if not is_derived and entry.id in taken:
        raise Refused(f"the id {entry.id} is taken; choose another with --id")
    while True:
        name = ids.free(entry.id, taken)
        named = replace(entry, id=name, path=f"{name}.md")
        try:
            fsio.create(memory.root, named.path, write_entry(named))
        except NameTaken:
            if not is_derived:
                raise
            taken.add(name)  # another process was faster
        else:
            return named


def _first_moment(memory: Memory, replaced: list[Entry]) -> Moment:
    """Today; or this instant, where something of today is replaced and still held this morning."""
    today = moment.of_day(memory.now.astimezone(moment.UTC).date())
    began_today = any(e.recorded and e.recorded.begins >= today.begins for e in replaced)
    return moment.of_instant(memory.now) if began_today else today


def _last_moment(memory: Memory, old: Entry, new: Entry) -> Moment:
    """The day before the successor's first; or its first instant, where no whole day lies between."""
    begins = new.valid_from.begins if new.valid_from else memory.now
    day_before = moment.of_day((begins - timedelta(days=1)).date())
    old_begins = old.valid_from.begins if old.valid_from else moment.EARLIEST
    if new.valid_from and new.valid_from.is_day and old_begins < day_before.ends:
        return day_before
    return moment.of_instant(max(begins, old_begins))
