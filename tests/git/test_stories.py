"""What git does to a work tree costs no acknowledged event and doubles none: stories with real git."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from memdecay.event import Event, Kind
from tests.memory.happenings import NOW, Shop, commit, git, in_repository

MONTHS_LATER = "2026-09-01T00:00:00Z"


@dataclass(kw_only=True)
class Story:
    """One repository and everything that was acknowledged in it."""

    repository: Path
    shop: Shop
    acknowledged: list[Event] = field(default_factory=list)

    def happens(self, entry: str, by: str, *, kind: Kind = Kind.USED, shop: Shop | None = None) -> None:
        self.acknowledged += (shop or self.shop).record(entry, kind=kind, by=by).events

    def git(self, *words: str) -> str:
        return git(self.repository, *words)

    def commit(self) -> None:
        commit(self.repository)

    def seal(self, *, and_commit: bool = False) -> str:
        segment = self.shop.seal().segment
        assert segment is not None
        if and_commit:
            self.commit()
        return segment

    def ends_well(self, shop: Shop | None = None) -> None:
        """Every event is answered and counts once: now, sealed, without the cache, and months later."""
        shop = shop or self.shop
        self._all_are_answered(shop)
        shop.seal()
        self._all_are_answered(shop)
        shop.seal()
        self._all_are_answered(shop)
        assert shop.answers() == shop.answers_without_cache()
        shop.seal(MONTHS_LATER)
        self._all_are_answered(shop)

    def _all_are_answered(self, shop: Shop) -> None:
        listed = shop.log()
        assert sorted(listed) == sorted(one.id for one in self.acknowledged)
        effect = shop.effect()
        for entry in {one.entry for one in self.acknowledged}:
            of_it = [one for one in self.acknowledged if one.entry == entry]
            assert effect[entry][:2] == (len(of_it), max(one.at for one in of_it).isoformat())


@pytest.fixture
def story(tmp_path: Path) -> Story:
    repository = tmp_path.resolve() / "shop"
    return Story(repository=repository, shop=in_repository(repository, "npm", "pnpm"))


def two_branches(story: Story) -> None:
    """On `side` and then on `main` something happened, was sealed and committed."""
    story.happens("npm", "before the branches")
    story.git("checkout", "--quiet", "-b", "side")
    story.happens("npm", "on side")
    story.seal(and_commit=True)
    story.git("checkout", "--quiet", "main")
    story.happens("npm", "on main")
    story.happens("pnpm", "on main")
    story.seal(and_commit=True)


def test_two_branches_that_sealed_merge_without_a_conflict(story: Story) -> None:
    two_branches(story)
    assert len(story.shop.segments()) == 1
    story.git("merge", "--quiet", "--no-edit", "side")
    assert len(story.shop.segments()) == 2
    assert story.git("status", "--porcelain") == ""
    story.ends_well()


def test_before_the_merge_the_events_of_the_other_branch_count_already(story: Story) -> None:
    two_branches(story)
    story.ends_well()
    assert len(story.shop.segments()) == 1


def test_two_branches_that_sealed_the_same_events_merge_without_a_conflict(story: Story) -> None:
    story.happens("npm", "Dana")
    segment = story.seal()
    story.git("checkout", "--quiet", "-b", "side")
    story.commit()
    data = (story.shop.root / segment).read_bytes()
    story.git("checkout", "--quiet", "main")
    (story.shop.root / segment).parent.mkdir(parents=True, exist_ok=True)
    (story.shop.root / segment).write_bytes(data)
    story.commit()
    story.git("merge", "--quiet", "--no-edit", "side")
    story.ends_well()
    assert story.shop.segments() == [segment]


def test_events_sealed_on_both_sides_in_segments_of_their_own_count_once(story: Story) -> None:
    story.happens("npm", "Dana")
    waiting = {path: path.read_bytes() for path in (story.repository / ".git/memdecay/spool/new").iterdir()}
    story.git("checkout", "--quiet", "-b", "side")
    story.happens("npm", "Robin")
    story.seal(and_commit=True)
    story.git("checkout", "--quiet", "main")
    shutil.rmtree(story.repository / ".git/memdecay")  # as another clone, to which the one event was copied
    for path, data in waiting.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (story.shop.root / ".cache" / "index.sqlite").unlink()
    story.seal(and_commit=True)
    story.git("merge", "--quiet", "--no-edit", "side")
    assert len(story.shop.segments()) == 2
    story.ends_well()


def test_a_branch_is_rebased(story: Story) -> None:
    two_branches(story)
    story.git("checkout", "--quiet", "side")
    story.git("rebase", "--quiet", "main")
    assert len(story.shop.segments()) == 2
    story.ends_well()


def test_commits_are_squashed(story: Story) -> None:
    two_branches(story)
    story.git("merge", "--quiet", "--squash", "side")
    story.commit()
    story.git("branch", "--quiet", "-D", "side")
    assert len(story.shop.segments()) == 2
    story.ends_well()


def test_a_sealing_is_cherry_picked(story: Story) -> None:
    two_branches(story)
    story.git("cherry-pick", "side")
    assert len(story.shop.segments()) == 2
    story.git("merge", "--quiet", "--no-edit", "side")
    story.ends_well()


def test_a_sealing_is_reverted(story: Story) -> None:
    story.happens("npm", "Dana")
    story.seal(and_commit=True)
    story.git("revert", "--no-edit", "HEAD")
    assert story.shop.segments() == []
    story.ends_well()


@pytest.mark.parametrize("sealed", [False, True], ids=["waiting", "sealed"])
def test_everything_is_stashed(story: Story, sealed: bool) -> None:
    story.happens("npm", "Dana")
    (story.repository / "unfinished.txt").write_text("x")
    if sealed:
        story.seal()
    story.git("stash", "--include-untracked")
    assert story.shop.segments() == []
    story.ends_well()


def test_a_stashed_segment_is_not_put_back_so_that_it_can_be_popped(story: Story) -> None:
    story.happens("npm", "Dana")
    segment = story.seal()
    story.git("stash", "--include-untracked")
    assert story.shop.seal().restored == ()
    story.git("stash", "pop")
    assert story.shop.segments() == [segment]
    story.ends_well()


def test_a_stashed_segment_that_is_dropped_is_put_back(story: Story) -> None:
    story.happens("npm", "Dana")
    segment = story.seal()
    story.git("stash", "--include-untracked")
    story.git("stash", "drop")
    assert story.shop.seal().restored == (segment,)
    story.ends_well()


def test_what_was_staged_is_reset(story: Story) -> None:
    story.happens("npm", "Dana")
    segment = story.seal()
    story.git("add", "memory/ledger")
    story.git("reset", "--quiet", "--hard")
    assert story.shop.segments() == []
    story.happens("npm", "Robin")
    assert story.shop.seal().restored == (segment,)
    story.ends_well()


def test_a_commit_is_reset_and_forgotten(story: Story) -> None:
    story.happens("npm", "Dana")
    story.seal(and_commit=True)
    story.git("reset", "--quiet", "--hard", "HEAD~1")
    story.git("reflog", "expire", "--expire=now", "--all")
    story.git("gc", "--quiet", "--prune=now")
    assert story.shop.segments() == []
    story.ends_well()
    assert len(story.shop.segments()) == 1


@pytest.mark.parametrize("sealed", [False, True], ids=["waiting", "sealed"])
def test_the_work_tree_is_cleaned_of_all_that_git_does_not_track(story: Story, sealed: bool) -> None:
    story.happens("npm", "Dana")
    if sealed:
        story.seal()
    story.git("clean", "--quiet", "-fdx")
    assert story.shop.segments() == []
    story.ends_well()


def test_a_checkout_while_events_wait(story: Story) -> None:
    story.git("branch", "side")
    story.happens("npm", "on main")
    story.git("checkout", "--quiet", "side")
    story.happens("npm", "on side")
    story.ends_well()


def test_a_checkout_between_sealing_and_committing(story: Story) -> None:
    story.git("branch", "side")
    story.happens("npm", "on main")
    segment = story.seal()
    story.git("checkout", "--quiet", "side")
    assert story.shop.segments() == [segment]
    story.commit()
    story.git("checkout", "--quiet", "main")
    story.happens("npm", "on main again")
    story.seal(and_commit=True)
    story.git("merge", "--quiet", "--no-edit", "side")
    story.ends_well()


def test_a_checkout_of_a_commit_that_had_no_memory_and_back(story: Story) -> None:
    story.git("checkout", "--quiet", "--orphan", "empty")
    story.git("rm", "--quiet", "-r", "--force", ".")
    story.git("commit", "--quiet", "--allow-empty", "-m", "empty")
    story.git("checkout", "--quiet", "main")
    story.happens("npm", "Dana")
    story.seal()
    story.git("add", ".")
    story.git("stash")
    story.git("checkout", "--quiet", "empty")
    story.git("checkout", "--quiet", "main")
    story.ends_well()


def test_a_branch_is_deleted_before_its_sealing_is_merged(story: Story) -> None:
    two_branches(story)
    story.git("branch", "--quiet", "-D", "side")
    story.ends_well()
    assert len(story.shop.segments()) == 2


def linked(story: Story, tmp_path: Path) -> Shop:
    story.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
    return Shop(root=tmp_path.resolve() / "linked" / "memory")


def test_two_worktrees_see_the_events_of_each_other(story: Story, tmp_path: Path) -> None:
    side = linked(story, tmp_path)
    story.happens("npm", "there", shop=side)
    story.happens("npm", "here")
    story.ends_well(side)
    story.ends_well()


@pytest.mark.parametrize("how", ["waiting", "sealed", "committed", "committed and deleted"])
def test_a_worktree_is_removed(story: Story, tmp_path: Path, how: str) -> None:
    side = linked(story, tmp_path)
    story.happens("npm", "there", shop=side)
    story.happens("npm", "here")
    if how != "waiting":
        side.seal()
    if how.startswith("committed"):
        commit(side.root.parent)
    story.git("worktree", "remove", "--force", str(side.root.parent))
    if how.endswith("deleted"):
        story.git("branch", "--quiet", "-D", "side")
    story.ends_well()


def test_a_worktree_is_deleted_by_hand_and_pruned(story: Story, tmp_path: Path) -> None:
    side = linked(story, tmp_path)
    story.happens("npm", "there", shop=side)
    side.seal()
    shutil.rmtree(side.root.parent)
    story.git("worktree", "prune")
    story.git("gc", "--quiet", "--prune=now")
    story.ends_well()


def test_a_repository_is_moved(story: Story, tmp_path: Path) -> None:
    story.happens("npm", "Dana")
    story.seal()
    story.happens("npm", "Robin")
    story.repository.rename(tmp_path / "moved")
    story.ends_well(Shop(root=tmp_path.resolve() / "moved" / "memory"))


def test_a_memory_is_moved_by_git_and_merged_with_events_of_its_old_place(story: Story) -> None:
    two_branches(story)
    (story.repository / "docs").mkdir()
    story.git("mv", "memory", "docs/memory")
    shutil.rmtree(story.repository / "memory", ignore_errors=True)  # its cache
    story.commit()
    moved = Shop(root=story.repository / "docs" / "memory")
    story.happens("npm", "after the move", shop=moved)
    story.ends_well(moved)


def test_a_clone_has_what_was_committed(story: Story, tmp_path: Path) -> None:
    story.happens("npm", "Dana")
    story.seal(and_commit=True)
    git(tmp_path, "clone", "--quiet", str(story.repository), "clone")
    clone = Shop(root=tmp_path.resolve() / "clone" / "memory")
    story.ends_well(clone)
    story.happens("npm", "Robin", shop=clone)
    story.ends_well(clone)


def test_a_hook_that_seals_and_stages_puts_events_into_the_very_commit(story: Story) -> None:
    story.happens("npm", "Dana")
    segment = story.shop.seal().segment
    story.git("add", "memory/ledger")
    story.git("commit", "--quiet", "-m", "work")
    assert story.git("ls-files", "memory/ledger") == f"memory/{segment}\n"
    story.ends_well()


def test_git_sees_nothing_of_the_spool_and_the_cache(story: Story) -> None:
    story.happens("npm", "Dana")
    story.shop.effect()
    assert story.git("status", "--porcelain", "--untracked-files=all") == ""


@pytest.mark.parametrize(
    "after",
    [
        lambda story: story.git("stash", "--include-untracked"),
        lambda story: story.git("reset", "--quiet", "--hard"),
        lambda story: story.git("clean", "--quiet", "-fdx"),
        lambda story: story.git("checkout", "--quiet", "-b", "side"),
    ],
    ids=["stash", "reset", "clean", "checkout"],
)
def test_a_sealer_is_killed_between_the_copy_and_the_segment_and_git_goes_on(
    story: Story, monkeypatch: pytest.MonkeyPatch, after: Callable[[Story], object]
) -> None:
    from memdecay import ledger

    story.happens("npm", "Dana")

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "write", die)
        with pytest.raises(KeyboardInterrupt):
            story.shop.seal()
    (story.repository / "unfinished.txt").write_text("x")
    after(story)
    story.happens("npm", "Robin")
    story.ends_well()


def test_the_command_line_tells_the_same_as_the_stories(story: Story) -> None:
    from tests.front_door import Shell

    two_branches(story)
    story.git("merge", "--quiet", "--no-edit", "side")
    shell = Shell(folder=story.repository, now=NOW)
    assert [one["id"] for one in shell.ask("log")["events"]] == story.shop.log()
    (shown,) = shell.ask("show", "npm")["entries"]
    assert (shown["uses"], shown["strength"]["last_affirmed"]) == (3, NOW)


def test_a_repository_whose_git_is_not_there_keeps_and_seals_its_events(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(*_: object, **__: object) -> None:
        raise FileNotFoundError("git")

    story.happens("npm", "Dana")
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", absent)
        story.happens("npm", "Robin")
        story.ends_well()
