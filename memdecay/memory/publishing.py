"""Puts a made page into a file of the user's choice; only an older page of ours gives way."""

from __future__ import annotations

from pathlib import Path

from memdecay import files, fsio
from memdecay.errors import NameTaken, Refused
from memdecay.memory.opening import Memory

_LARGEST = 256 * 1024 * 1024
_HEAD = 2048
"""Bytes within which a page of ours says that it is one."""


def publish(memory: Memory, path: Path, data: bytes, marker: bytes) -> None:
    """Write `data` to `path`, where nothing stands or a file that holds `marker` near its beginning.

    Raises Refused for any other file, a link, and a name that would be read as an entry.
    """
    place = path.absolute()
    if place.suffix.lower() == ".md":
        raise Refused(f"{path} would be read as an entry; give it another ending, such as .html")
    if not place.parent.is_dir():
        raise Refused(f"{place.parent} is not a folder; make it first, or name another file")
    if memory.root.resolve() / "ledger" in place.resolve().parents:
        raise Refused(f"{path} is in the ledger, which holds events only; name another file")
    try:
        fsio.create(place.parent, place.name, data)
    except NameTaken:
        _replace(path, place, data, marker)


def _replace(path: Path, place: Path, data: bytes, marker: bytes) -> None:
    try:
        before = files.read(place.parent, place.name, _LARGEST)
    except OSError:  # a link, a folder
        before = b""
    if marker not in before[:_HEAD]:
        raise Refused(f"{path} is there already and is no report of ours; name another file")
    if before != data:
        fsio.exchange(place, before, data)
