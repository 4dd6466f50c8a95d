"""The rewrite guard: what a commit may do to the files that were there before it.

It may add. What is there stays, byte for byte, but for an entry that a person closes by hand, ticks
in a prune list, a move to another folder, and a deletion that a person approved.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from memdecay import event, ids, ledger, proposals
from memdecay.checks.approvals import Ledger, ledger_of
from memdecay.checks.by_hand import is_closed_by_hand
from memdecay.checks.kinds import Kind, kind_of
from memdecay.entry import NOTE_SUFFIX, SUFFIX, read_entry, read_note
from memdecay.files import SETTINGS_NAME
from memdecay.git.commits import SUBMODULE, Change, Changes, Files
from memdecay.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Step:
    """What a commit changes against one of its parents.

    `read` gives the bytes of a blob; `known` the events there are afterwards.
    """

    changes: Changes
    read: Callable[[str], bytes]
    known: Callable[[], Ledger]

    @cached_property
    def ledger(self) -> Ledger:
        """Read only where something is gone, which is rare."""
        return self.known()

    @cached_property
    def added(self) -> dict[str, list[str]]:
        """Where files appear that were not there, by the name of their bytes."""
        found: dict[str, list[str]] = {}
        for path, change in self.changes.items():
            if change.before is None and change.after is not None and change.after.is_regular:
                found.setdefault(change.after.blob, []).append(path)
        return found


def ledger_in(files: Files, read: Callable[[str], bytes]) -> Ledger:
    """The events in those of the files that are segments."""
    there = {path: file for path, file in files.items() if kind_of(path) is Kind.SEGMENT and file.is_regular}
    return ledger_of((path, read(there[path].blob)) for path in sorted(there))


def rewritten(step: Step) -> Iterator[Problem]:
    """A fault for each entry, note, segment and list that is not what it was."""
    for path, change in sorted(step.changes.items()):
        kind = kind_of(path)
        if path == SETTINGS_NAME and change.before is not None and change.after is None:
            message = "was removed, so that nothing would look at this memory any more; restore it"
            yield _problem("settings", path, message)
        if kind is not None and change.before is not None and change.before.is_regular:
            yield from _gone(step, path, kind) if change.after is None else _changed(step, path, kind, change)


def _changed(step: Step, path: str, kind: Kind, change: Change) -> Iterator[Problem]:
    before, after = change
    if before is None or after is None:
        return
    if not after.is_regular:
        what = "a submodule" if after.mode == SUBMODULE else "a symbolic link"
        yield _problem("rewrite", path, f"this {kind.value} was replaced by {what}; restore it")
    elif before.blob == after.blob:
        message = f"the mode of this {kind.value} changed from {before.mode} to {after.mode}; set it back"
        yield _problem("mode-change", path, message)
    elif not _ALLOWED[kind](step, path, step.read(before.blob), step.read(after.blob)):
        yield _problem("rewrite", path, f"this {kind.value} was rewritten; {_for(path, _REMEDIES[kind])}")


def _gone(step: Step, path: str, kind: Kind) -> Iterator[Problem]:
    change = step.changes[path]
    if change.before is None:
        return
    places = step.added.get(change.before.blob, [])
    if any(_is_move(path, place) for place in places):
        return
    respelled = next((one for one in step.changes if _is_respelled(step, path, one)), None)
    place = respelled or next(iter(places), None)
    if place is not None:
        message = f"this {kind.value} was renamed to {place}; give it its name back (its folder may change)"
        yield _problem("rename", path, message)
    elif not _MAY_GO[kind](step, path, step.read(change.before.blob)):
        yield _problem("deletion", path, f"this {kind.value} was deleted; {_for(path, _WAYS_TO_GO[kind])}")


def _is_move(path: str, place: str) -> bool:
    """Whether a file went to another folder under its name, which changes nothing of what it says."""
    is_same_name = posixpath.basename(path) == posixpath.basename(place)
    return is_same_name and kind_of(path) is kind_of(place) and ids.folded(path) != ids.folded(place)


def _is_respelled(step: Step, path: str, place: str) -> bool:
    change = step.changes[place]
    return change.before is None and change.after is not None and ids.folded(path) == ids.folded(place)


# What may become of the bytes of each kind


def _is_entry_edit(step: Step, path: str, before: bytes, after: bytes) -> bool:  # noqa: ARG001
    entry, _ = read_entry(path, before)
    # What could not be read never was an instruction; there must be a way to mend it.
    return entry is None or is_closed_by_hand(path, before, after)


def _is_note_edit(step: Step, path: str, before: bytes, after: bytes) -> bool:  # noqa: ARG001
    note, _ = read_note(path, before)
    return note is None


def _is_restored(step: Step, path: str, before: bytes, after: bytes) -> bool:  # noqa: ARG001
    return not is_named_after(path, before) and is_named_after(path, after)


def _is_ticked(step: Step, path: str, before: bytes, after: bytes) -> bool:  # noqa: ARG001
    if _unticked(before) == _unticked(after):
        return True
    erased = step.ledger.erased if _quotes_any(before) else frozenset()
    return bool(erased) and _without(before, erased) == _without(after, erased)


def is_named_after(path: str, data: bytes) -> bool:
    """Whether the name of a segment is the hash of its bytes."""
    name = posixpath.basename(path).removesuffix(".jsonl")
    return name == hashlib.sha256(data).hexdigest()[: ledger.DIGITS]


def _unticked(data: bytes) -> bytes:
    return proposals.ticked(data, ())


def _quotes_any(data: bytes) -> bool:
    return b"\n### " in data


def _without(data: bytes, erased: frozenset[str]) -> list[bytes]:
    """A list without the sections about entries that were erased."""
    kept, is_kept = [], True
    for row in _unticked(data).split(b"\n"):
        if row.startswith(b"#"):
            heading = row.removeprefix(b"### ").strip().decode("utf-8", "replace")
            is_kept = not row.startswith(b"### ") or heading not in erased
        if is_kept:
            kept.append(row)
    return kept


# What may go


def _may_entry_go(step: Step, path: str, before: bytes) -> bool:
    entry, _ = read_entry(path, before)
    return entry is None or step.ledger.approves(path, before)


def _may_note_go(step: Step, path: str, before: bytes) -> bool:
    note, _ = read_note(path, before)
    return note is None or step.ledger.has_erased(note.closes)


def _may_segment_go(step: Step, path: str, before: bytes) -> bool:
    """An erasure writes a segment anew without what it says in words; no event may be missing."""
    if not step.ledger.erased:
        return False
    events, _ = event.read_all(path, before)
    return all(step.ledger.keeps(one) for one in events)


def _may_list_go(step: Step, path: str, before: bytes) -> bool:  # noqa: ARG001
    """A list without ticks approved nothing: to remove it is to be asked again. One that quotes what was
    erased must go, or be cleared of it.
    """
    quotes_erased = _without(before, step.ledger.erased) != _without(before, frozenset())
    return _unticked(before) == before or quotes_erased


_ALLOWED: Mapping[Kind, Callable[[Step, str, bytes, bytes], bool]] = {
    Kind.ENTRY: _is_entry_edit,
    Kind.NOTE: _is_note_edit,
    Kind.SEGMENT: _is_restored,
    Kind.LIST: _is_ticked,
}
_MAY_GO: Mapping[Kind, Callable[[Step, str, bytes], bool]] = {
    Kind.ENTRY: _may_entry_go,
    Kind.NOTE: _may_note_go,
    Kind.SEGMENT: _may_segment_go,
    Kind.LIST: _may_list_go,
}


def _for(path: str, remedy: str) -> str:
    """The remedy for an entry, named by its file, as its id most often is."""
    return remedy.replace("{id}", posixpath.basename(path).removesuffix(NOTE_SUFFIX).removesuffix(SUFFIX))


_REMEDIES = {
    Kind.ENTRY: "restore it and write what holds now with `memdecay add --supersedes {id}`",
    Kind.NOTE: "restore it, and write what holds now with `memdecay add`",
    Kind.SEGMENT: "restore it from git; what happened since goes into a segment of its own",
    Kind.LIST: "restore it; only ticks may change, and `memdecay propose` writes a new one",
}
_WAYS_TO_GO = {
    Kind.ENTRY: "restore it and run `memdecay close {id} --reason ...`; or let a person approve it with "
    "`memdecay propose` and `memdecay apply`, and commit the ledger with it",
    Kind.NOTE: "restore it; write what holds now as a new entry with `memdecay add`",
    Kind.SEGMENT: "restore it: it is the only record of its events",
    Kind.LIST: "restore it: it is the record of what its ticks approved",
}


def _problem(rule: str, path: str, message: str) -> Problem:
    return Problem(rule=rule, path=path, message=message)
