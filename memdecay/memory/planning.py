"""What the ticked lines of a prune list would do, and whether anything speaks against it; all or none."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from memdecay import event, files, moment, passages, proposals
from memdecay.entry import Entry
from memdecay.errors import Refused
from memdecay.event import Event, Kind
from memdecay.evidence.noise import fingerprint_of_copy
from memdecay.front_matter import LONGEST_FILE
from memdecay.git import blame
from memdecay.memory import deleting
from memdecay.memory.authors import author
from memdecay.memory.close import refuse_unclosable
from memdecay.memory.dependencies import Dependencies, dependencies
from memdecay.memory.erasing import notes_of
from memdecay.memory.intake import refuse_unfit
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.memory.prune_list import Listed
from memdecay.memory.show import Shown, Snapshot
from memdecay.problem import Problem
from memdecay.proposals import NOISE, Action, Line
from memdecay.state import Standing

MOST_RETIRED = 50
MOST_SHARE = 0.2
"""Of all entries. Beyond either a list was hardly read line by line. One line alone is always read."""


class ListRefused(Refused):
    """A list in which something is not as it was when it was reviewed; nothing of it was done."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        faults = "1 fault" if len(problems) == 1 else f"{len(problems)} faults"
        super().__init__(f"{name} has {faults}, so nothing of it was done; mend or untick the lines named")
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One ticked line: who approved it, what it is about, and whether its effect is there already."""

    line: Line
    by: str
    is_done: bool
    shown: Shown | None = None
    also: tuple[str, ...] = ()
    """Files that go with it: the closing note of an entry that is erased."""

    @property
    def subject(self) -> Shown:
        """The entry of a step that is still to be done."""
        if self.shown is None:
            raise AssertionError("a step that is still to be done is about an entry")
        return self.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything a list would do, in its order."""

    listed: Listed
    steps: tuple[Step, ...]

    @property
    def todo(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if not step.is_done)

    def doing(self, action: Action) -> list[Step]:
        return [step for step in self.todo if step.line.action is action]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A list and the memory it is about, while it is looked over."""

    memory: Memory
    listed: Listed
    by: str | None
    authors: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def snapshot(self) -> Snapshot:
        return Snapshot(memory=self.memory, at=self.memory.now)

    @cached_property
    def by_id(self) -> dict[str, list[Shown]]:
        wanted = {line.entry for line in self.listed.ticked}
        found: dict[str, list[Shown]] = {}
        for entry in self.snapshot.state.entries:
            if entry.id in wanted:
                found.setdefault(entry.id, []).append(self.snapshot.shown(entry))
        return found

    @cached_property
    def happened(self) -> tuple[Event, ...]:
        return events(self.memory, {line.entry for line in self.listed.ticked})

    @cached_property
    def known(self) -> frozenset[str]:
        """The ids of those events."""
        return frozenset(one.id for one in self.happened)

    @cached_property
    def copies(self) -> dict[str, str]:
        """For what the list calls noise because another entry says the same: the id of that entry."""
        return {
            section.entry: name
            for section in proposals.sections(self.listed.text)
            for name in section.named
            if fingerprint_of_copy(name) in section.fingerprints
        }

    @cached_property
    def dependencies(self) -> Dependencies:
        return dependencies(self.memory, self.snapshot.state)

    @cached_property
    def machine_name(self) -> str | None:
        return author(self.memory)

    def approver(self, line: Line) -> str:
        """Who ticked a line. Raises Refused where nobody can be named."""
        name = self.by or self.authors.get(line.number or 0) or self.machine_name
        if not name or not name.strip():
            raise Refused("nobody knows who approves this; say it with --by NAME")
        return name.strip()


def plan(memory: Memory, listed: Listed, *, by: str | None, allow_many: bool) -> Plan:
    """What the ticked lines would do. Raises ListRefused naming every fault of the list.

    Who approved is `by`, else the author of the ticked line in git, else the name that git knows.
    """
    refuse_unfit([("--by", by), ("the path of the list", listed.name)], joiners=memory.joiners)
    authors = blame.authors(listed.path) if by is None and listed.ticked else {}
    reading = Reading(memory=memory, listed=listed, by=by, authors=authors)
    problems = [*listed.problems, *_between_lines(listed)]
    steps: list[Step] = []
    for line in listed.ticked:
        try:
            steps.append(_step(reading, line))
        except Refused as fault:
            problems.append(listed.problem(line, str(fault)))
    planned = Plan(listed=listed, steps=tuple(steps))
    if not problems and not allow_many:
        problems += _too_many(planned, len(reading.snapshot.state.entries))
    if problems:
        raise ListRefused(listed.name, tuple(sorted(problems, key=lambda one: one.address)))
    return planned


def _between_lines(listed: Listed) -> Iterator[Problem]:
    """Lines that are there twice, and entries for which more than one thing is ticked."""
    often = Counter(line.said for line in listed.lines)
    ticked = Counter(line.entry for line in {line.said: line for line in listed.ticked}.values())
    for line in listed.ticked:
        if often[line.said] > 1:
            yield listed.problem(line, f"`{line.said}` stands in the list {often[line.said]} times; keep one")
        if ticked[line.entry] > 1:
            said = sorted({one.said for one in listed.ticked if one.entry == line.entry})
            both = " and ".join(f"`{one}`" for one in said)
            yield listed.problem(line, f"{both} contradict each other; tick one of them")


def _step(reading: Reading, line: Line) -> Step:
    """What one ticked line would do. Raises Refused where it must not."""
    by = reading.approver(line)
    refuse_unfit([("the name of the author", by)], joiners=reading.memory.joiners)
    found = reading.by_id.get(line.entry, [])
    if not found and _was_done(reading, line):
        return Step(line=line, by=by, is_done=True)
    if len(found) != 1:
        how = "no entry has" if not found else f"{len(found)} files share"
        raise Refused(f"{how} the id {line.entry}; run `memdecay propose` again")
    (shown,) = found
    _refuse_changed(reading.memory, shown, line)
    match line.action:
        case Action.CLOSE:
            return Step(line=line, by=by, shown=shown, is_done=_is_closed(reading, shown))
        case Action.CONFIRM:
            return Step(line=line, by=by, shown=shown, is_done=_is_confirmed(reading, line, shown))
        case Action.DELETE:
            return _deletion(reading, line, by, shown)


def _was_done(reading: Reading, line: Line) -> bool:
    """Whether a line about an entry that is gone did what it says, or has nothing left to do."""
    if line.action is Action.CONFIRM:
        return event_id(reading.memory, reading.listed, line, Kind.CONFIRMED) in reading.known
    return bool(deleting.approvals(reading.happened, line.entry))


def _refuse_changed(memory: Memory, shown: Shown, line: Line) -> None:
    try:
        data = files.read(memory.root, shown.entry.path, LONGEST_FILE)
    except OSError as fault:
        raise Refused(f"cannot read {shown.entry.path} ({fault.strerror or fault})") from None
    if proposals.digest(line.action, line.entry, line.reason, data) != line.digest:
        raise Refused(
            f"{line.entry} or this line has changed since the list was written; run `memdecay propose` again"
        )


def _is_closed(reading: Reading, shown: Shown) -> bool:
    """Whether it is closed already. Raises Refused where it cannot be."""
    if shown.note is not None or shown.entry.declared.value == "closed":
        return True
    refuse_unclosable(reading.snapshot, shown, shown.successors[0] if shown.successors else None, None)
    if notes_of(reading.memory, shown.entry.id):
        raise Refused(f"the closing note of {shown.entry.id} cannot be read; `memdecay doctor` says why")
    return False


def _is_confirmed(reading: Reading, line: Line, shown: Shown) -> bool:
    """Whether this list confirmed it already. Raises Refused where it holds no more."""
    if event_id(reading.memory, reading.listed, line, Kind.CONFIRMED) in reading.known:
        return True
    if shown.standing in {Standing.CLOSED, Standing.EXPIRED}:
        raise Refused(f"{line.entry} is {shown.standing.value}, so it cannot be confirmed; untick the line")
    return False


def _deletion(reading: Reading, line: Line, by: str, shown: Shown) -> Step:
    memory = reading.memory
    if files.names(memory.root, shown.entry.path) > 1:
        raise Refused(
            f"{shown.entry.path} has another name on this disk (a hard link); remove that one first"
        )
    if line.reason == NOISE:
        needing = reading.dependencies.said(line.entry)
        if needing:
            raise Refused(f"{line.entry} is depended on ({needing}); close it instead")
        _refuse_last_copy(reading, shown)
    also = () if line.reason == NOISE else tuple(notes_of(memory, line.entry))
    return Step(line=line, by=by, shown=shown, is_done=False, also=also)


def _refuse_last_copy(reading: Reading, shown: Shown) -> None:
    """Raises Refused where the other entry by which this one was noise does not go on saying the same."""
    other = reading.copies.get(shown.entry.id)
    if other is not None and (why := _why_it_goes(reading, other, shown.entry)):
        raise Refused(
            f"{shown.entry.id} was noise because `{other}` says the same, which {why}; untick the line, or "
            "run `memdecay propose` again"
        )


def _why_it_goes(reading: Reading, id: str, text_of: Entry) -> str:  # noqa: A002 - the domain's own word
    """Why the entry of that id does not go on saying what the other says; "" where it does."""
    if any(line.entry == id and line.action is not Action.CONFIRM for line in reading.listed.ticked):
        return "this list retires too"
    snapshot = reading.snapshot
    found = [snapshot.shown(one) for one in snapshot.state.entries if one.id == id]
    said = passages.normalised(text_of.body)
    standings = [one.standing for one in found if passages.normalised(one.entry.body) == said]
    if Standing.ACTIVE in standings:
        return ""
    if standings:
        return f"is {standings[0].value}"
    return "does not say it any more" if found else "is gone"


def _too_many(planned: Plan, entries: int) -> Iterator[Problem]:
    retired = len(planned.doing(Action.CLOSE)) + len(planned.doing(Action.DELETE))
    if retired > MOST_RETIRED or (retired > 1 and retired > MOST_SHARE * entries):
        message = f"would retire {retired} of {entries} entries at once; if that is meant, add --allow-many"
        yield planned.listed.problem(None, message)


def event_id(memory: Memory, listed: Listed, line: Line, kind: Kind) -> str:
    """The same for the same line of the same list, so that what is applied twice happened once."""
    parts = (moment.timestamp(listed.created), kind.value, line.entry, line.digest, memory.spool.memory)
    return event.uuid7(listed.created, hashlib.sha256("\0".join(parts).encode()).digest())
