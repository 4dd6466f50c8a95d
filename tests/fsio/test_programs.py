"""Programs of ours can be run, replace nothing of others, and go without a trace."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from memdecay.errors import NameTaken, Refused
from memdecay.fsio import programs
from tests.fsio.disk import failing, posix_only, without_links


def test_a_program_of_ours_can_be_run_by_all(root: Path) -> None:
    programs.install(root / "hooks" / "a", b"one")
    assert (root / "hooks" / "a").read_bytes() == b"one"
    assert stat.S_IMODE((root / "hooks" / "a").stat().st_mode) == 0o755
    with pytest.raises(NameTaken):
        programs.install(root / "hooks" / "a", b"two")
    assert (root / "hooks" / "a").read_bytes() == b"one"


def _theirs(root: Path) -> tuple[Path, Path]:
    theirs = root / "a"
    theirs.write_bytes(b"theirs")
    theirs.chmod(0o700)
    return theirs, root / "a.kept"


@posix_only
def test_what_ours_stands_in_for_is_kept_and_comes_back_as_it_was(root: Path) -> None:
    path, kept = _theirs(root)
    before = (path.read_bytes(), path.stat().st_mode, path.stat().st_ino)
    programs.install(path, b"ours", kept=kept)
    assert (path.read_bytes(), kept.read_bytes()) == (b"ours", b"theirs")
    programs.uninstall(path, b"ours", kept=kept)
    assert (path.read_bytes(), path.stat().st_mode, path.stat().st_ino) == before
    assert list(root.iterdir()) == [path]


@posix_only
@pytest.mark.parametrize("is_link", [False, True])
def test_where_there_are_no_hard_links_theirs_is_kept_all_the_same(
    root: Path, monkeypatch: pytest.MonkeyPatch, *, is_link: bool
) -> None:
    path, kept = _theirs(root)
    if is_link:
        path.rename(root / "b")
        path.symlink_to("b")
    without_links(monkeypatch)
    programs.install(path, b"ours", kept=kept)
    assert (path.read_bytes(), kept.read_bytes()) == (b"ours", b"theirs")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700
    programs.uninstall(path, b"ours", kept=kept)
    assert path.is_symlink() is is_link


@posix_only
def test_theirs_is_never_without_its_name_wherever_we_are_stopped(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kept = _theirs(root)
    monkeypatch.setattr(Path, "replace", failing(errno.EIO))
    with pytest.raises(OSError, match="error"):
        programs.install(path, b"ours", kept=kept)
    assert path.read_bytes() == b"theirs"
    monkeypatch.undo()
    programs.install(path, b"ours", kept=kept)  # goes on where that stopped
    assert (path.read_bytes(), kept.read_bytes()) == (b"ours", b"theirs")


def test_nothing_that_is_kept_already_is_replaced(root: Path) -> None:
    path, kept = _theirs(root)
    kept.write_bytes(b"older")
    with pytest.raises(NameTaken, match="is there already; nothing was written"):
        programs.install(path, b"ours", kept=kept)
    assert (path.read_bytes(), kept.read_bytes()) == (b"theirs", b"older")
    assert len(list(root.iterdir())) == 2


@pytest.mark.parametrize("data", [b"changed", b"ours and more", b""])
def test_only_what_is_ours_to_the_byte_is_renewed_or_taken_away(root: Path, data: bytes) -> None:
    path = root / "a"
    path.write_bytes(data)
    for attempt in (lambda: programs.renew(path, b"ours", b"new"), lambda: programs.uninstall(path, b"ours")):
        with pytest.raises(Refused, match="has changed meanwhile"):
            attempt()
    with pytest.raises(Refused, match="has changed meanwhile"):
        programs.uninstall(path, None, kept=root / "b")
    assert path.read_bytes() == data


def test_ours_is_renewed_and_can_be_run_again(root: Path) -> None:
    programs.install(root / "a", b"one")
    (root / "a").chmod(0o644)
    programs.renew(root / "a", b"one", b"two")
    assert (root / "a").read_bytes() == b"two"
    assert stat.S_IMODE((root / "a").stat().st_mode) == 0o755
