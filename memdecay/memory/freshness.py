"""Keeps the index true to the files: every read compares, and what differs is read again.

The index is built aside and put in place whole; deleting it at any time changes no answer.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memdecay import files, fsio, settings
from memdecay.errors import Refused
from memdecay.files import Listing
from memdecay.index import schema
from memdecay.index.reading import Damaged, Reader
from memdecay.index.writing import Writer
from memdecay.memory import sealed
from memdecay.memory.indexing import Done, Embedder, Progress, fill
from memdecay.spool import Spool

_TICK = 50_000_000
"""Nanoseconds. File systems keep time in ticks: a file younger than one can change again unseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """Where an index is made and with what. `say` takes one sentence for a person to read."""

    root: Path
    spool: Spool
    embedder: Embedder
    say: Callable[[str], None]
    progress: Progress
    index_name: str = schema.NAME

    @property
    def index_path(self) -> Path:
        return self.root / fsio.CACHE_FOLDER / self.index_name


def fresh(workshop: Workshop) -> tuple[Reader, Listing]:
    """An index that matches the files as they are now, and the listing it was compared with."""
    return _compared(workshop)[:2]


def up_to_date(workshop: Workshop) -> tuple[Reader, Done]:
    """The same index, and what had to be done for it."""
    reader, _, done = _compared(workshop)
    if done is None:
        done = Done(entries=reader.size(), read=0, encoded=0, broken=len(reader.broken()))
    return reader, done


def _compared(workshop: Workshop) -> tuple[Reader, Listing, Done | None]:
    """The index, the listing, and what was done; None where the index was true to the files already."""
    listing = _listed(workshop)
    reader = _opened(workshop)
    if reader is not None:
        if _matches(reader, listing, workshop):
            return reader, listing, None
        reader.close()  # Windows replaces no file that someone has open
    return renewed(workshop, from_nothing=reader is None)


def renewed(workshop: Workshop, *, from_nothing: bool) -> tuple[Reader, Listing, Done]:
    """A new index in place of the old one: brought up to date, or made of the files alone.

    Where none can be put in place, the same answers come from one that is not kept.
    """
    from_nothing = from_nothing or not _is_usable(workshop)
    try:
        return _rebuilt(workshop, from_nothing=from_nothing)
    except sqlite3.DatabaseError as fault:
        if not from_nothing:  # the seal shows no damage done below the file system
            workshop.say(f"the index is damaged ({fault}); rebuilding it from the files")
            return renewed(workshop, from_nothing=True)
        reason = str(fault)
    except (OSError, Refused, Damaged) as fault:
        reason = str(getattr(fault, "strerror", None) or fault)
    workshop.say(f"the cache cannot be written ({reason}); answering without it")
    return _filled(workshop, Path(":memory:"), None, clock=0)


def _rebuilt(workshop: Workshop, *, from_nothing: bool) -> tuple[Reader, Listing, Done]:
    clock = fsio.clock_of(workshop.root)
    outcome: list[tuple[Reader, Listing, Done]] = []

    def build(path: Path) -> int:
        previous = None if from_nothing else workshop.index_path
        outcome.append(_filled(workshop, path, previous, clock=clock))
        outcome[0][0].close()
        return schema.SEAL

    fsio.rebuild_cache(workshop.root, workshop.index_name, build)
    _, listing, done = outcome[0]
    reader = Reader.open(workshop.index_path)
    if reader.fact(schema.EMBEDDER) != workshop.embedder.identity:
        reader.close()
        raise Damaged("another process, with another model, has put its index there")
    return reader, listing, done


def _listed(workshop: Workshop) -> Listing:
    return files.scan(workshop.root)._replace(segments=sealed.listed(workshop.spool))


def _is_usable(workshop: Workshop) -> bool:
    reader = _opened(workshop)
    if reader is not None:
        reader.close()
    return reader is not None


def _opened(workshop: Workshop) -> Reader | None:
    try:
        return Reader.open(workshop.index_path)
    except Damaged as fault:
        if workshop.index_path.exists():
            workshop.say(f"{fault}; rebuilding it from the files")
        return None


def _matches(reader: Reader, listing: Listing, workshop: Workshop) -> bool:
    return (
        reader.fact(schema.FINGERPRINT) == listing.fingerprint
        and reader.fact(schema.EMBEDDER) == workshop.embedder.identity
        and reader.fact(schema.SETTINGS_STAMP) == files.settings_stamp(workshop.root)
    )


def _filled(
    workshop: Workshop, path: Path, previous: Path | None, *, clock: int
) -> tuple[Reader, Listing, Done]:
    listing = _listed(workshop)
    settled_before = clock - _TICK
    writer = Writer(path, previous)
    done = fill(
        writer,
        workshop.root,
        listing,
        spool=workshop.spool,
        embedder=workshop.embedder,
        progress=workshop.progress,
        settled_before=settled_before,
    )
    settings_stamp = files.settings_stamp(workshop.root)
    times = [time for one in (*listing.stamps, *listing.segments) for time in (one.modified, one.changed)]
    times += [int(time) for time in settings_stamp.split(":")[1:]]
    is_settled = max(times, default=0) < settled_before and writer.is_settled()
    facts = {
        schema.VERSION_FACT: schema.VERSION,
        schema.FINGERPRINT: listing.fingerprint if is_settled else "",
        schema.EMBEDDER: workshop.embedder.identity,
        schema.SETTINGS_STAMP: settings_stamp,
        schema.SETTINGS: json.dumps(settings.read(workshop.root)),
    }
    return Reader(writer.finish(facts)), listing, done
