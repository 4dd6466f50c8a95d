"""Moves what is to be deleted aside first, where nobody writes to it any more, and can bring it back."""

from __future__ import annotations

import errno
import math
import os
from pathlib import Path

from memdecay import fsio
from memdecay.errors import NameTaken


def set_aside(root: Path, relative: str, label: str) -> Path:
    """Move a file into the quarantine, below `label` and under its own name, and return where it is.

    There nobody writes to it any more, so what is hashed there is what will be removed.
    """
    folder = fsio.unversioned_folder(root, fsio.QUARANTINE_FOLDER)
    path, aside = root / relative, folder / label / relative
    fsio.refuse_outside(root, path.parent)
    aside.parent.mkdir(parents=True, exist_ok=True)
    fsio.refuse_outside(root, aside.parent)
    path.rename(aside)
    fsio.flush_folder(aside.parent)
    fsio.flush_folder(path.parent)
    return aside


def put_back(root: Path, aside: Path, relative: str) -> None:
    """Move a file out of the quarantine to where it was. Raises NameTaken where something is there now."""
    path = root / relative
    fsio.refuse_outside(root, path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() or path.is_symlink():
        raise NameTaken(f"{relative} is there again, so {aside} stays where it is; compare the two")
    aside.rename(path)
    fsio.flush_folder(path.parent)
    fsio.flush_folder(aside.parent)


def end(root: Path) -> None:
    """Remove the folders of the quarantine that are empty, and itself once nothing is left in it."""
    top = root / fsio.QUARANTINE_FOLDER
    if not top.is_dir() or top.is_symlink():
        return
    for folder, _, _ in os.walk(top, topdown=False):
        if Path(folder) != top:
            _remove_if_empty(Path(folder))
    for path in fsio.unfinished(top, math.inf):  # of a `.gitignore`, by one that was killed
        path.unlink(missing_ok=True)
    if [path.name for path in top.iterdir()] in ([], [".gitignore"]):
        (top / ".gitignore").unlink(missing_ok=True)
        _remove_if_empty(top)


def _remove_if_empty(folder: Path) -> None:
    """Raises OSError where the disk is at fault, so that whoever calls does not say it is done."""
    try:
        folder.rmdir()
    except OSError as fault:
        if fault.errno not in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT}:
            raise
