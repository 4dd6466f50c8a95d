"""A hook is told of the commit being made by variables; they count where they are about this repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.git.whereabouts import around
from tests.git.guarded import Guarded, guarded


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    return guarded(tmp_path / "shop", "r1")


def kept(shop: Guarded, start: Path, **told: str) -> dict[str, str]:
    """The variables of git that are passed on."""
    found = around(shop.memory, start, {"PATH": "/bin", **told})
    assert found is not None
    assert (found.top, found.memory) == (shop.top, "memory")
    return {name: value for name, value in found.environment.items() if name.startswith("GIT")}


def test_an_index_that_git_hands_to_a_hook_is_kept_from_the_top_of_the_work_tree(shop: Guarded) -> None:
    expected = {"GIT_INDEX_FILE": str(shop.top / ".git/index")}
    assert kept(shop, shop.top, GIT_INDEX_FILE=".git/index", GIT_PREFIX="memory/") == expected
    assert kept(shop, shop.memory, GIT_INDEX_FILE=".git/index") == expected
    absolute = str(shop.top / ".git/next-index-12.lock")
    assert kept(shop, shop.top, GIT_INDEX_FILE=absolute, GIT_DIR=".git") == {"GIT_INDEX_FILE": absolute}


def test_what_is_about_another_repository_is_dropped(shop: Guarded, tmp_path: Path) -> None:
    other = guarded(tmp_path / "other")
    index = str(other.top / ".git/index")
    assert kept(shop, other.top, GIT_INDEX_FILE=index) == {}
    assert kept(shop, shop.top, GIT_INDEX_FILE=index, GIT_DIR=str(other.top / ".git")) == {}
    side = {f"GITHEAD_{other.head}": "side"}
    assert kept(shop, other.top, **side) == {}
    assert kept(other, other.top, **side) == side


def test_a_linked_work_tree_has_a_git_folder_of_its_own(shop: Guarded, tmp_path: Path) -> None:
    shop.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = Guarded(top=(tmp_path / "side").resolve())
    own = shop.top / ".git/worktrees/side"
    index = str(own / "index")
    assert kept(side, side.top, GIT_DIR=str(own), GIT_INDEX_FILE=index) == {"GIT_INDEX_FILE": index}
    assert kept(shop, side.top, GIT_DIR=str(own), GIT_INDEX_FILE=index) == {}


def test_what_has_nothing_to_do_with_places_is_passed_on(shop: Guarded) -> None:
    told = {"GIT_CONFIG_COUNT": "0", "GIT_SSH_COMMAND": "ssh -x", "GIT_QUARANTINE_PATH": "/x"}
    assert kept(shop, shop.top, **told) == told


def test_a_submodule_is_a_repository_of_its_own(shop: Guarded, tmp_path: Path) -> None:
    part = guarded(tmp_path / "part", "r1")
    shop.git("submodule", "--quiet", "add", str(part.top), "part")
    inner = Guarded(top=shop.top / "part")
    assert kept(inner, shop.top, GIT_INDEX_FILE=".git/index") == {}


def test_outside_of_any_repository_there_is_none(tmp_path: Path) -> None:
    assert around(tmp_path, tmp_path, {"PATH": "/bin"}) is None
    assert around(tmp_path, tmp_path, {"PATH": "/usr/bin:/bin", "GIT_DIR": str(tmp_path / "nowhere")}) is None
