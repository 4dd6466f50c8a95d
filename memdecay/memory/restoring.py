"""Puts back what an archive holds: files that are missing, byte for byte, and events with their ids.

Nothing that is there is replaced. Everything is looked at before anything is written, and a run that was
killed is finished by the next one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from memdecay import files, fsio
from memdecay.entry import is_note, read_entry
from memdecay.errors import Refused
from memdecay.event import Event, Kind
from memdecay.memory import log
from memdecay.memory.opening import Memory
from memdecay.memory.sealing import put_events

_PATH = re.compile(r"(?:[^./\\:][^/\\:]*/)*[^./\\:][^/\\:]*\.md")
_RESERVED = ("ledger/", "proposals/")
_LONGEST_NAME = 255
"""Bytes that file systems give a name."""
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The files of a memory, by path (POSIX), and what happened to its entries."""

    files: Mapping[str, bytes]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was put back, and how much of it was there already."""

    files: tuple[str, ...]
    known_files: int
    events: int
    known_events: int


def restore(memory: Memory, archive: Archive, *, dry_run: bool = False) -> Restored:
    """Make the files and record the events of `archive` that the memory does not have.

    Raises Refused, and has written nothing, where a file of that name says something else, an id is taken
    by another file or was deleted here, or a path leads elsewhere.
    """
    _refuse(list(_misplaced(archive.files)))
    missing = {
        path: data for path, data in sorted(archive.files.items()) if not _is_there(memory, path, data)
    }
    happened = log.events(memory)
    _refuse([*_conflicts(memory, missing), *_deleted(missing, archive.events, happened)])
    known = {one.id for one in happened}
    events = [
        replace(one, memory=memory.spool.memory or None) for one in archive.events if one.id not in known
    ]
    if not dry_run:
        for path, data in missing.items():
            fsio.create(memory.root, path, data)
        put_events(memory, events)
    return Restored(
        files=tuple(missing),
        known_files=len(archive.files) - len(missing),
        events=len(events),
        known_events=len(archive.events) - len(events),
    )


def _refuse(faults: list[str]) -> None:
    if faults:
        more = f" and {len(faults) - _MOST_NAMED} more" if len(faults) > _MOST_NAMED else ""
        listed = "; ".join(faults[:_MOST_NAMED])
        raise Refused(
            f"nothing was restored: {listed}{more}; restore into an empty memory, or move them away"
        )


def _is_there(memory: Memory, path: str, data: bytes) -> bool:
    """Whether the memory has that file with these very bytes."""
    try:
        return files.read(memory.root, path, len(data)) == data
    except OSError:
        return False


def _misplaced(paths: Iterable[str]) -> Iterator[str]:
    """Paths that no entry can have, or not together with the others."""
    held = set(paths)
    for path in held:
        if not _is_place(path):
            yield f"{path!r} is no place for an entry"
        elif held.intersection(_folders(path)):
            yield f"{path!r} stands below another file"


def _is_place(path: str) -> bool:
    if not _PATH.fullmatch(path) or "\0" in path or path.casefold().startswith(_RESERVED):
        return False
    try:
        return all(len(os.fsencode(name)) <= _LONGEST_NAME for name in path.split("/"))
    except UnicodeEncodeError:
        return False


def _folders(path: str) -> list[str]:
    """The folders of a file below the memory, the nearest first."""
    return [str(folder) for folder in PurePosixPath(path).parents][:-1]


def _conflicts(memory: Memory, missing: Mapping[str, bytes]) -> Iterator[str]:
    """What stands in the way of the files that are missing."""
    taken = {one.path.casefold(): one.path for one in memory.listing.stamps}
    homes = {one.id: one.path for one in memory.entries()}
    for path, data in missing.items():
        if path.casefold() in taken:
            yield f"{taken[path.casefold()]} is there and says something else"
            continue
        if os.path.lexists(memory.root / path):
            yield f"{path} is there and is no entry"
            continue
        yield from (f"{one} is no folder" for one in _folders(path) if _is_no_folder(memory.root / one))
        entry = None if is_note(path) else read_entry(path, data)[0]
        if entry is not None and entry.id in homes:
            yield f"the id {entry.id} of {path} is taken by {homes[entry.id]}"


def _is_no_folder(place: Path) -> bool:
    return place.is_symlink() or (place.exists() and not place.is_dir())


def _deleted(missing: Mapping[str, bytes], theirs: Iterable[Event], ours: Iterable[Event]) -> Iterator[str]:
    """What a person had deleted here, and the archive, made before or elsewhere, does not know of."""
    told = {one.id for one in theirs}
    gone = {one.entry: one.at for one in ours if one.kind is Kind.DELETED and one.id not in told}
    for path, data in missing.items():
        entry = None if is_note(path) else read_entry(path, data)[0]
        if entry is not None and entry.id in gone:
            yield f"{entry.id} of {path} was deleted here on {gone[entry.id]:%Y-%m-%d}"
