"""A segment is named by what is in it, made once, and never written again."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from memdecay import ledger
from memdecay.errors import Refused
from tests.builders import instant

DATA = b'{"n":1}\n{"n":2}\n'
PATH = ledger.segment_path(DATA, instant("2026-06-03T09:14:00Z"))


def test_a_segment_is_named_by_month_and_content() -> None:
    assert f"ledger/2026-06/{hashlib.sha256(DATA).hexdigest()[:24]}.jsonl" == PATH
    assert ledger.segment_path(DATA + b"\n", instant("2026-06-30")) != PATH
    assert ledger.segment_path(DATA, instant("0999-01-01")).startswith("ledger/0999-01/")


def test_a_segment_comes_back_as_it_was_written(tmp_path: Path) -> None:
    ledger.write(tmp_path, PATH, DATA)
    assert ledger.read(tmp_path, PATH) == DATA
    (stamp,) = ledger.segments(tmp_path)
    assert (stamp.path, stamp.size) == (PATH, len(DATA))


def test_writing_a_segment_again_does_not_touch_it(tmp_path: Path) -> None:
    ledger.write(tmp_path, PATH, DATA)
    before = (tmp_path / PATH).stat()
    ledger.write(tmp_path, PATH, DATA)
    after = (tmp_path / PATH).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in (tmp_path / PATH).parent.iterdir()] == [PATH.rpartition("/")[2]]


@pytest.mark.parametrize("damaged", [b"", DATA[:9], DATA[:-1] + b"X"])
def test_a_damaged_segment_of_that_name_is_neither_replaced_nor_taken_for_whole(
    tmp_path: Path, damaged: bytes
) -> None:
    (tmp_path / PATH).parent.mkdir(parents=True)
    (tmp_path / PATH).write_bytes(damaged)
    with pytest.raises(Refused) as refusal:
        ledger.write(tmp_path, PATH, DATA)
    assert str(refusal.value) == (
        f"{PATH} is damaged and nothing was sealed; restore it from git or move it away"
    )
    assert (tmp_path / PATH).read_bytes() == damaged


def test_a_folder_of_the_ledger_that_leads_out_of_the_memory_is_refused(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "memory", tmp_path / "elsewhere"
    root.mkdir()
    elsewhere.mkdir()
    (root / "ledger").symlink_to(elsewhere)
    with pytest.raises(Refused, match="is outside the memory"):
        ledger.write(root, PATH, DATA)
    assert list(elsewhere.iterdir()) == []


def test_segments_are_listed_by_path_and_nothing_else_is(tmp_path: Path) -> None:
    for path in ("ledger/2026-06/b.jsonl", "ledger/2026-05/c.jsonl", "ledger/2026-06/a.jsonl"):
        ledger.write(tmp_path, path, DATA)
    month = tmp_path / "ledger" / "2026-06"
    (month / ".memdecay-0.tmp").write_bytes(DATA)
    (month / "README.md").write_bytes(DATA)
    (month / "folder.jsonl").mkdir()
    (month / "link.jsonl").symlink_to(month / "a.jsonl")
    assert [stamp.path for stamp in ledger.segments(tmp_path)] == [
        "ledger/2026-05/c.jsonl", "ledger/2026-06/a.jsonl", "ledger/2026-06/b.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize("there", [False, True], ids=["nothing", "a file"])
def test_a_memory_without_a_ledger_has_no_segments(tmp_path: Path, there: bool) -> None:
    if there:
        (tmp_path / "ledger").write_bytes(b"in the way")
    assert ledger.segments(tmp_path) == []


def test_a_segment_that_a_checkout_takes_while_it_is_listed_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.write(tmp_path, "ledger/2026-06/a.jsonl", DATA)
    walk = os.walk

    def checked_out_meanwhile(*words: object, **options: object) -> object:
        for place in walk(*words, **options):  # type: ignore[arg-type, call-overload]
            (tmp_path / "ledger/2026-06/a.jsonl").unlink(missing_ok=True)
            yield place

    monkeypatch.setattr(os, "walk", checked_out_meanwhile)
    ledger.write(tmp_path, "ledger/2026-06/b.jsonl", DATA)
    assert [stamp.path for stamp in ledger.segments(tmp_path)] == ["ledger/2026-06/b.jsonl"]
