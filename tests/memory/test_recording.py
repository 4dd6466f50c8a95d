"""What is acknowledged is on disk and can be read again; what is refused left nothing behind."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memdecay import event, fsio
from memdecay.errors import MemdecayError, Refused
from memdecay.event import Kind
from memdecay.memory import recording
from memdecay.memory.recording import Happening, not_yet_recalled, recalled, record
from tests.builders import markdown
from tests.memory.happenings import Shop, in_repository


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return in_repository(tmp_path.resolve() / "shop", "npm", "pnpm")


@pytest.fixture
def alone(tmp_path: Path) -> Shop:
    """A memory outside of any repository."""
    shop = Shop(root=tmp_path / "alone")
    shop.put("npm", "pnpm")
    return shop


def test_what_was_recorded_is_what_the_log_reads(shop: Shop) -> None:
    happening = Happening(
        kind=Kind.HELPED, by="Dana", query="packages?", note="it did", outcome=0.5, session="s1"
    )
    done = record(shop.open(), ["npm", "pnpm"], happening)
    assert not done.is_fallback
    assert done.folder == shop.root.parent / ".git" / "memdecay" / "spool"
    assert set(shop.events()) == set(done.events)
    assert [one.entry for one in done.events] == ["npm", "pnpm"]
    assert {one.memory for one in done.events} == {"memory"}
    assert shop.waiting() == sorted(one.id for one in done.events)


def test_outside_git_it_waits_in_the_memory_and_that_is_no_fallback(alone: Shop) -> None:
    done = alone.record("npm")
    assert (done.folder, done.is_fallback) == (alone.root / ".spool", False)
    assert alone.log() == [one.id for one in done.events]
    assert done.events[0].memory is None


def test_an_id_named_twice_happens_once(shop: Shop) -> None:
    assert len(shop.record("npm", "npm").events) == 1


def test_two_records_in_one_instant_are_two_events(shop: Shop) -> None:
    ids = {one.id for _ in range(20) for one in shop.record("npm").events}
    assert len(ids) == 20
    assert set(shop.log()) == ids


@pytest.mark.parametrize("wanted", [["npm", "gone"], ["gone", "npm"]])
def test_where_one_id_is_unknown_nothing_is_recorded_for_any(shop: Shop, wanted: list[str]) -> None:
    with pytest.raises(Refused, match="no entry has the id 'gone'"):
        shop.record(*wanted)
    assert (shop.waiting(), shop.log()) == ([], [])


def test_where_the_second_file_cannot_be_made_nothing_is_recorded(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, count = os.link, 0
    shop.log()  # the index is up to date, so that every link from here on is an event's

    def attempt(*words: object, **options: object) -> None:
        nonlocal count
        count += "new" in str(words[1])
        if count == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        link(*words, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "link", attempt)
    with pytest.raises(Refused, match=f"{os.strerror(errno.ENOSPC)}.*; nothing was recorded"):
        shop.record("npm", "pnpm")
    assert (shop.waiting(), shop.log()) == ([], [])


def test_where_the_git_folder_is_read_only_the_fallback_is_told_and_read(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = fsio.create

    def attempt(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
        if ".git" in root.parts:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return create(root, relative, data, aside=aside)

    monkeypatch.setattr(fsio, "create", attempt)
    done = shop.record("npm")
    assert (done.folder, done.is_fallback) == (shop.root / ".spool", True)
    assert shop.log() == [one.id for one in done.events]


@pytest.mark.parametrize("text", ["🦊" * 2_000, "\u4e2d" * 2_000, "a" * 2_000], ids=["fox", "han", "plain"])
def test_the_longest_texts_come_back_however_long_their_line(shop: Shop, text: str) -> None:
    happening = Happening(kind=Kind.USED, by=text, query=text, note=text, session=text)
    record(shop.open(), ["npm"], happening)
    (read,) = shop.events()
    assert (read.by, read.query, read.note, read.session) == (text, text, text, text)
    assert recalled(shop.open(), ["npm"], text * 2, "Dana").events[0].query == text
    assert len(shop.log()) == 2


def test_an_event_that_could_not_be_read_again_is_refused(shop: Shop) -> None:
    (happened,) = shop.record("npm").events
    with pytest.raises(Refused) as refusal:
        recording.write(shop.open(), (event.read(event.write(happened)), _with_blank_author(happened)))
    assert str(refusal.value) == "the event has no by; nothing was recorded"
    assert shop.log() == [happened.id]


def _with_blank_author(happened: event.Event) -> event.Event:
    from dataclasses import replace

    return replace(happened, id=event.uuid7(happened.at, b"0123456789"), by=" ")


def test_a_text_that_is_too_long_or_hidden_is_refused(shop: Shop) -> None:
    for text in ("a" * 2_001, "a\u200bb"):
        with pytest.raises(MemdecayError):
            record(shop.open(), ["npm"], Happening(kind=Kind.USED, by="Dana", note=text))
    assert shop.waiting() == []


def test_shown_is_recorded_and_is_not_used(shop: Shop) -> None:
    before = shop.effect()
    recalled(shop.open(), ["npm", "pnpm"], "packages?", "Dana")
    assert [one.kind for one in shop.events()] == [Kind.RECALLED] * 2
    assert shop.effect() == before


def test_what_the_same_writer_was_shown_today_is_not_recalled_again(shop: Shop) -> None:
    memory = shop.open()
    recalled(memory, ["npm"], None, "Claude Code", "s1")
    recalled(memory, ["pnpm"], "packages?", "Codex")
    later = shop.open()
    assert not_yet_recalled(later, ["npm", "pnpm", "pnpm"], "Claude Code") == ["pnpm"]
    assert not_yet_recalled(shop.open("2026-06-04T00:00:00Z"), ["npm"], "Claude Code") == ["npm"]


def test_what_is_over_is_not_confirmed_and_the_successor_is_named(shop: Shop) -> None:
    (shop.root / "yarn.md").write_bytes(markdown("id: yarn", "supersedes: [npm]", "created: 2026-02-01"))
    (shop.root / "gone.md").write_bytes(markdown("id: gone", "valid_until: 2026-03-01"))
    for id, sentence in {  # noqa: A001 - the domain's own word
        "npm": "npm is closed, so it cannot be confirmed; confirm yarn instead",
        "gone": 'gone is expired, so it cannot be confirmed; write it anew with `memdecay add "..." '
        "--supersedes gone`",
    }.items():
        with pytest.raises(Refused) as refused:
            shop.record(id, kind=Kind.CONFIRMED)
        assert str(refused.value) == sentence
    assert shop.waiting() == []
    assert shop.record("npm", kind=Kind.USED).events
