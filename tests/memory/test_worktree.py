"""What was done on disk to a committed file is named before it is staged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.git.guarded import Guarded, guarded


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    return guarded(tmp_path / "shop", "r1", "r2")


def test_an_edit_and_a_deletion_on_disk_are_named(shop: Guarded) -> None:
    assert shop.found() == []
    shop.entry("r1", body="Rewritten.\n")
    (shop.memory / "r2.md").unlink()
    assert shop.found() == ["rewrite r1.md", "deletion r2.md"]
    assert shop.found("--staged") == []


def test_what_a_person_may_do_may_be_done_on_disk(shop: Guarded) -> None:
    shop.entry("r1", "status: closed", "valid_until: 2026-06-01")
    (shop.memory / "web").mkdir()
    (shop.memory / "r2.md").rename(shop.memory / "web/r2.md")
    shop.entry("r3")
    assert shop.found() == []


def test_a_file_that_was_only_touched_is_as_it_was(shop: Guarded) -> None:
    place = shop.memory / "r1.md"
    data = place.read_bytes()
    place.unlink()
    place.write_bytes(data)
    place.chmod(0o600)
    os.utime(place, (0, 0))
    assert shop.git("diff-index", "--name-only", "HEAD") == "memory/r1.md"  # not yet looked into
    assert shop.found() == []


def test_line_ends_that_git_turned_at_checkout_are_not_an_edit(shop: Guarded) -> None:
    shop.git("config", "core.autocrlf", "true")
    place = shop.memory / "r1.md"
    place.unlink()
    shop.git("checkout", "--", "memory/r1.md")
    assert b"\r\n" in place.read_bytes()
    os.utime(place, (0, 0))
    assert shop.found() == []


def test_what_is_staged_for_the_first_time_and_edited_again_is_no_rewrite(shop: Guarded) -> None:
    shop.entry("r3")
    shop.git("add", "--intent-to-add", "memory/r3.md")
    shop.entry("r4")
    shop.git("add", "memory/r4.md")
    shop.entry("r4", body="Do it otherwise.\n")
    assert shop.found() == []


def test_a_merge_that_is_undecided_on_disk_is_named(shop: Guarded) -> None:
    shop.git("checkout", "--quiet", "-b", "side")
    shop.entry("r1", body="Do it their way.\n")
    shop.commit()
    shop.git("checkout", "--quiet", "main")
    shop.entry("r1", body="Do it our way.\n")
    shop.commit()
    assert shop.try_git("merge", "side").returncode == 1
    assert "rewrite r1.md" in shop.found()


def test_looking_takes_no_lock_that_another_git_waits_for(shop: Guarded) -> None:
    os.utime(shop.memory / "r1.md", (0, 0))
    before = (shop.top / ".git/index").read_bytes()
    assert shop.found() == []
    assert (shop.top / ".git/index").read_bytes() == before


def test_settings_of_git_that_add_to_its_answers_are_no_files(shop: Guarded) -> None:
    (shop.top / "README").write_text("put away\n")
    shop.git("stash", "--quiet")
    for name in ("status.showStash", "status.branch"):
        shop.git("config", name, "true")
    assert shop.found() == []
    shop.entry("r1", body="Rewritten.\n")
    assert shop.found() == ["rewrite r1.md"]


def test_a_repository_of_sha_256_is_compared_alike(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path)
    if shop.try_git("init", "--quiet", "--object-format=sha256").returncode:
        pytest.skip("this git knows no SHA-256")
    shop.put("memdecay.yaml", "version: 1\n")
    for one in ("r1", "r2", "r3"):
        shop.entry(one)
    shop.commit()
    shop.git("update-index", "--chmod=+x", "memory/r1.md")
    (shop.memory / "web").mkdir()
    (shop.memory / "r2.md").rename(shop.memory / "web/r2.md")
    assert shop.found() == []
    shop.entry("r3", body="Rewritten.\n")
    assert shop.found() == ["rewrite r3.md"]


def test_a_link_in_place_of_an_entry_is_named(shop: Guarded) -> None:
    (shop.memory / "r1.md").unlink()
    (shop.memory / "r1.md").symlink_to("r2.md")
    assert shop.found() == ["link-file r1.md", "rewrite r1.md"]


def test_a_deletion_is_approved_by_an_event_that_still_waits(shop: Guarded) -> None:
    shop.shell.did("add", "Ask dana.jones@fabrikam.io for access.", "--id", "ask-dana", now="2026-01-01")
    shop.commit()
    shop.shell.did("propose", "--only", "deletion", now="2026-06-01")
    (listed,) = (shop.memory / "proposals").iterdir()
    listed.write_text(listed.read_text().replace("- [ ] `delete", "- [x] `delete"))
    shop.shell.did("apply", str(listed), "--by", "Priya", "--allow-many")
    assert shop.found() == []


def test_before_the_first_commit_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path)
    shop.git("init", "--quiet")
    shop.put("memdecay.yaml", "version: 1\n")
    shop.entry("r1")
    assert shop.found() == []
