"""What is said of an entry outside of its body: in its front matter, its closing note, and events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdecay import files, front_matter
from memdecay.entry import ClosingNote, Entry
from memdecay.event import Event
from memdecay.evidence.case import Attached
from memdecay.memory.opening import Memory
from memdecay.problem import BlockFault

PROVENANCE = re.compile(r"(?m)^(?:author|source)[ \t]*:.*$")
"""The keys that only say who wrote an entry, and where it came from."""
FRONT_MATTER, NOTE = "in its front matter", "in its closing note"


def attachments(
    memory: Memory, entry: Entry, note: ClosingNote | None, happened: Iterable[Event]
) -> Iterator[Attached]:
    """Every text about an entry but its body, with its place in words; nothing empty."""
    block = _block(memory, entry)
    texts = [(FRONT_MATTER, PROVENANCE.sub("", block), "\n".join(PROVENANCE.findall(block)))]
    if note is not None:
        texts.append((NOTE, "\n".join([*_lines(note.reason), note.body]), note.closed_by or ""))
    for one in happened:
        said = "\n".join([*_lines(one.query), *_lines(one.note)])
        texts.append((f"in an event of {one.at.date().isoformat()}", said, one.by))
    for place, said, by in texts:
        if said.strip():
            yield Attached(place=place, text=said)
        if by.strip():
            yield Attached(place=place, text=by, is_provenance=True)


def _lines(text: str | None) -> list[str]:
    return [text] if text else []


def _block(memory: Memory, entry: Entry) -> str:
    """The front matter as it stands there, with keys that nobody knows and comments."""
    try:
        data = files.read(memory.root, entry.path, front_matter.LONGEST_FILE)
        return front_matter.split(front_matter.decode(data))[1]
    except (OSError, BlockFault):  # gone, or broken, since it was listed
        return ""
