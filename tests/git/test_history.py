"""What git tells of the past of files: changes, contents, the trailers of commits, what it ignores."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

from memdecay import git
from memdecay.git import history
from tests.git import shop as shops
from tests.memory.happenings import commit
from tests.memory.happenings import git as run


def repository(folder: Path) -> Path:
    folder.mkdir()
    run(folder, "init", "--quiet", "--initial-branch=main")
    return folder


def test_changes_come_newest_first_with_both_contents(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    for text in ("one", "two"):
        (top / "a\u00e9 b.txt").write_text(text)
        commit(top)
    (top / "a\u00e9 b.txt").unlink()
    commit(top)
    found = history.changes(top, [":(top,glob)**/*.txt"])
    contents = history.contents(top, [name for one in found for name in (one.before, one.after) if name])
    told = [(one.path, contents.get(one.before), contents.get(one.after)) for one in found]
    name = "a\u00e9 b.txt"
    assert told == [(name, b"two", None), (name, b"one", b"two"), (name, None, b"one")]
    assert history.changes(top, [":(top,glob)**/*.txt"], only_removals=True) == found[:1]
    assert found[0].day == run(top, "log", "-1", "--format=%cs").strip()


def test_a_file_that_moved_was_removed_where_it_stood(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "a.txt").write_text("one\n" * 50)
    commit(top)
    run(top, "mv", "a.txt", "b.txt")
    commit(top)
    removed = history.changes(top, [":(top,literal)a.txt"], only_removals=True)
    assert [one.path for one in removed] == ["a.txt"]


def test_contents_that_are_empty_or_missing(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    (top / "a.txt").write_bytes(b"")
    commit(top)
    (only,) = history.changes(top, [":(top,literal)a.txt"])
    assert history.contents(top, [only.after, "1" * 40]) == {only.after: b""}


def test_the_lines_of_commit_messages_that_begin_with_a_key(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    commit(top, "a\n\nMemory: one, two\nReviewed-by: x")
    commit(top, "b\n\nsays Memory: three")
    commit(top, "Memory: four")
    assert [value for value, _ in history.trailers(top, "Memory")] == ["four", "one, two"]


def test_outside_of_a_repository_there_is_no_past(tmp_path: Path) -> None:
    assert history.changes(tmp_path, ["*"]) == []
    assert history.contents(tmp_path, ["1" * 40]) == {}
    assert history.trailers(tmp_path, "Memory") == []
    assert git.ignored(tmp_path, ["a"]) == frozenset()
    assert git.head(tmp_path) is None


def test_before_the_first_commit_there_is_no_past(tmp_path: Path) -> None:
    top = repository(tmp_path / "shop")
    assert (history.changes(top, ["*"]), git.head(top)) == ([], None)
    commit(top)
    assert git.head(top) == run(top, "rev-parse", "--short", "HEAD").strip()


def test_what_the_checked_out_commit_has(tmp_path: Path) -> None:
    shop = shops.repository(tmp_path / "shop")
    assert not history.is_in_head(shop, "a.md")
    shops.commit(shop, "web/a.md", b"1")
    (shop / "b.md").write_bytes(b"1")
    run(shop, "add", "b.md")
    assert history.is_in_head(shop, "web/a.md")
    assert not history.is_in_head(shop, "b.md")
    assert not history.is_in_head(shop, "a.md")
    shops.commit(shop, "web/a.md", None)
    assert not history.is_in_head(shop, "web/a.md")
    assert history.is_in_history(shop, "web/a.md")


def test_history_is_that_of_every_branch_tag_and_stash(tmp_path: Path) -> None:
    shop = shops.repository(tmp_path / "shop")
    shops.commit(shop, "a.md", b"1")
    run(shop, "checkout", "--quiet", "-b", "side")
    shops.commit(shop, "on-side.md", b"1")
    run(shop, "checkout", "--quiet", "-")
    shops.commit(shop, "tagged.md", b"1")
    run(shop, "tag", "v1")
    run(shop, "reset", "--quiet", "--hard", "HEAD~1")
    (shop / "stashed.md").write_bytes(b"1")
    run(shop, "stash", "--include-untracked")
    for path in ("a.md", "on-side.md", "tagged.md", "stashed.md"):
        assert history.is_in_history(shop, path), path
    assert not history.is_in_history(shop, "never.md")
    run(shop, "stash", "drop")
    assert not history.is_in_history(shop, "stashed.md")


def test_versions_come_oldest_first_with_the_time_of_their_commit_and_bytes_as_they_were(
    tmp_path: Path,
) -> None:
    shop = shops.repository(tmp_path / "shop")
    run(shop, "config", "core.autocrlf", "false")
    written = [b"1\r\n\n\n", None, b"\xff\x00", b""]
    for day, data in enumerate(written, 1):
        shops.commit(shop, "web/a b.md", data, f"2026-06-0{day}T00:00:00+02:00")
        shops.commit(shop, "other.md", str(day).encode(), f"2026-06-0{day}T01:00:00Z")
    found = list(history.versions(shop, "web/a b.md"))
    assert [data for _, data in found] == [b"1\r\n\n\n", b"", b"\xff\x00", b""]
    assert [at.isoformat() for at, _ in found] == [f"2026-06-0{day}T00:00:00+02:00" for day in range(1, 5)]
    assert list(history.versions(shop, "gone.md")) == []


def test_outside_a_repository_nothing_is_committed(tmp_path: Path) -> None:
    assert not history.is_in_head(tmp_path, "a.md")
    assert not history.is_in_history(tmp_path, "a.md")
    assert list(history.versions(tmp_path, "a.md")) == []


def test_what_a_user_likes_to_read_in_a_log_is_no_answer(tmp_path: Path) -> None:
    shop = shops.repository(tmp_path / "shop")
    shops.commit(shop, "notes/a.md", b"a")
    (tmp_path / "signs").write_text(
        "#!/bin/sh\ncat >/dev/null\necho\necho '[GNUPG:] SIG_CREATED ' >&2\necho '[GNUPG:] GOODSIG 12 Dana'\n"
        "echo '-----BEGIN PGP SIGNATURE-----'\n"
    )
    (tmp_path / "signs").chmod(0o755)
    shops.run(shop, "config", "gpg.program", str(tmp_path / "signs"))
    shops.run(shop, "commit", "--quiet", "--gpg-sign", "--amend", "--message", "signed")
    for name in ("log.showSignature", "log.follow"):
        shops.run(shop, "config", name, "true")
    assert history.is_in_history(shop, ":(glob)notes/*.md")
    ((at, data),) = history.versions(shop, "notes/a.md")
    assert (at.year, data) == (datetime.now(timezone.utc).year, b"a")


def test_neither_the_first_commit_nor_a_trailer_is_lost_to_the_settings_of_a_user(tmp_path: Path) -> None:
    top = shops.repository(tmp_path / "shop")
    shops.commit(top, "a.txt", b"a")
    commit(top, "b\n\nMemory: \u00e9")
    for setting in (
        "log.showRoot=false", "grep.patternType=fixed", "i18n.logOutputEncoding=ISO-8859-1",
        f"diff.orderFile={tmp_path / 'nowhere'}",
    ):  # fmt: skip
        run(top, "config", *setting.split("="))
    assert [value for value, _ in history.trailers(top, "Memory")] == ["\u00e9"]
    assert [one.path for one in history.changes(top, ["a.txt"])] == ["a.txt"]
