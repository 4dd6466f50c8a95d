"""Whence the lines of a file come: copies followed, white space and reformatting left out."""

from __future__ import annotations

from pathlib import Path

from memdecay.git import blame
from tests.git import shop as shops
from tests.memory.happenings import commit
from tests.memory.happenings import git as run

RULES = "".join(f"- Rule number {number} says what to do with part {number}.\n" for number in range(9))


def repository(folder: Path) -> Path:
    folder.mkdir()
    run(folder, "init", "--quiet", "--initial-branch=main")
    return folder


def head(top: Path) -> str:
    return run(top, "rev-parse", "HEAD").strip()


def test_copied_lines_keep_the_commit_they_were_written_in(tmp_path: Path) -> None:  # FORMATS 7, the sixth
    top = repository(tmp_path / "shop")
    (top / "CLAUDE.md").write_text(RULES)
    commit(top)
    first = head(top)
    (top / "AGENTS.md").write_text(RULES)
    (top / "CLAUDE.md").write_text("@AGENTS.md\n")
    commit(top)
    found = blame.origins(top, "AGENTS.md")
    assert {(one.commit, one.path) for one in found.values()} == {(first, "CLAUDE.md")}
    assert {one.commit for one in blame.origins(top, "AGENTS.md", follows_copies=False).values()} == {
        head(top)
    }
    assert found[1].at.isoformat() == run(top, "log", "-1", "--format=%aI", first).strip().replace(
        "Z", "+00:00"
    )


def test_revisions_that_the_repository_asks_to_ignore_do_not_count(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "AGENTS.md").write_text(RULES)
    commit(top)
    first = head(top)
    (top / "AGENTS.md").write_text(RULES.replace("- ", "* "))
    commit(top)
    (top / ".git-blame-ignore-revs").write_text(f"{head(top)}\n")
    assert {one.commit for one in blame.origins(top, "AGENTS.md").values()} == {first}
    (top / ".git-blame-ignore-revs").write_text("no such revision\n")
    assert {one.commit for one in blame.origins(top, "AGENTS.md").values()} == {head(top)}


def test_lines_that_are_not_committed_have_no_origin(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "AGENTS.md").write_text("- One.\n")
    assert blame.origins(top, "AGENTS.md") == {}
    commit(top)
    (top / "AGENTS.md").write_text("- One.\n- Two.\n")
    assert list(blame.origins(top, "AGENTS.md")) == [1]


def test_blame_names_the_author_of_every_committed_line(tmp_path: Path) -> None:
    shop = shops.repository(tmp_path / "shop")
    (shop / "a.md").write_text("one\ntwo\nthree\n")
    shops.committed(shop)
    (shop / "a.md").write_text("one\n2\nthree\n")
    run(shop, "commit", "--quiet", "-am", "y", "--author", "Priya of the Web <p@example.org>")
    (shop / "a.md").write_text("one\n2\nthree\nfour\n")
    assert blame.authors(shop / "a.md") == {1: "Dana", 2: "Priya of the Web", 3: "Dana"}


def test_blame_knows_nothing_of_what_is_not_committed_or_not_in_git(tmp_path: Path) -> None:
    shop = shops.repository(tmp_path / "shop")
    (shop / "a.md").write_text("one\n")
    (tmp_path / "b.md").write_text("one\n")
    assert blame.authors(shop / "a.md") == {}
    assert blame.authors(tmp_path / "b.md") == {}


def test_a_list_of_revisions_that_the_user_asks_to_ignore_does_not_count_nor_need_be_there(
    tmp_path: Path,
) -> None:
    shop = shops.repository(tmp_path / "shop")
    (shop / "a.md").write_text("one\n")
    shops.committed(shop)
    run(shop, "config", "blame.ignoreRevsFile", str(tmp_path / "nowhere"))
    assert blame.authors(shop / "a.md") == {1: "Dana"}
    assert list(blame.origins(shop, "a.md")) == [1]
