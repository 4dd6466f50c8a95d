"""A memory as git has it, in the index or in a commit: read from blobs, never from the work tree.

What the derived index knows of a blob is taken from there, for bytes of one name are the same bytes;
nothing is written to it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from memdecay import files, fsio, settings
from memdecay.checks.kinds import Kind, kind_of
from memdecay.checks.sizes import LIMITS
from memdecay.errors import Unusable
from memdecay.front_matter import LONGEST_FILE
from memdecay.git.blobs import Shelf
from memdecay.git.commits import File, Files
from memdecay.index import schema
from memdecay.index.reading import Damaged, Reader
from memdecay.ledger import LONGEST_SEGMENT
from memdecay.memory import records
from memdecay.memory.indexing import parsed, recorded
from memdecay.memory.opening import JOINERS, policy_of
from memdecay.policy import PolicyFault
from memdecay.problem import Problem
from memdecay.settings import Setting
from memdecay.state import State, replay

Kept = Mapping[tuple[str, str], tuple[str, str, str]]
"""Kind, record and problems of what the index knows, by path and name of the bytes."""


def kept_in_cache(root: Path) -> Kept:
    """What the index of the memory knows, be it up to date or not; nothing where there is none."""
    try:
        reader = Reader.open(root / fsio.CACHE_FOLDER / schema.NAME)
    except Damaged:
        return {}
    try:
        return {
            (path, blob): (kind, record, problems) for path, blob, kind, record, problems in reader.kept()
        }
    except Damaged:
        return {}
    finally:
        reader.close()


class Row(NamedTuple):
    """The kind and record of a file, and what is wrong in it."""

    kind: str
    record: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class Tree:
    """All files of a memory at one place in git."""

    root: Path
    files: Files
    shelf: Shelf
    kept: Kept

    def read(self, path: str, file: File) -> bytes:
        """The bytes of a file, at most one more than a file of its kind may have."""
        kind = kind_of(path)
        return self.shelf.read(file.blob, LIMITS[kind] if kind else LONGEST_FILE)

    def contents(self, blob: str) -> bytes:
        """The bytes of any blob, of this tree or another."""
        return self.shelf.read(blob, LONGEST_SEGMENT)

    def segments(self) -> Files:
        """The ledger."""
        return {path: file for path, file in self.files.items() if kind_of(path) is Kind.SEGMENT}

    @cached_property
    def state(self) -> State:
        """Everything there is."""
        return replay(*recorded((path, row.kind, row.record) for path, row in self._rows.items()))

    def state_around(self, paths: Collection[str]) -> State:
        """What the entries and notes at `paths` are linked with, through any number of links.

        The rules find the same about them as in the whole, and most of a memory need not be looked at.
        """
        held = {path: _names(row) for path, row in self._rows.items()}
        linked: dict[str, set[str]] = {}
        for names in held.values():
            for one in names:
                linked.setdefault(one, set()).update(names)
        reached: set[str] = set()
        frontier = {one for path in paths for one in held.get(path, ())}
        while frontier:
            reached |= frontier
            frontier = {after for one in frontier for after in linked[one]} - reached
        near = [path for path, names in held.items() if not reached.isdisjoint(names)]
        return replay(*recorded((path, self._rows[path].kind, self._rows[path].record) for path in near))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong in single entries, notes, and the settings."""
        return (*(one for row in self._rows.values() for one in row.problems), *self._settings[1])

    @cached_property
    def joiners(self) -> bool:
        """Whether joiners are allowed, by the settings that this tree has."""
        try:
            return settings.is_true(self._settings[0], JOINERS, Path(files.SETTINGS_NAME))
        except Unusable:
            return False

    @cached_property
    def _rows(self) -> dict[str, Row]:
        """Every entry and note as the index would keep it."""
        return {
            path: self._row(path, file)
            for path, file in self.files.items()
            if kind_of(path) in (Kind.ENTRY, Kind.NOTE) and file.is_regular
        }

    def _row(self, path: str, file: File) -> Row:
        known = self.kept.get((path, file.blob))
        if known is None:
            return Row(*parsed(path, self.read(path, file)))
        return Row(known[0], known[1], records.to_problems(known[2]) if known[2] != "[]" else ())

    @cached_property
    def _settings(self) -> tuple[dict[str, Setting], list[Problem]]:
        file = self.files.get(files.SETTINGS_NAME)
        data = self.shelf.read(file.blob, LONGEST_FILE) if file is not None else b""
        if not data or data == settings.FRESH.encode():  # as most are: a hook need not load a YAML parser
            return {}, []
        text = data.decode("utf-8-sig", "replace")
        try:
            written = settings.parsed(text, Path(files.SETTINGS_NAME))
            settings.is_true(written, JOINERS, Path(files.SETTINGS_NAME))
            policy_of({key: setting.text for key, setting in written.items()})
        except Unusable as fault:
            # The sentence of the loader begins with the place: file, line.
            line, _, message = str(fault).removeprefix(f"{files.SETTINGS_NAME}:").partition(": ")
            return {}, [_of_settings(None, message, int(line))]
        except PolicyFault as fault:
            return written, [_of_settings(fault.key, str(fault), written[fault.key].line)]
        return written, []


def _names(row: Row) -> list[str]:
    """Every id that a record names: its own and those it links to."""
    if row.kind not in (records.ENTRY, records.NOTE):
        return []
    held = json.loads(row.record)
    own = held["id"] if row.kind == records.ENTRY else held["closes"]
    return [own, *held.get("supersedes", ()), *([held["superseded_by"]] if held["superseded_by"] else [])]


def _of_settings(key: str | None, message: str, line: int) -> Problem:
    return Problem(rule="settings", path=files.SETTINGS_NAME, key=key, line=line, message=message)
