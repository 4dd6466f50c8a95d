"""The index is true to the files after any change, and deleting it changes no answer."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdecay import files, fsio
from memdecay.errors import Unusable
from memdecay.files import Listing
from memdecay.index import schema
from memdecay.index.reading import Reader
from memdecay.memory import freshness
from tests.memory.meadow import LetterEmbedder, Meadow

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs the times of POSIX")
TICKS = 0.06
"""Seconds; more than the tick within which a file counts as young."""


@pytest.fixture
def meadow(tmp_path: Path) -> Meadow:
    (tmp_path / "memdecay.yaml").write_text("version: 1\n")
    return Meadow(root=tmp_path)


@pytest.fixture
def settled(meadow: Meadow) -> Meadow:
    """A memory of two entries whose index is up to date."""
    meadow.put("a.md", "Use pnpm.")
    meadow.put("web/b.md", "Use cargo.")
    settle(meadow)
    return meadow


def settle(meadow: Meadow) -> None:
    """Bring the index up to date, and let the files grow older than a tick first."""
    time.sleep(TICKS)
    meadow.fresh().close()
    meadow.said.clear()
    meadow.read.clear()


# Nothing changed


def test_an_index_that_matches_is_not_touched(settled: Meadow) -> None:
    before = settled.index_path.stat().st_ino, settled.index_path.read_bytes()
    assert settled.words("pnpm", "cargo") == [["a.md"], ["web/b.md"]]
    assert (settled.index_path.stat().st_ino, settled.index_path.read_bytes()) == before
    assert (settled.said, settled.read) == ([], [])


def test_a_file_younger_than_a_tick_is_read_once_more_and_then_no_more(meadow: Meadow) -> None:
    meadow.put("a.md", "Use pnpm.")
    meadow.fresh()
    time.sleep(TICKS)
    meadow.read.clear()
    assert meadow.words("pnpm") == [["a.md"]]
    assert meadow.read == ["a.md"]
    assert meadow.words("pnpm") == [["a.md"]]
    assert meadow.read == ["a.md"]


# B095
def test_a_text_is_encoded_once_however_often_its_file_is_read(settled: Meadow) -> None:
    before = list(settled.embedder.encoded)
    os.utime(settled.root / "a.md")
    settle(settled)
    assert settled.embedder.encoded == before
    settled.put("c.md", "Use pnpm.")
    assert settled.words("pnpm") == [["a.md", "c.md"]]
    assert settled.embedder.encoded == before


# Something changed


# B093
def test_a_removed_entry_is_gone_and_an_edited_one_says_what_it_says_now(settled: Meadow) -> None:
    (settled.root / "a.md").unlink()
    settled.put("web/b.md", "Use wombat.")
    assert settled.words("pnpm", "cargo", "wombat") == [[], [], ["web/b.md"]]
    assert settled.read == ["web/b.md"]


# B094
def test_the_last_entry_can_be_removed(settled: Meadow) -> None:
    (settled.root / "a.md").unlink()
    shutil.rmtree(settled.root / "web")
    assert settled.words("pnpm", "cargo") == [[], []]
    assert settled.fresh().size() == 0


def test_an_entry_changed_in_the_same_instant_at_the_same_size_is_read_again(meadow: Meadow) -> None:
    sizes = set()
    for text, words in (("Use cargo", [[], ["a.md"]]), ("Use pnpm.", [["a.md"], []])) * 5:
        sizes.add(meadow.put("a.md", text).stat().st_size)
        assert meadow.words("pnpm", "cargo") == words
    assert len(sizes) == 1


def coarse(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let the file system keep time in steps of `seconds`, as FAT, HFS+ and old mounts do."""
    step = seconds * 1_000_000_000
    scan, stamp, clock = files.scan, files.settings_stamp, fsio.clock_of

    def coarsely(listing: Listing) -> Listing:
        stamps = [
            one._replace(modified=one.modified // step * step, changed=one.changed // step * step)
            for one in listing.stamps
        ]
        return listing._replace(stamps=stamps)

    def coarse_stamp(root: Path) -> str:
        size, *times = stamp(root).split(":")
        return ":".join([size, *(str(int(time) // step * step) for time in times)])

    monkeypatch.setattr(files, "scan", lambda root: coarsely(scan(root)))
    monkeypatch.setattr(files, "settings_stamp", coarse_stamp)
    monkeypatch.setattr(fsio, "clock_of", lambda root: clock(root) // step * step)


def test_on_a_coarse_file_system_a_change_within_one_step_is_seen(
    settled: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    coarse(monkeypatch, 3600)
    settled.put("a.md", "Use npm..")
    assert settled.words("pnpm", "npm") == [[], ["a.md"]]
    settled.put("a.md", "Use pnpm.")
    assert settled.words("pnpm", "npm") == [["a.md"], []]


def _as_of_1970(listing: Listing) -> Listing:
    return listing._replace(stamps=[one._replace(modified=0, changed=0) for one in listing.stamps])


def test_on_a_coarse_file_system_settings_changed_within_one_step_are_seen(
    settled: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    coarse(monkeypatch, 3600)
    scan = files.scan
    # The entries are settled, so that nothing but the settings keeps the index from being so.
    monkeypatch.setattr(files, "scan", lambda root: _as_of_1970(scan(root)))
    for weakest in ("0.1", "0.2", "0.3"):
        (settled.root / "memdecay.yaml").write_text(f"weakest: {weakest}\n")
        assert json.loads(settled.fresh().fact(schema.SETTINGS)) == {"weakest": [1, weakest]}


@posix_only
def test_a_change_that_puts_the_old_time_back_is_seen(settled: Meadow) -> None:
    place = settled.root / "a.md"
    before = place.stat()
    settled.put("a.md", "Use npm!!")
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (place.stat().st_size, place.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert settled.words("pnpm", "npm") == [[], ["a.md"]]


@posix_only
def test_two_entries_that_change_places_are_both_read_again(meadow: Meadow) -> None:
    one, other = meadow.put("a.md", "Use wombat."), meadow.put("b.md", "Use cargo..")
    for place in (one, other):
        os.utime(place, ns=(0, 1_700_000_000_000_000_000))
    settle(meadow)
    time.sleep(0.02)
    one.rename(meadow.root / "c")
    other.rename(one)
    (meadow.root / "c").rename(other)
    assert meadow.words("wombat", "cargo") == [["b.md"], ["a.md"]]


def test_an_entry_that_was_only_touched_answers_as_before(settled: Meadow) -> None:
    before = settled.answers()
    os.utime(settled.root / "a.md")
    assert settled.answers() == before


def test_a_renamed_entry_answers_under_its_new_path_only(settled: Meadow) -> None:
    (settled.root / "a.md").rename(settled.root / "web" / "z.md")
    assert settled.words("pnpm") == [["web/z.md"]]
    (settled.root / "web").rename(settled.root / "api")
    assert settled.words("pnpm", "cargo") == [["api/z.md"], ["api/b.md"]]


def test_an_entry_with_a_time_in_the_future_is_never_taken_for_settled(settled: Meadow) -> None:
    os.utime(settled.root / "a.md", ns=(0, 4_000_000_000_000_000_000))
    settle(settled)
    assert settled.words("pnpm") == [["a.md"]]
    assert settled.read == ["a.md"]


def test_a_note_that_comes_changes_or_goes_is_seen_by_what_it_closes(settled: Meadow) -> None:
    def reasons(word: str) -> list[str]:
        return settled.words(word)[0]

    note = settled.put("a.closed.md", "Closed.", "closes: a", "status: closed", "reason: wombat came")
    assert reasons("wombat") == ["a.md"]
    settled.put("a.closed.md", "Closed.", "closes: a", "status: closed", "reason: it is gone")
    assert (reasons("wombat"), reasons("gone")) == ([], ["a.md"])
    note.unlink()
    assert reasons("gone") == []


def test_another_embedder_makes_vectors_of_its_own(settled: Meadow) -> None:
    other = Meadow(root=settled.root, embedder=LetterEmbedder(identity="letters@2"))
    assert len(other.fresh().vectors([1, 2], "letters@2")) == 2
    assert other.fresh().vectors([1, 2], "letters@1") == []
    assert len(other.embedder.encoded) == 2


def test_settings_that_became_wrong_are_refused_although_the_index_is_there(settled: Meadow) -> None:
    (settled.root / "memdecay.yaml").write_text("- a\n")
    with pytest.raises(Unusable, match=r"memdecay.yaml:1: is not a list of `key: value` lines$"):
        settled.fresh()


# The cache is removed or damaged


# B092, B096, B097
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, None),
        (b"", "the index was changed by something else"),
        (b"\x07" * 9000, "the index was changed by something else"),
        ("half", "the index was changed by something else"),
        ("middle", "the index was changed by something else"),
    ],
    ids=["removed", "empty", "junk", "cut in half", "overwritten in the middle"],
)
def test_a_damaged_index_is_made_again_with_one_word_about_it(
    settled: Meadow, content: bytes | str | None, sentence: str | None
) -> None:
    before = settled.answers()
    whole = settled.index_path.read_bytes()
    if content is None:
        shutil.rmtree(settled.root / ".cache")
    elif content == "half":
        settled.index_path.write_bytes(whole[: len(whole) // 2])
    elif content == "middle":
        settled.index_path.write_bytes(whole[:8192] + os.urandom(1024) + whole[9216:])
    else:
        settled.index_path.write_bytes(content)  # type: ignore[arg-type]
    assert settled.answers() == before
    assert settled.said == ([f"{sentence}; rebuilding it from the files"] if sentence else [])
    settled.said.clear()
    assert settled.answers() == before
    assert settled.said == []


# B092
def test_a_folder_in_place_of_the_index_is_moved_aside(settled: Meadow) -> None:
    before = settled.answers()
    settled.index_path.unlink()
    settled.index_path.mkdir()
    (settled.index_path / "mine.txt").write_text("kept")
    assert settled.answers() == before
    assert [path.read_text() for path in settled.root.glob(".cache/**/mine.txt")] == ["kept"]


def test_an_index_of_another_version_is_made_again(settled: Meadow, monkeypatch: pytest.MonkeyPatch) -> None:
    before = settled.answers()
    monkeypatch.setattr(schema, "VERSION", "0")
    settled.answers()
    monkeypatch.undo()
    settled.said.clear()
    assert settled.answers() == before
    assert settled.said == ["the index was made by another version; rebuilding it from the files"]


def test_damage_below_the_file_system_is_mended_where_an_update_meets_it(settled: Meadow) -> None:
    whole = settled.index_path.read_bytes()
    # Keep what opening reads, break every page after: as a disk does that loses blocks.
    rows = sqlite3.connect(settled.index_path)
    pages = rows.execute("SELECT max(rootpage) FROM sqlite_schema WHERE name = 'facts'").fetchone()[0]
    rows.close()
    size = 4096
    kept = whole[: max(2, pages) * size]
    settled.index_path.write_bytes(kept + os.urandom(len(whole) - len(kept)))
    os.utime(settled.index_path, ns=(schema.SEAL, schema.SEAL))
    settled.put("c.md", "Use wombat.")
    assert settled.words("wombat", "pnpm") == [["c.md"], ["a.md"]]
    assert len(settled.said) == 1
    assert settled.said[0].startswith("the index is damaged (")
    assert settled.said[0].endswith("); rebuilding it from the files")


def test_the_cache_says_itself_that_git_should_not_keep_it(settled: Meadow) -> None:
    assert (settled.root / ".cache" / ".gitignore").read_text() == "*\n"


# The cache cannot be written


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError(errno.EROFS, "Read-only file system"), "Read-only file system"),
        (sqlite3.OperationalError("database or disk is full"), "database or disk is full"),
    ],
    ids=["denied", "no space", "read-only", "full in the middle"],
)
@pytest.mark.parametrize("place", ["clock_of", "rebuild_cache"])
def test_where_no_index_can_be_kept_the_answers_are_the_same(
    settled: Meadow, monkeypatch: pytest.MonkeyPatch, fault: Exception, reason: str, place: str
) -> None:
    before = settled.answers()
    shutil.rmtree(settled.root / ".cache")

    def refuse(*_: object) -> None:
        raise fault

    monkeypatch.setattr(fsio, place, refuse)
    assert settled.answers() == before
    assert settled.said == [f"the cache cannot be written ({reason}); answering without it"]
    assert not settled.index_path.exists()


@posix_only
def test_a_link_in_place_of_the_cache_is_not_followed(settled: Meadow, tmp_path: Path) -> None:
    before = settled.answers()
    shutil.rmtree(settled.root / ".cache")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (settled.root / ".cache").symlink_to(elsewhere)
    assert settled.answers() == before
    assert list(elsewhere.iterdir()) == []
    assert settled.said == [
        (
            f"the cache cannot be written ({settled.root / '.cache'} is a link; remove it, "
            "memdecay makes a folder there); answering without it"
        )
    ]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_memory_in_a_folder_that_may_not_be_written_answers_the_same(settled: Meadow) -> None:
    before = settled.answers()
    shutil.rmtree(settled.root / ".cache")
    settled.root.chmod(0o555)
    try:
        assert settled.answers() == before
    finally:
        settled.root.chmod(0o755)


def test_an_index_that_vanishes_as_soon_as_it_is_made_is_answered_without(
    settled: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = settled.answers()
    rebuild = fsio.rebuild_cache

    def rebuilt_and_gone(*arguments: object) -> None:
        rebuild(*arguments).unlink()  # type: ignore[arg-type]

    shutil.rmtree(settled.root / ".cache")
    monkeypatch.setattr(fsio, "rebuild_cache", rebuilt_and_gone)
    assert settled.answers() == before


def test_an_index_that_another_embedder_replaces_at_once_is_answered_without(
    settled: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = settled.answers()
    other = Meadow(root=settled.root, embedder=LetterEmbedder(identity="letters@2", letters="wxyz"))
    rebuild = fsio.rebuild_cache

    def rebuilt_and_overtaken(*arguments: object) -> Path:
        made = rebuild(*arguments)  # type: ignore[arg-type]
        monkeypatch.setattr(fsio, "rebuild_cache", rebuild)
        other.fresh().close()
        return made

    settled.index_path.unlink()
    monkeypatch.setattr(fsio, "rebuild_cache", rebuilt_and_overtaken)
    assert settled.answers() == before
    (said,) = settled.said
    assert said == (
        "the cache cannot be written (another process, with another model, has put its index there); "
        "answering without it"
    )


def test_an_index_may_be_asked_to_be_made_of_the_files_alone(settled: Meadow) -> None:
    reader, _, done = freshness.renewed(settled.workshop(), from_nothing=True)
    assert (done.entries, done.read, done.encoded, done.broken) == (2, 2, 2, 0)
    reader.close()
    reader, _, done = freshness.renewed(settled.workshop(), from_nothing=False)
    assert (done.entries, done.read, done.encoded, done.broken) == (2, 0, 0, 0)
    assert isinstance(reader, Reader)


# Promise 7: every answer is the same with and without the cache

TEXTS = ("Use pnpm.", "Use npm..", "Use cargo", "The wombat is gone", "")
NAMES = ("a.md", "b.md", "web/c.md", "web/a.md")
BLOCKS: tuple[tuple[str, ...], ...] = (
    (),
    ("id: x",),
    ("supersedes: [a]",),
    ("supersedes: [b, x]", "valid_from: 2026-06-01"),
    ("tags: [cargo]",),
    ("scope: [web]", "title: Apart"),
    ("status: closed",),
    ("valid_until: 2020-01-01",),
    ("id: a", "id: b"),
    ("valid_from: never",),
)
NOTES: tuple[tuple[str, ...], ...] = (
    ("closes: a", "reason: gone"),
    ("closes: a", "superseded_by: b"),
    ("closes: b", "reason: wombat"),
    ("x: [",),
)
steps = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(NAMES), st.sampled_from(TEXTS), st.sampled_from(BLOCKS)),
    st.tuples(
        st.just("put"),
        st.sampled_from(["a.closed.md", "web/a.closed.md"]),
        st.just("."),
        st.sampled_from(NOTES),
    ),
    st.tuples(st.just("remove"), st.sampled_from([*NAMES, "a.closed.md", "web/a.closed.md"])),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("read")),
    st.tuples(st.just("lose the cache")),
)


@given(st.lists(steps, min_size=1, max_size=8))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_after_any_changes_the_index_tells_what_the_files_alone_tell(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[object, ...]]
) -> None:
    meadow = Meadow(root=tmp_path_factory.mktemp("memory"))
    (meadow.root / "memdecay.yaml").write_text("version: 1\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(freshness, "_TICK", 0)  # so that files settle, and later reads pass them over
        for step in history:
            _take(meadow, *step)
        assert meadow.answers() == meadow.answers_without_cache()


def _take(meadow: Meadow, kind: object, *rest: object) -> None:
    places = [meadow.root / one for one in rest[:2] if isinstance(one, str)]
    if kind == "put":
        path, text, block = rest
        meadow.put(str(path), str(text), *block)  # type: ignore[misc]
    elif kind == "remove":
        places[0].unlink(missing_ok=True)
    elif kind == "rename" and places[0].exists() and places[1].parent.exists():
        places[0].replace(places[1])
    elif kind == "read":
        time.sleep(0.01)
        meadow.fresh().close()
    elif kind == "lose the cache":
        shutil.rmtree(meadow.root / ".cache", ignore_errors=True)


def test_a_read_that_failed_for_once_is_tried_again_at_the_next_question(
    meadow: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    meadow.put("a.md", "Use pnpm.")
    time.sleep(TICKS)

    whole = files.read

    def fails(root: Path, relative: str, limit: int) -> bytes:
        if relative == "a.md":
            raise OSError(errno.EIO, "Input/output error")
        return whole(root, relative, limit)

    with monkeypatch.context() as broken:
        broken.setattr(files, "read", fails)
        assert meadow.words("pnpm") == [[]]
    assert meadow.words("pnpm") == [["a.md"]]
