"""The listing of a memory's files: what is there, since when, and what was passed over.

Regular files only; links are named and never followed, except the memory folder itself.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from memdecay.errors import Unusable
from memdecay.problem import Problem, Severity

SETTINGS_NAME = "memdecay.yaml"
_OWN_FOLDERS = {"ledger", "proposals"}
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Stamp(NamedTuple):
    """What the file system says of a file; times in nanoseconds, `path` POSIX and relative."""

    path: str
    size: int
    modified: int
    changed: int


class Listing(NamedTuple):
    """Every Markdown file of a memory, and a problem for each thing that was passed over."""

    stamps: list[Stamp]
    problems: list[Problem]
    segments: tuple[Stamp, ...] = ()
    """Sealed events, in the memory and in its spool."""

    @property
    def fingerprint(self) -> str:
        """A hash over all stamps: equal where no file was added, changed or removed."""
        stamps = [*sorted(self.stamps), *self.segments]
        lines = "\n".join([f"{p}\0{s}\0{m}\0{c}" for p, s, m, c in stamps])
        return hashlib.blake2b(lines.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def scan(root: Path) -> Listing:
    """List the memory under `root`. Raises Unusable where the folder cannot be read."""
    listing = Listing([], [])
    folders = [""]
    while folders:
        _scan_folder(root, folders.pop(), folders, listing)
    return listing


def scan_ending(root: Path, folder: str, ending: str) -> list[Stamp]:
    """Stamps of the regular files under `folder` of `root` whose names end so, by path."""
    stamps = []
    for place, folders, names in os.walk(root / folder, onerror=_refuse_unreadable):  # it follows no links
        folders.sort()
        for name in names:
            if name.endswith(ending):
                path = Path(place) / name
                with suppress(FileNotFoundError):  # removed since its name was read
                    found = path.lstat()
                    if stat.S_ISREG(found.st_mode):
                        relative = path.relative_to(root).as_posix()
                        stamps.append(Stamp(relative, found.st_size, found.st_mtime_ns, found.st_ctime_ns))
    return sorted(stamps)


def _refuse_unreadable(fault: OSError) -> None:
    if not isinstance(fault, FileNotFoundError | NotADirectoryError):
        raise Unusable(f"cannot read {fault.filename}: {fault.strerror}; check its permissions") from None


def find(start: Path) -> Path | None:
    """The memory that `start` stands in: the nearest folder upwards that holds, or is, one."""
    for folder in (start, *start.parents):
        for candidate in (folder, folder / "memory", folder / ".memory"):
            if (candidate / SETTINGS_NAME).is_file():
                return candidate
    return None


def read(root: Path, relative: str, limit: int) -> bytes:
    """At most `limit` + 1 bytes of the regular file `relative`, which came from a listing.

    Raises OSError where it vanished, is a link, or cannot be read.
    """
    folder = (root / relative).parent
    if "/" in relative and root.resolve() not in folder.resolve().parents:
        raise OSError(f"{relative} leads out of the memory")  # a folder was swapped for a link
    descriptor = os.open(root / relative, os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{relative} is not a regular file")
        parts = []
        while limit >= 0 and (part := os.read(descriptor, limit + 1)):
            parts.append(part)
            limit -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def names(root: Path, relative: str) -> int:
    """How many names the file has on its disk; what is removed under one name lives on under another."""
    return (root / relative).lstat().st_nlink


def settings_stamp(root: Path) -> str:
    """When the settings file last changed, as text to compare; "" where there is none."""
    try:
        found = (root / SETTINGS_NAME).stat()
    except FileNotFoundError:
        return ""
    return f"{found.st_size}:{found.st_mtime_ns}:{found.st_ctime_ns}"


def _scan_folder(root: Path, folder: str, folders: list[str], listing: Listing) -> None:
    prefix = f"{folder}/" if folder else ""
    try:
        with os.scandir(root / folder) as items:
            for item in items:
                name = item.name
                if name.startswith("."):
                    continue
                if name.endswith(".md"):
                    _list_file(item, prefix + name, root, listing)
                else:
                    _list_folder(item, prefix + name, root, folders, listing)
    except OSError as fault:
        if folder and isinstance(fault, FileNotFoundError):
            return  # removed since its name was read
        place = root / folder
        raise Unusable(f"cannot read {place}: {fault.strerror}; check its permissions") from None


def _list_file(item: os.DirEntry[str], path: str, root: Path, listing: Listing) -> None:
    try:
        found = item.stat(follow_symlinks=False)
    except FileNotFoundError:
        return  # removed since its name was read
    if not (path.isascii() or _is_unicode(path)):  # mostly it is, which saves a call for each file
        listing.problems.append(_misnamed(path))
    elif stat.S_ISREG(found.st_mode):
        listing.stamps.append(Stamp(path, found.st_size, found.st_mtime_ns, found.st_ctime_ns))
    else:
        listing.problems.append(_passed_over(path, root, found.st_mode))


def _list_folder(item: os.DirEntry[str], path: str, root: Path, folders: list[str], listing: Listing) -> None:
    if item.is_symlink():
        listing.problems.append(_passed_over(path, root, stat.S_IFLNK))
    elif item.is_dir(follow_symlinks=False) and path not in _OWN_FOLDERS:
        if _is_unicode(item.name):
            folders.append(path)
        else:
            listing.problems.append(_misnamed(path))


def _is_unicode(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def _misnamed(path: str) -> Problem:
    shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    message = "has a name that is not UTF-8 and was passed over; rename it"
    return Problem(rule="file", path=shown, message=message)


def _passed_over(path: str, root: Path, mode: int) -> Problem:
    if not stat.S_ISLNK(mode):
        message = "is not a regular file and was passed over; remove it or give it another ending"
        return Problem(rule="file", path=path, message=message)
    target = root / path
    kind = "is a dangling link" if not target.exists() else "is a link"
    message = f"{kind} and was passed over: put the file itself into the memory"
    severity = Severity.ERROR if path.endswith(".md") else Severity.WARNING
    return Problem(rule="link-file", path=path, message=message, severity=severity)
