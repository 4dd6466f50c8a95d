"""What hooks leave in the cache: a few lines, readable or not, that nothing depends on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memdecay.memory import hook_notes
from memdecay.memory.hook_notes import About, Note, fault, leave, problems, read, settle
from tests.builders import instant
from tests.memory.happenings import NOW


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memdecay.yaml").write_text("version: 1\n", "utf-8")
    return tmp_path


def stale(text: str, session: str | None = "s1") -> Note:
    return Note(
        about=About.STALE, hook="agent-hook claude instructions-loaded", at=NOW, text=text, session=session
    )


def test_notes_are_read_as_they_were_left(root: Path) -> None:
    left = (
        fault("agent-hook claude prompt", instant(NOW), "no\nroom \u202e"),
        stale("CLAUDE.md: over", None),
    )
    leave(root, left)
    assert read(root) == left
    assert (root / hook_notes.PATH).read_bytes().isascii()


def test_the_same_note_is_kept_once_and_only_the_last_ones_stay(root: Path) -> None:
    for number in [*range(60), 59, 59]:
        leave(root, [stale(f"{number}")])
    assert [one.text for one in read(root)] == [f"{number}" for number in range(20, 60)]


def test_what_is_settled_goes_and_the_rest_stays(root: Path) -> None:
    leave(root, [stale("a"), stale("b"), stale("c")])
    settle(root, lambda note: note.text == "b")
    assert [one.text for one in read(root)] == ["a", "c"]


def test_only_faults_are_problems(root: Path) -> None:
    leave(root, [stale("a"), fault("agent-hook claude prompt", instant(NOW), "it broke")])
    (problem,) = problems(root)
    assert str(problem) == (
        ".cache/agent-hooks.jsonl: `memdecay agent-hook claude prompt` could not answer on "
        "2026-06-03T09:14:00Z: it broke"
    )


@pytest.mark.parametrize(
    "line",
    [b"", b"{", b"[]", b"7", b"\xff", b'{"about": "else", "hook": "a", "at": "b", "text": "c"}',
     b'{"about": "fault", "hook": 1, "at": "b", "text": "c"}', b'{"about": "fault"}', b"[" * 100_000,
     b'{"about": "stale", "hook": "a", "at": "b", "text": "c", "session": []}'],
    ids=lambda line: repr(line[:60]),
)  # fmt: skip
def test_a_line_that_is_no_note_is_passed_over(root: Path, line: bytes) -> None:
    leave(root, [stale("a")])
    path = root / hook_notes.PATH
    path.write_bytes(line + b"\n" + path.read_bytes())
    assert [one.text for one in read(root)] == ["a"]


def test_what_is_no_memory_gets_no_note(tmp_path: Path) -> None:
    leave(tmp_path, [stale("a")])
    leave(tmp_path / "gone", [stale("a")])
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_place_of_the_cache_is_not_followed(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (root / ".cache").symlink_to(elsewhere)
    leave(root, [stale("a")])
    assert list(elsewhere.iterdir()) == []


def test_many_that_write_at_once_leave_whole_lines(root: Path) -> None:
    def work(name: str) -> None:
        for number in range(10):
            leave(root, [stale(f"{name}{number}" * 50)])

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    lines = (root / hook_notes.PATH).read_bytes().split(b"\n")
    assert len(read(root)) == len(lines) - 1 > 0
