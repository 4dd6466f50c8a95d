"""Makes a folder a memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memdecay import files, fsio, settings
from memdecay.errors import Refused

_ATTRIBUTES = b"""\
# Entries are compared and approved byte by byte, so git must not change line ends.
* -text
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Founded:
    """The new memory and the files made in it."""

    root: Path
    files: tuple[str, ...]


def found(folder: Path) -> Founded:
    """Make `folder` a memory. Raises Refused where it is one already; existing files are kept."""
    if (folder / files.SETTINGS_NAME).exists():
        raise Refused(f"{folder} is a memory already; `memdecay list --memory {folder}` shows what is in it")
    fsio.create_folder(folder)
    made = []
    for name, data in (
        (".gitattributes", _ATTRIBUTES), (files.SETTINGS_NAME, settings.FRESH.encode())
    ):  # fmt: skip
        if not (folder / name).exists():
            fsio.create(folder, name, data)
            made.append(name)
    return Founded(root=folder, files=tuple(made))
