"""Carries out a planned prune list: what happens is recorded first, then entries are closed and deleted.

What is planned and what is done is one list of steps, so a dry run shows exactly what would happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memdecay import fsio, moment, spool
from memdecay.entry import Trust
from memdecay.errors import NameTaken, Refused
from memdecay.event import Event, Kind
from memdecay.memory import deleting
from memdecay.memory.close import write_note_beside
from memdecay.memory.erasing import Erased
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.memory.planning import Plan, Step, event_id, plan
from memdecay.memory.prune_list import Listed
from memdecay.memory.recording import write
from memdecay.proposals import NOISE, Action


def act(memory: Memory, planned: Plan) -> tuple[Erased, ...]:
    """Do what is planned; what is done already stays as it is.

    Raises Refused or OSError where the disk or another program is in the way. What was done by then
    is done, and running it again does the rest.
    """
    recorded = _record(memory, planned)
    for step in planned.doing(Action.CLOSE):
        _close(memory, planned, step)
    memory = replace(memory)  # so that what was just recorded is among what happened
    erased = [_delete(memory, planned, step, recorded) for step in planned.doing(Action.DELETE)]
    erased += [deleting.forget(memory, entry, reason) for entry, reason in _erased_before(planned)]
    return tuple(one for one in erased if one is not None)


def _delete(memory: Memory, planned: Plan, step: Step, recorded: frozenset[str]) -> Erased | None:
    """Delete, or take back the event that says so where the file is not the approved one any more."""
    try:
        return deleting.delete(memory, step.subject.entry.path, step.line.digest)
    except Refused:
        id = event_id(memory, planned.listed, step.line, Kind.DELETED)  # noqa: A001 - the domain's own word
        if id in recorded:
            fsio.remove(path for name, path in spool.waiting(memory.spool).items() if name == id)
        raise


def _erased_before(planned: Plan) -> list[tuple[str, str]]:
    """What is erased already; a merge may have brought a trace of it back."""
    done = (step.line for step in planned.steps if step.is_done and step.line.action is Action.DELETE)
    return [(line.entry, line.reason) for line in done if line.reason and line.reason != NOISE]


def apply(
    memory: Memory, listed: Listed, *, by: str | None, allow_many: bool, is_dry: bool
) -> tuple[Plan, tuple[Erased, ...]]:
    """Plan, and unless it is a dry run: finish what was interrupted, and act."""
    finished = () if is_dry else deleting.finish_interrupted(memory)
    memory = replace(memory)  # what was finished changed the files
    planned = plan(memory, listed, by=by, allow_many=allow_many)
    if is_dry:
        return planned, ()
    erased = {one.id: one for one in (*finished, *act(memory, planned))}
    if erased:
        deleting.renew_cache(memory)
    return planned, tuple(erased.values())


def _record(memory: Memory, planned: Plan) -> frozenset[str]:
    """Record confirmations and deletions, all or none, before any file is touched.

    Returns the ids of the events that are new.
    """
    steps = (*planned.doing(Action.CONFIRM), *planned.doing(Action.DELETE))
    known = {one.id for one in events(memory, {step.line.entry for step in steps})} if steps else set()
    new = [one for step in steps for one in _events(memory, planned.listed, step) if one.id not in known]
    try:
        if new:
            write(memory, tuple(new))
    except NameTaken:
        raise Refused("another `memdecay apply` is at work on this list; run this again") from None
    return frozenset(one.id for one in new)


def _events(memory: Memory, listed: Listed, step: Step) -> Iterator[Event]:
    """What is recorded of a step: a person who confirms what nobody had accepted accepts it as well."""
    if step.line.action is Action.DELETE:
        yield _event(memory, listed, step, Kind.DELETED)
        return
    yield _event(memory, listed, step, Kind.CONFIRMED)
    if step.subject.trust is Trust.UNREVIEWED:
        yield _event(memory, listed, step, Kind.REVIEWED)


def _event(memory: Memory, listed: Listed, step: Step, kind: Kind) -> Event:
    line = step.line
    approved = f"approved in {listed.name} (sha256 {listed.sha256}, line {line.digest})"
    return Event(
        id=event_id(memory, listed, line, kind),
        at=memory.now,
        kind=kind,
        entry=line.entry,
        by=step.by,
        note=f"{line.reason}: {approved}" if line.reason else approved,
        memory=memory.spool.memory or None,
    )


def _close(memory: Memory, planned: Plan, step: Step) -> None:
    shown = step.subject
    successors = {one.id: one for one in memory.entries()} if shown.successors else {}
    write_note_beside(
        memory,
        shown.entry,
        successors.get(shown.successors[0]) if shown.successors else None,
        moment.of_instant(memory.now),
        f"approved in {planned.listed.name} (sha256 {planned.listed.sha256})",
        step.by,
    )
