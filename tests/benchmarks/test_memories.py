"""Large memories out of histories."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.entry import read_entry, read_note
from memdecay.errors import Unusable
from tests.benchmarks.memories import make


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


def test_a_memory_has_as_many_entries_as_asked_and_the_same_bytes_at_every_run(
    data: Path, tmp_path: Path
) -> None:
    """88 units in two shops: of 100 entries twelve are texts that come again with a phrase of another."""
    make(tmp_path / "one", 100)
    make(tmp_path / "other", 100)
    files = _files(tmp_path / "one")
    assert files == _files(tmp_path / "other")
    entries = [path for path in files if not path.endswith(".closed.md")]
    names = {entry.id for path in entries if (entry := read_entry(path, files[path])[0])}
    assert (len(entries), len(names)) == (100, 100)


def test_what_was_replaced_by_something_in_the_memory_is_closed_by_it(data: Path, tmp_path: Path) -> None:
    """The shops take turns: of four entries the first two are npm, the other two pnpm."""
    make(tmp_path / "four", 4)
    files = _files(tmp_path / "four")
    assert sorted(files) == [
        "made-up-bakery/install-packages-with-npm.closed.md",
        "made-up-bakery/install-packages-with-npm.md",
        "made-up-bakery/install-packages-with-pnpm-not-npm.md",
        "made-up-florist/install-packages-with-npm-2.closed.md",
        "made-up-florist/install-packages-with-npm-2.md",
        "made-up-florist/install-packages-with-pnpm-not-npm-2.md",
    ]
    path = "made-up-bakery/install-packages-with-npm.closed.md"
    note, _ = read_note(path, files[path])
    assert note is not None
    assert note.superseded_by == "install-packages-with-pnpm-not-npm"
    make(tmp_path / "two", 2)
    assert not [name for name in _files(tmp_path / "two") if name.endswith(".closed.md")]


def test_a_folder_that_is_there_is_left_alone(data: Path, tmp_path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        make(tmp_path, 3)
    assert str(refused.value) == f"{tmp_path} is there already; name another folder, or take that one away"
