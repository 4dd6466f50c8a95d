"""Carries out a deletion that was approved and recorded: aside first, hashed there, then gone.

The `deleted` event stands before the first step. So whoever finds a file in the quarantine can tell
whether it was approved to go: such a file is removed, any other is put back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from memdecay import files, fsio, proposals
from memdecay.entry import read_entry
from memdecay.errors import Refused
from memdecay.event import Event, Kind
from memdecay.front_matter import LONGEST_FILE
from memdecay.fsio import quarantine
from memdecay.memory import erasing
from memdecay.memory.erasing import Erased, Trace
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.proposals import NOISE, REASONS, Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A file in the quarantine: where it was, and the digest of the line that sent it there."""

    place: Path
    path: str
    digest: str


def delete(memory: Memory, path: str, digest: str) -> Erased | None:
    """Take away the entry at `path`; what is left outside, where it held a secret or personal data.

    Raises Refused where the file is not the one that was approved; it is back at its place then.
    """
    try:
        place = quarantine.set_aside(memory.root, path, digest)
    except FileNotFoundError:
        return None  # another `apply` was quicker
    return _finish(memory, Aside(place=place, path=path, digest=digest))


def finish_interrupted(memory: Memory) -> tuple[Erased, ...]:
    """Finish what an `apply` that was killed had begun: what was approved goes, the rest goes back."""
    found = []
    for aside in list(_waiting(memory)):
        try:
            erased = _finish(memory, aside)
        except Refused as fault:
            memory.say(str(fault))
        else:
            found += [erased] if erased else []
    quarantine.end(memory.root)
    return tuple(found)


def forget(memory: Memory, id: str, reason: str) -> Erased:  # noqa: A002 - the domain's own word
    """What `delete` does for an entry that is gone already, as far as that is known by its id."""
    trace = erasing.texts_about(memory, Trace(id=id), events(memory, {id}))
    gone = erasing.erase_traces(memory, trace)
    return erasing.remains(memory, trace, reason, gone)


def approvals(happened: tuple[Event, ...], id: str) -> list[Event]:  # noqa: A002
    """The events by which a person approved to delete that entry."""
    return [one for one in happened if one.kind is Kind.DELETED and one.entry == id]


def _waiting(memory: Memory) -> Iterator[Aside]:
    top = memory.root / fsio.QUARANTINE_FOLDER
    if top.is_symlink():
        return
    for stamp in files.scan_ending(memory.root, fsio.QUARANTINE_FOLDER, ".md"):
        _, label, path = stamp.path.split("/", 2) if stamp.path.count("/") > 1 else ("", "", "")
        if path:
            yield Aside(place=memory.root / stamp.path, path=path, digest=label)


def _finish(memory: Memory, aside: Aside) -> Erased | None:
    try:
        data = files.read(aside.place.parent, aside.place.name, LONGEST_FILE)
    except FileNotFoundError:
        return None
    except OSError:
        data = b""  # no regular file, so not the one that was approved
    entry, _ = read_entry(aside.path, data)
    reason = _approved(memory, entry.id, aside.digest, data) if entry is not None else None
    if reason is None:
        quarantine.put_back(memory.root, aside.place, aside.path)
        quarantine.end(memory.root)
        raise Refused(
            f"{aside.path} is not as it was when it was approved, so it is back at its place; "
            "run `memdecay propose` again"
        )
    erased = _erase(memory, aside, data, reason) if reason != NOISE else None
    fsio.erase(aside.place)
    quarantine.end(memory.root)
    return erased


def _erase(memory: Memory, aside: Aside, data: bytes, reason: str) -> Erased:
    trace = erasing.trace_of(memory, aside.path, data)
    trace = erasing.texts_about(memory, trace, events(memory, {trace.id}))
    gone = erasing.erase_traces(memory, trace)
    return erasing.remains(memory, trace, reason, (aside.path, *gone))


def _approved(memory: Memory, id: str, digest: str, data: bytes) -> str | None:  # noqa: A002
    """For which reason these bytes may go, where a recorded approval says so."""
    notes = [one.note or "" for one in approvals(events(memory, {id}), id)]
    for reason in REASONS:
        is_bound = proposals.digest(Action.DELETE, id, reason, data) == digest
        if is_bound and any(n.startswith(f"{reason}: ") and n.endswith(f"line {digest})") for n in notes):
            return reason
    return None


def renew_cache(memory: Memory) -> None:
    """Throw the index away, which holds the text of every entry, and make it of the files alone.

    Raises Refused where it stays, since what was to go is still in it.
    """
    memory.index.close()
    try:
        fsio.empty_cache(memory.root)
    except OSError as fault:
        place = memory.root / fsio.CACHE_FOLDER
        reason = fault.strerror or fault
        raise Refused(f"{place} still holds what was erased ({reason}); remove that folder") from None
    _ = replace(memory).index
