"""Puts programs of ours among those of others, such as git hooks, and takes them away again."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from memdecay import fsio
from memdecay.errors import NameTaken, Refused

_MODE = 0o755
"""Others may run them."""


def install(path: Path, data: bytes, *, kept: Path | None = None) -> None:
    """Put a program of ours, which others may run, at `path` at once; what stood there is then at `kept`.

    A user's own file is never without a name, whenever this is killed. Raises NameTaken where there is
    something at `kept` already, or, without `kept`, at `path`; nothing has changed then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with fsio.draft(path.parent) as temporary:
        fsio.write_new(temporary, data)
        temporary.chmod(_MODE)
        if kept is None:
            fsio.link_new(temporary, path, data)
            path.chmod(_MODE)
        else:
            _keep(path, kept)
            temporary.replace(path)
    fsio.flush_folder(path.parent)


def renew(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in place of a program of ours, if it still holds `before`; raises as `exchange`."""
    fsio.exchange(path, before, after)
    path.chmod(_MODE)


def uninstall(path: Path, data: bytes | None, *, kept: Path | None = None) -> None:
    """Take away a program of ours, if it still holds `data`; what is at `kept` gets its name back at once.

    With None for `data` ours is gone already. Raises Refused where something else is at `path`.
    """
    if os.path.lexists(path) if data is None else not fsio.holds(path, data):
        raise Refused(f"{path} has changed meanwhile, so it stays; start again")
    if kept is None:
        path.unlink()
    else:
        kept.replace(path)
    fsio.flush_folder(path.parent)


def _keep(path: Path, kept: Path) -> None:
    """Give what is at `path` a second name, or where there are no hard links a copy; links stay links."""
    try:
        os.link(path, kept, follow_symlinks=False)
    except FileExistsError:
        if not os.path.samestat(path.lstat(), kept.lstat()):  # the same is what a killed install leaves
            raise NameTaken(f"{kept} is there already; nothing was written") from None
    except (OSError, NotImplementedError) as fault:
        if isinstance(fault, OSError) and fault.errno not in fsio.NO_LINKS_HERE:
            raise
        if path.is_symlink():
            kept.symlink_to(path.readlink())
        else:
            fsio.write_new(kept, path.read_bytes())
            kept.chmod(stat.S_IMODE(path.stat().st_mode))
