"""What is staged is judged as git would commit it, whatever stands in the work tree; nothing is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import memdecay
from memdecay import settings
from tests.front_door import NOW, contents
from tests.git.guarded import Guarded, guarded

HOOK = f"""#!/bin/sh
exec "{sys.executable}" -m memdecay --now {NOW} check --staged
"""


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    """A repository with one entry, whose pre-commit hook checks what is staged."""
    made = guarded(tmp_path / "shop", "r1")
    hook(made)
    return made


def hook(shop: Guarded) -> None:
    place = Path(shop.git("rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"))
    place.parent.mkdir(exist_ok=True, parents=True)
    place.write_text(HOOK)
    place.chmod(0o755)


def commit(shop: Guarded, *words: str) -> subprocess.CompletedProcess[str]:
    """Try to commit, through the hook."""
    package = str(Path(memdecay.__file__).parents[1])
    return shop.try_git("commit", "-m", "x", *words, environment={"PYTHONPATH": package, "NO_COLOR": "1"})


def rewrite(shop: Guarded, path: str = "r1.md") -> None:
    shop.entry("r1", body="Rewritten.\n", path=path)


REFUSED = (
    "error: memory/r1.md: this entry was rewritten; restore it and write what holds now with "
    "`memdecay add --supersedes r1` [rewrite]\n"
)


def test_a_staged_rewrite_is_refused_although_the_work_tree_is_good_again(shop: Guarded) -> None:  # B129
    good = (shop.memory / "r1.md").read_bytes()
    rewrite(shop)
    shop.git("add", "--all")
    shop.put("r1.md", good)
    refused = commit(shop)
    assert refused.returncode == 1
    assert refused.stdout + refused.stderr == f"{REFUSED}1 file: 1 error, 0 warnings.\n"


def test_a_staged_entry_that_is_gone_from_the_disk_is_accepted(shop: Guarded) -> None:  # B129
    place = shop.entry("r2")
    shop.git("add", "--all")
    place.unlink()
    assert commit(shop).returncode == 0
    assert shop.git("ls-tree", "--name-only", "HEAD", "memory/r2.md") == "memory/r2.md"


def test_commit_all_and_commit_of_a_path_are_seen_through(shop: Guarded) -> None:  # B129
    rewrite(shop)
    for words in (["--all"], ["--", "memory/r1.md"], ["--include", "--", "memory/r1.md"]):
        refused = commit(shop, *words)
        assert (refused.returncode, REFUSED in refused.stdout + refused.stderr) == (1, True), words


def test_a_partial_commit_is_judged_without_what_else_is_staged(shop: Guarded) -> None:
    rewrite(shop)
    shop.entry("r2")
    shop.git("add", "--all")
    assert commit(shop, "--", "memory/r2.md").returncode == 0
    assert commit(shop).returncode == 1


def test_a_bad_work_tree_does_not_stop_a_good_commit(shop: Guarded) -> None:  # B130
    shop.entry("r2")
    shop.git("add", "--all")
    rewrite(shop)
    shop.put("r2.md", b"broken")
    shop.put("memdecay.yaml", b"joiners: perhaps\n")
    assert commit(shop).returncode == 0


def test_nothing_changes_by_looking(shop: Guarded) -> None:  # B131 B132
    rewrite(shop)
    shop.entry("r2")
    shop.git("add", "--all")
    shop.entry("r2", body="Half staged.\n")
    before = contents(shop.top, with_cache=True)
    assert shop.found("--staged") == ["rewrite r1.md"]
    assert shop.found("--range", "HEAD..HEAD") == []
    assert contents(shop.top, with_cache=True) == before


def test_before_the_first_commit_everything_is_new_and_still_looked_over(tmp_path: Path) -> None:  # B134
    shop = guarded(tmp_path / "shop")
    shop.git("update-ref", "-d", "HEAD")
    hook(shop)
    for one in ("r1", "r2", "r3"):
        shop.entry(one)
    shop.entry("r4", "supersedes: [gone]", body="https://ci:Tr0ub4dor3@registry.fabrikam.io\n")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["link r4.md", "secret r4.md"]
    shop.git("rm", "--quiet", "--cached", "memory/r4.md")
    assert commit(shop).returncode == 0


@pytest.mark.parametrize("name", ["übung rule", 'say "no"', "two\nlines", "-rf", " r1", "a\tb", "[x]*"])
def test_a_rewrite_is_found_under_whatever_name(name: str, tmp_path: Path) -> None:  # B135
    shop = guarded(tmp_path / "shop")
    shop.entry("r1", path=f"{name}.md")
    shop.commit()
    rewrite(shop, f"{name}.md")
    shop.git("add", "--all")
    found = shop.found("--staged")
    assert f"rewrite {name}.md" in found


def test_a_name_is_shown_so_that_it_can_be_read(shop: Guarded) -> None:  # B135
    shop.git("rm", "--quiet", "memory/r1.md")
    shop.entry("r1", path="übung rule.md")
    shop.git("add", "--all")
    shop.git("commit", "--quiet", "--no-verify", "-m", "x")
    rewrite(shop, "übung rule.md")
    shop.git("add", "--all")
    assert "error: memory/übung rule.md: this entry was rewritten" in shop.check("--staged").out


def test_each_work_tree_is_judged_by_its_own_index(shop: Guarded) -> None:  # B138
    shop.git("worktree", "add", "--quiet", "-b", "side", str(shop.top.parent / "side"))
    side = Guarded(top=shop.top.parent / "side")
    rewrite(shop)
    shop.git("add", "--all")
    side.entry("r2")
    side.git("add", "--all")
    assert commit(side).returncode == 0
    assert commit(shop).returncode == 1
    rewrite(side)
    refused = commit(side, "--", "memory/r1.md")
    assert REFUSED in refused.stdout + refused.stderr


def test_what_a_hook_of_another_repository_is_told_does_not_count_here(shop: Guarded, tmp_path: Path) -> None:
    other = guarded(tmp_path / "other")  # B137
    rewrite(shop)
    shop.git("add", "--all")
    told = {"GIT_DIR": str(other.top / ".git"), "GIT_INDEX_FILE": str(other.top / ".git" / "index")}
    assert shop.found("--staged", environment=told) == ["rewrite r1.md"]
    shell = other.shell
    ran = shell.run("--memory", str(shop.memory), "check", "--staged")
    assert ran.code == 1


def test_a_repository_that_only_the_environment_names_is_found(shop: Guarded) -> None:
    elsewhere = shop.top.parent / "store.git"
    (shop.top / ".git").rename(elsewhere)
    rewrite(shop)
    told = {"GIT_DIR": str(elsewhere), "GIT_WORK_TREE": str(shop.top)}
    shop.git("add", "--all", environment=told)
    assert shop.found("--staged", environment=told) == ["rewrite r1.md"]


# Merges


def conflicting(shop: Guarded) -> None:
    """Two branches that both change a file beside the memory; `side` closes r1 by hand as well."""
    shop.git("switch", "--quiet", "--create", "side")
    shop.entry("r1", "status: closed")
    (shop.top / "README").write_text("side\n")
    shop.commit("side")
    shop.git("switch", "--quiet", "main")
    (shop.top / "README").write_text("main\n")
    shop.entry("r2")
    shop.commit("main")
    assert shop.try_git("merge", "side").returncode == 1
    (shop.top / "README").write_text("both\n")


def test_a_merge_may_bring_what_the_other_side_did(shop: Guarded) -> None:  # B133
    shop.git("config", "core.hooksPath", "/dev/null")
    conflicting(shop)
    shop.git("config", "--unset", "core.hooksPath")
    shop.git("add", "--all")
    assert commit(shop).returncode == 0


def test_a_resolution_that_neither_side_has_is_a_rewrite(shop: Guarded) -> None:  # B133
    conflicting(shop)
    shop.entry("r1", "status: closed", body="Neither.\n")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["rewrite r1.md"]


def test_a_merge_that_drops_what_a_side_added_deletes_it(shop: Guarded) -> None:
    conflicting(shop)
    shop.git("rm", "--quiet", "--force", "memory/r2.md")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["deletion r2.md"]


def test_a_merge_that_takes_back_a_closing_is_a_rewrite(shop: Guarded) -> None:
    conflicting(shop)
    shop.entry("r1")
    shop.git("add", "--all")
    assert shop.found("--staged") == ["rewrite r1.md"]


def test_a_conflict_in_the_memory_is_named_until_it_is_decided(shop: Guarded) -> None:
    shop.git("switch", "--quiet", "--create", "side")
    shop.entry("r2", body="This.\n")
    shop.commit()
    shop.git("switch", "--quiet", "main")
    shop.entry("r2", body="That.\n")
    shop.commit()
    assert shop.try_git("merge", "side").returncode == 1
    assert "conflict r2.md" in shop.found("--staged")
    shop.git("add", "--all")  # with its marks
    assert shop.found("--staged") == ["rewrite r2.md", "conflict r2.md"]
    shop.entry("r2", body="This.\n")  # would replace what the other side says under that name
    shop.git("add", "--all")
    assert shop.found("--staged") == ["rewrite r2.md"]


# What else is said of what is staged


def test_faults_of_files_that_are_not_touched_stop_no_commit(shop: Guarded) -> None:
    shop.put("broken.md", b"no fences\n")
    shop.git("add", "--all")
    shop.git("commit", "--quiet", "--no-verify", "-m", "x")
    shop.entry("r2")
    shop.git("add", "--all")
    assert shop.found("--staged") == []
    assert shop.found() == ["front-matter broken.md"]


def test_a_file_that_is_only_meant_to_be_added_is_not_in_the_commit(shop: Guarded) -> None:
    shop.put("r3.md", b"not yet written\n")
    shop.git("add", "--intent-to-add", "memory/r3.md")
    shop.entry("r2")
    shop.git("add", "memory/r2.md")
    assert shop.found("--staged") == []
    assert commit(shop).returncode == 0


def test_a_commit_that_touches_no_file_of_the_memory_is_not_looked_at(shop: Guarded) -> None:
    (shop.top / "README").write_text("more\n")
    shop.git("add", "--all")
    ran = shop.check("--staged")
    assert (ran.code, ran.out) == (0, "No file of the memory is touched, so there is nothing to check.\n")


def test_what_a_new_entry_does_to_others_is_named_at_both(shop: Guarded) -> None:
    shop.entry("r2", "supersedes: [r1]")
    shop.entry("r3", "supersedes: [r1]")
    shop.entry("r1", path="web/r1.md")
    shop.git("add", "--all")
    assert shop.found("--staged") == [
        "missing-note r1.md", "shared-id r1.md", "fork r2.md", "fork r3.md", "missing-note web/r1.md",
        "shared-id web/r1.md",
    ]  # fmt: skip


def test_links_submodules_and_clashing_names_are_refused(shop: Guarded) -> None:
    (shop.memory / "l.md").symlink_to("/etc/hostname")
    (shop.memory / "web").symlink_to("..")
    shop.entry("Rr", path="Rr.md")
    shop.entry("rr", path="rR.md")
    shop.git("add", "--all")
    shop.git("update-index", "--add", "--cacheinfo", f"160000,{shop.head},memory/vendor")
    found = shop.found("--staged")
    assert "link-file l.md" in found
    assert "link-file web" in found
    assert "link-file vendor" in found
    assert [one for one in found if one.startswith("clashing")] == [
        "clashing-path Rr.md",
        "clashing-path rR.md",
    ]


def test_settings_are_judged_as_they_are_staged(shop: Guarded) -> None:
    shop.put("memdecay.yaml", b"version: 1\nflor: 0.4\n")
    shop.git("add", "--all")
    assert "memory/memdecay.yaml:2: flor: is not a setting; did you mean floor?" in shop.check("--staged").out
    shop.put("memdecay.yaml", b"version: 1\njoiners: perhaps\n")
    shop.git("add", "--all")
    shop.put("memdecay.yaml", b"version: 1\n")
    assert "joiners: 'perhaps' is neither true nor false [settings]" in shop.check("--staged").out


def test_the_cache_answers_for_blobs_it_knows_and_is_never_believed_for_others(shop: Guarded) -> None:
    shop.shell.did("index")
    shop.entry("r2", "supersedes: [r1]")
    shop.git("add", "--all")
    with_cache = shop.found("--staged")
    shop.entry("r2", "supersedes: [gone]")
    shop.shell.did("index")
    assert shop.found("--staged") == with_cache == ["missing-note r1.md"]


def test_outside_of_a_repository_there_is_nothing_staged(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path)
    shop.put("memdecay.yaml", "version: 1\n")
    ran = shop.check("--staged")
    assert (ran.code, ran.err) == (
        2,
        f"error: {shop.memory} is in no git repository; `memdecay check` looks at the files on disk\n",
    )


def test_a_git_that_cannot_be_run_is_no_clean_bill(shop: Guarded) -> None:
    ran = shop.check("--staged", environment={"PATH": os.devnull})
    assert (ran.code, ran.out) == (2, "")
    assert "git cannot be run" in ran.err


LOADED = """
import sys
from memdecay.cli.app import main
sys.argv = ["memdecay", "--now", "2026-06-03", "check", "--staged"]
try:
    main()
finally:
    print(*sys.modules)
"""


def test_a_hook_loads_nothing_that_it_does_not_need(shop: Guarded) -> None:
    shop.put("memdecay.yaml", settings.FRESH)
    shop.entry("r2")
    shop.shell.did("index")
    shop.git("add", "--all")
    package = str(Path(memdecay.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=shop.top, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": package},
    )  # fmt: skip
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "memdecay.memory.checking" in loaded
    needless = {
        "ruamel.yaml",
        "rich",
        "numpy",
        "memdecay.evidence",
        "memdecay.memory.inspect",
        "memdecay.ranking",
    }
    assert loaded & needless == set()
