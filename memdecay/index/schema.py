"""What the index file holds, table by table, and the seal that shows whether it is whole.

The seal: a finished index gets a modification time long ago. Whoever changes a byte of it later
moves the time, so a file that is not as it was written shows without being read.
"""

from __future__ import annotations

NAME = "index.sqlite"
VERSION = "6"
"""Raise it with any change to a table, to what `memdecay.entry` reads, or to how text is indexed."""

TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE files (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    record TEXT NOT NULL,
    problems TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX broken_files ON files (path) WHERE kind = 'broken';
CREATE INDEX notes_by_entry ON files (json_extract(record, '$.closes')) WHERE kind = 'note';

CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL,
    scope INTEGER NOT NULL,
    judged INTEGER NOT NULL,
    digest TEXT NOT NULL,
    born INTEGER,
    importance REAL NOT NULL,
    pinned INTEGER NOT NULL,
    versioned INTEGER NOT NULL
);
CREATE INDEX entries_by_id ON entries (id);

CREATE TABLE scopes (scope INTEGER PRIMARY KEY, items TEXT NOT NULL UNIQUE);

CREATE TABLE lifetimes (
    number INTEGER PRIMARY KEY,
    begins INTEGER,
    ends INTEGER,
    closes INTEGER,
    predecessors TEXT NOT NULL,
    successors TEXT NOT NULL,
    tips TEXT NOT NULL
);

CREATE TABLE segments (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    problems TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE events (segment TEXT NOT NULL, id TEXT NOT NULL, entry TEXT NOT NULL, line BLOB NOT NULL);
CREATE INDEX events_by_entry ON events (entry);
CREATE INDEX events_by_id ON events (id);
CREATE INDEX events_by_segment ON events (segment);

CREATE TABLE records (
    entry TEXT PRIMARY KEY,
    newest INTEGER NOT NULL,
    last_affirmed INTEGER,
    affirmed_days INTEGER NOT NULL,
    marks INTEGER NOT NULL
) WITHOUT ROWID;

CREATE VIRTUAL TABLE documents USING fts5 (
    text, context, tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TABLE vectors (
    digest TEXT NOT NULL, embedder TEXT NOT NULL, part INTEGER NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (digest, embedder, part)
) WITHOUT ROWID;

CREATE TABLE codes (numbers BLOB NOT NULL, codes BLOB NOT NULL);
"""

VERSION_FACT = "version"
FINGERPRINT = "fingerprint"
EMBEDDER = "embedder"
SETTINGS = "settings"
SETTINGS_STAMP = "settings stamp"

SEAL = 315_619_200_000_000_000
"""The modification time of every finished index, in nanoseconds: 1980-01-02, which no later write leaves."""
