"""The only room that opens a file for writing. It creates; what it may replace or remove is named.

That is: the caches, files of the spool, the ticks in a prune list, a managed block, a report of ours,
settings of agents, the git hooks that memdecay wrote, and what an approved deletion takes away. A new
file is written beside its name, flushed to disk and then linked to the name, which fails where the name
is taken. So a reader sees a whole file or none, and no file is ever overwritten.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdecay.errors import NameTaken, Refused

CACHE_FOLDER = ".cache"
QUARANTINE_FOLDER = ".quarantine"
_TEMPORARY = ".memdecay-"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
NO_LINKS_HERE = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES}


def create(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
    """Make the new file `relative` (POSIX) inside `root`, durably, with its missing folders.

    Until it is whole it stands beside its name, or in the folder `aside` of `root`.

    Raises NameTaken where something has that name already, Refused where the folder leads out of
    `root`, and OSError where the disk refuses; in each case no file has appeared.
    """
    path = root / relative
    refuse_outside(root, path.parent)
    new_folders = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    refuse_outside(root, path.parent)
    beside = path.parent if aside is None else root / aside
    beside.mkdir(exist_ok=True)
    with draft(beside) as temporary:
        write_new(temporary, data)
        link_new(temporary, path, data)
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
    folder = unversioned_folder(root, CACHE_FOLDER)
    path = folder / name
    with draft(folder) as temporary:
        modified = build(temporary)
        flush(temporary)
        os.utime(temporary, ns=(modified, modified))
        if path.is_dir() and not path.is_symlink():
            path.rename(folder / f"{_TEMPORARY}{_unlikely()}.old")
        temporary.replace(path)
    return path


def keep_in_cache(root: Path, name: str, data: bytes) -> Path:
    """Put a small cache file in place at once, whatever was there. Raises OSError as `rebuild_cache`."""

    def build(path: Path) -> int:
        write_new(path, data)
        return path.stat().st_mtime_ns

    return rebuild_cache(root, name, build)


def empty_cache(root: Path) -> None:
    """Remove every file of the cache, whole or half made; whoever asks next makes it of the files."""
    folder = root / CACHE_FOLDER
    if not folder.is_dir() or folder.is_symlink():
        return
    for path in sorted(folder.iterdir()):
        if path.name != ".gitignore" and (path.is_symlink() or not path.is_dir()):
            path.unlink(missing_ok=True)
    flush_folder(folder)


def exchange(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in place of a file at once, if it still holds `before`.

    That is for ticks, a managed block, a waiting event, the settings of an agent, an older report.

    Raises Refused where it holds something else by now, or is no regular file.
    """
    mode = stat.S_IMODE(path.lstat().st_mode)
    with draft(path.parent) as temporary:
        write_new(temporary, after)
        temporary.chmod(mode)
        if not holds(path, before):
            raise Refused(f"{path} has changed meanwhile, so nothing was written; start again")
        temporary.replace(path)
    flush_folder(path.parent)


def erase(path: Path) -> None:
    """Remove a file that an approved line names, durably; one that is gone is as it should be."""
    path.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        flush_folder(path.parent)


def clock_of(root: Path) -> int:
    """The time of the file system that holds the cache, in nanoseconds, from a file just written."""
    folder = unversioned_folder(root, CACHE_FOLDER)
    with draft(folder) as temporary:
        write_new(temporary, b"")
        return temporary.stat().st_mtime_ns


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


# The steps that every writer takes; outside of this package nobody does (`tests/test_architecture.py`)


def draft_name(folder: Path) -> Path:
    """A name that nothing has, which tells everyone that what bears it is not whole."""
    return folder / f"{_TEMPORARY}{_unlikely()}.tmp"


@contextmanager
def draft(folder: Path) -> Iterator[Path]:
    """Such a name for a file; what is left of it afterwards is removed."""
    path = draft_name(folder)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def unversioned_folder(root: Path, name: str) -> Path:
    """A folder in `root` that hides from git. Raises Refused where a link stands in its place."""
    folder = root / name
    if folder.is_symlink():
        raise Refused(f"{folder} is a link; remove it, memdecay makes a folder there")
    folder.mkdir(exist_ok=True)
    with suppress(NameTaken):
        create(root, f"{name}/.gitignore", b"*\n")
    return folder


def write_new(path: Path, data: bytes) -> None:
    """Make a file, durably; one that is there is not touched, and one that fails does not stay."""
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


def link_new(temporary: Path, path: Path, data: bytes) -> None:
    """Give a whole file its name. Raises NameTaken where something has it."""
    try:
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        raise NameTaken(f"{path.name} is there already; nothing was written") from None
    except OSError as fault:
        if fault.errno not in NO_LINKS_HERE:
            raise
        _write_where_links_fail(path, data)


def _write_where_links_fail(path: Path, data: bytes) -> None:
    """FAT and some mounts know no hard links: create the name itself, which still never replaces."""
    try:
        write_new(path, data)
    except FileExistsError:
        raise NameTaken(f"{path.name} is there already; nothing was written") from None


def holds(path: Path, data: bytes) -> bool:
    """Whether there is a regular file with just these bytes."""
    descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        return stat.S_ISREG(os.fstat(descriptor).st_mode) and file.read(len(data) + 1) == data


def refuse_outside(root: Path, folder: Path) -> None:
    """Raises Refused where a folder leads out of `root`."""
    try:
        home, place = root.resolve(), folder.resolve()
    except RuntimeError:  # what Python before 3.13 says of a link to itself
        raise Refused(f"{folder} is a link to itself; nothing was written") from None
    if place != home and home not in place.parents:
        raise Refused(f"{folder} is outside the memory {root}; nothing was written")


def flush(path: Path) -> None:
    """Make the bytes of a file durable."""
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


def _unlikely() -> str:
    """A name that nothing has. Of `os`, because `secrets` would be loaded for every question."""
    return os.urandom(8).hex()
