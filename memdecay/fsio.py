"""The only module that opens a file for writing. It creates; what it may replace or remove is named.

That is: the caches, files of the spool, the ticks in a prune list, a managed block, a report of ours,
settings of agents, the git hooks that memdecay wrote, and what an approved deletion takes away. A new
file is written beside its name, flushed to disk and then linked to the name, which fails where the name
is taken. So a reader sees a whole file or none, and no file is ever overwritten.
"""

from __future__ import annotations

import errno
import math
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdecay.errors import NameTaken, Refused

CACHE_FOLDER = ".cache"
QUARANTINE_FOLDER = ".quarantine"
_TEMPORARY = ".memdecay-"
_PROGRAM = 0o755
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
    temporary = beside / f"{_TEMPORARY}{_unlikely()}.tmp"
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
    temporary = folder / f"{_TEMPORARY}{_unlikely()}.tmp"
    path = folder / name
    try:
        modified = build(temporary)
        _flush(temporary)
        os.utime(temporary, ns=(modified, modified))
        if path.is_dir() and not path.is_symlink():
            path.rename(folder / f"{_TEMPORARY}{_unlikely()}.old")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def keep_in_cache(root: Path, name: str, data: bytes) -> Path:
    """Put a small cache file in place at once, whatever was there. Raises OSError as `rebuild_cache`."""

    def build(path: Path) -> int:
        _write(path, data)
        return path.stat().st_mtime_ns

    return rebuild_cache(root, name, build)


def make_folder(parent: Path, name: str, build: Callable[[Path, Path], None]) -> Path:
    """A folder of derived files outside every memory, whole or not at all; one that is there is kept.

    `build` gets the folder to fill, and another for what is needed meanwhile and then thrown away.
    """
    path = parent / name
    parent.mkdir(parents=True, exist_ok=True)
    temporary = parent / f"{_TEMPORARY}{_unlikely()}.tmp"
    made, meanwhile = temporary / "made", temporary / "meanwhile"
    made.mkdir(parents=True)
    meanwhile.mkdir()
    try:
        build(made, meanwhile)
        for one in made.iterdir():
            _flush(one)
        with suppress(OSError):  # another process was faster, and made the same
            made.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if not path.is_dir():
        raise OSError(errno.EIO, "cannot be made", str(path))
    return path


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
    temporary = path.parent / f"{_TEMPORARY}{_unlikely()}.tmp"
    mode = stat.S_IMODE(path.lstat().st_mode)
    try:
        _write(temporary, after)
        temporary.chmod(mode)
        if not _holds(path, before):
            raise Refused(f"{path} has changed meanwhile, so nothing was written; start again")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    flush_folder(path.parent)


def install(path: Path, data: bytes, *, kept: Path | None = None) -> None:
    """Put a program of ours, which others may run, at `path` at once; what stood there is then at `kept`.

    A user's own file is never without a name, whenever this is killed. Raises NameTaken where there is
    something at `kept` already, or, without `kept`, at `path`; nothing has changed then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f"{_TEMPORARY}{_unlikely()}.tmp"
    try:
        _write(temporary, data)
        temporary.chmod(_PROGRAM)
        if kept is None:
            _link(temporary, path, data)
            path.chmod(_PROGRAM)
        else:
            _keep(path, kept)
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    flush_folder(path.parent)


def renew(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in place of a program of ours, if it still holds `before`; raises as `exchange`."""
    exchange(path, before, after)
    path.chmod(_PROGRAM)


def uninstall(path: Path, data: bytes | None, *, kept: Path | None = None) -> None:
    """Take away a program of ours, if it still holds `data`; what is at `kept` gets its name back at once.

    With None for `data` ours is gone already. Raises Refused where something else is at `path`.
    """
    if os.path.lexists(path) if data is None else not _holds(path, data):
        raise Refused(f"{path} has changed meanwhile, so it stays; start again")
    if kept is None:
        path.unlink()
    else:
        kept.replace(path)
    flush_folder(path.parent)


def _keep(path: Path, kept: Path) -> None:
    """Give what is at `path` a second name, or where there are no hard links a copy; links stay links."""
    try:
        os.link(path, kept, follow_symlinks=False)
    except FileExistsError:
        if not os.path.samestat(path.lstat(), kept.lstat()):  # the same is what a killed install leaves
            raise NameTaken(f"{kept} is there already; nothing was written") from None
    except (OSError, NotImplementedError) as fault:
        if isinstance(fault, OSError) and fault.errno not in _NO_LINKS_HERE:
            raise
        if path.is_symlink():
            kept.symlink_to(path.readlink())
        else:
            _write(kept, path.read_bytes())
            kept.chmod(stat.S_IMODE(path.stat().st_mode))


def set_aside(root: Path, relative: str, label: str) -> Path:
    """Move a file into the quarantine, below `label` and under its own name, and return where it is.

    There nobody writes to it any more, so what is hashed there is what will be removed.
    """
    folder = root / QUARANTINE_FOLDER
    if folder.is_symlink():
        raise Refused(f"{folder} is a link; remove it, memdecay makes a folder there")
    folder.mkdir(exist_ok=True)
    with suppress(NameTaken):
        create(root, f"{QUARANTINE_FOLDER}/.gitignore", b"*\n")
    path, aside = root / relative, folder / label / relative
    _refuse_outside(root, path.parent)
    aside.parent.mkdir(parents=True, exist_ok=True)
    _refuse_outside(root, aside.parent)
    path.rename(aside)
    flush_folder(aside.parent)
    flush_folder(path.parent)
    return aside


def put_back(root: Path, aside: Path, relative: str) -> None:
    """Move a file out of the quarantine to where it was. Raises NameTaken where something is there now."""
    path = root / relative
    _refuse_outside(root, path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() or path.is_symlink():
        raise NameTaken(f"{relative} is there again, so {aside} stays where it is; compare the two")
    aside.rename(path)
    flush_folder(path.parent)
    flush_folder(aside.parent)


def erase(path: Path) -> None:
    """Remove a file that an approved line names, durably; one that is gone is as it should be."""
    path.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        flush_folder(path.parent)


def end_quarantine(root: Path) -> None:
    """Remove the folders of the quarantine that are empty, and itself once nothing is left in it."""
    top = root / QUARANTINE_FOLDER
    if not top.is_dir() or top.is_symlink():
        return
    for folder, _, _ in os.walk(top, topdown=False):
        if Path(folder) != top:
            _remove_if_empty(Path(folder))
    for path in unfinished(top, math.inf):  # of a `.gitignore`, by one that was killed
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


@contextmanager
def scratch(name: str, text: str) -> Iterator[Path]:
    """A file of the user's own to edit, outside every memory; gone afterwards with its folder."""
    import tempfile  # late: no question needs it, and it brings more along

    with tempfile.TemporaryDirectory(prefix="memdecay-") as folder:
        path = Path(folder) / name
        _write(path, text.encode())
        yield path


def clock_of(root: Path) -> int:
    """The time of the file system that holds the cache, in nanoseconds, from a file just written."""
    folder = root / CACHE_FOLDER
    _prepare_cache_folder(root, folder)
    temporary = folder / f"{_TEMPORARY}{_unlikely()}.tmp"
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


def _holds(path: Path, data: bytes) -> bool:
    descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        return stat.S_ISREG(os.fstat(descriptor).st_mode) and file.read(len(data) + 1) == data


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


def _unlikely() -> str:
    """A name that nothing has. Of `os`, because `secrets` would be loaded for every question."""
    return os.urandom(8).hex()
