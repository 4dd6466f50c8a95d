"""Makes the files of an export: new ones only, outside of the memory, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memdecay import fsio
from memdecay.errors import NameTaken, Refused
from memdecay.memory.opening import Memory


def write_file(memory: Memory, path: Path, data: bytes) -> None:
    """Make one file. Raises Refused inside of the memory, and where something has that name."""
    _refuse_inside(memory, path)
    try:
        fsio.create(path.parent, path.name, data)
    except NameTaken:
        raise Refused(f"{path} is there already; name another file, or remove it") from None


def write_folder(memory: Memory, folder: Path, files: Mapping[str, bytes]) -> int:
    """Make the files that are not there yet, and return how many.

    Raises Refused, and has written nothing, where one is there and says something else.
    """
    _refuse_inside(memory, folder / "x")
    missing = {name: data for name, data in files.items() if not _is_there(folder / name, data)}
    for name, data in missing.items():
        fsio.create(folder, name, data)
    return len(missing)


def _refuse_inside(memory: Memory, path: Path) -> None:
    own = memory.root.resolve()
    if own in path.resolve().parents:
        raise Refused(
            f"{path} is inside the memory, where every file is an entry; name a place outside of it"
        )


def _is_there(path: Path, data: bytes) -> bool:
    if not path.exists() and not path.is_symlink():
        return False
    if path.is_file() and path.read_bytes() == data:
        return True
    raise Refused(f"{path} is there and says something else; name another folder, nothing was written")
