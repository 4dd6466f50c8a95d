"""The only module that opens a file for writing. It creates; it replaces nothing but the cache.

A new file is written beside its name, flushed to disk and then linked to the name, which fails
where the name is taken. So a reader sees a whole file or none, and no file is ever overwritten.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdecay.errors import NameTaken, Refused

CACHE_FOLDER = ".cache"
_TEMPORARY = ".memdecay-"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_LINKS_HERE = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES}


def create(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
    """Make the new file `relative` (POSIX) inside `root`, durably, with its missing folders.

    Until it is whole it stands beside its name, or in the folder `aside` of `root`.

    Raises NameTaken where something has that name already, Refused where the folder leads out of
    `root`, and OSError where the disk refuses; in each case no file has appeared.
    """
    path = root / relative
    _refuse_outside(root, path.parent)
    new_folders = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    _refuse_outside(root, path.parent)
    beside = path.parent if aside is None else root / aside
    beside.mkdir(exist_ok=True)
    temporary = beside / f"{_TEMPORARY}{secrets.token_hex(8)}.tmp"
    try:
        _write(temporary, data)
        _link(temporary, path, data)
    finally:
        temporary.unlink(missing_ok=True)
    try:
        for folder in (path.parent, *(made.parent for made in new_folders)):
            flush_folder(folder)
    except OSError:
        path.unlink()
        raise
    return path


def remove(paths: Iterable[Path]) -> int:
    """Remove spool files whose events are safe elsewhere; what is gone already is as it should be.

    One that cannot be removed stays, which does no harm: an event counts once wherever it stands.
    Returns how many are gone.
    """
    gone = 0
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def unfinished(folder: Path, before: float) -> list[Path]:
    """The files in `folder` that `create` or a rebuild began before then (seconds) and did not finish."""
    found = []
    for path in sorted(folder.glob(f"{_TEMPORARY}*.tmp")):
        with suppress(FileNotFoundError):  # finished since its name was read
            status = path.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_mtime < before:
                found.append(path)
    return found


def create_folder(path: Path) -> None:
    """Make a folder with its parents; one that exists is left as it is."""
    path.mkdir(parents=True, exist_ok=True)


def rebuild_cache(root: Path, name: str, build: Callable[[Path], int]) -> Path:
    """Put a cache file in place at once: `build` fills a file beside it, then it is renamed.

    `build` gets the path to fill and returns the modification time to give the file, in
    nanoseconds. Raises OSError where the folder cannot be written.
    """
    folder = root / CACHE_FOLDER
    _prepare_cache_folder(root, folder)
    temporary = folder / f"{_TEMPORARY}{secrets.token_hex(8)}.tmp"
    path = folder / name
    try:
        modified = build(temporary)
        _flush(temporary)
        os.utime(temporary, ns=(modified, modified))
        if path.is_dir() and not path.is_symlink():
            path.rename(folder / f"{_TEMPORARY}{secrets.token_hex(8)}.old")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


@contextmanager
def scratch(name: str, text: str) -> Iterator[Path]:
    """A file of the user's own to edit, outside every memory; gone afterwards with its folder."""
    with tempfile.TemporaryDirectory(prefix="memdecay-") as folder:
        path = Path(folder) / name
        _write(path, text.encode())
        yield path


def clock_of(root: Path) -> int:
    """The time of the file system that holds the cache, in nanoseconds, from a file just written."""
    folder = root / CACHE_FOLDER
    _prepare_cache_folder(root, folder)
    temporary = folder / f"{_TEMPORARY}{secrets.token_hex(8)}.tmp"
    try:
        _write(temporary, b"")
        return temporary.stat().st_mtime_ns
    finally:
        temporary.unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """Make the names in `folder` durable. Windows has no such call, some network mounts refuse."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as fault:
        if fault.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)


def _prepare_cache_folder(root: Path, folder: Path) -> None:
    if folder.is_symlink():
        raise Refused(f"{folder} is a link; remove it, memdecay makes a folder there")
    folder.mkdir(exist_ok=True)
    try:
        create(root, f"{CACHE_FOLDER}/.gitignore", b"*\n")
    except NameTaken:
        return


def _refuse_outside(root: Path, folder: Path) -> None:
    try:
        home, place = root.resolve(), folder.resolve()
    except RuntimeError:  # what Python before 3.13 says of a link to itself
        raise Refused(f"{folder} is a link to itself; nothing was written") from None
    if place != home and home not in place.parents:
        raise Refused(f"{folder} is outside the memory {root}; nothing was written")


def _write(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        _flush_descriptor(descriptor)
    except BaseException:
        path.unlink()  # O_EXCL made it, so it is ours
        raise
    finally:
        os.close(descriptor)


def _link(temporary: Path, path: Path, data: bytes) -> None:
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise NameTaken(f"{path.name} is there already; nothing was written") from None
    except OSError as fault:
        if fault.errno not in _NO_LINKS_HERE:
            raise
        _write_where_links_fail(path, data)


def _write_where_links_fail(path: Path, data: bytes) -> None:
    """FAT and some mounts know no hard links: create the name itself, which still never replaces."""
    try:
        _write(path, data)
    except FileExistsError:
        raise NameTaken(f"{path.name} is there already; nothing was written") from None


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR | _NO_FOLLOW)
    try:
        _flush_descriptor(descriptor)
    finally:
        os.close(descriptor)


def _flush_descriptor(descriptor: int) -> None:
    """Flush to the drive. macOS needs F_FULLFSYNC for that; it is not there on network mounts."""
    try:
        import fcntl

        full_flush = getattr(fcntl, "F_FULLFSYNC", None)
        if full_flush is not None:
            fcntl.fcntl(descriptor, full_flush)
            return
    except (ImportError, OSError):
        pass  # no such call here: the ordinary one below is the best there is
    os.fsync(descriptor)
