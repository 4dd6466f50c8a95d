"""Takes sealed events into the index: segments that are new, and the track records that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from memdecay import event, ledger, moment, spool, track_record
from memdecay.event import Event
from memdecay.files import Stamp
from memdecay.index.writing import EventRow, RecordRow, SegmentRow, Writer
from memdecay.memory import records
from memdecay.memory.waiting import is_ours
from memdecay.problem import Problem
from memdecay.spool import Spool
from memdecay.state import State


def listed(of: Spool) -> tuple[Stamp, ...]:
    """Every segment there is: those of the ledger, and those that only the spool still has whole."""
    own = ledger.segments(of.root)
    there = {(stamp.path.rpartition("/")[2], stamp.size) for stamp in own}  # a name fixes the size
    kept = [stamp for path, stamp in spool.sealed(of).items() if (path.name, stamp.size) not in there]
    return (*own, *sorted(kept))


def take_in(writer: Writer, of: Spool, stamps: Iterable[Stamp], settled_before: int) -> set[str]:
    """Bring the events of the index up to the segments there are.

    Returns the ids of the entries whose events changed. A segment changed at or after
    `settled_before` (nanoseconds) is marked to be read again next time.
    """
    there = {stamp.path: stamp for stamp in stamps}
    known = writer.segments()
    changed = [s for path, s in there.items() if known.get(path) != (s.size, s.modified, s.changed)]
    concerned = writer.drop_segments([*(known.keys() - there.keys()), *(stamp.path for stamp in changed)])
    kept_in = {stamp.path: path for path, stamp in spool.sealed(of).items()}
    for stamp in changed:
        events, problems = _read(of, stamp.path, kept_in.get(stamp.path))
        is_settled = max(stamp.modified, stamp.changed) < settled_before
        seen = stamp if is_settled else stamp._replace(changed=-1)
        rows = [EventRow(stamp.path, one.id, one.entry, event.write(one)) for one in events]
        writer.put_segment(SegmentRow(*seen, records.of_problems(tuple(problems))), rows)
        concerned |= {one.entry for one in events}
    return concerned


def put_records(writer: Writer, state: State, entries: Iterable[str]) -> None:
    """Fold the sealed events of `entries` anew."""
    born = {entry.id: entry.born for entry in reversed(state.entries)}
    wanted = sorted(entries)
    writer.put_records(wanted, _rows(writer, [one for one in wanted if one in born], born))


def _rows(writer: Writer, entries: list[str], born: dict[str, datetime | None]) -> Iterator[RecordRow]:
    for one in entries:
        events = [event.read(line) for line in writer.event_lines(one)]
        if events:
            newest = max(happened.at for happened in events)
            held = track_record.fold(events, born=born[one], now=newest, until=newest)
            yield RecordRow(
                one,
                moment.microseconds(newest),
                moment.microseconds(held.last_affirmed) if held.last_affirmed else None,
                len(held.affirmed_days),
                len(held.marks),
            )


def _read(of: Spool, path: str, kept: Path | None) -> tuple[list[Event], list[Problem]]:
    try:
        if kept is not None:
            data = b"".join(data for _, data in spool.read([kept], ledger.LONGEST_SEGMENT))
        else:
            data = ledger.read(of.root, path)
    except OSError as fault:
        message = f"cannot be read: {fault.strerror or fault}; check its permissions"
        return [], [Problem(rule="event", path=path, message=message)]
    events, problems = event.read_all(path, data)
    if path.startswith("spool:"):  # a spool is shared by the memories of a repository
        events = [one for one in events if is_ours(of, one)]
    return events, problems
