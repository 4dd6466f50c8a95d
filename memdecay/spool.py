"""Where events wait until they are sealed: one file an event, in the git folder that no checkout touches.

Outside git, or where the git folder cannot be written, they wait in the memory itself. What is
sealed leaves a copy of its segment here, since a reset or a clean can take the one in the work tree.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memdecay import files, fsio, git
from memdecay.errors import NameTaken, Refused
from memdecay.files import Stamp

FALLBACK_FOLDER = ".spool"
_NEW, _UNFINISHED, _SEALED = "new", "tmp", "sealed"
_EVENT, _SEGMENT = ".json", ".jsonl"
_ABANDONED_AFTER = 36 * 3600
"""Seconds. A writer that has not finished by then was killed; the time is that of maildir."""

_CANNOT_WRITE = {errno.EACCES, errno.EPERM, errno.EROFS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spool:
    """The spools of one memory: `shared` by its repository, where there is one, and its own.

    `memory` is where the memory stands in its repository (POSIX), "" outside of any.
    """

    root: Path
    memory: str = ""
    top: Path | None = None
    shared: Path | None = None

    @property
    def own(self) -> Path:
        return self.root / FALLBACK_FOLDER

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every place to read from, the preferred one first."""
        return (self.shared, self.own) if self.shared is not None else (self.own,)


def of_memory(root: Path) -> Spool:
    """The spool of the memory in `root`. Makes nothing."""
    found = git.work_tree(root)
    if found is None:
        return Spool(root=root)
    memory = root.resolve().relative_to(found.top).as_posix()
    return Spool(root=root, memory=memory, top=found.top, shared=found.common / "memdecay" / "spool")


def put(spool: Spool, lines: dict[str, bytes]) -> Path:
    """Make one file for each event id, durably, and return the folder they are in.

    All or none, and none is acknowledged before all are on disk. Raises Refused, naming the place,
    where nothing can be written.
    """
    return _in_first_writable(spool, lambda folder: _put(folder, lines), "nothing was recorded")


def waiting(spool: Spool) -> dict[str, Path]:
    """The file of every event that is not sealed yet, by event id."""
    found: dict[str, Path] = {}
    for folder in reversed(spool.folders):
        found |= {path.name.removesuffix(_EVENT): path for path in _listed(folder / _NEW, _EVENT)}
    return dict(sorted(found.items()))


def is_in_fallback(spool: Spool) -> bool:
    """Whether events wait in the memory itself, where a clean of the work tree would take them."""
    return bool(_listed(spool.own / _NEW, _EVENT) or _listed(spool.own / _SEALED, _SEGMENT))


def read(paths: Iterable[Path], limit: int) -> Iterator[tuple[Path, bytes]]:
    """At most `limit` + 1 bytes of each file; one that was sealed meanwhile is passed over."""
    for path in paths:
        try:
            yield path, files.read(path.parent, path.name, limit)
        except FileNotFoundError:
            continue


def sealed(spool: Spool) -> dict[Path, Stamp]:
    """Every segment that is kept here, with its stamp; of equal names the first place counts."""
    stamps: dict[str, tuple[Path, Stamp]] = {}
    for folder in reversed(spool.folders):
        for path in _listed(folder / _SEALED, _SEGMENT):
            with suppress(FileNotFoundError):  # tidied since its name was read
                found = path.stat()
                stamp = Stamp(f"spool:{path.name}", found.st_size, found.st_mtime_ns, found.st_ctime_ns)
                stamps[path.name] = (path, stamp)
    return dict(sorted(stamps.values()))


def keep_sealed(spool: Spool, name: str, data: bytes) -> Path:
    """Keep a copy of a segment, and return the folder it is in. Raises Refused as `put` does."""
    return _in_first_writable(spool, lambda folder: _keep(folder, name, data), "nothing was sealed")


def abandoned(spool: Spool, now: float, beside: Iterable[Path] = ()) -> list[Path]:
    """Unfinished files, of the spool and in the folders `beside`, that no living writer can have.

    `now` is in seconds since 1970.
    """
    before = now - _ABANDONED_AFTER
    folders = (*(folder / _UNFINISHED for folder in spool.folders), *beside)
    return [path for folder in folders for path in fsio.unfinished(folder, before)]


def _in_first_writable(spool: Spool, write: Callable[[Path], None], outcome: str) -> Path:
    for folder in spool.folders:
        try:
            if folder == spool.own:
                _ignore_in_git(folder)
            write(folder)
        except OSError as fault:
            is_last = folder == spool.folders[-1]
            if is_last or fault.errno not in _CANNOT_WRITE:
                reason = fault.strerror or fault
                raise Refused(f"cannot write to {folder} ({reason}); {outcome}") from None
        else:
            return folder
    raise AssertionError("a memory has a spool of its own")


def _keep(folder: Path, name: str, data: bytes) -> None:
    try:
        fsio.create(folder, f"{_SEALED}/{name}", data, aside=_UNFINISHED)
    except NameTaken:
        return  # a segment is named by its content


def _put(folder: Path, lines: dict[str, bytes]) -> None:
    made: list[Path] = []
    try:
        for id, line in lines.items():  # noqa: A001 - the domain's own word
            made.append(fsio.create(folder, f"{_NEW}/{id}{_EVENT}", line, aside=_UNFINISHED))
    except BaseException:
        fsio.remove(made)
        raise


def _ignore_in_git(folder: Path) -> None:
    try:
        fsio.create(folder, ".gitignore", b"*\n")
    except NameTaken:
        return


def _listed(folder: Path, ending: str) -> list[Path]:
    try:
        with os.scandir(folder) as items:
            names = [item.name for item in items if item.is_file(follow_symlinks=False)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in sorted(names) if name.endswith(ending)]
