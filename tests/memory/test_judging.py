"""Every commit of a range is judged against each of its parents, and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.front_door import contents
from tests.git.guarded import Guarded, guarded


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    return guarded(tmp_path / "shop", "r1")


def test_the_commit_that_did_it_is_named_and_later_ones_do_not_heal_it(shop: Guarded) -> None:
    start, good = shop.head, (shop.memory / "r1.md").read_bytes()
    shop.entry("r1", body="Rewritten.\n")
    bad = shop.commit()
    shop.put("r1.md", good)
    back = shop.commit()
    ran = shop.check("--range", f"{start}..HEAD")
    assert (ran.code, ran.lines) == (
        1,
        [
            *(
                "error: memory/r1.md: this entry was rewritten; restore it and write what holds now with "
                f"`memdecay add --supersedes r1` (commit {name[:10]}) [rewrite]"
                for name in (bad, back)
            ),
            "2 commits, 1 file: 2 errors, 0 warnings.",
        ],
    )
    assert shop.found("--range", f"{back}..HEAD") == []


def test_a_range_is_written_as_git_writes_it(shop: Guarded) -> None:
    start = shop.head
    shop.entry("r1", body="Rewritten.\n")
    shop.commit()
    shop.git("tag", "-a", "v1", "-m", "tagged")
    for stated in (f"{start}..HEAD", f"{start}..", "HEAD~1..v1", f"{start[:8]}..main", "@~..@"):
        assert shop.found("--range", stated) == ["rewrite r1.md"], stated
    assert shop.found("--range", "HEAD..HEAD") == []
    assert shop.found("--range", "..HEAD") == []  # from HEAD to HEAD, as for git


def test_the_state_before_the_first_push_is_no_commit_and_everything_is_judged(shop: Guarded) -> None:
    shop.entry("r1", body="Rewritten.\n")
    shop.commit()
    assert shop.found("--range", f"{'0' * 40}..HEAD") == ["rewrite r1.md"]
    assert shop.check("--range", f"{'0' * 40}..HEAD").lines[-1] == "2 commits, 2 files: 1 error, 0 warnings."


@pytest.mark.parametrize("unknown", ["nowhere", "--all", "HEAD:README", "HEAD^{tree}"])
def test_what_is_no_commit_here_is_said(unknown: str, shop: Guarded) -> None:
    message = f"no commit is called {unknown!r} here; fetch it, or name another (`git log` lists them)"
    for stated in (f"HEAD..{unknown}", f"{unknown}..HEAD"):
        ran = shop.check(f"--range={stated}")
        assert (ran.code, ran.out, ran.err) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize("stated", ["HEAD", "a...b", "", "."])
def test_what_is_no_range_is_said(stated: str, shop: Guarded) -> None:
    ran = shop.check(f"--range={stated}")
    message = f"--range takes two commits as A..B, not {stated!r}; for example origin/main..HEAD"
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {message}\n")


def test_a_shallow_clone_is_refused_with_the_remedy(shop: Guarded, tmp_path: Path) -> None:
    shop.entry("r2")
    shop.commit()
    shop.git("clone", "--quiet", "--depth", "1", f"file://{shop.top}", str(tmp_path / "shallow"))
    ran = Guarded(top=tmp_path / "shallow").check("--range", "HEAD..HEAD")
    assert (ran.code, ran.err) == (
        2,
        (
            "error: this clone holds only a part of the history, and commits are judged against their "
            "parents; run `git fetch --unshallow` (GitHub Actions: `fetch-depth: 0` under actions/checkout)\n"
        ),
    )


def branched(shop: Guarded) -> None:
    """`side` adds r2 and closes r1 by hand; `main` adds r3."""
    shop.git("switch", "--quiet", "--create", "side")
    shop.entry("r2")
    shop.entry("r1", "status: closed")
    shop.commit("side")
    shop.git("switch", "--quiet", "main")
    shop.entry("r3")
    shop.commit("main")


def test_a_merge_of_good_branches_is_good_whichever_side_is_the_base(shop: Guarded) -> None:
    start = shop.head
    branched(shop)
    main, side = shop.head, shop.git("rev-parse", "side")
    shop.git("merge", "--quiet", "-m", "merge", "side")
    for base in (start, main, side):
        assert shop.found("--range", f"{base}..HEAD") == []


def test_a_merge_that_keeps_only_our_side_deletes_what_theirs_added(shop: Guarded) -> None:
    branched(shop)
    main = shop.head
    shop.git("merge", "--quiet", "--strategy", "ours", "-m", "merge", "side")
    assert shop.found("--range", f"{main}..HEAD") == ["rewrite r1.md", "deletion r2.md"]
    assert shop.found("--range", f"{main}^..HEAD") == ["rewrite r1.md", "deletion r2.md"]


def test_a_merge_that_changes_what_neither_side_changed_is_named(shop: Guarded) -> None:
    branched(shop)
    main = shop.head
    shop.git("merge", "--quiet", "--no-commit", "side")
    shop.entry("r3", body="Evil.\n")
    merge = shop.commit("merge")
    ran = shop.check("--range", f"{main}..HEAD", "--json")
    assert [(one["rule"], one["path"], one["commit"]) for one in ran.document["problems"]] == [
        ("rewrite", "r3.md", merge[:10])
    ]


def test_a_rewrite_that_a_merge_brings_in_is_charged_to_its_own_commit_once(shop: Guarded) -> None:
    start = shop.head
    shop.git("switch", "--quiet", "--create", "side")
    shop.entry("r1", body="Rewritten.\n")
    bad = shop.commit("side")
    shop.git("switch", "--quiet", "main")
    shop.entry("r3")
    shop.commit("main")
    shop.git("merge", "--quiet", "-m", "merge", "side")
    problems = shop.check("--range", f"{start}..HEAD", "--json").document["problems"]
    assert [(one["rule"], one["commit"]) for one in problems] == [("rewrite", bad[:10])]


def test_two_entries_of_one_name_do_not_replace_each_other_in_a_merge(shop: Guarded) -> None:
    shop.git("switch", "--quiet", "--create", "side")
    shop.entry("r2", body="This.\n")
    shop.commit("side")
    shop.git("switch", "--quiet", "main")
    shop.entry("r2", body="That.\n")
    main = shop.commit("main")
    shop.git("switch", "--quiet", "side")
    shop.git("merge", "--quiet", "--strategy-option", "ours", "-m", "merge", "main")
    assert shop.found("--range", f"{main}..HEAD") == ["rewrite r2.md"]


def test_histories_that_never_met_are_merged_by_adding(shop: Guarded) -> None:
    start = shop.head
    shop.git("switch", "--quiet", "--orphan", "island")
    shop.put("memdecay.yaml", "version: 1\n")
    shop.entry("r9")
    shop.commit("island")
    shop.git("switch", "--quiet", "main")
    shop.git("merge", "--quiet", "--allow-unrelated-histories", "-m", "merge", "island")
    assert shop.found("--range", f"{start}..HEAD") == []
    shop.git("switch", "--quiet", "island")
    shop.git("merge", "--quiet", "--allow-unrelated-histories", "-s", "ours", "-m", "merge", start)
    assert shop.found("--range", f"{start}..HEAD") == ["deletion r1.md"]


def test_what_a_commit_adds_is_looked_over_although_a_later_one_hides_it(shop: Guarded) -> None:
    start = shop.head
    shop.entry("r2", body="https://ci:Tr0ub4dor3@registry.fabrikam.io\n")
    added = shop.commit()
    shop.git("revert", "--no-edit", "HEAD")
    problems = shop.check("--range", f"{start}..HEAD", "--json").document["problems"]
    told = [(one["rule"], one["path"], one["line"], one["commit"]) for one in problems]
    assert told == [("secret", "r2.md", 5, added[:10]), ("deletion", "r2.md", None, shop.head[:10])]


def test_the_memory_is_looked_at_as_the_last_commit_left_it_where_the_range_touched_it(shop: Guarded) -> None:
    shop.put("broken.md", b"no fences\n")
    shop.commit()
    start = shop.head
    shop.entry("r2", "supersedes: [r1]")
    shop.commit()
    shop.entry("r3", "supersedes: [r1, gone]")
    shop.commit()
    ran = shop.check("--range", f"{start}..HEAD")
    rules = [line.rpartition(" ")[2] for line in ran.lines[:-2]]
    assert rules == ["[missing-note]", "[fork]", "[link]", "[fork]"]
    assert ran.lines[-2:] == [
        "2 commits, 2 files: 1 error, 3 warnings.",
        "1 more fault in files that this does not touch; `memdecay check` names them.",
    ]


def test_links_and_submodules_are_named_in_the_commit_that_brings_them(shop: Guarded) -> None:
    start = shop.head
    (shop.memory / "l.md").symlink_to("r1.md")
    shop.commit()
    shop.git("rm", "--quiet", "memory/l.md")
    shop.commit()
    assert shop.found("--range", f"{start}..HEAD") == ["link-file l.md"]


def test_an_approved_deletion_is_welcome_in_the_commit_that_carries_its_ledger(shop: Guarded) -> None:
    shop.shell.did("add", "Ask dana.jones@fabrikam.io for access.", "--id", "ask-dana", now="2026-01-01")
    start = shop.commit("add")
    shop.shell.did("propose", "--only", "deletion", now="2026-06-01")
    (listed,) = (shop.memory / "proposals").iterdir()
    shop.commit("propose")
    listed.write_text(listed.read_text().replace("- [ ] `delete", "- [x] `delete"))
    ticked = shop.commit("tick")
    shop.shell.did("apply", str(listed), "--by", "Priya", "--allow-many")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["deletion ask-dana.md"]  # the ledger does not say so yet
    shop.shell.did("seal")
    shop.git("add", "--all")
    assert shop.found("--staged") == []
    shop.commit("apply")
    assert shop.found("--range", f"{ticked}..HEAD") == []
    assert [one for one in shop.found("--range", f"{start}..HEAD") if not one.startswith("personal")] == []


def test_an_erasure_may_clear_a_segment_of_its_words(shop: Guarded) -> None:
    shop.shell.did("add", "Ask dana.jones@fabrikam.io for access.", "--id", "ask-dana", now="2026-01-01")
    shop.shell.did("misled", "ask-dana", "--note", "she has left the company", now="2026-02-01")
    shop.shell.did("used", "r1", now="2026-02-01")
    shop.shell.did("seal", now="2026-02-02")
    shop.commit("add")
    shop.shell.did("propose", "--only", "deletion", now="2026-06-01")
    (listed,) = (shop.memory / "proposals").iterdir()
    listed.write_text(listed.read_text().replace("- [ ] `delete", "- [x] `delete"))
    ticked = shop.commit("tick")
    shop.shell.did("apply", str(listed), "--by", "Priya", "--allow-many")
    shop.shell.did("seal")
    before = set(shop.git("ls-tree", "-r", "--name-only", ticked, "memory/ledger").split())
    shop.commit("apply")
    after = set(shop.git("ls-tree", "-r", "--name-only", "HEAD", "memory/ledger").split())
    assert before - after  # the segment with the words is gone
    assert shop.found("--range", f"{ticked}..HEAD") == []


def test_nothing_changes_by_judging(shop: Guarded) -> None:
    start = shop.head
    branched(shop)
    before = contents(shop.top, with_cache=True)
    shop.found("--range", f"{start}..HEAD")
    assert contents(shop.top, with_cache=True) == before


def test_a_memory_at_the_top_of_its_repository_is_judged_alike(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path)
    shop.git("init", "--quiet")
    (tmp_path / "memdecay.yaml").write_text("version: 1\n")
    (tmp_path / "r1.md").write_text("---\nid: r1\n---\nDo.\n")
    start = shop.commit()
    (tmp_path / "r1.md").write_text("---\nid: r1\n---\nDo not.\n")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["rewrite r1.md"]
    shop.commit()
    assert shop.found("--range", f"{start}..HEAD") == ["rewrite r1.md"]


def test_a_repository_of_sha_256_is_judged_alike(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path)
    if shop.try_git("init", "--quiet", "--object-format=sha256").returncode:
        pytest.skip("this git knows no SHA-256")
    shop.put("memdecay.yaml", "version: 1\n")
    shop.entry("r1")
    shop.commit()
    shop.entry("r1", body="Rewritten.\n")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["rewrite r1.md"]
    shop.commit()
    assert shop.found("--range", f"{'0' * 64}..HEAD") == ["rewrite r1.md"]


def test_a_replacement_ref_hides_nothing(shop: Guarded) -> None:
    start = shop.head
    shop.entry("r1", body="Rewritten.\n")
    bad = shop.commit()
    good = shop.git("commit-tree", f"{start}^{{tree}}", "-p", start, "-m", "x")
    shop.git("replace", bad, good)
    assert shop.found("--range", f"{start}..HEAD") == ["rewrite r1.md"]


# A memory that moves, or goes


def test_a_memory_may_move_as_a_whole_and_its_entries_stay_what_they_are(shop: Guarded) -> None:
    start = shop.head
    (shop.top / "docs").mkdir()
    shop.git("mv", "memory", "docs/memory")
    shop.commit()
    moved = Guarded(top=shop.top, environment={"MEMDECAY_DIR": "docs/memory"})
    assert moved.found("--range", f"{start}..HEAD") == []
    (shop.top / "docs/memory/r1.md").write_text("---\nid: r1\n---\nRewritten.\n")
    shop.git("add", "--all")
    shop.git("commit", "--quiet", "--amend", "--no-edit")
    ran = moved.check("--range", f"{start}..HEAD")
    assert ran.code == 1
    assert ran.lines[0].startswith("error: memory/r1.md: this entry was rewritten; restore it")


def test_a_memory_that_is_copied_and_then_thrown_away_was_deleted(shop: Guarded) -> None:
    start = shop.head
    (shop.top / "docs").mkdir()
    (shop.top / "docs/memdecay.yaml").write_text("version: 1\n")
    (shop.top / "docs/r1.md").write_text("---\nid: r1\n---\nRewritten.\n")
    shop.commit()
    shop.git("rm", "--quiet", "-r", "memory")
    shop.commit()
    moved = Guarded(top=shop.top, environment={"MEMDECAY_DIR": "docs"})
    assert moved.found("--range", f"{start}..HEAD") == [
        "settings ../memory/memdecay.yaml",
        "deletion ../memory/r1.md",
    ]


def test_a_memory_without_its_settings_is_named(shop: Guarded) -> None:
    start = shop.head
    shop.git("rm", "--quiet", "memory/memdecay.yaml")
    shop.commit()
    shop.put("memdecay.yaml", "version: 1\n")
    shop.commit()
    assert shop.found("--range", f"{start}..HEAD") == ["settings memdecay.yaml"]
