"""What git tells a hook about the commit it is part of; with real git and the variables that it sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay import git as git_of
from memdecay.git import commit_under_way, configuration
from memdecay.git.commit_under_way import Made
from tests.memory.happenings import commit, git


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a file, in which this process stands as a hook does."""
    folder = tmp_path.resolve() / "shop"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "a.txt").write_text("one\n")
    commit(folder)
    monkeypatch.chdir(folder)
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.parametrize(
    ("index", "is_whole"),
    [
        (None, True), (".git/index", True), ("{top}/.git/index.lock", True),
        ("{top}/.git/next-index-7.lock", False), ("/elsewhere/index", False), (".git/other/index", False),
        ("{top}/.git/worktrees/x/index", False),
    ],
)  # fmt: skip
def test_only_the_index_that_stays_is_a_whole_one(
    top: Path, monkeypatch: pytest.MonkeyPatch, index: str | None, *, is_whole: bool
) -> None:
    if index is not None:
        monkeypatch.setenv("GIT_INDEX_FILE", index.format(top=top))
    assert commit_under_way.is_whole_index() is is_whole


def test_a_linked_work_tree_has_an_index_of_its_own(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(top, "worktree", "add", "--quiet", "../linked")
    linked = top.parent / "linked"
    monkeypatch.chdir(linked)
    own = git_of.own_folder(linked)
    assert own == top / ".git" / "worktrees" / "linked"
    monkeypatch.setenv("GIT_DIR", str(own))
    monkeypatch.setenv("GIT_INDEX_FILE", str(own / "index"))
    assert commit_under_way.is_whole_index()
    monkeypatch.setenv("GIT_INDEX_FILE", str(top / ".git" / "index"))
    assert not commit_under_way.is_whole_index()


@pytest.mark.parametrize(
    "name", ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"]
)
def test_while_something_is_under_way_no_index_is_whole(top: Path, name: str) -> None:
    (top / ".git" / name).write_text("x")
    assert not commit_under_way.is_whole_index()


def test_outside_git_there_is_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not commit_under_way.is_whole_index()
    assert commit_under_way.made() is None
    assert configuration.hooks_folder(tmp_path) is None


def test_new_files_are_found_and_staged_whatever_they_are_called(top: Path) -> None:
    folder = top / "ledger"
    folder.mkdir()
    names = ["a b.jsonl", ":(top)x.jsonl", "*.jsonl", "-n.jsonl", "\u00fc.jsonl", "line\nbreak.jsonl"]
    for name in names:
        (folder / name).write_text("x")
    (folder / "other.jsonl").write_text("x")
    found = commit_under_way.untracked(folder)
    assert sorted(path.name for path in found) == sorted([*names, "other.jsonl"])
    assert commit_under_way.stage([path for path in found if path.name != "other.jsonl"])
    assert [path.name for path in commit_under_way.untracked(folder)] == ["other.jsonl"]
    assert commit_under_way.is_tracked(folder / "*.jsonl")
    assert not commit_under_way.is_tracked(folder / "other.jsonl")
    assert not commit_under_way.is_tracked(folder / "o*.jsonl")


def test_what_cannot_be_staged_is_told(top: Path) -> None:
    assert not commit_under_way.stage([top / "nothing.txt"])
    (top / ".gitignore").write_text("b.txt\n")
    (top / "b.txt").write_text("x")
    assert commit_under_way.untracked(top) == [Path(".gitignore")]
    assert not commit_under_way.stage([top / "b.txt"])


def test_a_deletion_is_seen_in_the_index_and_not_on_disk(top: Path) -> None:
    (top / "a.txt").unlink()
    assert not commit_under_way.is_deleting(["a.txt"])
    git(top, "rm", "-q", "a.txt")
    assert commit_under_way.is_deleting(["a.txt", "b.txt"])
    assert not commit_under_way.is_deleting(["b.txt", "*"])


def test_the_commit_that_was_made_tells_who_when_and_what_it_used(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2026-06-03T09:14:00+02:00")
    trailers = "Memory: npm\nSigned-off-by: Dana <d@e.org>\nmemory: pnpm\n bun"
    message = f"x\n\nMemory: in the text\n\nThe end.\n\n{trailers}"
    git(top, "commit", "--quiet", "--allow-empty", "-m", message)
    assert commit_under_way.made() == Made(author="Dana", authored=1780470840, trailers=("npm", "pnpm bun"))
    git(top, "commit", "--quiet", "--allow-empty", "-m", "x")
    assert commit_under_way.made() == Made(author="Dana", authored=1780470840, trailers=())


def test_the_environment_decides_for_a_hook_and_not_for_a_folder(
    top: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # B137
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert commit_under_way.made() is None  # that one has no commit
    assert configuration.hooks_folder(top) == top / ".git" / "hooks"
    assert configuration.set_own(top, [("hook.x.event", "pre-commit")])
    assert "hook" not in (other / ".git" / "config").read_text()
