"""What the hooks do in real commits: of every kind that git knows, none loses an event or doubles one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hooks.repository import Repository, repository


def test_a_commit_that_rewrites_an_entry_is_refused_and_changes_nothing(shop: Repository) -> None:
    shop.did("used", "npm")
    shop.rewrite("npm")
    shop.git("add", ".")
    before = (shop.status(), shop.git("write-tree"), shop.waiting())
    refused = shop.try_git("commit", "-m", "x")
    assert refused.returncode == 1
    assert "memory/npm.md" in refused.stdout + refused.stderr
    assert (shop.status(), shop.git("write-tree"), shop.waiting()) == before
    assert shop.git("rev-list", "--count", "HEAD") == "1"


def test_what_happened_travels_with_the_commit_and_leaves_a_clean_tree(shop: Repository) -> None:
    shop.did("used", "npm")
    shop.put("bun")
    shop.git("add", "memory/bun.md")
    done = shop.try_git("commit", "-m", "x")
    assert done.stderr == "memdecay: sealed 1 event into this commit\n"
    assert shop.committed()[0] == "memory/bun.md"
    assert shop.committed()[1:] == shop.segments()
    assert len(shop.segments()) == 1
    assert (shop.status(), shop.waiting(), shop.events("npm")) == ("", [], 1)


def test_where_nothing_happened_a_commit_holds_what_was_staged(shop: Repository) -> None:
    shop.put("bun")
    shop.git("add", ".")
    done = shop.try_git("commit", "-m", "x")
    assert (done.stderr, shop.committed()) == ("", ["memory/bun.md"])


def test_commit_all_takes_what_happened_along_too(shop: Repository) -> None:
    (shop.top / "a.txt").write_text("one\n")
    shop.arrange()
    shop.did("used", "npm")
    (shop.top / "a.txt").write_text("two\n")
    shop.commit("--all")
    assert shop.committed() == ["a.txt", *shop.segments()]
    assert shop.status() == ""


def test_a_commit_of_named_paths_holds_those_and_events_wait_for_the_next(shop: Repository) -> None:
    shop.did("used", "npm")
    (shop.top / "a.txt").write_text("one\n")
    shop.git("add", ".")
    shop.commit("--", "a.txt")
    assert (shop.committed(), shop.status(), len(shop.waiting())) == (["a.txt"], "", 1)
    (shop.top / "a.txt").write_text("two\n")
    shop.commit("--all")
    assert shop.committed() == ["a.txt", *shop.segments()]
    assert (shop.status(), shop.events("npm")) == ("", 1)


def test_a_commit_of_named_paths_is_checked_as_it_will_be(shop: Repository) -> None:
    shop.rewrite("npm")
    shop.put("bun")
    shop.git("add", ".")
    assert shop.try_git("commit", "-m", "x", "--", "memory/npm.md").returncode == 1
    assert shop.try_git("commit", "-m", "x", "--", "memory/bun.md").returncode == 0


def test_what_is_staged_in_part_stays_so(shop: Repository) -> None:
    path = shop.top / "a.txt"
    path.write_text("one\n")
    shop.git("add", "a.txt")
    path.write_text("one\ntwo\n")
    shop.did("used", "npm")
    shop.commit()
    assert (shop.git("show", "HEAD:a.txt"), path.read_text(), shop.status()) == (
        "one", "one\ntwo\n", " M a.txt",
    )  # fmt: skip


def test_a_segment_that_a_refused_message_left_behind_goes_into_the_next_commit(shop: Repository) -> None:
    shop.did("used", "npm")
    shop.put("bun")
    shop.git("add", ".")
    assert shop.try_git("commit", "-m", "x\n\nMemory: nobody").returncode == 1
    shop.git("reset", "--quiet")
    assert "ledger" in shop.status()
    shop.git("add", "memory/bun.md")
    shop.commit()
    assert shop.committed() == ["memory/bun.md", *shop.segments()]
    assert shop.status() == ""


def test_files_in_the_ledger_that_this_repository_did_not_seal_are_not_staged(shop: Repository) -> None:
    stranger = shop.memory / "ledger" / "2026-06" / f"{'0' * 24}.jsonl"
    stranger.parent.mkdir(parents=True)
    stranger.write_text("{}\n")
    shop.did("used", "npm")
    shop.commit("--allow-empty")
    assert shop.committed() == shop.segments()
    assert shop.status() == "?? memory/ledger/2026-06/"


def test_no_seal_checks_and_puts_nothing_into_a_commit(shop: Repository) -> None:
    shop.did("used", "npm")
    (shop.hooks / "pre-commit").unlink()
    shop.user_hook("pre-commit", f"{shop.launcher} hooks run pre-commit --no-seal")
    shop.commit("--allow-empty")
    assert (shop.committed(), len(shop.waiting())) == ([], 1)
    shop.rewrite("npm")
    assert shop.try_git("commit", "--all", "-m", "x").returncode == 1


def test_a_merge_is_checked_and_brings_only_what_it_brings(shop: Repository) -> None:
    shop.git("checkout", "--quiet", "-b", "side")
    shop.put("bun")
    shop.arrange()
    shop.git("checkout", "--quiet", "main")
    (shop.top / "a.txt").write_text("one\n")
    shop.arrange()
    shop.did("used", "npm")
    shop.git("merge", "--quiet", "--no-edit", "side")
    assert (shop.segments(), len(shop.waiting()), shop.status()) == ([], 1, "")


def diverged(shop: Repository) -> None:
    """A branch `side` that rewrote an entry, by leave of a reviewer, and added another; `main` added one."""
    shop.git("checkout", "--quiet", "-b", "side")
    shop.rewrite("npm")
    shop.put("yarn")
    shop.arrange()
    shop.git("checkout", "--quiet", "main")
    shop.put("bun")
    shop.arrange()


def test_a_merge_may_bring_what_was_judged_on_the_other_side(shop: Repository) -> None:
    diverged(shop)
    shop.git("branch", "third", "HEAD~1")
    shop.git("merge", "--quiet", "--no-edit", "side")
    shop.git("checkout", "--quiet", "third")
    (shop.top / "a.txt").write_text("one\n")
    shop.arrange()
    shop.git("merge", "--quiet", "--no-edit", "side", "main~1")
    assert shop.git("rev-list", "--parents", "-1", "HEAD").count(" ") == 3


def test_a_merge_that_would_drop_what_the_other_side_did_is_refused(shop: Repository) -> None:
    diverged(shop)
    refused = shop.try_git("merge", "--no-edit", "--strategy=ours", "side")
    assert refused.returncode != 0
    told = refused.stdout + refused.stderr
    assert "memory/yarn.md: this entry was deleted" in told
    assert "memory/npm.md: this entry was rewritten" in told


def close_on_both_sides(shop: Repository) -> None:
    """Close the same entry on the branches `side` and `main`, for reasons of their own."""
    for branch in ("side", "main"):
        shop.git("checkout", "--quiet", *(["-b"] if branch == "side" else []), branch)
        shop.did("close", "npm", "--reason", f"{branch} moved to pnpm")
        shop.git("add", ".")
        shop.commit()


@pytest.mark.parametrize("side", ["--ours", "--theirs"])
def test_where_both_sides_closed_an_entry_a_merge_keeps_the_note_of_either(
    shop: Repository, side: str
) -> None:
    note = "memory/npm.closed.md"
    close_on_both_sides(shop)
    assert shop.try_git("merge", "side").returncode == 1
    shop.git("checkout", side, note)
    whole = (shop.top / note).read_text()
    (shop.top / note).write_text(whole.replace("moved", "turned"))
    shop.git("add", ".")
    assert "npm.closed.md: this closing note was rewritten" in shop.try_git("commit", "--no-edit").stderr
    (shop.top / note).write_text(whole)
    shop.git("add", ".")
    shop.commit("--no-edit")
    assert shop.did("check").out == "3 files: no faults.\n"


def test_a_merge_that_is_finished_by_hand_brings_only_what_it_brings(shop: Repository) -> None:
    for branch, text in (("side", "one\n"), ("main", "two\n")):
        shop.git("checkout", "--quiet", *(["-b"] if branch == "side" else []), branch)
        (shop.top / "a.txt").write_text(text)
        shop.arrange()
    shop.did("used", "npm")
    assert shop.try_git("merge", "side").returncode == 1
    (shop.top / "a.txt").write_text("both\n")
    shop.git("add", ".")
    shop.commit("--no-edit")
    assert (shop.segments(), len(shop.waiting()), shop.status()) == ([], 1, "")


def test_an_approved_deletion_and_its_event_go_into_one_commit(shop: Repository) -> None:
    shop.put("junk", text="npm")
    shop.arrange()
    made = shop.did("propose", "--only", "deletion", now="2026-06-04").lines[0].split(" ")[1].rstrip(":")
    page = shop.top / made
    page.write_text(page.read_text().replace("- [ ] `delete junk", "- [x] `delete junk"))
    shop.arrange()
    shop.did("apply", made, "--by", "Priya", now="2026-06-05")
    shop.git("add", ".")
    done = shop.try_git("commit", "-m", "x")
    assert (done.returncode, done.stderr) == (0, "memdecay: sealed 1 event into this commit\n")
    assert shop.committed() == ["memory/junk.md", *shop.segments()]


def test_a_deletion_that_nobody_approved_is_refused_and_seals_nothing(shop: Repository) -> None:
    shop.did("used", "npm")
    shop.git("rm", "-q", "memory/pnpm.md")
    assert shop.try_git("commit", "-m", "x").returncode == 1
    assert (shop.status(), len(shop.waiting())) == ("D  memory/pnpm.md", 1)


# What a commit says that it used


def test_a_trailer_that_names_no_entry_is_refused_before_the_commit(shop: Repository) -> None:
    refused = shop.try_git("commit", "--allow-empty", "-m", "x\n\nMemory: nobody")
    assert refused.returncode == 1
    assert "nobody" in refused.stdout + refused.stderr
    assert shop.git("rev-list", "--count", "HEAD") == "1"


def test_a_branch_without_the_memory_can_be_committed_to(shop: Repository) -> None:
    shop.git("checkout", "--quiet", "--orphan", "old")
    shop.git("rm", "-rfq", "--ignore-unmatch", "--cached", ".")
    for path in sorted(shop.memory.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (shop.top / "a.txt").write_text("one\n")
    shop.git("add", "a.txt")
    done = shop.try_git("commit", "-m", "x")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_commit_that_deletes_the_whole_memory_is_refused(shop: Repository) -> None:
    shop.git("rm", "-rq", "memory")
    refused = shop.try_git("commit", "-m", "x")
    assert refused.returncode == 1
    assert refused.stderr == (
        "error: this commit deletes the memory itself, which no check allows; `git restore --staged "
        "--worktree` brings it back, or commit with --no-verify and let a reviewer judge it\n"
    )


def test_a_memory_that_git_does_not_track_puts_nothing_into_a_commit(tmp_path: Path, program: Path) -> None:
    made = Repository(top=tmp_path.resolve() / "new", launcher=program)
    made.top.mkdir()
    made.git("init", "--quiet")
    made.did("init", "--hooks")
    made.put("npm")
    made.did("used", "npm")
    (made.top / "a.txt").write_text("one\n")
    made.git("add", "a.txt")
    made.commit()
    assert (made.committed(), len(made.waiting())) == (["a.txt"], 1)


def test_a_memory_elsewhere_in_the_repository_is_looked_after(tmp_path: Path, program: Path) -> None:
    folder = "docs/Dana's memory"
    made = repository(tmp_path.resolve() / "shop", program, "npm")
    made.git("rm", "-rq", "--cached", "memory")
    made.commit()
    (made.top / folder).parent.mkdir(exist_ok=True)
    made.memory.rename(made.top / folder)
    made.did("--memory", folder, "hooks", "install")
    made.git("add", ".")
    made.commit()
    path = made.top / folder / "npm.md"
    path.write_bytes(path.read_bytes() + b"More.\n")
    assert made.try_git("commit", "--all", "-m", "x").returncode == 1


def test_an_entry_that_only_the_last_commit_has_can_be_amended_by_making_the_commit_anew(
    shop: Repository,
) -> None:
    shop.put("yarn")
    shop.git("add", ".")
    shop.commit(message="Say what yarn is for")
    shop.rewrite("yarn")
    refused = shop.try_git("commit", "--amend", "--all", "--no-edit")
    assert refused.returncode == 1
    way = (
        "Only your last commit has memory/yarn.md. To amend it: `git reset --soft HEAD~1`, then "
        "`git commit -c ORIG_HEAD`.\n"
    )
    assert way in refused.stderr + refused.stdout
    shop.git("reset", "--soft", "HEAD~1")
    shop.git("commit", "--all", "-c", "ORIG_HEAD")
    assert shop.git("log", "--format=%s") == "Say what yarn is for\nbegin"
    assert shop.did("check", "--range", "HEAD~1..HEAD").code == 0


def test_what_others_may_have_is_not_offered_to_be_amended(shop: Repository) -> None:
    shop.put("yarn")
    shop.git("add", ".")
    shop.commit()
    shop.git("update-ref", "refs/remotes/origin/main", "HEAD")
    shop.rewrite("yarn")
    refused = shop.try_git("commit", "--amend", "--all", "--no-edit")
    assert refused.returncode == 1
    assert "yarn.md: this entry was rewritten" in refused.stderr + refused.stdout
    assert "amend" not in refused.stderr + refused.stdout
    shop.git("update-ref", "-d", "refs/remotes/origin/main")
    shop.rewrite("npm")
    refused = shop.try_git("commit", "--all", "-m", "x")
    assert "Only your last commit has memory/yarn.md." in refused.stderr + refused.stdout


def test_while_a_commit_is_picked_the_last_one_is_not_offered_to_be_amended(shop: Repository) -> None:
    close_on_both_sides(shop)
    assert shop.try_git("cherry-pick", "side").returncode == 1
    shop.git("checkout", "--theirs", "memory/npm.closed.md")
    shop.git("add", ".")
    refused = shop.try_git("commit", "--no-edit")
    assert "npm.closed.md: this closing note was rewritten" in refused.stderr + refused.stdout
    assert "amend" not in refused.stderr + refused.stdout
    shop.git("cherry-pick", "--skip")
    assert shop.status() == ""
