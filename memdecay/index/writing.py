"""Fills an index file that nobody reads yet."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from memdecay.index import schema


class FileRow(NamedTuple):
    """One file as it was read: its stamp, the name git has for its bytes, and its record as JSON."""

    path: str
    size: int
    modified: int
    changed: int
    digest: str
    kind: str
    record: str
    problems: str


class Document(NamedTuple):
    """One entry as it is searched; `digest` is that of the text its vector is made of."""

    path: str
    id: str
    scope: tuple[str, ...]
    judged: bool
    digest: str
    text: str
    context: str
    born: int | None = None
    importance: float = 0.5
    pinned: bool = False
    versioned: bool = False


class SegmentRow(NamedTuple):
    """One segment of sealed events as it was read: its stamp, and its problems as JSON."""

    path: str
    size: int
    modified: int
    changed: int
    problems: str


class EventRow(NamedTuple):
    """One sealed event: where it stands, what it is about, and its line."""

    segment: str
    id: str
    entry: str
    line: bytes


class RecordRow(NamedTuple):
    """The track record of an entry as of its `newest` event, in microseconds since 1970."""

    entry: str
    newest: int
    last_affirmed: int | None
    affirmed_days: int
    marks: int


class LifetimeRow(NamedTuple):
    """When the entry at `path` holds, in microseconds since 1970, and its place in its chain."""

    path: str
    begins: int | None
    ends: int | None
    closes: int | None
    predecessors: tuple[str, ...]
    successors: tuple[str, ...]
    tips: tuple[str, ...]


class Writer:
    """One index file being filled. Nothing is durable until `close`, and nothing needs to be."""

    def __init__(self, path: Path, previous: Path | None = None) -> None:
        if previous is not None:
            shutil.copyfile(previous, path)
        self._rows = sqlite3.connect(path, isolation_level=None)
        self._rows.execute("PRAGMA journal_mode = OFF")
        self._rows.execute("PRAGMA synchronous = OFF")
        if previous is None:
            self._rows.executescript(schema.TABLES)
        self._rows.execute("BEGIN")

    def finish(self, facts: Mapping[str, str]) -> sqlite3.Connection:
        """Write the facts and end the filling; the connection is good for reading from then on."""
        self._rows.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", sorted(facts.items()))
        self._rows.execute("COMMIT")
        return self._rows

    def stamps(self) -> dict[str, tuple[int, int, int]]:
        """Size and times of every file as it was when it was read, by path."""
        found = self._rows.execute("SELECT path, size, modified, changed FROM files")
        return {path: (size, modified, changed) for path, size, modified, changed in found}

    def is_settled(self) -> bool:
        """Whether no file is to be read again although its stamp is the same."""
        query = "SELECT count(*) FROM files WHERE changed = -1"
        return int(self._rows.execute(query).fetchone()[0]) == 0

    def broken(self) -> int:
        """How many files hold nothing that could be used."""
        found = self._rows.execute("SELECT count(*) FROM files WHERE kind = 'broken'")
        return int(found.fetchone()[0])

    def drop(self, paths: Iterable[str]) -> None:
        """Forget files and what was derived from them."""
        gone = [(path,) for path in paths]
        self.drop_documents(path for (path,) in gone)
        self._rows.executemany("DELETE FROM files WHERE path = ?", gone)

    def drop_documents(self, paths: Iterable[str]) -> None:
        """Forget what was derived from entries, to derive it again."""
        gone = [(path,) for path in paths]
        self._rows.executemany(
            "DELETE FROM documents WHERE rowid = (SELECT number FROM entries WHERE path = ?)", gone
        )
        self._rows.executemany("DELETE FROM entries WHERE path = ?", gone)

    def put_files(self, rows: Iterable[FileRow]) -> None:
        self._rows.executemany("INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?)", rows)

    def put_documents(self, documents: Iterable[Document]) -> None:
        """Add entries, numbered in the order they come in."""
        for one in documents:
            scope = self._scope(one.scope)
            added = self._rows.execute(
                "INSERT INTO entries (path, id, scope, judged, digest, born, importance, pinned, versioned)"
                " VALUES (?,?,?,?,?,?,?,?,?)",
                (one.path, one.id, scope, one.judged, one.digest, *one[-4:]),
            )
            self._rows.execute(
                "INSERT INTO documents (rowid, text, context) VALUES (?,?,?)",
                (added.lastrowid, one.text, one.context),
            )

    def put_lifetimes(self, rows: Iterable[LifetimeRow]) -> None:
        """Replace all lifetimes, since one file can change those of others."""
        put_lifetimes(self._rows, rows, into="main")

    def segments(self) -> dict[str, tuple[int, int, int]]:
        """Size and times of every segment as it was when it was read, by path."""
        found = self._rows.execute("SELECT path, size, modified, changed FROM segments")
        return {path: (size, modified, changed) for path, size, modified, changed in found}

    def drop_segments(self, paths: Iterable[str]) -> set[str]:
        """Forget segments and their events. Returns the ids of the entries that they are about."""
        concerned: set[str] = set()
        for path in paths:
            found = self._rows.execute("SELECT DISTINCT entry FROM events WHERE segment = ?", (path,))
            concerned |= {entry for (entry,) in found}
            self._rows.execute("DELETE FROM events WHERE segment = ?", (path,))
            self._rows.execute("DELETE FROM segments WHERE path = ?", (path,))
        return concerned

    def put_segment(self, segment: SegmentRow, events: Iterable[EventRow]) -> None:
        self._rows.execute("INSERT INTO segments VALUES (?,?,?,?,?)", segment)
        self._rows.executemany("INSERT INTO events VALUES (?,?,?,?)", events)

    def event_lines(self, entry: str) -> list[bytes]:
        """The line of every sealed event about an entry; one that was sealed twice comes twice."""
        found = self._rows.execute("SELECT line FROM events WHERE entry = ? ORDER BY id, line", (entry,))
        return [line for (line,) in found]

    def put_records(self, entries: Iterable[str], rows: Iterable[RecordRow]) -> None:
        """Replace the track records of `entries` by those in `rows`."""
        self._rows.executemany("DELETE FROM records WHERE entry = ?", [(entry,) for entry in entries])
        self._rows.executemany("INSERT INTO records VALUES (?,?,?,?,?)", rows)

    def missing_vectors(self, embedder: str) -> list[tuple[str, str]]:
        """The digests that have no vector of this embedder, each with the path of one entry."""
        return self._rows.execute(
            "SELECT digest, min(path) FROM entries WHERE NOT EXISTS (SELECT 1 FROM vectors"
            " WHERE vectors.digest = entries.digest AND embedder = ?) GROUP BY digest ORDER BY 2",
            (embedder,),
        ).fetchall()

    def put_vectors(self, embedder: str, vectors: Iterable[tuple[str, bytes]]) -> None:
        """Add vectors by digest; a digest that comes more than once has one for each of its passages."""
        rows = ((digest, embedder, part, vector) for digest, part, vector in _numbered(vectors))
        self._rows.executemany("INSERT OR REPLACE INTO vectors VALUES (?,?,?,?)", rows)

    def keep_vectors_of(self, embedder: str) -> None:
        """Drop vectors of other embedders and of texts that no entry has any more."""
        self._rows.execute(
            "DELETE FROM vectors WHERE embedder != ? OR digest NOT IN (SELECT digest FROM entries)",
            (embedder,),
        )

    def vectors(self, embedder: str) -> Iterable[tuple[int, bytes]]:
        """The number of every entry with each of its vectors, by id."""
        return self._rows.execute(
            "SELECT number, vector FROM entries JOIN vectors USING (digest)"
            " WHERE embedder = ? ORDER BY id, path, part",
            (embedder,),
        )

    def put_codes(self, numbers: bytes, codes: bytes) -> None:
        """Replace the packed sign codes: 32-bit numbers, one for each vector, and as many codes."""
        self._rows.execute("DELETE FROM codes")
        self._rows.execute("INSERT INTO codes VALUES (?, ?)", (numbers, codes))

    def records(self) -> Iterable[tuple[str, str, str]]:
        """Path, kind and record of every file that could be read, by path."""
        return self._rows.execute("SELECT path, kind, record FROM files ORDER BY path")

    def _scope(self, items: Sequence[str]) -> int:
        written = json.dumps(sorted(items), ensure_ascii=False)
        self._rows.execute("INSERT OR IGNORE INTO scopes (items) VALUES (?)", (written,))
        found = self._rows.execute("SELECT scope FROM scopes WHERE items = ?", (written,))
        return int(found.fetchone()[0])


def _numbered(vectors: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, int, bytes]]:
    """Each digest and vector with its place among those of its digest, from 0."""
    counts: Counter[str] = Counter()
    for digest, vector in vectors:
        yield digest, counts[digest], vector
        counts[digest] += 1


def put_lifetimes(rows: sqlite3.Connection, lifetimes: Iterable[LifetimeRow], into: str) -> None:
    """Fill the lifetimes table of one schema: `main`, or `temp` for another point of recorded time."""
    rows.execute(f"DELETE FROM {into}.lifetimes")  # noqa: S608 - one of two words of ours
    numbers = dict(rows.execute("SELECT path, number FROM entries"))
    rows.executemany(
        f"INSERT INTO {into}.lifetimes VALUES (?,?,?,?,?,?,?)",  # noqa: S608
        (
            (numbers[one.path], *one[1:4], *(json.dumps(ids) for ids in one[4:]))
            for one in lifetimes
            if one.path in numbers
        ),
    )
