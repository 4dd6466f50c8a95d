"""Reads what `memdecay export` wrote as JSON or JSON lines, to be put back byte for byte."""

from __future__ import annotations

from pathlib import Path

from memdecay import files
from memdecay.errors import Unusable
from memdecay.exporters.archive import ArchiveFault, load
from memdecay.memory.restoring import Archive

_LONGEST = 256 * 1024 * 1024


def read_archive(path: Path) -> Archive:
    """The archive in the file at `path`. Raises Unusable where there is none, with what is wrong."""
    try:
        data = files.read(path.parent, path.name, _LONGEST)
    except OSError as fault:
        raise Unusable(
            f"cannot read {path} ({fault.strerror or fault}); name a file that `memdecay export` wrote"
        ) from None
    if len(data) > _LONGEST:
        raise Unusable(f"{path} is longer than {_LONGEST // 2**20} MiB; export fewer with --standing")
    try:
        return load(data)
    except ArchiveFault as fault:
        raise Unusable(f"{path} {fault}; name a file that `memdecay export` wrote as json or jsonl") from None
