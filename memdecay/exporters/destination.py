"""Where a file that agents read really is: through links, inside of the repository, never in the memory."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from memdecay import fsio
from memdecay.errors import Refused
from memdecay.memory.opening import Memory

_LONGEST = 4 * 1024 * 1024
"""Claude Code skips what is longer, and no one else reads that much."""
_POINTER = re.compile(rb"(?:\xef\xbb\xbf)?@?(?:\./)?([\w./-]+\.md)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A file to bring up to date. `data` is None where there is none yet.

    `shown` is what the user called it; `path` is the file itself. `folder` is where it stands in the
    repository (POSIX, "" for its top), by its own name and not by that of a link to it.
    """

    shown: str
    path: Path
    home: Path
    data: bytes | None

    @property
    def folder(self) -> str:
        place = self.path.parent
        if self.home not in place.parents:
            return ""
        return place.relative_to(self.home).as_posix()

    def write(self, data: bytes) -> None:
        """Make the file, or put `data` in the place of what was read from it."""
        if self.data is not None:
            fsio.exchange(self.path, self.data, data)
        elif self.home in self.path.parents:
            fsio.create(self.home, self.path.relative_to(self.home).as_posix(), data)
        else:
            fsio.create(self.path.parent, self.path.name, data)


def destination(memory: Memory, stated: Path, shown: str) -> Destination:
    """The file at `stated`. Raises Refused where it may not be written, and says what to do."""
    home = memory.home.resolve()
    path = _real(stated, home, shown)
    own = memory.root.resolve()
    if own == path or own in path.parents:
        raise Refused(f"{shown} is inside the memory, where nothing is rewritten; name a file outside of it")
    return Destination(shown=shown, path=path, home=home, data=_read(path, shown))


def _real(stated: Path, home: Path, shown: str) -> Path:
    lexical = Path(os.path.abspath(stated))  # noqa: PTH100 - resolve() would follow the link already
    if lexical.is_symlink() and not lexical.exists():
        raise Refused(f"{shown} is a link to nothing; mend the link or remove it")
    path = lexical.resolve()
    is_led_away = lexical.is_symlink() or home in lexical.parents
    if is_led_away and home not in path.parents:
        raise Refused(f"{shown} leads out of {home}; name the file itself if you mean it")
    return path


def _read(path: Path, shown: str) -> bytes | None:
    try:
        if not path.is_file():
            if path.exists():
                raise Refused(f"{shown} is not a regular file")
            return None
        if path.stat().st_size > _LONGEST:
            raise Refused(f"{shown} is longer than {_LONGEST // 1024 // 1024} MiB; no agent reads that")
        data = path.read_bytes()
    except OSError as fault:
        raise Refused(f"cannot read {shown}: {fault.strerror or fault}; check its permissions") from None
    _refuse_pointer(path, data, shown)
    return data


def _refuse_pointer(path: Path, data: bytes, shown: str) -> None:
    """A file that is nothing but the name of another: a link that git could not make, or one `@import`."""
    found = _POINTER.fullmatch(data)
    if found and (path.parent / os.fsdecode(found[1])).is_file():
        other = os.fsdecode(found[1])
        raise Refused(f"{shown} only points to {other}, and was left alone; sync {other} instead")
