"""What a file of a memory is, by its path alone, as the listing of the memory sees it."""

from __future__ import annotations

from enum import Enum

from memdecay.entry import SUFFIX, is_note

LEDGER, PROPOSALS = "ledger", "proposals"


class Kind(str, Enum):
    """What a file is for; people read the words."""

    ENTRY = "entry"
    NOTE = "closing note"
    SEGMENT = "segment"
    LIST = "prune list"


def kind_of(path: str) -> Kind | None:
    """What the file at `path` is, relative to the memory (POSIX); None for what memdecay does not read."""
    top, _, rest = path.partition("/")
    if top == LEDGER and rest:
        return Kind.SEGMENT if path.endswith(".jsonl") else None
    if top == PROPOSALS and rest:
        return Kind.LIST if path.endswith(SUFFIX) else None
    folders = path.split("/")[:-1]
    is_passed_over = path.startswith(".") or "/." in path or any(one.endswith(SUFFIX) for one in folders)
    if is_passed_over or not path.endswith(SUFFIX):
        return None
    return Kind.NOTE if is_note(path) else Kind.ENTRY
