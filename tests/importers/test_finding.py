"""Which files are read: links once, nothing outside; what is passed over is told."""

from __future__ import annotations

import os
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest

from tests.importers.shop import Shop
from tests.memory.happenings import git as run


def test_a_link_beside_its_file_is_read_once(shop: Shop) -> None:  # FORMATS 7, the second
    shop.put("AGENTS.md", "- Use pnpm.\n")
    (shop.shell.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    found = shop.planned()
    assert [(one["text"], one["source"].split("#")[0]) for one in found["entries"]] == [
        ("Use pnpm.", "AGENTS.md")
    ]
    assert [(one["path"], one["message"]) for one in found["problems"]] == [
        ("AGENTS.md", "is not committed, so nobody may have looked at that"),
        ("CLAUDE.md", "is a link to AGENTS.md, which is read once"),
    ]


def test_a_link_to_a_file_that_is_not_found_by_itself_is_read_under_its_own_name(folder: Shop) -> None:
    folder.put("docs/agents.md", "- Use pnpm.\n")
    (folder.shell.folder / "CLAUDE.md").symlink_to("docs/agents.md")
    one = folder.entry()
    assert (one["source"].split("#")[0], one["scope"]) == ("docs/agents.md", [])


@pytest.mark.parametrize(
    ("link", "scope"), [("CLAUDE.md", []), ("a/CLAUDE.md", ["a/**"]), ("a/c/CLAUDE.md", ["a/b/**"])]
)
def test_a_file_is_in_force_where_a_link_to_it_stands_further_up(
    folder: Shop, link: str, scope: list[str]
) -> None:
    folder.put("a/b/AGENTS.md", "- Use pnpm.\n")
    folder.put("a/c/x.txt", "-")
    (folder.shell.folder / link).symlink_to(folder.shell.folder / "a" / "b" / "AGENTS.md")
    one = folder.entry()
    assert (one["source"].split("#")[0], one["scope"]) == ("a/b/AGENTS.md", scope)


def test_a_link_that_is_named_is_read(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Use pnpm.\n")
    (folder.shell.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    assert folder.texts("CLAUDE.md") == ["Use pnpm."]


def test_a_linked_folder_of_rules_is_told(folder: Shop) -> None:
    folder.put(".cursor/rules/a.mdc", "- Use pnpm.\n")
    (folder.shell.folder / ".claude").mkdir()
    (folder.shell.folder / ".claude" / "rules").symlink_to("../.cursor/rules")
    assert folder.problems() == [".claude/rules: is a link to a folder; its files are read where they are"]


def test_what_git_ignores_is_told_and_read_only_where_it_is_named(shop: Shop) -> None:
    shop.put(".gitignore", "CLAUDE.md\n")
    shop.put("CLAUDE.md", "- Mine.\n")
    assert shop.problems() == ["CLAUDE.md: git is told to ignore it; name the file to import it"]
    assert shop.texts("CLAUDE.md") == ["Mine."]


def test_what_others_wrote_and_built_is_not_searched(folder: Shop) -> None:
    for path in ("node_modules/x/CLAUDE.md", "vendor/x/AGENTS.md", ".git/AGENTS.md"):
        folder.put(path, "- Not ours.\n")
    folder.put("packages/vendor/AGENTS.md", "- Ours.\n")
    assert folder.texts() == ["Ours."]


def test_a_memory_is_not_imported_into_itself(folder: Shop) -> None:
    folder.put("memory/CLAUDE.md", "- Mine.\n")
    assert folder.planned()["files"] == []


def test_a_folder_is_searched_below_itself_and_named_from_the_root(shop: Shop) -> None:
    shop.put("AGENTS.md", "- Everywhere.\n")
    shop.put("web/AGENTS.md", "- In the web.\n")
    one = shop.entry("web")
    assert (one["source"].split("#")[0], one["scope"]) == ("web/AGENTS.md", ["web/**"])


def test_a_file_outside_of_the_repository_is_named_in_full_or_from_home(shop: Shop, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "other"
    other.mkdir()
    (other / "AGENTS.md").write_text("- Theirs.\n")
    assert shop.entry(str(other))["source"].startswith(f"{other}/AGENTS.md#L1-L1@b2-10 sha256:")


def test_files_that_cannot_be_read_are_told_and_cost_only_themselves(folder: Shop) -> None:
    folder.put("AGENTS.md", b"- Costs 5 \xa2.\n")
    folder.put("CLAUDE.md", "- Use pnpm.\n")
    folder.put("GEMINI.md", "x" * (4 * 1024 * 1024 + 1))
    os.mkfifo(folder.shell.folder / ".cursorrules")
    found = folder.planned()
    assert [one["text"] for one in found["entries"]] == ["Use pnpm."]
    assert [f"{one['path']}: {one['message']}" for one in found["problems"]] == [
        "AGENTS.md: is not UTF-8 text (byte 10) and was passed over; save it as UTF-8",
        "GEMINI.md: is larger than 4 MiB and was passed over",
    ]


def test_what_could_not_be_read_is_not_counted(folder: Shop) -> None:
    folder.put("AGENTS.md", b"- Costs 5 \xa2.\n")
    folder.put("CLAUDE.md", "- Use pnpm.\n")
    assert "Wrote 1 entry from 1 file, unreviewed.\n" in folder.run().out
    assert folder.run().out.endswith("Nothing new in 1 file.\n")


def test_a_folder_that_is_closed_to_us_costs_only_itself(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.put("CLAUDE.md", "- Use pnpm.\n")
    shop.put(".clinerules/a.md", "- Use tabs.\n")
    shop.put(".clinerules/picture.png", "-")
    shop.commit()
    asked = Path.stat

    def stat(path: Path, **words: Any) -> os.stat_result:  # as the system answers where one is not root
        if path.parent.name == ".clinerules":
            raise PermissionError(13, "Permission denied", str(path))
        return asked(path, **words)

    monkeypatch.setattr(Path, "stat", stat)
    monkeypatch.setattr(Path, "lstat", partialmethod(stat, follow_symlinks=False))
    assert shop.texts() == ["Use pnpm."]
    assert shop.problems() == [
        ".clinerules/a.md: cannot be read (Permission denied); check the permissions of its folder"
    ]


def test_a_link_to_the_repository_itself_leads_nowhere_else(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Use pnpm.\n")
    folder.put(".clinerules/a.md", "- Use tabs.\n")
    (folder.shell.folder / ".clinerules" / "up").symlink_to("..")
    assert folder.problems() == [".clinerules/up: is a link to a folder; its files are read where they are"]


def test_a_wrong_path_or_tool_is_refused_with_what_to_do(folder: Shop) -> None:
    said = {
        ("missing",): "missing is not there; name a file or a folder to import",
        ("gone.md",): "gone.md is a link to nothing; mend it or name another file",
        (
            "--from",
            "emacs",
        ): "no tool is called 'emacs'; --from takes auto, claude, codex, cursor, copilot, gemini, "
        "windsurf, cline, continue, serena, memsearch, adr, openclaw, basic-memory, obsidian, mem0, "
        "plain, memdecay",
    }
    (folder.shell.folder / "gone.md").symlink_to("nowhere.md")
    for words, message in said.items():
        ran = folder.run(*words)
        assert (ran.code, ran.err) == (2, f"error: {message}\n")


def test_a_shallow_clone_gives_no_dates_and_says_so(shop: Shop, tmp_path: Path) -> None:
    shop.put("AGENTS.md", "- Use pnpm.\n")
    shop.commit()
    shop.put("AGENTS.md", "- Use pnpm.\n- Use tabs.\n")
    shop.commit()
    clone = tmp_path.resolve() / "clone"
    run(tmp_path, "clone", "--quiet", "--depth=1", f"file://{shop.shell.folder}", str(clone))
    found = shop.planned(str(clone))
    assert [(one["valid_from"], one["dated_by"]) for one in found["entries"]] == [(None, None)] * 2
    assert [one["message"] for one in found["problems"]] == [
        "the history of its repository was cut off (a shallow clone), so no date was taken from it"
    ]
