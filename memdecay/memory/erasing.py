"""Takes away every trace of an entry that held a secret or personal data, and says who still has one.

The history of git is not rewritten here: what still holds a copy is listed, with the command.
"""

from __future__ import annotations

import math
import posixpath
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from glob import escape
from pathlib import Path

from memdecay import credentials, event, files, fsio, ledger, proposals, spool
from memdecay.entry import NOTE_SUFFIX, read_entry, read_note
from memdecay.event import Event, Kind
from memdecay.evidence import personal_data
from memdecay.front_matter import LONGEST_FILE
from memdecay.git import holders
from memdecay.git.holders import Held
from memdecay.memory.attachments import PROVENANCE
from memdecay.memory.opening import Memory
from memdecay.memory.waiting import is_ours

_SHORTEST_TRACE = 12
"""Characters. A shorter line, such as `## Notes`, stands in many entries and gives nothing away."""
_SHORTEST_VALUE = 8
"""Characters of a secret or a personal datum; a shorter one could be any word."""

APPROVED = re.compile(r"(?:[a-z-]+: )?approved in .+ \(sha256 [0-9a-f]{64}, line [0-9a-f]{16}\)")
"""A note that memdecay itself wrote; it holds nothing of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What is left of an erased entry, all of it outside of what memdecay may change."""

    id: str
    reason: str
    held: tuple[Held, ...]
    quoted: tuple[str, ...]
    command: str | None
    """Rewrites the history, where it holds anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What to look for: the id of an entry, and each telling line of it, white space unified."""

    id: str
    lines: frozenset[str] = frozenset()

    def stands_in(self, text: str | None) -> bool:
        unified = " ".join((text or "").split())
        return any(line in unified for line in self.lines)


def trace_of(memory: Memory, path: str, data: bytes) -> Trace:
    """The trace of the entry in `data`, which is or was at `path`, and of its closing note."""
    entry, _ = read_entry(path, data)
    if entry is None:
        return Trace(id=posixpath.basename(path).removesuffix(".md"))
    texts = [entry.title, *entry.body.split("\n")]
    whole = [PROVENANCE.sub("", data.decode("utf-8", "replace"))]
    for place in notes_of(memory, entry.id):
        held = files.read(memory.root, place, LONGEST_FILE)
        note, _ = read_note(place, held)
        texts += [note.reason or ""] if note else []
        whole.append(held.decode("utf-8", "replace"))
    return Trace(id=entry.id, lines=_telling(texts) | _values("\n".join(whole)))


def _telling(texts: Iterable[str]) -> frozenset[str]:
    """Of texts those that say enough to be known again, white space unified."""
    unified = (" ".join(text.split()) for text in texts)
    return frozenset(text for text in unified if len(text) >= _SHORTEST_TRACE)


def _values(text: str) -> frozenset[str]:
    """What is secret or personal in a text, word by word: another event may say just that."""
    found = credentials.values(text) | personal_data.values(text)
    return frozenset(one for one in found if len(one) >= _SHORTEST_VALUE)


def notes_of(memory: Memory, id: str) -> list[str]:  # noqa: A002 - the domain's own word
    """The paths of the closing notes of an entry, whether or not it is still there."""
    name = f"{id}{NOTE_SUFFIX}"
    return [s.path for s in files.scan(memory.root).stamps if posixpath.basename(s.path) == name]


def erase_traces(memory: Memory, trace: Trace) -> tuple[str, ...]:
    """Remove the closing note, and what events say of the entry, from memory, spool and ledger.

    Whoever is killed in here has lost no event: a segment goes only once another holds its events.
    Returns the paths of the segments that went, which git may still hold.
    """
    for folder in memory.spool.folders:
        _clear_waiting(memory, trace, folder)
    segments = [stamp.path for stamp in ledger.segments(memory.root)]
    gone = tuple(path for path in segments if _clear_segment(memory, trace, path))
    for path in spool.sealed(memory.spool):
        _clear_kept(memory, trace, path)
    _clear_unfinished(memory, trace)
    for place in notes_of(memory, trace.id):
        fsio.erase(memory.root / place)
    return gone


def _clear_waiting(memory: Memory, trace: Trace, folder: Path) -> None:
    for path, data in spool.read(spool.waiting(memory.spool).values(), event.LONGEST_LINE):
        cleared = _cleared(memory, trace, data)
        if folder in path.parents and cleared != data:
            fsio.exchange(path, data, cleared)


def _clear_segment(memory: Memory, trace: Trace, path: str) -> bool:
    data = ledger.read(memory.root, path)
    cleared = _cleared(memory, trace, data)
    if cleared == data:
        return False
    name = posixpath.basename(ledger.segment_path(cleared, memory.now))
    if memory.spool.top is not None:  # as for every segment: nothing that git does takes it away
        spool.keep_sealed(memory.spool, name, cleared)
    ledger.write(memory.root, f"{posixpath.dirname(path)}/{name}", cleared)
    fsio.erase(memory.root / path)
    return True


def _clear_kept(memory: Memory, trace: Trace, path: Path) -> None:
    data = b"".join(part for _, part in spool.read([path], ledger.LONGEST_SEGMENT))
    cleared = _cleared(memory, trace, data)
    if cleared == data:
        return
    name = posixpath.basename(ledger.segment_path(cleared, memory.now))
    spool.keep_sealed(memory.spool, name, cleared)
    for folder in memory.spool.folders:
        fsio.erase(folder / path.parent.name / path.name)


def _clear_unfinished(memory: Memory, trace: Trace) -> None:
    """What a killed writer left may hold the very text."""
    folders = {memory.root / posixpath.dirname(stamp.path) for stamp in files.scan(memory.root).stamps}
    folders |= {memory.root, *(place / "tmp" for place in memory.spool.folders)}
    for path in (one for folder in sorted(folders) for one in fsio.unfinished(folder, math.inf)):
        text = path.read_bytes().decode("utf-8", "replace")
        if trace.stands_in(text) or f'"entry":"{trace.id}"' in text:
            fsio.erase(path)


def _cleared(memory: Memory, trace: Trace, data: bytes) -> bytes:
    return b"\n".join(_cleared_line(memory, trace, row) for row in data.split(b"\n"))


def _cleared_line(memory: Memory, trace: Trace, row: bytes) -> bytes:
    try:
        happened = event.read(row)
    except event.EventFault:
        return b"" if trace.stands_in(row.decode("utf-8", "replace")) else row
    if not _tells(memory, trace, happened):
        return row
    return event.write(replace(happened, note=None, query=None)).removesuffix(b"\n")


def _tells(memory: Memory, trace: Trace, happened: Event) -> bool:
    """Whether what an event says in words may come from the entry; it may be an event of another one."""
    if happened.note is None and happened.query is None:
        return False
    if trace.stands_in(happened.note) or trace.stands_in(happened.query):
        return True
    is_about_it = happened.entry == trace.id and is_ours(memory.spool, happened)
    is_own_word = happened.kind is Kind.DELETED and APPROVED.fullmatch(happened.note or "")
    return is_about_it and not is_own_word


def texts_about(memory: Memory, trace: Trace, happened: tuple[Event, ...]) -> Trace:
    """The trace with what events about the entry say: one question may be recorded for several entries."""
    said = [
        text
        for one in happened
        if one.entry == trace.id and _tells(memory, trace, one)
        for text in (one.note, one.query)
        if text
    ]
    return replace(trace, lines=trace.lines | _telling(said) | _values("\n".join(said)))


def remains(memory: Memory, trace: Trace, reason: str, paths: Iterable[str] = ()) -> Erased:
    """Who still holds the entry, or the files that stood at `paths`: git in its corners, and lists."""
    specs = list(_pathspecs(memory, trace.id, paths))
    top = memory.spool.top
    held = tuple(holders.holding(top, specs)) if top else ()
    past = holders.past_paths(top, specs) if top and held else []
    words = ["git", "filter-repo", "--invert-paths", *(word for one in past for word in ("--path", one))]
    return Erased(
        id=trace.id,
        reason=reason,
        held=held,
        quoted=tuple(_quoting(memory, trace)),
        command=shlex.join(words) if past else None,
    )


def _pathspecs(memory: Memory, id: str, paths: Iterable[str]) -> Iterator[str]:  # noqa: A002
    home = "" if memory.spool.memory in {"", "."} else f"{memory.spool.memory}/"
    for ending in (".md", NOTE_SUFFIX):
        yield f":(glob){escape(home)}**/{id}{ending}"
    yield from (f":(literal){home}{path}" for path in paths)


def _quoting(memory: Memory, trace: Trace) -> Iterator[str]:
    # In a list some words became code that were none.
    bare = replace(trace, lines=frozenset(line.replace("`", "") for line in trace.lines))
    for stamp in files.scan_ending(memory.root, proposals.FOLDER, ".md"):
        text = files.read(memory.root, stamp.path, stamp.size).decode("utf-8", "replace")
        if bare.stands_in(proposals.plain(text).replace("`", "")):
            yield stamp.path
