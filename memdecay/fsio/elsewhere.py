"""What is made outside of every memory: a folder of derived files, and a file of the user's own to edit."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from memdecay import fsio


def make_folder(parent: Path, name: str, build: Callable[[Path, Path], None]) -> Path:
    """A folder of derived files outside every memory, whole or not at all; one that is there is kept.

    `build` gets the folder to fill, and another for what is needed meanwhile and then thrown away.
    """
    path = parent / name
    parent.mkdir(parents=True, exist_ok=True)
    temporary = fsio.draft_name(parent)
    made, meanwhile = temporary / "made", temporary / "meanwhile"
    made.mkdir(parents=True)
    meanwhile.mkdir()
    try:
        build(made, meanwhile)
        for one in made.iterdir():
            fsio.flush(one)
        with suppress(OSError):  # another process was faster, and made the same
            made.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if not path.is_dir():
        raise OSError(errno.EIO, "cannot be made", str(path))
    return path


@contextmanager
def scratch(name: str, text: str) -> Iterator[Path]:
    """A file of the user's own to edit, outside every memory; gone afterwards with its folder."""
    import tempfile  # late: no question needs it, and it brings more along

    with tempfile.TemporaryDirectory(prefix="memdecay-") as folder:
        path = Path(folder) / name
        fsio.write_new(path, text.encode())
        yield path
