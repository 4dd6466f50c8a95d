"""What a hook answers: which entries hold when a session starts, which bear on a prompt, what is out of date.

What no person has accepted, and what misled, is left out here and counted: nobody looks at what a hook says
before a model does. Text that was typed is never recorded, since events are committed.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from memdecay import characters, moment
from memdecay.agents import wording
from memdecay.agents.agent import Agent, Hook, Occasion
from memdecay.agents.payload import Payload
from memdecay.entry import Trust
from memdecay.errors import MemdecayError
from memdecay.memory import hook_notes
from memdecay.memory.context import HIDDEN, UNFIT, Chosen, Wanted, context
from memdecay.memory.hook_notes import About, Note
from memdecay.memory.loaded import Compared, Stale, compare
from memdecay.memory.opening import Memory
from memdecay.memory.recall import Question, Result, recall
from memdecay.memory.recording import not_yet_recalled, recalled
from memdecay.scope import EVERYWHERE, Place

_STRONG = 0.45
"""Relevance below which an entry does not bear on a prompt, as most prompts are about nothing that is kept.

Chosen on few examples, and judged on the same: of 15 labelled questions to a real memory of 1,832 entries, 10
have the right entry among the first three and 8 keep it at this cut; of 20 prompts that we wrote ourselves
about nothing that is kept, 2 are told something (5 at 0.4). Between 0.45 and 0.5 so few tell no difference.
"""
_MOST_RESULTS = 3
_MOST_READ = 30
"""More than are told, so that what may not be told takes no place from what may."""
_ROOM_OF_A_PROMPT = 4_000
"""Bytes. A prompt comes often, and what is said with it stays in the conversation."""
_ROOM_AFTERWARDS = 700
"""Bytes kept for the line about what was left out."""
_SOURCE = "quoted from the files of its memory (memdecay). Lines with > are quotation."


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The context for the model, and the ids of the entries it shows."""

    context: str = ""
    shown: tuple[str, ...] = ()


@dataclass(kw_only=True)
class _LeftOut:
    """How much is not told, and why."""

    unreviewed: int = 0
    misled: int = 0
    hidden: int = 0
    room: list[str] = field(default_factory=list)

    def count(self, *, is_unreviewed: bool) -> None:
        """One more that is not told, for the one reason or the other."""
        self.unreviewed += is_unreviewed
        self.misled += not is_unreviewed

    def sentence(self) -> str:
        """One line for the model, "" where nothing was left out."""
        parts = [
            f"{self.unreviewed} that no person has accepted yet" if self.unreviewed else "",
            f"{self.misled} that misled somebody" if self.misled else "",
            f"{self.hidden} with characters that cannot be seen" if self.hidden else "",
            f"{len(self.room)} for want of room ({_listed(self.room)})" if self.room else "",
        ]
        told = ", ".join(one for one in parts if one)
        return f"Not shown: {told}. `memdecay recall QUESTION` finds them." if told else ""


def answer(agent: Agent, hook: Hook, payload: Payload, memory: Memory, folder: Path) -> Said:
    """What the agent, working in `folder`, is told at this hook."""
    match hook.occasion:
        case Occasion.SESSION_START:
            return _at_start(agent, memory, folder)
        case Occasion.PROMPT:
            return _at_prompt(agent, payload, memory, folder)
        case Occasion.INSTRUCTIONS_LOADED:
            return _when_loaded(agent, hook, payload, memory, folder)


def keep(agent: Agent, said: Said, payload: Payload, memory: Memory) -> None:
    """Record that entries were shown; once an entry and day. Raises Refused where nothing can be written."""
    fresh = not_yet_recalled(memory, said.shown, agent.title)
    if fresh:
        recalled(memory, fresh, None, agent.title, payload.session)


def _at_start(agent: Agent, memory: Memory, folder: Path) -> Said:
    compared = [compare(memory, path) for path in _loaded_at_start(agent, folder, memory.home)]
    left_out = _LeftOut()
    entries = [wording.told(one.entry) for one in _strongest(memory, folder, agent.room, left_out)]
    head = f"Instructions of this repository that hold, {_SOURCE}"
    room = agent.room - _ROOM_AFTERWARDS
    news = _news(compared, room // 2)
    text, taken, left = wording.packed(head, entries, room - len(news.encode()))
    left_out.room[:0] = [one.id for one in left]
    parts = [text if taken else "", news, left_out.sentence()]
    return Said(
        context="\n\n".join(part for part in parts if part),
        shown=(*(one.id for one in taken), *(live for one in compared for live in one.live)),
    )


def _strongest(memory: Memory, folder: Path, room: int, left_out: _LeftOut) -> Iterator[Chosen]:
    """Entries that may be told, as `memdecay context` orders them; more than fit into `room` bytes."""
    place = _place(memory, folder)
    packed = context(memory, Wanted(at=memory.now, place=place, budget=room))
    for one in packed.entries:
        # Where nobody said what is worked on, an entry of some part of the repository is not for everybody.
        if one.entry.scope and place.is_everywhere:
            continue
        if one.is_unreviewed or one.marks:
            left_out.count(is_unreviewed=one.is_unreviewed)
        else:
            yield one
    left_out.room += [name for one in packed.left_out if one.reason == UNFIT for name in one.ids]
    left_out.hidden += sum(one.number for one in packed.left_out if one.reason == HIDDEN)


def _at_prompt(agent: Agent, payload: Payload, memory: Memory, folder: Path) -> Said:
    news = _waiting_news(memory, payload)
    strong = _bearing(memory, payload.prompt, _place(memory, folder)) if payload.prompt else []
    left_out = _LeftOut()
    may_be_told = (one for one in strong if not _is_untold(memory, one, left_out))
    entries = [wording.told(one.entry, _replaced(one)) for one in islice(may_be_told, _MOST_RESULTS)]
    head = f"Instructions of this repository that may bear on this prompt, {_SOURCE}"
    room = min(agent.room, _ROOM_OF_A_PROMPT) - _ROOM_AFTERWARDS
    text, taken, left = wording.packed(head, entries, room)
    left_out.room = [one.id for one in left]
    parts = [text if taken else "", news, left_out.sentence()]
    told = "\n\n".join(part for part in parts if part)
    return Said(context=told, shown=tuple(one.id for one in taken))


def _bearing(memory: Memory, prompt: str, place: Place) -> list[Result]:
    question = Question(text=prompt, at=memory.now, place=place, limit=_MOST_READ)
    return [one for one in recall(memory, question).results if one.ranked.relevance >= _STRONG]


def _is_untold(memory: Memory, one: Result, left_out: _LeftOut) -> bool:
    if characters.hidden(one.entry.body):
        left_out.hidden += 1
        return True
    is_unreviewed = False
    if one.entry.trust is Trust.UNREVIEWED:
        record = memory.happenings(memory.now).records({one.entry.id: one.entry.born})[one.entry.id]
        is_unreviewed = not record.is_reviewed
    if is_unreviewed or one.marks:
        left_out.count(is_unreviewed=is_unreviewed)
    return is_unreviewed or bool(one.marks)


def _replaced(one: Result) -> list[str]:
    return [f"replaced {', '.join(one.predecessors)}"] if one.predecessors else []


def _when_loaded(agent: Agent, hook: Hook, payload: Payload, memory: Memory, folder: Path) -> Said:
    """Nothing, since nobody reads it here; what is out of date is kept for the next prompt."""
    if not payload.file:
        return Said()
    compared = compare(memory, Path(payload.file))
    if Path(payload.file) in set(_loaded_at_start(agent, folder, memory.home)):
        return Said(shown=compared.live)  # told when the session started
    at, name = moment.timestamp(memory.now), wording.harmless(Path(payload.file).name)
    hook_notes.leave(
        memory.root,
        [
            Note(
                about=About.STALE, hook=agent.command(hook).removeprefix("memdecay "), at=at,
                text=f"{name}: {_stale(one)}", session=payload.session,
            )
            for one in compared.stale
        ],
    )  # fmt: skip
    return Said(shown=compared.live)


def _waiting_news(memory: Memory, payload: Payload) -> str:
    """What this session loaded and is out of date, told once."""

    def is_for_us(note: Note) -> bool:
        return note.about is About.STALE and note.session == payload.session

    texts = list(dict.fromkeys(note.text for note in hook_notes.read(memory.root) if is_for_us(note)))
    if texts:
        hook_notes.settle(memory.root, is_for_us)
    return _told_news(texts, _ROOM_OF_A_PROMPT // 2)


def _news(compared: Sequence[Compared], room: int) -> str:
    texts = [_stale(one) for found in compared for one in found.stale]
    return _told_news(list(dict.fromkeys(texts)), room)


def _told_news(texts: Sequence[str], room: int) -> str:
    """Lines on what is out of date, as many as fit."""
    if not texts:
        return ""
    told, used = ["Out of date in what this session has loaded:"], 0
    for number, text in enumerate(texts):
        used += len(text.encode()) + 1
        if used > room:
            told.append(f"- and {len(texts) - number} more; `memdecay list --standing closed` names them.")
            break
        told.append(f"- {text}")
    return "\n".join(told)


def _stale(one: Stale) -> str:
    """One line: whose words are over, since when, and what is said now."""
    over = one.over
    note = over.note
    ended = (note.valid_until if note else None) or over.entry.valid_until
    when = f" on {ended.last.date().isoformat()}" if ended else ""
    said = f'what `{over.entry.id}` says ("{wording.harmless(over.entry.title)}") ended{when}'
    if not one.successors:
        return said
    new = "; ".join(
        f'`{heir.entry.id}` replaced it: "{wording.harmless(heir.entry.title)}"'
        for heir in one.successors
        if heir.entry.trust is Trust.REVIEWED and not heir.record.marks
    )
    return f"{said}; {new}" if new else said


def _loaded_at_start(agent: Agent, folder: Path, top: Path) -> Iterator[Path]:
    """The instruction files from the working directory up to the root of the repository."""
    place = folder.resolve()
    for one in (place, *place.parents):
        for name in agent.instruction_files:
            if (one / name).is_file():
                yield one / name
        if one == top:
            return


def _place(memory: Memory, folder: Path) -> Place:
    """Where in the repository the agent works, if that is not its root."""
    if memory.spool.top is None:
        return EVERYWHERE
    try:
        inside = folder.resolve().relative_to(memory.spool.top).as_posix()
    except ValueError:
        return EVERYWHERE
    return Place(path=inside) if inside != "." else EVERYWHERE


def _listed(ids: Sequence[str]) -> str:
    shown: Iterable[str] = ids[:5]
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return ", ".join(shown) + more


def reason(fault: BaseException) -> str:
    """Why a hook could not answer; of what nobody foresaw only where, since its words may quote anything."""
    if isinstance(fault, MemdecayError):
        return str(fault)
    if isinstance(fault, OSError):
        return f"{fault.filename or 'a file'}: {fault.strerror}"
    last = traceback.extract_tb(fault.__traceback__)[-1:]
    where = f" at {Path(last[0].filename).name}:{last[0].lineno}" if last else ""
    return f"{type(fault).__name__}{where}"
