"""Whatever in git still holds a file is named, so that a person can take it away there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memdecay.git import holders
from tests.git.shop import committed, repository, run


def held(shop: Path, *paths: str) -> set[tuple[str, str]]:
    return {(one.kind, one.name) for one in holders.holding(shop, paths)}


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
    assert holders.past_paths(shop, [":(glob)**/a.md"]) == ["a.md"]


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


def test_a_stash_of_a_repository_of_sha_256_is_looked_into_alike(tmp_path: Path) -> None:
    try:
        shop = repository(tmp_path / "shop", "Dana", "--object-format=sha256")
    except subprocess.CalledProcessError:
        pytest.skip("this git knows no SHA-256")
    (shop / "b.md").write_text("b")
    committed(shop)
    (shop / "a.md").write_text("a")
    run(shop, "stash", "--quiet", "--include-untracked")
    assert ("stash", "stash@{0}") in held(shop, "a.md")


def test_other_work_trees_hold_what_is_in_them(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    (shop / "b.md").write_text("b")
    committed(shop)
    run(shop, "worktree", "add", "--quiet", str(tmp_path / "tree"))
    (tmp_path / "tree/a.md").write_text("a")
    assert held(shop, "a.md") == {("worktree", str(tmp_path / "tree"))}
