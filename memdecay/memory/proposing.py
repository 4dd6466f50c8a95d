"""Writes prune lists: what the evidence suggests for which entry. Besides the new list nothing changes.

What already stands in a list under proposals/ with the same evidence is not proposed again, whether
somebody declined it there or has yet to look: a list is the record of what was asked. Whoever wants to
be asked again says so.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from memdecay import files, fsio, git, proposals
from memdecay.errors import NameTaken, Refused
from memdecay.evidence.clue import Clue
from memdecay.front_matter import LONGEST_FILE
from memdecay.memory.dependencies import Dependencies, dependencies
from memdecay.memory.examining import Examination, Examined, without_secrets
from memdecay.memory.opening import Memory
from memdecay.proposals import NOISE, PERSONAL_DATA, SECRET, Action, Item, Line, PruneList
from memdecay.state import Standing

_REASONS = {"secret": SECRET, "personal-data": PERSONAL_DATA, "noise": NOISE}
"""The rules by which an entry may be deleted, and the reason that is recorded then."""
_QUOTES_OTHERS = {"misled", "references", "unreviewed", "duplicate", "contradiction", "gone-at-source"}
"""Rules whose sentences hold text that somebody wrote."""
_LONGEST_LIST = 8 * 1024 * 1024
_LONGEST_QUOTE = 800


class Only(str, Enum):
    """Which part of what could be proposed is asked for."""

    DECAY = "decay"
    DELETION = "deletion"
    UNREVIEWED = "unreviewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One entry to decide about: why, what could be done, and what depends on it."""

    entry: str
    path: str
    masked: str
    clues: tuple[Clue, ...]
    lines: tuple[Line, ...]
    dependents: tuple[str, ...] = ()
    kept_for: str = ""

    @property
    def is_deletion(self) -> bool:
        return any(line.action is Action.DELETE for line in self.lines)

    @property
    def evidence(self) -> str:
        """One line in plain words."""
        said = [clue.sentence for clue in self.clues]
        kept = [f"not offered for deletion: {self.kept_for}"] if self.kept_for else []
        return " · ".join([*said, *kept])

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """By what the evidence is known again."""
        return tuple(dict.fromkeys(clue.fingerprint for clue in self.clues))


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What is proposed, what was cut by a limit, and how often an earlier list asks the same already.

    `allowed` counts what looks like a secret, in all entries, and is marked as none.
    """

    prune_list: PruneList
    proposals: tuple[Proposal, ...]
    beyond: int = 0
    asked_before: int = 0
    allowed: int = 0


def propose(
    memory: Memory, *, only: Only | None = None, limit: int | None = None, again: bool = False
) -> Proposed:
    """Everything there is evidence for, the most pressing first: deletions, then by kind of evidence.

    What an earlier list asks already is in it only where `again` says so.
    """
    examination = Examination(memory=memory)
    allowed, examined = 0, []
    for one in examination.examined():
        allowed += one.allowed
        examined += [one] if one.clues else []
    needed = dependencies(memory, examination.state) if examined else Dependencies(by_id={})
    found = [made for one in examined if (made := _proposal(memory, one, needed)) is not None]
    chosen = [one for one in found if _is_asked_for(one, only)]
    known = {} if again else asked(memory)
    fresh = [
        one for one in chosen if not {clue.fingerprint for clue in one.clues} <= known.get(one.entry, set())
    ]
    fresh.sort(key=_order)
    kept = fresh if limit is None else fresh[:limit]
    return Proposed(
        prune_list=_listed(memory, kept),
        proposals=tuple(kept),
        beyond=len(fresh) - len(kept),
        asked_before=len(chosen) - len(fresh),
        allowed=allowed,
    )


def write(memory: Memory, proposed: Proposed, out: Path | None) -> Path:
    """Write the list to `out`, or to a name of its day under proposals/. Raises NameTaken for `out`."""
    data = proposals.write(proposed.prune_list)
    if out is not None:
        try:
            return fsio.create(out.absolute().parent, out.name, data)
        except NameTaken:
            raise Refused(f"{out} is there already; name another file with --out") from None
    for name in _free_names(memory, proposed.prune_list.created.date().isoformat()):
        with suppress(NameTaken):
            return fsio.create(memory.root, name, data)
    raise AssertionError("there is always one more name")


def _free_names(memory: Memory, day: str) -> Iterator[str]:
    """Names for a list of a day. The name of one that git has is not used again, even where it was removed:
    in the next commit the new list would be the old one, rewritten.
    """
    taken = git.committed(memory.root, proposals.FOLDER) if memory.spool.top is not None else frozenset()
    names = (f"{proposals.FOLDER}/{day}{f'-{count}' if count > 1 else ''}.md" for count in itertools.count(1))
    yield from (name for name in names if name not in taken)


def asked(memory: Memory) -> Mapping[str, set[str]]:
    """The fingerprints of all evidence in the lists under proposals/, by entry."""
    found: dict[str, set[str]] = {}
    for stamp in files.scan_ending(memory.root, proposals.FOLDER, ".md"):
        with suppress(OSError, UnicodeDecodeError):  # `apply` says what is wrong with a list
            text = files.read(memory.root, stamp.path, _LONGEST_LIST).decode("utf-8-sig")
            for section in proposals.sections(text):
                found.setdefault(section.entry, set()).update(section.fingerprints)
    return found


def _proposal(memory: Memory, examined: Examined, needed: Dependencies) -> Proposal | None:
    case, clues = examined.case, _shown(examined.clues)
    entry = case.entry
    reason = next((_REASONS[clue.rule] for clue in clues if clue.rule in _REASONS and clue.is_enough), None)
    is_kept = reason == NOISE and bool(needed.of(entry.id))
    actions = list(_actions(case.standing, None if is_kept else reason))
    try:
        data = files.read(memory.root, entry.path, LONGEST_FILE)
    except OSError:  # gone since it was listed
        return None
    return Proposal(
        entry=entry.id,
        path=entry.path,
        masked=_quoted(examined, reason),
        clues=clues,
        lines=tuple(_line(action, entry.id, reason, data) for action in actions),
        dependents=needed.of(entry.id),
        kept_for=needed.said(entry.id) if is_kept else "",
    )  # fmt: skip


def _quoted(examined: Examined, reason: str | None) -> str:
    """What the list shows of an entry's text. Of what is to be erased it keeps no word, masked or not."""
    if reason in (None, NOISE):
        return _shortened(examined.masked)
    return f"(not quoted, so that nothing of it stays here: memdecay show {examined.case.entry.id})"


def _actions(standing: Standing, reason: str | None) -> Iterator[Action]:
    """What may be done. A secret or personal data stays in a closed file: closing is not offered for it."""
    if reason is not None:
        yield Action.DELETE
    if reason in (None, NOISE):
        yield Action.CLOSE
    if reason is None and standing is Standing.ACTIVE:
        yield Action.CONFIRM


def _line(action: Action, entry: str, reason: str | None, data: bytes) -> Line:
    why = reason if action is Action.DELETE else None
    return Line(action=action, entry=entry, reason=why, digest=proposals.digest(action, entry, why, data))


def _shown(clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
    """The clues as they may be read by anyone: what they quote is masked."""
    return tuple(_masked(clue) if clue.rule in _QUOTES_OTHERS else clue for clue in clues)


def _masked(clue: Clue) -> Clue:
    texts = [key for key, value in clue.numbers.items() if isinstance(value, str)]
    sentence, *values = without_secrets([clue.sentence, *(str(clue.numbers[key]) for key in texts)])
    return Clue(
        rule=clue.rule, sentence=sentence, fingerprint=clue.fingerprint, is_enough=clue.is_enough,
        numbers={**clue.numbers, **dict(zip(texts, values, strict=True))},
    )  # fmt: skip


def _shortened(text: str) -> str:
    text = text.strip("\n")
    if len(text) <= _LONGEST_QUOTE:
        return text
    cut = text.rfind("\n", _LONGEST_QUOTE // 2, _LONGEST_QUOTE)
    return f"{text[: cut if cut > 0 else _LONGEST_QUOTE]}\n[…]"


def _is_asked_for(one: Proposal, only: Only | None) -> bool:
    match only:
        case None:
            return True
        case Only.DELETION:
            return one.is_deletion
        case Only.DECAY:
            return not one.is_deletion
        case Only.UNREVIEWED:
            return any(clue.rule == "unreviewed" for clue in one.clues)


_PRESSING = (
    "secret", "personal-data", "misled", "window", "dead-end", "references", "gone-at-source",
    "contradiction", "duplicate", "noise", "fading", "unused", "unreviewed",
)  # fmt: skip


def _order(one: Proposal) -> tuple[bool, int, int, str]:
    """Deletions first; then by the most pressing evidence, and where that is equal by how much there is."""
    pressing = min(_PRESSING.index(clue.rule) for clue in one.clues if clue.is_enough)
    return (not one.is_deletion, pressing, -len(one.clues), one.entry)


def _listed(memory: Memory, kept: list[Proposal]) -> PruneList:
    items = [(one.is_deletion, _item(one)) for one in kept]
    return PruneList(
        created=memory.now,
        base=git.head(memory.spool.top) if memory.spool.top is not None else None,
        decay=tuple(item for is_deletion, item in items if not is_deletion),
        deletion=tuple(item for is_deletion, item in items if is_deletion),
    )


def _item(one: Proposal) -> Item:
    return Item(
        entry=one.entry,
        quoted=one.masked,
        evidence=one.evidence,
        lines=one.lines,
        fingerprints=one.fingerprints,
    )
