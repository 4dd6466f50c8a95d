"""Ten routes by which a commit enters a branch; on each of them a rewriting commit is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.git.guarded import Guarded, guarded

Change = Callable[[Guarded], None]


def rewrite(shop: Guarded) -> None:
    """Change what an entry says, and stage it."""
    shop.entry("use-npm", body="Do something else.\n")
    shop.git("add", "--all")


def add(shop: Guarded) -> None:
    """Write another entry, and stage it."""
    shop.entry("use-pnpm")
    shop.git("add", "--all")


def on_a_branch(shop: Guarded, change: Change) -> str:
    """A commit with that change on a branch `side`; `main` is checked out again."""
    shop.git("switch", "--quiet", "--create", "side")
    change(shop)
    shop.git("commit", "--quiet", "-m", "side")
    made = shop.head
    shop.git("switch", "--quiet", "main")
    return made


def moved_on(shop: Guarded) -> None:
    """A commit of its own on the branch that is checked out."""
    (shop.top / "README").write_text("shop and more\n")
    shop.commit("elsewhere")


def by_commit(shop: Guarded, change: Change) -> None:
    change(shop)
    shop.git("commit", "--quiet", "-m", "x")


def by_commit_without_hooks(shop: Guarded, change: Change) -> None:
    hook = shop.top / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    change(shop)
    assert shop.try_git("commit", "--quiet", "-m", "x").returncode != 0
    shop.git("commit", "--quiet", "--no-verify", "-m", "x")


def by_amend(shop: Guarded, change: Change) -> None:
    moved_on(shop)
    change(shop)
    shop.git("commit", "--quiet", "--amend", "--no-edit")


def by_merge(shop: Guarded, change: Change) -> None:
    on_a_branch(shop, change)
    moved_on(shop)
    shop.git("merge", "--quiet", "--no-ff", "-m", "merge", "side")


def by_fast_forward(shop: Guarded, change: Change) -> None:
    on_a_branch(shop, change)
    shop.git("merge", "--quiet", "--ff-only", "side")


def by_cherry_pick(shop: Guarded, change: Change) -> None:
    made = on_a_branch(shop, change)
    moved_on(shop)
    shop.git("cherry-pick", made)


def by_revert(shop: Guarded, change: Change) -> None:
    change(shop)
    shop.git("commit", "--quiet", "-m", "x")
    shop.git("revert", "--no-edit", "HEAD")


def by_rebase(shop: Guarded, change: Change) -> None:
    on_a_branch(shop, change)
    moved_on(shop)
    shop.git("switch", "--quiet", "side")
    shop.git("rebase", "--quiet", "main")
    shop.git("switch", "--quiet", "main")
    shop.git("merge", "--quiet", "--ff-only", "side")


def by_mail(shop: Guarded, change: Change) -> None:
    made = on_a_branch(shop, change)
    mail = shop.git("format-patch", "-1", "--stdout", made)
    moved_on(shop)
    shop.git("am", "--quiet", given=mail + "\n")


def by_plumbing(shop: Guarded, change: Change) -> None:
    change(shop)
    tree = shop.git("write-tree")
    made = shop.git("commit-tree", tree, "-p", "HEAD", "-m", "x")
    shop.git("update-ref", "refs/heads/main", made)


ROUTES: dict[str, Callable[[Guarded, Change], None]] = {
    "commit": by_commit,
    "commit --no-verify": by_commit_without_hooks,
    "commit --amend": by_amend,
    "merge": by_merge,
    "fast-forward": by_fast_forward,
    "cherry-pick": by_cherry_pick,
    "revert": by_revert,
    "rebase": by_rebase,
    "am": by_mail,
    "plumbing": by_plumbing,
}


@pytest.mark.parametrize("route", ROUTES)
def test_a_rewriting_commit_is_refused_by_whichever_route_it_came(route: str, tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "use-npm")
    base = shop.head
    ROUTES[route](shop, rewrite)
    ran = shop.check("--range", f"{base}..HEAD")
    assert ran.code == 1, ran
    told = [line for line in ran.lines if line.startswith("error: ")]
    assert told[-1].startswith("error: memory/use-npm.md: this entry was rewritten; restore it")
    assert len(told) == (2 if route == "revert" else 1)  # reverting a rewrite changes the entry again


@pytest.mark.parametrize("route", [route for route in ROUTES if route != "revert"])
def test_a_commit_that_adds_an_entry_is_welcome_by_each_of_them(route: str, tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "use-npm")
    base = shop.head
    ROUTES[route](shop, add)
    assert shop.found("--range", f"{base}..HEAD") == []
    assert (shop.memory / "use-pnpm.md").is_file() or route == "plumbing"


def test_to_revert_the_commit_that_added_an_entry_is_to_delete_it(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "use-npm")
    base = shop.head
    by_revert(shop, add)
    assert shop.found("--range", f"{base}..HEAD") == ["deletion use-pnpm.md"]
