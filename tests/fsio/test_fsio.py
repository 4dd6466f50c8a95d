"""A new file appears whole or not at all, and nothing that exists is ever replaced."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import fsio
from memdecay.errors import NameTaken, Refused
from tests.fsio.disk import failing, names_under, posix_only, without_links

TAKEN = "a.md is there already; nothing was written"


# Creating


def test_a_new_file_holds_the_bytes_and_nothing_is_left_beside_it(root: Path) -> None:
    path = fsio.create(root, "a.md", b"Use pnpm.\r\n\0\xff")
    assert path == root / "a.md"
    assert path.read_bytes() == b"Use pnpm.\r\n\0\xff"
    assert names_under(root) == ["a.md"]


def test_missing_folders_are_made(root: Path) -> None:
    fsio.create(root, "ledger/2026-11/1.jsonl", b"{}\n")
    assert names_under(root) == ["ledger", "ledger/2026-11", "ledger/2026-11/1.jsonl"]


def test_an_empty_file_can_be_made(root: Path) -> None:
    assert fsio.create(root, "a.md", b"").read_bytes() == b""


@posix_only
def test_a_write_that_the_disk_takes_in_pieces_is_completed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    assert fsio.create(root, "a.md", b"0123456789").read_bytes() == b"0123456789"


@posix_only
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_user_wants_for_files(root: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        path = fsio.create(root, "a.md", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.stat().st_nlink == 1


# Never replacing


@pytest.mark.parametrize("linked", [True, False], ids=["with links", "without links"])
@pytest.mark.parametrize("same", [True, False], ids=["same bytes", "other bytes"])
def test_a_file_that_is_there_is_not_touched(
    root: Path, monkeypatch: pytest.MonkeyPatch, linked: bool, same: bool
) -> None:
    there = root / "a.md"
    there.write_bytes(b"old")
    before = there.stat()
    if not linked:
        without_links(monkeypatch)
    with pytest.raises(NameTaken) as refusal:
        fsio.create(root, "a.md", b"old" if same else b"new")
    assert str(refusal.value) == TAKEN
    assert there.read_bytes() == b"old"
    assert there.stat().st_mtime_ns == before.st_mtime_ns
    assert there.stat().st_ino == before.st_ino
    assert names_under(root) == ["a.md"]


@posix_only
@pytest.mark.parametrize("linked", [True, False], ids=["with links", "without links"])
@pytest.mark.parametrize("target", ["b.md", "nowhere.md", "../outside.md", "a.md", "folder"])
def test_a_link_that_has_the_name_is_neither_followed_nor_replaced(
    root: Path, monkeypatch: pytest.MonkeyPatch, linked: bool, target: str
) -> None:
    (root / "b.md").write_bytes(b"old")
    (root / "folder").mkdir()
    (root / "a.md").symlink_to(target)
    if not linked:
        without_links(monkeypatch)
    with pytest.raises(NameTaken) as refusal:
        fsio.create(root, "a.md", b"new")
    assert str(refusal.value) == TAKEN
    assert str((root / "a.md").readlink()) == target
    assert (root / "b.md").read_bytes() == b"old"
    assert names_under(root.parent) == [
        "memory", "memory/a.md", "memory/b.md", "memory/folder",
    ]  # fmt: skip


@pytest.mark.parametrize("linked", [True, False], ids=["with links", "without links"])
def test_a_folder_that_has_the_name_is_not_touched(
    root: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    (root / "a.md").mkdir()
    if not linked:
        without_links(monkeypatch)
    with pytest.raises(NameTaken) as refusal:
        fsio.create(root, "a.md", b"new")
    assert str(refusal.value) == TAKEN
    assert names_under(root) == ["a.md"]


def test_a_file_where_a_folder_is_needed_is_not_touched(root: Path) -> None:
    (root / "web").write_bytes(b"old")
    with pytest.raises((OSError, NameTaken, Refused)):
        fsio.create(root, "web/a.md", b"new")
    assert (root / "web").read_bytes() == b"old"
    assert names_under(root) == ["web"]


names = st.sampled_from(["a.md", "b.md", "web/a.md", "web/api/a.md", "web/b.md"])


@given(st.lists(st.tuples(names, st.binary(max_size=20), st.booleans()), max_size=12))
@settings(max_examples=40, deadline=None)
def test_the_first_bytes_under_a_name_stay(steps: list[tuple[str, bytes, bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        link = os.link
        first: dict[str, bytes] = {}
        for name, data, linked in steps:
            patch.setattr(os, "link", link if linked else failing(errno.EPERM))
            if name in first:
                with pytest.raises(NameTaken):
                    fsio.create(Path(folder), name, data)
            else:
                fsio.create(Path(folder), name, data)
            first.setdefault(name, data)
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
        assert found == first


@pytest.mark.parametrize("linked", [True, False], ids=["with links", "without links"])
def test_of_many_writers_of_one_name_exactly_one_succeeds(
    root: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    if not linked:
        without_links(monkeypatch)

    def attempt(number: int) -> int | None:
        try:
            fsio.create(root, "web/a.md", b"%d" % number * 1_000)
        except NameTaken:
            return None
        return number

    with ThreadPoolExecutor(8) as pool:
        winners = [number for number in pool.map(attempt, range(24)) if number is not None]
    assert len(winners) == 1
    assert (root / "web/a.md").read_bytes() == b"%d" % winners[0] * 1_000
    assert names_under(root) == ["web", "web/a.md"]


# Staying inside


# B082
@pytest.mark.parametrize(
    ("relative", "folder"),
    [("../a.md", "{root}/.."), ("web/../../a.md", "{root}/web/../.."), ("..", None)],
)
def test_a_name_that_leads_upwards_is_refused(root: Path, relative: str, folder: str | None) -> None:
    with pytest.raises((Refused, NameTaken)) as refusal:
        fsio.create(root, relative, b"new")
    if folder:
        place = folder.format(root=root)
        assert str(refusal.value) == f"{place} is outside the memory {root}; nothing was written"
    assert names_under(root.parent) == ["memory"]


# B082
def test_an_absolute_name_is_refused(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    with pytest.raises(Refused) as refusal:
        fsio.create(root, f"{outside}/a.md", b"new")
    assert str(refusal.value) == f"{outside} is outside the memory {root}; nothing was written"
    assert names_under(tmp_path) == ["memory"]


@posix_only
@pytest.mark.parametrize("there", [True, False], ids=["to a folder", "to nothing"])
@pytest.mark.parametrize("relative", ["web/a.md", "web/deep/er/a.md"])
def test_a_folder_that_is_a_link_out_of_the_memory_is_refused(
    root: Path, tmp_path: Path, there: bool, relative: str
) -> None:
    outside = tmp_path / "outside"
    if there:
        outside.mkdir()
    (root / "web").symlink_to(outside)
    with pytest.raises(Refused) as refusal:
        fsio.create(root, relative, b"new")
    folder = (root / relative).parent
    assert str(refusal.value) == f"{folder} is outside the memory {root}; nothing was written"
    assert names_under(tmp_path) == ["memory", "memory/web", *(["outside"] if there else [])]


@posix_only
def test_a_folder_that_is_a_link_to_itself_is_refused(root: Path) -> None:
    (root / "web").symlink_to("web")
    with pytest.raises((Refused, OSError)):
        fsio.create(root, "web/a.md", b"new")
    assert names_under(root) == ["web"]


# B160
@posix_only
def test_a_memory_that_is_a_link_to_another_disk_works(root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    fsio.create(link, "web/a.md", b"new")
    assert (root / "web/a.md").read_bytes() == b"new"


# When the disk refuses


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES])
def test_where_hard_links_fail_the_file_is_made_all_the_same(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    without_links(monkeypatch, number)
    fsio.create(root, "web/a.md", b"new")
    assert (root / "web/a.md").read_bytes() == b"new"
    assert names_under(root) == ["web", "web/a.md"]


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_link_that_fails_for_another_reason_leaves_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    without_links(monkeypatch, number)
    with pytest.raises(OSError, match=os.strerror(number)):
        fsio.create(root, "a.md", b"new")
    assert names_under(root) == []


@posix_only
@pytest.mark.parametrize("call", ["write", "fsync"])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_bytes_that_do_not_reach_the_disk_leave_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    monkeypatch.setattr(os, call, failing(number))
    with pytest.raises(OSError, match=os.strerror(number)):
        fsio.create(root, "a.md", b"new")
    assert names_under(root) == []


def failing_from(call: int, number: int, really: Callable[..., object]) -> Callable[..., object]:
    """A system call that works until the `call`-th time."""
    count = 0

    def attempt(*arguments: object) -> object:
        nonlocal count
        count += 1
        if count >= call:
            raise OSError(number, os.strerror(number))
        return really(*arguments)

    return attempt


@posix_only
@pytest.mark.parametrize("call", ["write", "fsync"])
def test_where_hard_links_fail_too_a_file_that_is_not_whole_does_not_stay(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    without_links(monkeypatch)
    monkeypatch.setattr(os, call, failing_from(2, errno.ENOSPC, getattr(os, call)))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        fsio.create(root, "a.md", b"new")
    assert names_under(root) == []


@posix_only
def test_a_name_that_does_not_reach_the_disk_does_not_stay(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def refuse_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        fsio.create(root, "a.md", b"new")
    assert names_under(root) == []


@posix_only
def test_a_mount_that_cannot_flush_folders_is_good_enough(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def refuse_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    assert fsio.create(root, "a.md", b"new").read_bytes() == b"new"


@posix_only
def test_the_file_is_flushed_before_its_name_appears_and_every_new_folder_after(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    fsync, link = os.fsync, os.link
    events: list[str] = []

    def record_fsync(descriptor: int) -> None:
        found = os.fstat(descriptor)
        flushed.append(found.st_ino)
        events.append("folder" if stat.S_ISDIR(found.st_mode) else "file")
        fsync(descriptor)

    def record_link(*arguments: object, **options: object) -> None:
        events.append("link")
        link(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "fsync", record_fsync)
    monkeypatch.setattr(os, "link", record_link)
    path = fsio.create(root, "ledger/2026-11/1.jsonl", b"{}\n")
    files_and_links = [event for event in events if event != "folder"]
    assert files_and_links == ["file", "link"]
    assert events[-1] == "folder"
    for place in (path, path.parent, path.parent.parent, root):
        assert place.stat().st_ino in flushed, f"{place} was not flushed"


# The cache


def filled(data: bytes, modified: int = 1_700_000_000_123_456_789) -> Callable[[Path], int]:
    def build(path: Path) -> int:
        path.write_bytes(data)
        return modified

    return build


def test_a_cache_file_is_put_in_place_with_the_time_it_was_given(root: Path) -> None:
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    assert path == root / ".cache" / "index.sqlite"
    assert path.read_bytes() == b"one"
    assert path.stat().st_mtime_ns // 1_000 == 1_700_000_000_123_456
    assert (root / ".cache/.gitignore").read_bytes() == b"*\n"
    assert names_under(root) == [".cache", ".cache/.gitignore", ".cache/index.sqlite"]


def test_a_small_cache_file_is_kept_whatever_was_there(root: Path) -> None:
    for data in (b"one", b"", b"two"):
        path = fsio.keep_in_cache(root, "notes", data)
        assert path.read_bytes() == data
    assert names_under(root) == [".cache", ".cache/.gitignore", ".cache/notes"]


@posix_only
def test_a_cache_file_is_replaced_at_once_so_that_readers_keep_the_one_they_opened(
    root: Path,
) -> None:
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    with path.open("rb") as opened:
        fsio.rebuild_cache(root, "index.sqlite", filled(b"two"))
        assert opened.read() == b"one"
    assert path.read_bytes() == b"two"
    assert names_under(root / ".cache") == [".gitignore", "index.sqlite"]


def test_the_old_cache_file_is_there_until_the_new_one_is_whole(root: Path) -> None:
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))

    def build(beside: Path) -> int:
        assert beside.parent == path.parent
        assert beside != path
        beside.write_bytes(b"two")
        assert path.read_bytes() == b"one"
        return 0

    fsio.rebuild_cache(root, "index.sqlite", build)
    assert path.read_bytes() == b"two"


def test_a_cache_that_cannot_be_built_leaves_the_old_one(root: Path) -> None:
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))

    def build(beside: Path) -> int:
        beside.write_bytes(b"half")
        raise MemoryError("too many entries")

    with pytest.raises(MemoryError, match="too many entries"):
        fsio.rebuild_cache(root, "index.sqlite", build)
    assert path.read_bytes() == b"one"
    assert names_under(root / ".cache") == [".gitignore", "index.sqlite"]


@posix_only
def test_a_cache_that_does_not_reach_the_disk_leaves_the_old_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(errno.EIO))
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            fsio.rebuild_cache(root, "index.sqlite", filled(b"two"))
    assert path.read_bytes() == b"one"
    assert names_under(root / ".cache") == [".gitignore", "index.sqlite"]


@posix_only
@pytest.mark.parametrize("there", [True, False], ids=["to a folder", "to nothing"])
@pytest.mark.parametrize(
    "act",
    [lambda root: fsio.rebuild_cache(root, "index.sqlite", filled(b"one")), fsio.clock_of],
    ids=["rebuild", "clock"],
)
def test_a_cache_folder_that_is_a_link_is_refused(
    root: Path, tmp_path: Path, there: bool, act: Callable[[Path], object]
) -> None:
    outside = tmp_path / "outside"
    if there:
        outside.mkdir()
    (root / ".cache").symlink_to(outside)
    with pytest.raises(Refused) as refusal:
        act(root)
    assert str(refusal.value) == (f"{root / '.cache'} is a link; remove it, memdecay makes a folder there")
    assert names_under(tmp_path) == ["memory", "memory/.cache", *(["outside"] if there else [])]


@posix_only
def test_a_cache_file_that_is_a_link_is_replaced_and_its_target_is_not_touched(
    root: Path, tmp_path: Path
) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"theirs")
    (root / ".cache").mkdir()
    (root / ".cache/index.sqlite").symlink_to(target)
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    assert not path.is_symlink()
    assert path.read_bytes() == b"one"
    assert target.read_bytes() == b"theirs"


def test_a_folder_in_the_place_of_the_cache_file_is_moved_aside_with_its_content(
    root: Path,
) -> None:
    (root / ".cache/index.sqlite").mkdir(parents=True)
    (root / ".cache/index.sqlite/kept").write_bytes(b"theirs")
    path = fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    assert path.read_bytes() == b"one"
    assert [kept.read_bytes() for kept in (root / ".cache").rglob("kept")] == [b"theirs"]


def test_a_file_in_the_place_of_the_cache_folder_is_an_error_and_stays(root: Path) -> None:
    (root / ".cache").write_bytes(b"theirs")
    with pytest.raises(OSError, match=r"\.cache"):
        fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    assert (root / ".cache").read_bytes() == b"theirs"


def test_a_gitignore_that_a_person_changed_stays(root: Path) -> None:
    (root / ".cache").mkdir()
    (root / ".cache/.gitignore").write_bytes(b"*\n!keep\n")
    fsio.rebuild_cache(root, "index.sqlite", filled(b"one"))
    assert (root / ".cache/.gitignore").read_bytes() == b"*\n!keep\n"


def test_the_clock_of_the_disk_is_read_from_a_file_that_does_not_stay(root: Path) -> None:
    ticked = fsio.clock_of(root)
    assert abs(ticked - time.time_ns()) < 60 * 10**9
    assert names_under(root) == [".cache", ".cache/.gitignore"]


def test_a_folder_is_made_with_its_parents_and_one_that_is_there_stays(root: Path) -> None:
    fsio.create_folder(root / "a" / "b")
    (root / "a/b/kept").write_bytes(b"x")
    fsio.create_folder(root / "a" / "b")
    assert names_under(root) == ["a", "a/b", "a/b/kept"]


# Putting other bytes in place: ticks, and events that wait


@posix_only
def test_bytes_are_exchanged_at_once_and_the_mode_stays(root: Path) -> None:
    path = fsio.create(root, "list.md", b"- [ ] a\n")
    path.chmod(0o640)
    fsio.exchange(path, b"- [ ] a\n", b"- [x] a\n")
    assert path.read_bytes() == b"- [x] a\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names_under(root) == ["list.md"]


@pytest.mark.parametrize("now", [b"- [ ] b\n", b"- [ ] a\nmore", b"- [ ] a", b""])
def test_what_changed_meanwhile_is_not_exchanged(root: Path, now: bytes) -> None:
    path = fsio.create(root, "list.md", now)
    with pytest.raises(Refused, match="has changed meanwhile, so nothing was written; start again"):
        fsio.exchange(path, b"- [ ] a\n", b"- [x] a\n")
    assert path.read_bytes() == now
    assert names_under(root) == ["list.md"]


@posix_only
def test_a_link_is_not_exchanged(root: Path) -> None:
    fsio.create(root, "other.md", b"a")
    (root / "list.md").symlink_to("other.md")
    with pytest.raises(OSError, match="symbolic links"):
        fsio.exchange(root / "list.md", b"a", b"b")
    assert (root / "list.md").is_symlink()
    assert names_under(root) == ["list.md", "other.md"]


# Emptying the cache


def test_an_empty_cache_keeps_only_what_hides_it_from_git(root: Path) -> None:
    fsio.rebuild_cache(root, "index.sqlite", lambda path: path.write_bytes(b"old") * 0)
    (root / ".cache/.memdecay-0123.tmp").write_bytes(b"half")
    fsio.empty_cache(root)
    assert names_under(root) == [".cache", ".cache/.gitignore"]


@posix_only
def test_a_cache_elsewhere_is_left_alone(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a").write_bytes(b"a")
    (root / ".cache").symlink_to(tmp_path / "elsewhere")
    fsio.empty_cache(root)
    assert names_under(tmp_path / "elsewhere") == ["a"]
