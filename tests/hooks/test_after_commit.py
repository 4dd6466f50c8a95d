"""What the hooks do in real commits: of every kind that git knows, none loses an event or doubles one."""

from __future__ import annotations

from tests.hooks.repository import Repository


def test_a_commit_that_names_an_entry_used_it_once_however_often_it_is_made_again(shop: Repository) -> None:
    shop.commit("--allow-empty", message="x\n\nMemory: npm\nMemory: pnpm\nMemory: npm")
    waiting = shop.waiting()
    assert len(waiting) == 2
    event = shop.did("log", "npm", "--json").document["events"][0]
    assert (event["kind"], event["by"]) == ("used", "Dana")
    shop.commit("--allow-empty", "--amend", message="y\n\nMemory: npm\nMemory: pnpm")
    assert shop.waiting()[:2] == waiting
    assert shop.events("npm") == 1


def test_a_commit_that_is_rebased_or_picked_used_an_entry_once(shop: Repository) -> None:
    shop.git("checkout", "--quiet", "-b", "side")
    (shop.top / "a.txt").write_text("one\n")
    shop.git("add", ".")
    shop.commit(message="x\n\nMemory: npm")
    shop.git("checkout", "--quiet", "main")
    (shop.top / "b.txt").write_text("one\n")
    shop.git("add", ".")
    shop.commit()
    assert shop.events("npm") == 1  # sealed into that commit
    shop.git("cherry-pick", "side")
    shop.git("checkout", "--quiet", "side")
    shop.git("rebase", "--quiet", "main~1")
    assert shop.events("npm") == 1


def test_two_commits_on_two_days_used_an_entry_twice(shop: Repository) -> None:
    for day in ("2026-06-01T08:00:00Z", "2026-06-02T08:00:00Z"):
        words = ("commit", "--quiet", "--allow-empty", "-m", "x\n\nMemory: npm")
        shop.git(*words, environment={"GIT_AUTHOR_DATE": day})
    shown = shop.did("show", "npm", "--json", now="2026-06-03T00:00:00Z").document["entries"][0]
    assert shown["uses"] == 2


def test_a_name_that_no_entry_has_is_said_and_the_commit_is_made(shop: Repository) -> None:
    done = shop.try_git("commit", "--no-verify", "--allow-empty", "-m", "x\n\nMemory: nobody\nMemory: npm")
    assert done.returncode == 0
    assert done.stderr == "memdecay: no entry has the id nobody, so its use was not recorded\n"
    assert shop.events("npm") == 1


def test_a_use_that_cannot_be_recorded_costs_no_commit(shop: Repository) -> None:
    (shop.top / ".git" / "memdecay" / "spool").mkdir(parents=True)
    (shop.top / ".git" / "memdecay" / "spool" / "new").write_text("in the way")
    done = shop.try_git("commit", "--no-verify", "--allow-empty", "-m", "x\n\nMemory: npm")
    assert done.returncode == 0
    assert "memdecay: what this commit used was not recorded: " in done.stderr


def test_a_word_in_the_middle_of_a_message_is_no_trailer(shop: Repository) -> None:
    shop.commit("--allow-empty", message="x\n\nMemory: npm\nis what we talk about here.\n\nThe end.")
    assert shop.waiting() == []


# Where there is no memory
