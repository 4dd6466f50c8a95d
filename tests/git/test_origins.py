"""Whence the lines of a file come: copies followed, white space and reformatting left out."""

from __future__ import annotations

from pathlib import Path

from memdecay import git
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
    found = git.origins(top, "AGENTS.md")
    assert {(one.commit, one.path) for one in found.values()} == {(first, "CLAUDE.md")}
    assert {one.commit for one in git.origins(top, "AGENTS.md", follows_copies=False).values()} == {head(top)}
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
    assert {one.commit for one in git.origins(top, "AGENTS.md").values()} == {first}
    (top / ".git-blame-ignore-revs").write_text("no such revision\n")
    assert {one.commit for one in git.origins(top, "AGENTS.md").values()} == {head(top)}


def test_lines_that_are_not_committed_have_no_origin(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "AGENTS.md").write_text("- One.\n")
    assert git.origins(top, "AGENTS.md") == {}
    commit(top)
    (top / "AGENTS.md").write_text("- One.\n- Two.\n")
    assert list(git.origins(top, "AGENTS.md")) == [1]


def test_what_git_would_track_is_present_and_links_are_not_followed(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "sub").mkdir()
    for name in ("a.md", "sub/é.md", "ignored.md"):
        (top / name).write_text("x")
    (top / ".gitignore").write_text("ignored.md\n")
    (top / "link").symlink_to("sub")
    assert git.present(top) == [".gitignore", "a.md", "link", "sub/é.md"]
    assert git.present(top / "sub") == ["é.md"]
    assert git.present(tmp_path) is None
    assert not git.is_shallow(top)
