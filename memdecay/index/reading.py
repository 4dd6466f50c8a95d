"""Answers questions from a finished index file. On the path of every `recall`: keep imports few."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from memdecay.index import schema
from memdecay.index.rows import Brief, Hit, Row, View


class Damaged(Exception):
    """The file is missing, foreign, older than this program, or not as it was written."""


_GROUP = """CASE
    WHEN NOT judged THEN 'unjudged'
    WHEN closes <= :at THEN 'closed'
    WHEN ends <= :at THEN 'expired'
    WHEN begins > :at THEN 'pending'
    WHEN :scopes IS NOT NULL AND scope NOT IN (SELECT value FROM json_each(:scopes)) THEN 'elsewhere'
    ELSE 'active' END"""

_ORDER = "ORDER BY score DESC, id, path"
# A list of its own for each group, so that none is sorted beyond its end: numbering all of 50,000 hits
# costs as much as finding them.
_BEST = " UNION ALL ".join(
    f"SELECT * FROM (SELECT * FROM grouped WHERE part = '{group}' {_ORDER} LIMIT :limit)"  # noqa: S608
    for group in re.findall("'([a-z]+)'", _GROUP)
)
_LEXICAL = f"""
WITH found AS MATERIALIZED (
    SELECT rowid AS number, -bm25(documents, 1.0, :context) AS score
    FROM documents WHERE documents MATCH :expression
), grouped AS MATERIALIZED (
    SELECT number, score, id, path, {_GROUP} AS part
    FROM found JOIN entries USING (number) JOIN lifetimes USING (number)
)
SELECT number, score, part FROM ({_BEST}) {_ORDER}
"""  # noqa: S608 - constants of this module

_ROWS = f"""
SELECT number, path, id, {_GROUP}, scope, born, importance, pinned, versioned,
    newest, last_affirmed, affirmed_days, marks, predecessors, successors, tips
FROM entries JOIN lifetimes USING (number) LEFT JOIN records ON records.entry = entries.id
"""  # noqa: S608

_BRIEFS = f"""
SELECT number, {_GROUP}, importance, versioned, born, NOT pinned AND newest IS NULL, scope, id, path
FROM entries JOIN lifetimes USING (number) LEFT JOIN records ON records.entry = entries.id
"""  # noqa: S608


@contextmanager
def _as_damage() -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError) as fault:  # or values not as written
        raise Damaged(f"the index is damaged ({fault})") from fault


class Reader:
    """One finished index file. Every method raises Damaged where the file is not what was written."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows

    @classmethod
    def open(cls, path: Path) -> Reader:
        """Open the index at `path`. Raises Damaged where it is missing, foreign or changed."""
        try:
            is_sealed = path.stat().st_mtime_ns == schema.SEAL
            reader = cls(_connect(path))
        except (OSError, sqlite3.Error) as fault:
            raise Damaged(f"there is no usable index ({fault})") from fault
        try:
            reader._refuse_foreign(is_sealed=is_sealed)
        except Damaged:
            reader.close()  # Windows replaces no file that someone has open
            raise
        return reader

    def _refuse_foreign(self, *, is_sealed: bool) -> None:
        if not is_sealed:
            raise Damaged("the index was changed by something else")
        if self.fact(schema.VERSION_FACT) != schema.VERSION:
            raise Damaged("the index was made by another version")

    def close(self) -> None:
        self._rows.close()

    def fact(self, name: str) -> str:
        """One fact about the index, or "" where it holds none of that name."""
        with _as_damage():
            found = self._rows.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    def problems(self) -> list[str]:
        """The problems of each file that has any, as JSON, by path."""
        with _as_damage():
            query = "SELECT problems FROM files WHERE problems != '[]' ORDER BY path"
            return [problems for (problems,) in self._rows.execute(query)]

    def broken(self) -> frozenset[str]:
        """The paths of files that hold nothing that could be used."""
        with _as_damage():
            found = self._rows.execute("SELECT path FROM files WHERE kind = 'broken'")
            return frozenset(path for (path,) in found)

    def size(self) -> int:
        """How many entries there are."""
        with _as_damage():
            return int(self._rows.execute("SELECT count(*) FROM entries").fetchone()[0])

    def scopes(self) -> dict[int, tuple[str, ...]]:
        """Every distinct scope in use, by number; one that no entry has any more may be among them."""
        with _as_damage():
            found = self._rows.execute("SELECT scope, items FROM scopes").fetchall()
            return {scope: tuple(json.loads(items)) for scope, items in found}

    def lexical(self, expression: str, view: View, context_weight: float, limit: int) -> list[Hit]:
        """The best `limit` entries of each group by BM25, best first, ties by id.

        `context_weight` is what a word of tags, scope or id counts beside one of the text.
        """
        values = {
            "expression": expression,
            "context": context_weight,
            "limit": limit,
            **_view_values(view),
        }
        with _as_damage():
            return [Hit(*found) for found in self._rows.execute(_LEXICAL, values)]

    def frequency(self, expression: str) -> int:
        """In how many entries the expression occurs."""
        query = "SELECT count(*) FROM documents WHERE documents MATCH ?"
        with _as_damage():
            return int(self._rows.execute(query, (expression,)).fetchone()[0])

    def holding(self, expression: str, numbers: Collection[int]) -> frozenset[int]:
        """Those of `numbers` whose documents the expression finds."""
        chosen = "rowid IN (SELECT value FROM json_each(?))"
        query = f"SELECT rowid FROM documents WHERE documents MATCH ? AND {chosen}"  # noqa: S608
        with _as_damage():
            found = self._rows.execute(query, (expression, json.dumps(list(numbers))))
            return frozenset(number for (number,) in found)

    def rows(self, numbers: Collection[int], view: View) -> dict[int, Row]:
        """What ranking needs of each of `numbers`."""
        condition = "WHERE number IN (SELECT value FROM json_each(:chosen))"
        return self._chosen_rows(condition, list(numbers), view)

    def rows_of_ids(self, ids: Collection[str], view: View) -> dict[int, Row]:
        """The same for every entry that has one of `ids`."""
        condition = "WHERE id IN (SELECT value FROM json_each(:chosen))"
        return self._chosen_rows(condition, list(ids), view)

    def spans(self, numbers: Collection[int]) -> dict[int, tuple[int | None, int | None, int | None]]:
        """When each of `numbers` begins, ends and was closed, in microseconds since 1970."""
        query = (
            "SELECT number, begins, ends, closes FROM lifetimes"
            " WHERE number IN (SELECT value FROM json_each(?))"
        )
        with _as_damage():
            found = self._rows.execute(query, (json.dumps(list(numbers)),))
            return {number: (begins, ends, closes) for number, begins, ends, closes in found}

    def ids(self) -> list[str]:
        """The id of every entry, sorted; one that several files share comes as often."""
        with _as_damage():
            return [id for (id,) in self._rows.execute("SELECT id FROM entries ORDER BY id")]  # noqa: A001

    def notes_of(self, ids: Collection[str]) -> list[tuple[str, str, str]]:
        """Path, kind and record of every note that closes one of `ids`, wherever it stands, by path."""
        query = (
            "SELECT path, kind, record FROM files WHERE kind = 'note'"
            " AND json_extract(record, '$.closes') IN (SELECT value FROM json_each(?)) ORDER BY path"
        )
        with _as_damage():
            return self._rows.execute(query, (json.dumps(list(ids)),)).fetchall()

    def briefs(self, view: View) -> list[Brief]:
        """Of every entry what puts it into an order, in no order."""
        with _as_damage():
            return list(map(Brief._make, self._rows.execute(_BRIEFS, _view_values(view))))

    def pinned_rows(self, view: View) -> dict[int, Row]:
        """The same for every entry that is pinned."""
        return self._chosen_rows("WHERE pinned", (), view)

    def codes(self) -> tuple[Sequence[int], bytes]:
        """The packed sign codes of all vectors, and the number of the entry each belongs to."""
        with _as_damage():
            found = self._rows.execute("SELECT numbers, codes FROM codes").fetchone()
            return (memoryview(found[0]).cast("I"), found[1]) if found else ((), b"")

    def vectors(self, numbers: Collection[int], embedder: str) -> list[tuple[int, bytes]]:
        """Each of `numbers` with each of its vectors, one a passage; those that have none are left out."""
        with _as_damage():
            return self._rows.execute(
                "SELECT number, vector FROM entries JOIN vectors USING (digest) WHERE"
                " embedder = ? AND number IN (SELECT value FROM json_each(?))",
                (embedder, json.dumps(list(numbers))),
            ).fetchall()

    def records(self, paths: Collection[str] | None = None) -> Iterable[tuple[str, str, str]]:
        """Path, kind and record of the files at `paths`, or of all, by path."""
        query, values = "SELECT path, kind, record FROM files", ()
        if paths is not None:
            query += " WHERE path IN (SELECT value FROM json_each(?))"
            values = (json.dumps(list(paths)),)  # type: ignore[assignment]
        with _as_damage():
            return self._rows.execute(query + " ORDER BY path", values).fetchall()

    def kept(self) -> list[tuple[str, str, str, str, str]]:
        """Path, git's name of the bytes, kind, record and problems of every file."""
        with _as_damage():
            return self._rows.execute("SELECT path, digest, kind, record, problems FROM files").fetchall()

    def event_lines(self, entries: Collection[str] | None = None) -> list[bytes]:
        """The line of every sealed event about `entries`, or of all, by id."""
        query, values = "SELECT line FROM events", ()
        if entries is not None:
            query += " WHERE entry IN (SELECT value FROM json_each(?))"
            values = (json.dumps(list(entries)),)  # type: ignore[assignment]
        with _as_damage():
            return [line for (line,) in self._rows.execute(query + " ORDER BY id, line", values)]

    def each_event_line(self) -> Iterator[bytes]:
        """The line of every sealed event, one at a time and in no order."""
        with _as_damage():
            for (line,) in self._rows.execute("SELECT line FROM events"):
                yield line

    def sealed(self, events: Collection[str]) -> frozenset[str]:
        """Those of the event ids `events` that are in some segment."""
        query = "SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?))"
        with _as_damage():
            found = self._rows.execute(query, (json.dumps(list(events)),))
            return frozenset(event for (event,) in found)

    def segment_problems(self) -> list[str]:
        """The problems of each segment that has any, as JSON, by path."""
        with _as_damage():
            query = "SELECT problems FROM segments WHERE problems != '[]' ORDER BY path"
            return [problems for (problems,) in self._rows.execute(query)]

    def shadow_lifetimes(self) -> sqlite3.Connection:
        """Hide the lifetimes behind an empty table of the same name, to be filled for this run only."""
        self._rows.execute("DROP TABLE IF EXISTS temp.lifetimes")
        self._rows.execute("CREATE TEMP TABLE lifetimes AS SELECT * FROM main.lifetimes WHERE 0")
        return self._rows

    def show_lifetimes(self) -> None:
        """Take that table away again."""
        self._rows.execute("DROP TABLE IF EXISTS temp.lifetimes")

    def _chosen_rows(
        self, condition: str, chosen: Sequence[int] | Sequence[str], view: View
    ) -> dict[int, Row]:
        values = {"chosen": json.dumps(chosen), **_view_values(view)}
        with _as_damage():
            found = self._rows.execute(_ROWS + condition, values).fetchall()
            return {row[0]: Row(*row[:-3], *map(_listed, row[-3:])) for row in found}


def _connect(path: Path) -> sqlite3.Connection:
    # The file never changes once it has its name: no locks to take and no journal to look for.
    escaped = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(f"file:{escaped}?mode=ro&immutable=1", uri=True)


def _listed(ids: str) -> tuple[str, ...]:
    return () if ids == "[]" else tuple(json.loads(ids))  # most entries have none, and rows are many


def _view_values(view: View) -> dict[str, int | str | None]:
    scopes = None if view.scopes is None else json.dumps(sorted(view.scopes))
    return {"at": view.at, "scopes": scopes}
