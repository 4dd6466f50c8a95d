"""What git says about a folder, wherever the command was started from, and that it may be absent."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memdecay import git
from tests.git.shop import commit, repository, run

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


def test_a_repository_is_found_from_every_folder_as_git_finds_it(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    (shop / "web" / "memory").mkdir(parents=True)
    for folder in (shop, shop / "web", shop / "web" / "memory"):
        assert git.work_tree(folder) == (shop, shop / ".git")
        assert git.top_level(folder) == shop
    assert git.work_tree(tmp_path) is None


def test_a_linked_worktree_names_its_own_top_and_the_shared_git_folder(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    run(shop, "commit", "--quiet", "--allow-empty", "-m", "x")
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = tmp_path.resolve() / "linked"
    assert git.work_tree(linked) == (linked, shop / ".git")


def test_a_submodule_has_a_git_folder_of_its_own(tmp_path: Path) -> None:
    part, shop = repository(tmp_path.resolve() / "part"), repository(tmp_path.resolve() / "shop")
    run(part, "commit", "--quiet", "--allow-empty", "-m", "x")
    run(shop, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part), "part")
    assert git.work_tree(shop / "part") == (shop / "part", shop / ".git" / "modules" / "part")


@pytest.mark.parametrize("text", ["gitdir: ../gone/.git/worktrees/shop\n", "", "nonsense", "gitdir:\n"])
def test_a_git_file_that_leads_nowhere_is_no_repository(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    found = git.work_tree(tmp_path)
    assert found is None or found.common.is_dir()
    if "gone" in text:
        assert found is None


def test_a_repository_behind_a_link_is_the_one_it_leads_to(tmp_path: Path) -> None:
    shop = repository(tmp_path.resolve() / "shop")
    (tmp_path / "link").symlink_to(shop)
    assert git.work_tree(tmp_path / "link") == (shop, shop / ".git")


# What it tracks


def test_tracked_paths_are_those_that_match_whatever_they_are_called(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    for path in ("CLAUDE.md", "web/CLAUDE.md", "web/ä b\n.md", "x.txt"):
        commit(shop, path, path.encode())
    (shop / "untracked.md").write_bytes(b"1")
    assert git.tracked(shop, "CLAUDE.md", "**/CLAUDE.md") == ["CLAUDE.md", "web/CLAUDE.md"]
    assert git.tracked(shop, "*.md") == ["CLAUDE.md", "web/CLAUDE.md", "web/ä b\n.md"]
    assert git.tracked(shop, "none") == []
    assert git.tracked(tmp_path, "*") == []


def test_a_path_is_committed_until_the_next_commit_takes_it_away(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    assert git.committed(shop, "lists") == frozenset()
    commit(shop, "lists/a b.md", b"1")
    commit(shop, "notes.md", b"1")
    run(shop, "rm", "--quiet", "lists/a b.md")
    (shop / "lists").mkdir()
    (shop / "lists/new.md").write_bytes(b"1")
    assert git.committed(shop, "lists") == {"lists/a b.md"}
    run(shop, "add", ".")
    assert git.committed(shop, "lists") == {"lists/a b.md", "lists/new.md"}
    run(shop, "commit", "--quiet", "-m", "x")
    assert git.committed(shop / "lists", ".") == {"new.md"}
    assert git.committed(tmp_path, ".") == frozenset()


def test_words_are_those_that_stand_whole_in_a_file_that_matches(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    commit(shop, "deep/tools.toml", b"[tool.Ruff]\nlint:fix = 1\nblacken = 2\na.c = 3\n")
    (shop / "new.toml").write_bytes(b"@acme/ui\n")
    (shop / "notes.md").write_bytes(b"isort\n")
    wanted = ["ruff", "lint", "black", "isort", "@acme/ui", "a*c", "-x"]
    for setting in ("grep.lineNumber", "grep.column", "grep.fullName", "submodule.recurse"):
        run(shop, "config", setting, "true")
    run(shop, "config", "color.ui", "always")
    assert git.words(shop, wanted, ":(top,glob)**/*.toml") == {"ruff", "lint", "@acme/ui"}
    assert git.words(shop, [], "*.toml") == frozenset()
    assert git.words(tmp_path, ["ruff"], "*.toml") == frozenset()


def test_what_git_would_track_is_present_and_links_are_not_followed(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "sub").mkdir()
    for name in ("a.md", "sub/é.md", "ignored.md"):
        (top / name).write_text("x")
    (top / ".gitignore").write_text("ignored.md\n")
    (top / "link").symlink_to("sub")
    assert git.present(top) == [".gitignore", "a.md", "link", "sub/é.md"]
    assert git.present(top / "sub") == ["é.md"]
    assert git.present(tmp_path) is None
    assert not git.is_shallow(top)


def test_what_git_is_told_to_ignore(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / ".gitignore").write_text("out/\n*.log\n")
    assert git.ignored(top, ["out/a.txt", "b.log", "c.txt"]) == {"out/a.txt", "b.log"}
    assert git.ignored(top, []) == frozenset()
