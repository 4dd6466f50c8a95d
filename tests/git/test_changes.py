"""What git tells of the past of files: changes, contents, the trailers of commits, what it ignores."""

from __future__ import annotations

from pathlib import Path

from memdecay import git
from tests.memory.happenings import commit
from tests.memory.happenings import git as run


def repository(folder: Path) -> Path:
    folder.mkdir()
    run(folder, "init", "--quiet", "--initial-branch=main")
    return folder


def test_changes_come_newest_first_with_both_contents(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    for text in ("one", "two"):
        (top / "a\u00e9 b.txt").write_text(text)
        commit(top)
    (top / "a\u00e9 b.txt").unlink()
    commit(top)
    found = git.changes(top, [":(top,glob)**/*.txt"])
    contents = git.blobs(top, [name for one in found for name in (one.before, one.after) if name])
    told = [(one.path, contents.get(one.before), contents.get(one.after)) for one in found]
    name = "a\u00e9 b.txt"
    assert told == [(name, b"two", None), (name, b"one", b"two"), (name, None, b"one")]
    assert git.changes(top, [":(top,glob)**/*.txt"], only_removals=True) == found[:1]
    assert found[0].day == run(top, "log", "-1", "--format=%cs").strip()


def test_a_file_that_moved_was_removed_where_it_stood(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "a.txt").write_text("one\n" * 50)
    commit(top)
    run(top, "mv", "a.txt", "b.txt")
    commit(top)
    removed = git.changes(top, [":(top,literal)a.txt"], only_removals=True)
    assert [one.path for one in removed] == ["a.txt"]


def test_contents_that_are_empty_or_missing(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "a.txt").write_bytes(b"")
    commit(top)
    (only,) = git.changes(top, [":(top,literal)a.txt"])
    assert git.blobs(top, [only.after, "1" * 40]) == {only.after: b""}


def test_the_lines_of_commit_messages_that_begin_with_a_key(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    commit(top, "a\n\nMemory: one, two\nReviewed-by: x")
    commit(top, "b\n\nsays Memory: three")
    commit(top, "Memory: four")
    assert [value for value, _ in git.trailers(top, "Memory")] == ["four", "one, two"]


def test_what_git_is_told_to_ignore(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / ".gitignore").write_text("out/\n*.log\n")
    assert git.ignored(top, ["out/a.txt", "b.log", "c.txt"]) == {"out/a.txt", "b.log"}
    assert git.ignored(top, []) == frozenset()


def test_outside_of_a_repository_there_is_no_past(tmp_path: Path) -> None:
    assert git.changes(tmp_path, ["*"]) == []
    assert git.blobs(tmp_path, ["1" * 40]) == {}
    assert git.trailers(tmp_path, "Memory") == []
    assert git.ignored(tmp_path, ["a"]) == frozenset()
    assert git.head(tmp_path) is None


def test_before_the_first_commit_there_is_no_past(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    assert (git.changes(top, ["*"]), git.head(top)) == ([], None)
    commit(top)
    assert git.head(top) == run(top, "rev-parse", "--short", "HEAD").strip()
