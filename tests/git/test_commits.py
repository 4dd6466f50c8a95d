"""What git holds in its index and commits is read as it is, and what git cannot answer is an error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdecay import git
from memdecay.errors import Unusable
from memdecay.git.commits import Change, File, Repository
from memdecay.git.whereabouts import around
from tests.builders import markdown
from tests.git.guarded import Guarded, guarded


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    return guarded(tmp_path / "shop", "r1")


def opened(shop: Guarded) -> Repository:
    found = around(shop.memory, shop.top, os.environ)
    assert found is not None
    return found


def file(data: bytes, mode: str = "100644") -> File:
    return File(mode, git.blob_name(data))


R1 = file(markdown("id: r1", "created: 2026-01-01", body="Do r1.\n"))
SETTINGS = file(b"version: 1\n")


def test_files_are_listed_by_their_path_in_the_memory(shop: Guarded) -> None:
    shop.put("web/[x]*é\n.md", b"x")
    (shop.memory / "run.sh").write_text("#!/bin/sh\n")
    (shop.memory / "run.sh").chmod(0o755)
    (shop.memory / "link").symlink_to("r1.md")
    shop.git("add", "--all")
    expected = {
        "link": file(b"r1.md", "120000"), "memdecay.yaml": SETTINGS, "r1.md": R1,
        "run.sh": file(b"#!/bin/sh\n", "100755"), "web/[x]*é\n.md": file(b"x"),
    }  # fmt: skip
    assert opened(shop).staged() == (expected, ())
    shop.commit()
    assert opened(shop).tree("HEAD") == expected
    assert opened(shop).tree("HEAD", "web", "nowhere") == {"web/[x]*é\n.md": file(b"x")}


def test_what_a_commit_would_change_is_told_for_each_parent(shop: Guarded) -> None:
    assert opened(shop).coming() == {"HEAD": {}}
    shop.put("r2.md", b"x")
    shop.git("rm", "--quiet", "memory/r1.md")
    shop.git("add", "--all")
    assert opened(shop).coming() == {"HEAD": {"r1.md": Change(R1, None), "r2.md": Change(None, file(b"x"))}}


def test_before_the_first_commit_everything_staged_is_new(tmp_path: Path) -> None:
    shop = Guarded(top=tmp_path.resolve())
    shop.git("init", "--quiet")
    shop.put("memdecay.yaml", "version: 1\n")
    shop.git("add", "--all")
    repository = opened(shop)
    assert repository.coming() == {repository.nothing: {"memdecay.yaml": Change(None, SETTINGS)}}


def test_a_history_comes_parents_first_with_trees(shop: Guarded) -> None:
    start = shop.head
    shop.git("config", "log.showSignature", "true")
    shop.git("config", "log.date", "relative")
    second = shop.commit()
    third = shop.commit()
    found = opened(shop).history(start, third)
    assert [(one.name, one.parents) for one in found] == [(second, (start,)), (third, (second,))]
    assert {one.tree for one in found} == {shop.git("rev-parse", "HEAD^{tree}")}
    assert [one.parents for one in opened(shop).history("", start)] == [()]
    assert opened(shop).trees_of([start]) == {start: shop.git("rev-parse", f"{start}^{{tree}}")}
    assert opened(shop).trees_of([]) == {}


def test_differences_of_many_pairs_are_told_apart(shop: Guarded) -> None:
    one = shop.git("rev-parse", "HEAD^{tree}")
    shop.put("r2.md", b"x")
    shop.commit()
    two = shop.git("rev-parse", "HEAD^{tree}")
    repository = opened(shop)
    added = {"r2.md": Change(None, file(b"x"))}
    taken = {"r2.md": Change(file(b"x"), None)}
    assert repository.differences([(one, two), (two, one), (one, one), (one, two)]) == {
        (one, two): added, (two, one): taken, (one, one): {},
    }  # fmt: skip
    assert repository.differences([]) == {}
    (everything,) = repository.differences([(repository.nothing, two)]).values()
    assert sorted(everything) == ["memdecay.yaml", "r1.md", "r2.md"]
    (settings,) = repository.named("memdecay.yaml", [(repository.nothing, two)]).values()
    assert settings == {"memory/memdecay.yaml": Change(None, SETTINGS)}


def test_bytes_come_one_after_the_other_and_no_more_than_asked_for(shop: Guarded) -> None:
    large, empty = b"\x00\n" * 200_000, b""
    shop.put("large", large)
    shop.put("empty", empty)
    shop.git("add", "--all")
    with opened(shop).reading() as shelf:
        assert shelf.read(git.blob_name(empty), 10) == b""
        assert shelf.read(git.blob_name(large), 10) == large[:11]
        assert shelf.read(SETTINGS.blob, 10) == b"version: 1\n"
        assert shelf.read(git.blob_name(large), len(large)) == large
        with pytest.raises(Unusable, match="git has no object 1111111111111111111111111111111111111111"):
            shelf.read("1" * 40, 10)
        assert shelf.read(SETTINGS.blob, 20) == b"version: 1\n"


def test_a_repository_that_is_damaged_is_no_empty_one(shop: Guarded) -> None:
    (shop.top / ".git" / "index").write_bytes(b"damaged")
    with pytest.raises(Unusable, match="git ls-files failed in"):
        opened(shop).staged()
    with pytest.raises(Unusable, match="git diff-index failed in"):
        opened(shop).coming()


def test_bases_of_histories_that_never_met_are_none(shop: Guarded) -> None:
    start = shop.head
    shop.git("switch", "--quiet", "--orphan", "island")
    island = shop.commit()
    assert opened(shop).bases(start, island) == ()
    assert opened(shop).bases(start, start) == (start,)


def test_only_the_name_of_a_commit_is_a_side_of_a_merge(shop: Guarded) -> None:
    start = shop.head
    shop.commit()
    named = {f"GITHEAD_{start}": "side", "GITHEAD_TOKEN": "x", "GITHEAD_": "x", "GITHEAD_abc123": "x"}
    repository = around(shop.memory, shop.top, {**os.environ, **named})
    assert repository is not None
    assert list(repository.coming()) == ["HEAD", start]


def test_trailers_below_a_line_of_dashes_are_read_as_git_reads_them_in_a_commit(shop: Guarded) -> None:
    text = "Say why\n\nOne.\n---\nTwo.\n\nMemory: r1\n"
    shop.git("commit", "--quiet", "--allow-empty", "-m", text)
    assert shop.git("log", "-1", "--format=%(trailers)") == "Memory: r1"
    patch = "\n# ------------------------ >8 ------------------------\ndiff --git a b\n\nMemory: r2\n"
    (shop.top / "message").write_text(text + patch)
    assert opened(shop).trailers(shop.top / "message") == [("Memory", "r1")]


def test_the_repository_of_another_user_is_to_be_trusted_not_mended(shop: Guarded) -> None:
    other = {**os.environ, "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    repository = around(shop.memory, shop.top, other)
    assert repository is not None
    with pytest.raises(Unusable) as refusal:
        repository.staged()
    assert str(refusal.value) == (
        f"git does not trust {shop.top}, which is another user's; if you do, run"
        f" `git config --global --add safe.directory {shop.top}`"
    )
