"""What git says about a folder, wherever the command was started from, and that it may be absent."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memdecay import git


@pytest.fixture(autouse=True)
def _own_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings but those of the test, and no repository around it."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


def run(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def repository(folder: Path, name: str | None = "Dana") -> Path:
    folder.mkdir(parents=True)
    run(folder, "init", "--quiet")
    if name is not None:
        run(folder, "config", "user.name", name)
        run(folder, "config", "user.email", "dana@example.org")
    return folder


# The author


def test_the_author_is_the_one_git_would_put_on_a_commit(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop", "Dana Ångström")
    run(shop, "commit", "--quiet", "--allow-empty", "-m", "x")
    committed = subprocess.run(
        ["git", "-C", str(shop), "log", "-1", "--format=%an"], check=True, capture_output=True
    ).stdout.decode().strip()  # fmt: skip
    assert git.user_name(shop) == committed == "Dana Ångström"


def test_the_author_is_known_in_every_folder_of_a_repository(tmp_path: Path) -> None:
    deep = repository(tmp_path / "shop") / "packages" / "web"
    deep.mkdir(parents=True)
    assert git.user_name(deep) == "Dana"


def test_outside_a_repository_the_author_is_the_one_of_the_account(tmp_path: Path) -> None:
    assert git.user_name(tmp_path) is None
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".gitconfig").write_text("[user]\nname = Robin\n")
    assert git.user_name(tmp_path) == "Robin"


def test_a_repository_without_an_author_names_none(tmp_path: Path) -> None:
    assert git.user_name(repository(tmp_path / "shop", None)) is None


def test_an_author_stated_for_this_commit_alone_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = repository(tmp_path / "shop")
    run(shop, "config", "author.name", "Dana at work")
    assert git.user_name(shop) == "Dana at work"
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Robin")
    assert git.user_name(shop) == "Robin"
    monkeypatch.setenv("GIT_AUTHOR_NAME", "")
    assert git.user_name(shop) == "Dana at work"


# The root


def test_the_root_is_found_from_every_folder_of_the_work_tree(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "memory").mkdir()
    assert git.top_level(shop) == git.top_level(shop / "memory") == shop.resolve()


def test_a_root_with_blanks_at_its_end_keeps_them(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop ")
    assert git.top_level(shop) == shop.resolve()


def test_a_linked_worktree_is_a_root_of_its_own(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    run(shop, "commit", "--quiet", "--allow-empty", "-m", "x")
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    assert git.top_level(tmp_path / "linked") == (tmp_path / "linked").resolve()
    assert git.user_name(tmp_path / "linked") == "Dana"


def test_where_there_is_no_work_tree_there_is_no_root(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    run(tmp_path, "init", "--quiet", "--bare", "bare")
    assert git.top_level(tmp_path) is None
    assert git.top_level(tmp_path / "bare") is None
    assert git.top_level(shop / ".git") is None
    assert git.top_level(tmp_path / "gone") is None


# Called by a hook


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_CONFIG"])
def test_variables_of_a_hook_of_another_repository_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    shop = repository(tmp_path / "shop", "Dana")
    other = repository(tmp_path / "other", "Mallory")
    targets = {"GIT_WORK_TREE": other, "GIT_CONFIG": other / ".git" / "config"}
    monkeypatch.setenv(variable, str(targets.get(variable, other / ".git")))
    assert git.user_name(shop) == "Dana"
    assert git.top_level(shop) == shop.resolve()


def test_settings_given_to_this_one_git_command_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As `git -c user.name=Robin commit` hands them to its hooks.
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.name")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "Robin")
    assert git.user_name(repository(tmp_path / "shop")) == "Robin"


# Absent


def test_without_git_nothing_is_known_and_nothing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = repository(tmp_path / "shop")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert git.user_name(shop) is None
    assert git.top_level(shop) is None


def test_a_git_that_does_not_answer_is_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = repository(tmp_path / "shop")

    def hang(*_: object, **options: float) -> None:
        raise subprocess.TimeoutExpired("git", options["timeout"])

    monkeypatch.setattr(subprocess, "run", hang)
    assert git.user_name(shop) is None


def test_asking_changes_nothing_in_the_repository(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    before = {path: path.stat().st_mtime_ns for path in shop.rglob("*")}
    git.user_name(shop)
    git.top_level(shop)
    assert {path: path.stat().st_mtime_ns for path in shop.rglob("*")} == before


# The repository, found without git


def commit(folder: Path, path: str, data: bytes | None, at: str = "2026-06-03T09:14:00+02:00") -> None:
    """Commit the file `path`, or that it is gone."""
    place = folder / path
    if data is None:
        place.unlink()
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    run(folder, "add", "--all")
    subprocess.run(
        ["git", "-C", str(folder), "commit", "--quiet", "-m", "x"],
        check=True, capture_output=True, env={**os.environ, "GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at},
    )  # fmt: skip


def test_a_repository_is_found_from_every_folder_as_git_finds_it(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    (shop / "web" / "memory").mkdir(parents=True)
    for folder in (shop, shop / "web", shop / "web" / "memory"):
        assert git.repository(folder) == (shop, shop / ".git")
        assert git.top_level(folder) == shop
    assert git.repository(tmp_path) is None


def test_a_linked_worktree_names_its_own_top_and_the_shared_git_folder(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    run(shop, "commit", "--quiet", "--allow-empty", "-m", "x")
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = tmp_path.resolve() / "linked"
    assert git.repository(linked) == (linked, shop / ".git")


def test_a_submodule_has_a_git_folder_of_its_own(tmp_path: Path) -> None:
    part, shop = repository(tmp_path.resolve() / "part"), repository(tmp_path.resolve() / "shop")
    run(part, "commit", "--quiet", "--allow-empty", "-m", "x")
    run(shop, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part), "part")
    assert git.repository(shop / "part") == (shop / "part", shop / ".git" / "modules" / "part")


@pytest.mark.parametrize("text", ["gitdir: ../gone/.git/worktrees/shop\n", "", "nonsense", "gitdir:\n"])
def test_a_git_file_that_leads_nowhere_is_no_repository(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    found = git.repository(tmp_path)
    assert found is None or found.common.is_dir()
    if "gone" in text:
        assert found is None


def test_a_repository_behind_a_link_is_the_one_it_leads_to(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    (tmp_path / "link").symlink_to(shop)
    assert git.repository(tmp_path / "link") == (shop, shop / ".git")


# What is committed


def test_what_the_checked_out_commit_has(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    assert not git.is_in_head(shop, "a.md")
    commit(shop, "web/a.md", b"1")
    (shop / "b.md").write_bytes(b"1")
    run(shop, "add", "b.md")
    assert git.is_in_head(shop, "web/a.md")
    assert not git.is_in_head(shop, "b.md")
    assert not git.is_in_head(shop, "a.md")
    commit(shop, "web/a.md", None)
    assert not git.is_in_head(shop, "web/a.md")
    assert git.is_in_history(shop, "web/a.md")


def test_history_is_that_of_every_branch_tag_and_stash(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    commit(shop, "a.md", b"1")
    run(shop, "checkout", "--quiet", "-b", "side")
    commit(shop, "on-side.md", b"1")
    run(shop, "checkout", "--quiet", "-")
    commit(shop, "tagged.md", b"1")
    run(shop, "tag", "v1")
    run(shop, "reset", "--quiet", "--hard", "HEAD~1")
    (shop / "stashed.md").write_bytes(b"1")
    run(shop, "stash", "--include-untracked")
    for path in ("a.md", "on-side.md", "tagged.md", "stashed.md"):
        assert git.is_in_history(shop, path), path
    assert not git.is_in_history(shop, "never.md")
    run(shop, "stash", "drop")
    assert not git.is_in_history(shop, "stashed.md")


def test_versions_come_oldest_first_with_the_time_of_their_commit_and_bytes_as_they_were(
    tmp_path: Path,
) -> None:
    shop = repository(tmp_path / "shop")
    run(shop, "config", "core.autocrlf", "false")
    written = [b"1\r\n\n\n", None, b"\xff\x00", b""]
    for day, data in enumerate(written, 1):
        commit(shop, "web/a b.md", data, f"2026-06-0{day}T00:00:00+02:00")
        commit(shop, "other.md", str(day).encode(), f"2026-06-0{day}T01:00:00Z")
    found = list(git.versions(shop, "web/a b.md"))
    assert [data for _, data in found] == [b"1\r\n\n\n", b"", b"\xff\x00", b""]
    assert [at.isoformat() for at, _ in found] == [f"2026-06-0{day}T00:00:00+02:00" for day in range(1, 5)]
    assert list(git.versions(shop, "gone.md")) == []


def test_tracked_paths_are_those_that_match_whatever_they_are_called(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    for path in ("CLAUDE.md", "web/CLAUDE.md", "web/ä b\n.md", "x.txt"):
        commit(shop, path, path.encode())
    (shop / "untracked.md").write_bytes(b"1")
    assert git.tracked(shop, "CLAUDE.md", "**/CLAUDE.md") == ["CLAUDE.md", "web/CLAUDE.md"]
    assert git.tracked(shop, "*.md") == ["CLAUDE.md", "web/CLAUDE.md", "web/ä b\n.md"]
    assert git.tracked(shop, "none") == []


def test_outside_a_repository_nothing_is_committed(tmp_path: Path) -> None:
    assert not git.is_in_head(tmp_path, "a.md")
    assert not git.is_in_history(tmp_path, "a.md")
    assert list(git.versions(tmp_path, "a.md")) == []
    assert git.tracked(tmp_path, "*") == []


# Who still holds a file


def committed(shop: Path, message: str = "x") -> str:
    run(shop, "add", ".")
    run(shop, "commit", "--quiet", "-m", message)
    short = ["git", "-C", str(shop), "rev-parse", "--short", "HEAD"]
    return subprocess.run(short, check=True, capture_output=True, text=True).stdout.strip()


def held(shop: Path, *paths: str) -> set[tuple[str, str]]:
    return {(one.kind, one.name) for one in git.holding(shop, paths)}


def test_every_commit_that_touched_a_file_holds_it_on_every_branch(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "a.md").write_text("a")
    first = committed(shop)
    (shop / "b.md").write_text("b")
    committed(shop)
    run(shop, "checkout", "--quiet", "-b", "side")
    (shop / "a.md").write_text("again")
    second = committed(shop)
    run(shop, "checkout", "--quiet", "-")
    assert held(shop, "a.md") == {("commit", first), ("commit", second)}
    assert held(shop, "c.md") == set()
    assert git.past_paths(shop, [":(glob)**/a.md"]) == ["a.md"]


def test_what_no_branch_has_any_more_is_in_the_reflog(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "b.md").write_text("b")
    committed(shop)
    (shop / "a.md").write_text("a")
    lost = committed(shop)
    run(shop, "reset", "--quiet", "--hard", "HEAD~1")
    assert held(shop, "a.md") == {("reflog", lost)}


def test_a_stash_holds_what_was_tracked_and_what_was_not(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "b.md").write_text("b")
    committed(shop)
    (shop / "a.md").write_text("a")
    run(shop, "stash", "--quiet", "--include-untracked")
    (shop / "b.md").write_text("c")
    run(shop, "stash", "--quiet")
    assert ("stash", "stash@{1}") in held(shop, "a.md")
    assert ("stash", "stash@{0}") not in held(shop, "a.md")


def test_other_work_trees_hold_what_is_in_them(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "b.md").write_text("b")
    committed(shop)
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "tree"))
    (tmp_path / "tree/a.md").write_text("a")
    assert held(shop, "a.md") == {("worktree", str(tmp_path / "tree"))}


# Who wrote a line


def test_blame_names_the_author_of_every_committed_line(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "a.md").write_text("one\ntwo\nthree\n")
    committed(shop)
    (shop / "a.md").write_text("one\n2\nthree\n")
    run(shop, "commit", "--quiet", "-am", "y", "--author", "Priya of the Web <p@example.org>")
    (shop / "a.md").write_text("one\n2\nthree\nfour\n")
    assert git.blamed(shop / "a.md") == {1: "Dana", 2: "Priya of the Web", 3: "Dana"}


def test_blame_knows_nothing_of_what_is_not_committed_or_not_in_git(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "a.md").write_text("one\n")
    (tmp_path / "b.md").write_text("one\n")
    assert git.blamed(shop / "a.md") == {}
    assert git.blamed(tmp_path / "b.md") == {}
