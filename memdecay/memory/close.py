"""Closes an entry by writing a note beside it; the entry itself stays as it is."""

from __future__ import annotations

import posixpath
from datetime import datetime

from memdecay import fsio, moment
from memdecay.entry import ClosingNote, Entry, note_body, note_path, write_note
from memdecay.errors import Refused
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.opening import Memory
from memdecay.memory.show import Shown, Snapshot
from memdecay.moment import Moment


def close(
    memory: Memory,
    wanted: str,
    *,
    successor: str | None,
    ended: Moment | None,
    reason: str,
    closed_by: str | None,
) -> ClosingNote:
    """Record that an entry applied until `ended` (now, where it is None) and what replaces it.

    Raises Refused where it is closed already, where the end is before its beginning, or where the
    successor is itself, something it replaced, or another than the one it has, and for a reason
    that holds hidden characters or a likely secret.
    """
    refuse_unfit([("the reason", reason), ("the name", closed_by)], joiners=memory.joiners)
    snapshot = Snapshot(memory=memory, at=memory.now)
    old = snapshot.only(wanted)
    ended = ended or moment.of_instant(memory.now)
    heir = refuse_unclosable(snapshot, old, successor, ended)
    return write_note_beside(memory, old.entry, heir, ended, reason, closed_by)


def refuse_unclosable(
    snapshot: Snapshot, old: Shown, successor: str | None, ended: Moment | None
) -> Entry | None:
    """The successor, once nothing is in the way of closing. Raises Refused as `close` does."""
    _refuse_closed(old, snapshot.at)
    ended = ended or moment.of_instant(snapshot.at)
    begins = old.entry.valid_from.begins if old.entry.valid_from else moment.EARLIEST
    if ended.ends < begins:
        from_when = _written(old.entry.valid_from)
        raise Refused(f"{old.entry.id} applies only from {from_when}; --on {ended.text} is before that")
    heir = snapshot.only(successor).entry if successor is not None else None
    if heir is not None:
        _refuse_circle(snapshot, old.entry, heir)
    _refuse_fork(old, heir)
    return heir


def write_note_beside(
    memory: Memory,
    entry: Entry,
    successor: Entry | None,
    ended: Moment,
    reason: str | None,
    closed_by: str | None,
) -> ClosingNote:
    """Create the closing note of `entry` in its folder. Raises NameTaken where it has one."""
    folder = posixpath.dirname(entry.path)
    link = posixpath.relpath(successor.path, folder or ".") if successor else None
    heir = successor.id if successor else None
    note = ClosingNote(
        closes=entry.id,
        path=note_path(entry.path, entry.id),
        body=note_body(ended, heir, link),
        valid_until=ended,
        superseded_by=heir,
        reason=reason,
        closed_by=closed_by,
        recorded=moment.of_instant(memory.now),
    )
    fsio.create(memory.root, note.path, write_note(note))
    return note


def _refuse_closed(old: Shown, now: datetime) -> None:
    if old.note is not None and old.note.valid_until and old.note.valid_until.ends > now:
        raise Refused(
            f"{old.entry.id} ends on {old.note.valid_until.text} already ({old.note.path}); "
            f"`memdecay add --supersedes {old.entry.id}` replaces it before that"
        )
    if old.note is not None:
        by = f", replaced by {old.note.superseded_by}" if old.note.superseded_by else ""
        raise Refused(
            f"{old.entry.id} was closed on {_written(old.note.valid_until)}{by}; see {old.note.path}"
        )
    if old.entry.declared.value == "closed":
        raise Refused(f"{old.entry.id} is closed in its own front matter; see {old.entry.path}")


def _refuse_circle(snapshot: Snapshot, old: Entry, heir: Entry) -> None:
    if heir.id == old.id:
        raise Refused(f"{old.id} cannot replace itself; name its successor with --by")
    if snapshot.has_replaced(old.id, heir.id):
        raise Refused(f"{heir.id} was itself replaced by {old.id}; --by would close a circle")


def _refuse_fork(old: Shown, heir: Entry | None) -> None:
    if old.successors and (heir is None or heir.id not in old.successors):
        raise Refused(
            f"{old.entry.id} was replaced already, by {' and '.join(old.successors)}; "
            f"--by {old.successors[0]} writes the note that is missing"
        )


def _written(written: Moment | None) -> str:
    return written.text if written else "an unknown day"
