"""Fills an index from the files: what changed is read, what follows from it is derived again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from memdecay import files, git, moment, passages, relevance
from memdecay.embedding import vectors
from memdecay.entry import ClosingNote, Entry, is_note, read_entry, read_note
from memdecay.files import Listing, Stamp
from memdecay.front_matter import LONGEST_FILE
from memdecay.index.writing import Document, FileRow, LifetimeRow, Writer
from memdecay.memory import records, sealed
from memdecay.problem import Problem
from memdecay.retention import names_version
from memdecay.spool import Spool
from memdecay.state import Lifetime, State, replay


class Embedder(Protocol):
    """Turns text into unit vectors; `identity` names the model, its weights and what else they come of."""

    @property
    def identity(self) -> str: ...

    @property
    def window(self) -> int | None:
        """How many pieces of a text the model reads at once; None where any number will do."""

    def size(self, text: str) -> int:
        """How many pieces a text has."""

    def encode(self, text: str) -> tuple[float, ...]:
        """The vector of a question."""

    def encode_all(self, texts: Sequence[str]) -> Iterable[tuple[float, ...]]:
        """The vector of each of `texts`, as something to be found."""

    def grasp(self, text: str) -> float:
        """How well the model reads a text, from 0 to 1; meaning counts that much less in ranking."""


_LARGEST_HEADING = 4
"""What a passage repeats of its entry may take one in so many pieces of the window."""
_WORTH_PROCESSES = 2_000
_CHUNK = 100

Progress = Callable[[list[str], str], Iterable[str]]
"""Passes items on one by one and shows how far it is; the second argument says what is being done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What an update did: entries there are, files read again, texts encoded, files without use."""

    entries: int
    read: int
    encoded: int
    broken: int


def fill(
    writer: Writer,
    root: Path,
    listing: Listing,
    *,
    spool: Spool,
    embedder: Embedder,
    progress: Progress,
    settled_before: int,
) -> Done:
    """Bring the index in `writer`, be it empty or of an earlier state, up to `listing`.

    A file changed at or after `settled_before` (nanoseconds) is marked to be read again next time.
    """
    known = writer.stamps()
    changed = {
        stamp.path: stamp
        for stamp in listing.stamps
        if known.get(stamp.path) != (stamp.size, stamp.modified, stamp.changed)
    }
    gone = known.keys() - {stamp.path for stamp in listing.stamps}
    closed_before = _closed_by(writer, {*changed, *gone})
    writer.drop([*gone, *changed])
    writer.put_files(_rows(root, [changed[path] for path in sorted(changed)], settled_before, progress))
    state = replay(*recorded(writer.records()))
    closed_now = {n.closes for n in state.notes.values() if n.path in changed}
    concerned = closed_before | closed_now
    anew = [e for e in state.entries if e.path in changed or e.id in concerned]
    encoded = derive(writer, state, anew, embedder, progress)
    happened_to = sealed.take_in(writer, spool, listing.segments, settled_before)
    sealed.put_records(writer, state, happened_to | {e.id for e in anew})
    return Done(entries=len(state.entries), read=len(changed), encoded=encoded, broken=writer.broken())


def derive(
    writer: Writer, state: State, anew: Iterable[Entry], embedder: Embedder, progress: Progress
) -> int:
    """Derive documents for the entries that are new or changed, and everyone's lifetimes and vectors.

    Returns how many texts were encoded.
    """
    entries = sorted(anew, key=lambda entry: entry.path)
    writer.drop_documents(entry.path for entry in entries)
    writer.put_documents(_document(entry, state.notes.get(entry.id)) for entry in entries)
    writer.put_lifetimes(lifetime_rows(state))
    return _put_vectors(writer, state, embedder, progress)


def recorded(rows: Iterable[tuple[str, str, str]]) -> tuple[list[Entry], list[ClosingNote]]:
    """The entries and closing notes in rows of path, kind and record."""
    entries, notes = [], []
    for path, kind, record in rows:
        if kind == records.ENTRY:
            entries.append(records.to_entry(path, record))
        elif kind == records.NOTE:
            notes.append(records.to_note(path, record))
    return entries, notes


def lifetime_rows(state: State) -> Iterator[LifetimeRow]:
    """The lifetimes of a state as the index keeps them."""
    all_tips = state.lineage.all_tips()
    for entry in state.entries:
        lifetime = state.lifetimes[entry.path]
        predecessors = state.lineage.predecessors.get(entry.id, ())
        successors = state.lineage.successors.get(entry.id, ())
        tips = all_tips[entry.id] if successors else ()
        yield LifetimeRow(entry.path, *_microseconds(lifetime), predecessors, successors, tips)


def embedded(entry: Entry) -> str:
    """The text whose vector stands for an entry: its tags, as a heading, and what it says."""
    return "\n".join(part for part in (" ".join(entry.tags), _said(entry)) if part)


def _said(entry: Entry) -> str:
    """The body, under the headings it stood under and its title, where that was stated apart from it."""
    is_apart = entry.title and entry.title not in passages.plain(entry.body)
    above = [entry.section, entry.title if is_apart else None]
    return "\n".join([one for one in above if one] + [entry.body])


def _microseconds(lifetime: Lifetime) -> tuple[int | None, int | None, int | None]:
    begins, ends, closes = (
        None if one is None else moment.microseconds(one)
        for one in (lifetime.begins, lifetime.ends, lifetime.closes)
    )
    return begins, ends, closes


def _closed_by(writer: Writer, paths: set[str]) -> set[str]:
    _, notes = recorded(row for row in writer.records() if row[0] in paths and is_note(row[0]))
    return {note.closes for note in notes}


def _rows(root: Path, stamps: list[Stamp], settled_before: int, progress: Progress) -> Iterator[FileRow]:
    """Read files, in several processes where there are very many: most of the time goes into YAML."""
    read = partial(_read, root, settled_before=settled_before)
    paths = [stamp.path for stamp in stamps]
    if len(stamps) < _WORTH_PROCESSES:
        for _, stamp in zip(progress(paths, "reading"), stamps, strict=True):
            yield read(stamp)
        return
    from concurrent.futures import ProcessPoolExecutor  # late: a question needs none of it

    with ProcessPoolExecutor() as pool:
        rows = pool.map(read, stamps, chunksize=_CHUNK)  # before the bar: its thread must not be forked
        for _, row in zip(progress(paths, "reading"), rows, strict=True):
            yield row


def _read(root: Path, stamp: Stamp, settled_before: int) -> FileRow:
    is_settled = max(stamp.modified, stamp.changed) < settled_before
    seen = stamp if is_settled else stamp._replace(changed=-1)
    problems: tuple[Problem, ...]
    try:
        data = files.read(root, stamp.path, LONGEST_FILE)
    except OSError as fault:
        message = f"cannot be read: {fault.strerror or fault}; check its permissions"
        problems = (Problem(rule="file", path=stamp.path, message=message),)
        # Permissions change the stamp when they are mended; of other faults nothing tells that they passed.
        seen = seen if isinstance(fault, PermissionError) else stamp._replace(changed=-1)
        return FileRow(*seen, "", records.BROKEN, "", records.of_problems(problems))
    kind, record, problems = parsed(stamp.path, data)
    return FileRow(*seen, git.blob_name(data), kind, record, records.of_problems(problems))


def parsed(path: str, data: bytes) -> tuple[str, str, tuple[Problem, ...]]:
    """The kind and the record of the bytes of one file, with what is wrong in it."""
    if is_note(path):
        note, problems = read_note(path, data)
        if note is not None:
            return records.NOTE, records.of_note(note), problems
    else:
        entry, problems = read_entry(path, data)
        if entry is not None:
            return records.ENTRY, records.of_entry(entry), problems
    return records.BROKEN, "", problems


def _document(entry: Entry, note: ClosingNote | None) -> Document:
    reason = note.reason if note and note.reason else ""
    context = " ".join([*entry.tags, *entry.scope, entry.id, reason])
    return Document(
        path=entry.path,
        id=entry.id,
        scope=entry.scope,
        judged=entry.can_be_judged,
        digest=passages.digest(embedded(entry)),
        text=relevance.indexed(_said(entry)),
        context=relevance.indexed(context),
        born=None if entry.born is None else moment.microseconds(entry.born),
        importance=entry.importance,
        pinned=entry.pinned,
        versioned=names_version(entry.body),
    )


def passages_of(entry: Entry, embedder: Embedder) -> list[str]:
    """The texts whose vectors stand for an entry: one, or as many as the model's window asks for.

    What follows the first says again what it is about, where that is short.
    """
    text, window = embedded(entry), embedder.window
    if window is None or embedder.size(text) <= window:
        return [text]
    tags = " ".join(entry.tags)
    heading = f"{tags} {passages.plain(entry.title)}".strip()
    length = embedder.size(heading) + 1
    if length > window // _LARGEST_HEADING:
        return passages.parts(text, embedder.size, window)
    first, *others = passages.parts(_said(entry), embedder.size, window - length)
    return [f"{tags}\n{first}" if tags else first, *(f"{heading}\n{one}" for one in others)]


def _put_vectors(writer: Writer, state: State, embedder: Embedder, progress: Progress) -> int:
    """Encode the texts that have no vector yet. Returns how many."""
    missing = dict(writer.missing_vectors(embedder.identity))
    if missing:
        entries = {entry.path: entry for entry in state.entries}
        texts = [
            (digest, text) for digest, path in missing.items()
            for text in passages_of(entries[path], embedder)
        ]  # fmt: skip
        encoded = embedder.encode_all([text for _, text in texts])
        digests = progress([digest for digest, _ in texts], "encoding")
        found = ((digest, vectors.quantise(one)) for digest, one in zip(digests, encoded, strict=True))
        writer.put_vectors(embedder.identity, found)
    writer.keep_vectors_of(embedder.identity)
    numbers, codes = array("I"), bytearray()
    for number, vector in writer.vectors(embedder.identity):
        numbers.append(number)
        codes += vectors.sign_code(vector)
    writer.put_codes(numbers.tobytes(), bytes(codes))
    return len(missing)
