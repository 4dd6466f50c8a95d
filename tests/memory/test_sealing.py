"""Sealing moves events from the spool into the ledger; wherever it is cut off, none is lost or doubled."""

from __future__ import annotations

import errno
import os
import shutil
import time
from pathlib import Path

import pytest

from memdecay import fsio, ledger
from memdecay.errors import Refused
from memdecay.event import Kind
from memdecay.memory import sealing
from memdecay.memory.sealing import Sealed
from tests.memory.happenings import NOW, Shop, commit, git, in_repository

AFTER_31_DAYS = "2026-07-04T09:14:00Z"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return in_repository(tmp_path.resolve() / "shop", "npm", "pnpm")


def lines(shop: Shop) -> list[bytes]:
    return [line for path in shop.segments() for line in (shop.root / path).read_bytes().splitlines()]


def test_sealing_writes_one_sorted_segment_and_empties_the_spool(shop: Shop) -> None:
    for by in ("Robin", "Dana"):
        shop.record("pnpm", "npm", by=by)
    before, effect = shop.events(), shop.effect()
    done = shop.seal()
    assert done == Sealed(segment=shop.segments()[0], events=4)
    assert shop.waiting() == []
    assert lines(shop) == sorted(lines(shop), key=lambda line: line.split(b'"id":')[1])
    assert (shop.events(), shop.effect()) == (before, effect)


def test_sealing_again_does_nothing(shop: Shop) -> None:
    assert shop.seal() == Sealed()
    shop.record("npm")
    shop.seal()
    before = shop.segments()
    assert shop.seal() == Sealed()
    assert shop.segments() == before


def test_a_segment_is_never_touched_again(shop: Shop) -> None:
    shop.record("npm")
    shop.seal()
    before = (shop.root / shop.segments()[0]).stat()
    shop.record("npm")
    shop.seal()
    after = (shop.root / shop.segments()[0]).stat()
    assert len(shop.segments()) == 2
    assert before.st_mtime_ns in {after.st_mtime_ns, (shop.root / shop.segments()[1]).stat().st_mtime_ns}


def test_outside_git_no_copy_is_kept(tmp_path: Path) -> None:
    shop = Shop(root=tmp_path / "alone")
    shop.put("npm")
    ids = [one.id for one in shop.record("npm").events]
    shop.seal()
    assert (shop.log(), shop.waiting(), shop.kept(), len(shop.segments())) == (ids, [], [], 1)


# Cut off


class _Killed(BaseException):
    pass


@pytest.mark.parametrize("step", range(1, 12))
def test_wherever_sealing_is_cut_off_every_event_is_there_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Every call by which sealing changes the disk is the last one in turn."""
    ids = [one.id for by in ("Dana", "Robin") for one in shop.record("npm", "pnpm", by=by).events]
    effect, calls = shop.effect(), 0

    def dying(really: object) -> object:
        def attempt(*words: object, **options: object) -> object:
            nonlocal calls
            calls += 1
            if calls == step:
                raise _Killed
            assert callable(really)
            return really(*words, **options)

        return attempt

    with monkeypatch.context() as patch:
        for name in ("link", "unlink"):
            patch.setattr(os, name, dying(getattr(os, name)))
        try:
            shop.seal()
        except _Killed:
            pass
        else:
            assert calls < step
    assert sorted(shop.log()) == sorted(ids)
    assert shop.effect() == effect
    shop.seal()
    assert sorted(shop.log()) == sorted(ids)
    assert (shop.effect(), shop.waiting()) == (effect, [])
    assert shop.answers() == shop.answers_without_cache()


def test_what_a_killed_sealer_left_in_the_spool_is_removed_and_not_sealed_twice(shop: Shop) -> None:
    shop.record("npm")
    spool = shop.open().spool.shared
    assert spool is not None
    (left,) = (spool / "new").iterdir()
    data = left.read_bytes()
    shop.seal()
    left.write_bytes(data)
    shop.record("pnpm")
    assert shop.seal().events == 1
    assert shop.waiting() == []
    assert len(lines(shop)) == 2


def test_where_the_segment_cannot_be_written_the_events_wait_on(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [one.id for one in shop.record("npm").events]

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "write", refuse)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            shop.seal()
    assert (shop.waiting(), shop.log()) == (ids, ids)


def test_a_damaged_segment_of_the_same_name_is_refused_and_the_events_wait_on(shop: Shop) -> None:
    ids = [one.id for one in shop.record("npm").events]
    memory = shop.open()
    data = b"".join(path.read_bytes() for path in (memory.spool.folders[0] / "new").iterdir())
    path = shop.root / ledger.segment_path(data, memory.now)
    path.parent.mkdir(parents=True)
    path.write_bytes(data[:10])
    with pytest.raises(Refused, match="is damaged and nothing was sealed"):
        shop.seal()
    assert shop.log() == ids
    path.unlink()
    shop.seal()
    assert (shop.log(), shop.waiting()) == (ids, [])


def test_where_the_git_folder_became_read_only_sealing_works_and_seals_each_event_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [one.id for one in shop.record("npm").events]
    create, unlink = fsio.create, Path.unlink

    def no_new(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
        if ".git" in root.parts:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return create(root, relative, data, aside=aside)

    def no_removal(path: Path, missing_ok: bool = False) -> None:
        if ".git" in path.parts:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(fsio, "create", no_new)
    monkeypatch.setattr(Path, "unlink", no_removal)
    assert shop.seal().events == 1
    ids += [one.id for one in shop.record("npm", by="Robin").events]
    assert shop.seal().events == 1
    assert len(lines(shop)) == 2
    assert sorted(shop.log()) == sorted(ids)
    assert shop.effect()["npm"][0] == 2


def test_more_than_a_segment_holds_is_sealed_in_turns(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [one.id for by in ("Dana", "Robin", "Kim") for one in shop.record("npm", by=by).events]
    monkeypatch.setattr(ledger, "LONGEST_SEGMENT", 200)
    done = [shop.seal().events for _ in range(4)]
    assert sum(done) == 3
    assert done[0] < 3
    assert sorted(shop.log()) == sorted(ids)


# Copies


def test_a_segment_that_was_never_committed_is_put_back(shop: Shop) -> None:
    ids = [one.id for one in shop.record("npm").events]
    (path,) = [shop.seal().segment]
    assert path is not None
    data = (shop.root / path).read_bytes()
    shutil.rmtree(shop.root / "ledger")
    assert shop.log() == ids
    assert shop.seal() == Sealed(restored=(path,))
    assert (shop.root / path).read_bytes() == data
    assert shop.log() == ids


def test_a_segment_that_another_branch_has_is_not_put_back(shop: Shop) -> None:
    repository = shop.root.parent
    git(repository, "checkout", "--quiet", "-b", "other")
    ids = [one.id for one in shop.record("npm").events]
    shop.seal()
    commit(repository)
    git(repository, "checkout", "--quiet", "main")
    assert shop.segments() == []
    assert shop.seal() == Sealed()
    assert (shop.segments(), shop.log()) == ([], ids)


def test_in_a_folder_that_looks_like_a_pattern_it_is_not_put_back_either(tmp_path: Path) -> None:
    repository = tmp_path.resolve() / "shop"
    shop = Shop(root=repository / "[web]*" / "memory")
    shop.put("npm")
    git(repository, "init", "--quiet", "--initial-branch=main")
    commit(repository)
    git(repository, "checkout", "--quiet", "-b", "other")
    shop.record("npm")
    shop.seal()
    commit(repository)
    git(repository, "checkout", "--quiet", "main")
    assert shop.seal() == Sealed()


def test_a_copy_goes_only_once_it_is_old_and_committed(shop: Shop) -> None:
    ids = [one.id for one in shop.record("npm").events]
    shop.seal()
    assert shop.seal(AFTER_31_DAYS).tidied == 0
    commit(shop.root.parent)
    assert shop.seal(NOW).tidied == 0
    assert len(shop.kept()) == 1
    assert shop.seal(AFTER_31_DAYS).tidied == 1
    assert (shop.kept(), shop.log()) == ([], ids)


def test_a_damaged_segment_is_read_from_its_copy(shop: Shop) -> None:
    ids = [one.id for one in shop.record("npm", "pnpm").events]
    (path,) = [shop.seal().segment]
    assert path is not None
    (shop.root / path).write_bytes((shop.root / path).read_bytes()[:200])
    assert sorted(shop.log()) == sorted(ids)
    assert shop.effect()["pnpm"][0] == 1


# Whose events


def test_each_of_two_memories_seals_its_own(shop: Shop) -> None:
    other = Shop(root=shop.root.parent / "web" / "memory")
    other.put("npm")
    ours = [one.id for one in shop.record("npm").events]
    theirs = [one.id for one in other.record("npm", by="Robin").events]
    assert (shop.log(), other.log()) == (ours, theirs)
    assert other.seal().events == 1
    assert shop.waiting() == ours
    assert (shop.log(), other.log()) == (ours, theirs)
    shop.seal()
    assert (shop.log(), other.log()) == (ours, theirs)
    shutil.rmtree(other.root / "ledger")
    assert shop.seal() == Sealed()
    assert (shop.log(), other.log()) == (ours, theirs)


@pytest.mark.parametrize("is_sealed", [False, True], ids=["waiting", "sealed"])
def test_a_memory_that_was_moved_keeps_its_events(shop: Shop, is_sealed: bool) -> None:
    ids = [one.id for one in shop.record("npm").events]
    if is_sealed:
        shop.seal()
    moved = Shop(root=shop.root.parent / "docs" / "memory")
    moved.root.parent.mkdir()
    shop.root.rename(moved.root)
    assert moved.log() == ids
    moved.seal()
    assert (moved.log(), moved.effect()["npm"][0]) == (ids, 1)
    shutil.rmtree(moved.root / "ledger")
    moved.seal()
    assert (moved.log(), len(moved.segments())) == (ids, 1)


def test_events_of_a_memory_that_is_gone_are_not_sealed_or_put_back_into_another(shop: Shop) -> None:
    other = Shop(root=shop.root.parent / "web" / "memory")
    other.put("yarn")
    other.record("yarn")
    other.seal()
    other.record("yarn")
    shutil.rmtree(other.root.parent)
    assert shop.seal() == Sealed()
    assert shop.segments() == []
    other.put("yarn")
    assert len(other.log()) == 2


# Stale and foreign files


def test_a_file_that_is_not_named_after_its_event_is_named_and_stays(shop: Shop) -> None:
    (happened,) = shop.record("npm").events
    (path,) = (shop.open().spool.folders[0] / "new").iterdir()
    stale = path.with_name("stale.json")
    stale.write_bytes(path.read_bytes())
    assert [str(problem) for problem in shop.open().event_problems] == [
        f"spool:stale.json: is not named after its event and was passed over; rename it to {happened.id}.json"
    ]
    assert shop.seal().events == 1
    assert shop.waiting() == ["stale"]
    assert shop.seal() == Sealed()
    assert shop.log() == [happened.id]


def test_a_damaged_file_costs_only_itself_and_is_never_removed(shop: Shop) -> None:
    (happened,) = shop.record("npm").events
    folder = shop.open().spool.folders[0] / "new"
    (folder / "torn.json").write_bytes(b'{"v":1,"id":"to')
    assert shop.seal().events == 1
    assert (folder / "torn.json").read_bytes() == b'{"v":1,"id":"to'
    assert shop.log() == [happened.id]


def test_what_killed_writers_left_is_swept_after_36_hours_in_every_place_of_ours(shop: Shop) -> None:
    shop.record("npm")
    shop.seal()
    memory = shop.open()
    folders = [memory.spool.folders[0] / "tmp", shop.root / ".cache", (shop.root / shop.segments()[0]).parent]
    made = [folder / f".memdecay-{age}.tmp" for folder in folders for age in ("old", "new")]
    for path in made:
        path.write_bytes(b"x")
        hours = 40 if "old" in path.name else 20
        os.utime(path, (memory.now.timestamp() - hours * 3600,) * 2)
    foreign = shop.root / ".memdecay-old.tmp"
    foreign.write_bytes(b"x")
    os.utime(foreign, (0, 0))
    assert shop.seal().tidied == 3
    assert [path.exists() for path in made] == [False, True] * 3
    assert foreign.exists()


def test_a_sealed_confirmation_answers_a_waiting_mark(shop: Shop) -> None:
    shop.record("npm", kind=Kind.MISLED)
    assert shop.effect()["npm"][2] == 1
    shop.record("npm", kind=Kind.CONFIRMED, now="2026-06-04T00:00:00Z")
    later = "2026-06-05T00:00:00Z"
    assert shop.effect(later)["npm"][2] == 0
    shop.seal(later)
    assert shop.effect(later)["npm"][2] == 0


def test_sealing_reads_the_clock_of_the_command_only(shop: Shop) -> None:
    shop.record("npm")
    path = shop.seal("2031-01-02T00:00:00Z").segment
    assert path is not None
    assert path.startswith("ledger/2031-01/")
    assert sealing._KEPT.days == 30
    assert time.time() < 2e9
