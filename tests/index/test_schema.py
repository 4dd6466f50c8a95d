"""The tables and the seal of an index file."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timezone

from memdecay.index import schema


def test_the_tables_can_be_made() -> None:
    rows = sqlite3.connect(":memory:")
    rows.executescript(schema.TABLES)
    made = {name for (name,) in rows.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {"facts", "files", "entries", "scopes", "lifetimes", "documents", "vectors", "codes"} <= made


def test_the_seal_is_a_time_that_every_file_system_can_keep_and_no_write_leaves() -> None:
    seconds, rest = divmod(schema.SEAL, 1_000_000_000)
    assert rest == 0
    assert seconds % 2 == 0  # FAT counts in twos, from 1980 in local time
    sealed = datetime.fromtimestamp(seconds, timezone.utc)
    assert datetime(1980, 1, 1, 14, tzinfo=timezone.utc) < sealed < datetime(2000, 1, 1, tzinfo=timezone.utc)
