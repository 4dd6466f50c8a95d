"""An event that waits is a file of its own: made once, all or none, where no checkout touches it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memdecay import fsio, spool
from memdecay.errors import Refused
from memdecay.spool import Spool

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")
LINES = {"one": b'{"n":1}\n', "two": b'{"n":2}\n', "three": b'{"n":3}\n'}


def run(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with a memory in it."""
    folder = tmp_path.resolve() / "shop"
    (folder / "memory").mkdir(parents=True)
    run(folder, "init", "--quiet")
    return folder


@pytest.fixture
def ours(shop: Path) -> Spool:
    return spool.of_memory(shop / "memory")


@pytest.fixture
def outside(tmp_path: Path) -> Spool:
    """The spool of a memory outside of any repository."""
    folder = tmp_path / "alone"
    folder.mkdir()
    return Spool(root=folder)


def files_under(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir())


def unwritable(place: Path, number: int) -> Callable[..., Path]:
    """`fsio.create`, but nothing can be made under `place`."""
    create = fsio.create

    def attempt(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
        if place in (root, *root.parents):
            raise OSError(number, os.strerror(number), str(root))
        return create(root, relative, data, aside=aside)

    return attempt


# Where


def test_events_wait_in_the_git_folder(shop: Path, ours: Spool) -> None:
    assert ours == Spool(
        root=shop / "memory", memory="memory", top=shop, shared=shop / ".git" / "memdecay" / "spool"
    )
    assert spool.put(ours, LINES) == shop / ".git/memdecay/spool"
    assert files_under(shop / ".git/memdecay") == [
        "spool/new/one.json", "spool/new/three.json", "spool/new/two.json",
    ]  # fmt: skip
    assert files_under(shop / "memory") == []


def test_outside_git_they_wait_in_the_memory_hidden_from_a_git_to_come(outside: Spool) -> None:
    assert spool.put(outside, {"one": LINES["one"]}) == outside.root / ".spool"
    assert files_under(outside.root) == [".spool/.gitignore", ".spool/new/one.json"]
    assert (outside.own / ".gitignore").read_bytes() == b"*\n"
    assert outside.folders == (outside.own,)


def test_asking_where_makes_nothing(shop: Path, ours: Spool) -> None:
    assert (spool.waiting(ours), spool.sealed(ours), spool.abandoned(ours, time.time())) == ({}, {}, [])
    assert not spool.is_in_fallback(ours)
    assert not (shop / ".git/memdecay").exists()
    assert files_under(shop / "memory") == []


def test_a_memory_at_the_top_of_a_repository_is_told_from_one_outside(shop: Path) -> None:
    assert spool.of_memory(shop).memory == "."


def test_linked_worktrees_share_one_spool(shop: Path, ours: Spool, tmp_path: Path) -> None:
    run(shop, "-c", "user.name=D", "-c", "user.email=d@example.org", "commit", "--allow-empty", "-qm", "x")
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = spool.of_memory(tmp_path / "linked" / "memory")
    assert (linked.shared, linked.memory) == (ours.shared, "memory")
    spool.put(linked, {"one": b"{}\n"})
    assert spool.waiting(ours).keys() == {"one"}


def test_a_worktree_whose_repository_is_not_there_keeps_its_events_itself(tmp_path: Path) -> None:
    # As in a container that mounts the work tree alone: git knows no repository there either.
    (tmp_path / "memory").mkdir()
    (tmp_path / ".git").write_text(f"gitdir: {tmp_path}/gone/.git/worktrees/shop\n")
    found = spool.of_memory(tmp_path / "memory")
    assert (found.shared, found.top, found.memory) == (None, None, "")
    spool.put(found, {"one": b"{}\n"})
    assert files_under(tmp_path / "memory") == [".spool/.gitignore", ".spool/new/one.json"]
    assert not (tmp_path / "gone").exists()


def test_two_memories_of_one_repository_share_the_spool_and_differ_in_name(shop: Path, ours: Spool) -> None:
    (shop / "web" / "memory").mkdir(parents=True)
    other = spool.of_memory(shop / "web" / "memory")
    assert (other.shared, other.memory) == (ours.shared, "web/memory")


# Once, and all or none


def test_bytes_come_back_as_they_were_put(ours: Spool) -> None:
    spool.put(ours, LINES)
    waiting = spool.waiting(ours)
    assert {path.stem: data for path, data in spool.read(waiting.values(), 100)} == LINES
    assert list(waiting) == ["one", "three", "two"]


def test_an_id_that_waits_already_is_refused_and_keeps_its_first_bytes(ours: Spool) -> None:
    spool.put(ours, {"two": b"first\n"})
    with pytest.raises(Exception, match=r"two\.json is there already; nothing was written"):
        spool.put(ours, LINES)
    assert spool.waiting(ours).keys() == {"two"}
    assert spool.waiting(ours)["two"].read_bytes() == b"first\n"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("failing", [1, 2, 3])
def test_where_the_nth_file_fails_none_stays(
    ours: Spool, monkeypatch: pytest.MonkeyPatch, failing: int, number: int
) -> None:
    create, calls = fsio.create, 0

    def attempt(*words: object, **options: object) -> Path:
        nonlocal calls
        calls += 1
        if calls == failing:
            raise OSError(number, os.strerror(number))
        return create(*words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(fsio, "create", attempt)
    with pytest.raises(Refused) as refusal:
        spool.put(ours, LINES)
    reason = os.strerror(number)
    assert str(refusal.value) == f"cannot write to {ours.shared} ({reason}); nothing was recorded"
    assert spool.waiting(ours) == {}
    assert spool.abandoned(ours, time.time() + 1e9) == []


def test_where_the_last_one_is_interrupted_none_stays(ours: Spool, monkeypatch: pytest.MonkeyPatch) -> None:
    create = fsio.create

    def attempt(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
        if "three" in relative:
            raise KeyboardInterrupt
        return create(root, relative, data, aside=aside)

    monkeypatch.setattr(fsio, "create", attempt)
    with pytest.raises(KeyboardInterrupt):
        spool.put(ours, LINES)
    assert spool.waiting(ours) == {}


@posix_only
def test_every_new_folder_up_to_the_git_folder_is_flushed_before_put_returns(
    shop: Path, ours: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[Path] = []
    monkeypatch.setattr(fsio, "flush_folder", flushed.append)
    spool.put(ours, {"one": b"{}\n"})
    git = shop / ".git"
    assert set(flushed) == {
        git, git / "memdecay", git / "memdecay" / "spool", git / "memdecay" / "spool" / "new",
    }  # fmt: skip


# Where the git folder cannot be written


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_where_the_git_folder_cannot_be_written_events_wait_in_the_memory(
    shop: Path, ours: Spool, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(fsio, "create", unwritable(shop / ".git", number))
    assert spool.put(ours, LINES) == ours.own
    assert spool.waiting(ours).keys() == LINES.keys()
    assert spool.is_in_fallback(ours)
    assert files_under(shop / ".git" / "memdecay") == []


def test_a_segment_is_kept_in_the_memory_where_the_git_folder_cannot_be_written_any_more(
    shop: Path, ours: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool.put(ours, {"one": b"{}\n"})
    monkeypatch.setattr(fsio, "create", unwritable(shop / ".git", errno.EROFS))
    assert spool.keep_sealed(ours, "abc.jsonl", b"{}\n") == ours.own
    assert [path.relative_to(ours.root).as_posix() for path in spool.sealed(ours)] == [
        ".spool/sealed/abc.jsonl"
    ]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_is_no_reason_to_go_elsewhere(
    shop: Path, ours: Spool, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(fsio, "create", unwritable(shop / ".git", number))
    with pytest.raises(Refused, match="nothing was recorded"):
        spool.put(ours, LINES)
    assert spool.waiting(ours) == {}


def test_where_nothing_can_be_written_the_last_place_is_named(
    shop: Path, ours: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fsio, "create", unwritable(shop, errno.EROFS))
    with pytest.raises(Refused) as refusal:
        spool.put(ours, LINES)
    reason = os.strerror(errno.EROFS)
    assert str(refusal.value) == f"cannot write to {ours.own} ({reason}); nothing was recorded"


def test_events_of_both_places_are_read_and_of_equal_ids_the_shared_one(shop: Path, ours: Spool) -> None:
    spool.put(Spool(root=ours.root), {"one": b"own\n", "two": b"own\n"})
    spool.put(ours, {"one": b"shared\n"})
    waiting = spool.waiting(ours)
    assert {path.stem: path.read_bytes() for path in waiting.values()} == {
        "one": b"shared\n",
        "two": b"own\n",
    }


# What does not belong there


@posix_only
def test_links_folders_and_foreign_files_are_passed_over(ours: Spool, tmp_path: Path) -> None:
    folder = spool.put(ours, {"one": b"{}\n"})
    (tmp_path / "secret.json").write_bytes(b"{}\n")
    (folder / "new" / "link.json").symlink_to(tmp_path / "secret.json")
    (folder / "new" / "folder.json").mkdir()
    (folder / "new" / "note.txt").write_bytes(b"x")
    (folder / "new" / ".memdecay-0.tmp").write_bytes(b"x")
    (folder / "sealed").mkdir()
    (folder / "sealed" / "link.jsonl").symlink_to(tmp_path / "secret.json")
    assert spool.waiting(ours).keys() == {"one"}
    assert spool.sealed(ours) == {}


def test_a_file_that_is_sealed_while_it_is_read_is_passed_over(ours: Spool) -> None:
    spool.put(ours, LINES)
    waiting = spool.waiting(ours)
    fsio.remove([waiting["two"]])
    assert [path.stem for path, _ in spool.read(waiting.values(), 100)] == ["one", "three"]


def test_a_copy_that_is_tidied_while_it_is_listed_is_passed_over(
    ours: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        spool.keep_sealed(ours, name, b"{}\n")
    listed = spool._listed

    def tidied_meanwhile(folder: Path, ending: str) -> list[Path]:
        found = listed(folder, ending)
        fsio.remove(path for path in found if path.name == "a.jsonl")
        return found

    monkeypatch.setattr(spool, "_listed", tidied_meanwhile)
    assert [path.name for path in spool.sealed(ours)] == ["b.jsonl"]


def test_a_copy_of_equal_name_is_kept_once(ours: Spool) -> None:
    spool.keep_sealed(ours, "a.jsonl", b"{}\n")
    spool.keep_sealed(ours, "a.jsonl", b"{}\n")
    spool.keep_sealed(Spool(root=ours.root), "a.jsonl", b"{}\n")
    (stamp,) = spool.sealed(ours).values()
    assert (stamp.path, stamp.size) == ("spool:a.jsonl", 3)


def test_only_unfinished_files_older_than_36_hours_are_abandoned(ours: Spool, tmp_path: Path) -> None:
    folder = spool.put(ours, {"one": b"{}\n"})
    now = time.time()
    for name, hours in (("old", 37), ("young", 35), ("fresh", 0)):
        path = folder / "tmp" / f".memdecay-{name}.tmp"
        path.write_bytes(b"x")
        os.utime(path, (now - hours * 3600, now - hours * 3600))
    foreign = folder / "tmp" / "mine.txt"
    foreign.write_bytes(b"x")
    os.utime(foreign, (0, 0))
    os.utime(spool.waiting(ours)["one"], (0, 0))
    assert [path.name for path in spool.abandoned(ours, now)] == [".memdecay-old.tmp"]
    assert [path.name for path in spool.abandoned(ours, now, [folder / "tmp"])] == [".memdecay-old.tmp"] * 2


def test_an_unfinished_file_that_is_finished_while_it_is_listed_is_passed_over(
    ours: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = spool.put(ours, {"one": b"{}\n"})
    monkeypatch.setattr(Path, "glob", lambda *_: iter([folder / "tmp" / ".memdecay-gone.tmp"]))
    assert spool.abandoned(ours, time.time() + 1e9) == []
