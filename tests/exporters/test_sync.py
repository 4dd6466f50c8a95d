"""Files that agents read: what goes in, where it is written, and what is left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdecay.errors import Refused
from memdecay.exporters.planning import plan
from memdecay.exporters.sync import Wish, carry_out
from tests.builders import markdown
from tests.front_door import Shell, contents
from tests.memory.happenings import Shop, git


@pytest.fixture
def pnpm(memory: Shell) -> Shell:
    """A shell in a repository, beside a memory with one entry."""
    git(memory.folder, "init", "--quiet")
    memory.write("pnpm.md", markdown("id: pnpm", body="Use pnpm.\n"))
    return memory


def ids(shell: Shell, *words: str) -> list[str]:
    """The ids of all entries that `sync` would put into files."""
    held = shell.run("sync", *words, "--check", "--json").document
    return [one for file in held["files"] for one in file["entries"]]


def refusal(shell: Shell, *words: str) -> str:
    before = contents(shell.folder)
    ran = shell.run("sync", *words)
    assert (ran.code, ran.out) == (1, "")
    assert contents(shell.folder) == before
    return ran.err


def test_only_what_holds_and_was_reviewed_goes_in(pnpm: Shell) -> None:
    for name, key in (
        ("over", "valid_until: 2026-01-01"),
        ("later", "valid_from: 2027-01-01"),
        ("closed", "status: closed"),
        ("unread", "trust: unreviewed"),
        ("fault", "importance: high"),
        ("marked", "tags: []"),
    ):
        pnpm.write(f"{name}.md", markdown(f"id: {name}", key, body=f"Text of {name}.\n"))
    pnpm.write("twin.md", markdown("id: pnpm2", body="One.\n"))
    pnpm.write("twin2.md", markdown("id: pnpm2", body="Two.\n"))
    pnpm.did("misled", "marked")
    assert ids(pnpm, "AGENTS.md") == ["pnpm"]
    assert pnpm.did("sync", "AGENTS.md").err.splitlines() == [
        "memdecay: left out: 3 no longer or not yet true",
        "memdecay: left out: 1 that misled (marked)",
        "memdecay: left out: 1 that nobody reviewed (unread)",
        "memdecay: left out: 2 that share an id (pnpm2, pnpm2)",
        "memdecay: left out: 1 with a value that could not be read (fault)",
    ]
    pnpm.did("confirm", "marked")
    assert ids(pnpm, "AGENTS.md") == ["marked", "pnpm"]


def test_what_is_for_a_folder_goes_into_the_file_of_that_folder(pnpm: Shell) -> None:
    for name, scope in (
        ("web", '["packages/web/**"]'),
        ("all", '["packages/**"]'),
        ("deep", '["packages/web/src/*.ts"]'),
        ("named", "[web]"),
        ("every", '["**/*"]'),
    ):
        pnpm.write(f"{name}.md", markdown(f"id: {name}", f"scope: {scope}", body=f"Text of {name}.\n"))
    assert ids(pnpm, "AGENTS.md") == ["every", "pnpm"]
    assert ids(pnpm, "packages/web/AGENTS.md") == ["all", "every", "pnpm", "web"]
    assert ids(pnpm, "AGENTS.md", "--scope", "web") == ["every", "named", "pnpm"]
    assert ids(pnpm, ".github/copilot-instructions.md") == ["every", "pnpm"]


def test_the_most_important_comes_first_and_age_moves_nothing(pnpm: Shell) -> None:
    for name, key in (("a", "importance: 0.3"), ("b", "importance: 0.9"), ("c", "pinned: true")):
        pnpm.write(f"{name}.md", markdown(f"id: {name}", key, "created: 2020-01-01", body=f"Text {name}.\n"))
    assert ids(pnpm, "AGENTS.md") == ["c", "b", "pnpm", "a"]
    pnpm.did("sync", "AGENTS.md")
    assert pnpm.did("sync", "AGENTS.md", "--check", now="2030-01-01").out == "AGENTS.md is up to date.\n"


def test_an_unchanged_file_is_not_written(pnpm: Shell) -> None:
    pnpm.did("sync", "AGENTS.md")
    os.utime(pnpm.folder / "AGENTS.md", ns=(1, 1))
    pnpm.did("sync", "AGENTS.md")
    assert (pnpm.folder / "AGENTS.md").stat().st_mtime_ns == 1


def test_a_look_ahead_writes_nothing_and_tells_by_its_exit_code(pnpm: Shell) -> None:
    before = contents(pnpm.folder)
    ran = pnpm.run("sync", "AGENTS.md", "--check")
    assert (ran.code, ran.out) == (1, "Would make AGENTS.md: 1 entry, at most 55 tokens.\n")
    assert contents(pnpm.folder) == before
    pnpm.did("sync", "AGENTS.md")
    assert pnpm.did("sync", "AGENTS.md", "--check").out == "AGENTS.md is up to date.\n"


def test_the_mode_of_the_file_is_kept(pnpm: Shell) -> None:
    place = pnpm.folder / "AGENTS.md"
    place.write_text("x\n")
    place.chmod(0o664)
    pnpm.did("sync", "AGENTS.md")
    assert place.stat().st_mode & 0o777 == 0o664
    assert [one.name for one in pnpm.folder.iterdir() if "memdecay-" in one.name] == []


def test_a_link_that_leads_away_is_refused(pnpm: Shell, tmp_path: Path) -> None:
    outside = tmp_path / "AGENTS.md"
    outside.write_text("x\n")
    (pnpm.folder / "AGENTS.md").symlink_to(outside)
    assert refusal(pnpm, "AGENTS.md") == (
        f"error: AGENTS.md leads out of {pnpm.folder}; name the file itself if you mean it\n"
    )
    (tmp_path / "rules").mkdir()
    (pnpm.folder / ".cursor").mkdir()
    (pnpm.folder / ".cursor" / "rules").symlink_to(tmp_path / "rules")
    assert "leads out of" in refusal(pnpm, ".cursor/rules")
    assert outside.read_text() == "x\n"


def test_a_link_into_the_memory_is_refused(pnpm: Shell) -> None:
    (pnpm.folder / "AGENTS.md").symlink_to("memory/pnpm.md")
    assert refusal(pnpm, "AGENTS.md") == (
        "error: AGENTS.md is inside the memory, where nothing is rewritten; name a file outside of it\n"
    )


def test_a_dangling_link_and_a_folder_are_refused(pnpm: Shell) -> None:
    (pnpm.folder / "AGENTS.md").symlink_to("nowhere.md")
    assert refusal(pnpm, "AGENTS.md") == (
        "error: AGENTS.md is a link to nothing; mend the link or remove it\n"
    )
    (pnpm.folder / "CLAUDE.md").mkdir()
    assert refusal(pnpm, "CLAUDE.md") == "error: CLAUDE.md is not a regular file\n"


def test_damaged_markers_are_named_and_the_file_is_left_alone(pnpm: Shell) -> None:
    (pnpm.folder / "AGENTS.md").write_text("a\n<!-- memdecay:begin v=1 sha256=0 -->\nb\n")
    assert refusal(pnpm, "AGENTS.md") == (
        "error: AGENTS.md: line 2 begins a block that nothing ends; nothing was written, mend it by hand\n"
    )


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    shop = Shop(root=tmp_path / "memory")
    shop.put("a")
    place = tmp_path / "AGENTS.md"
    place.write_text("x\n")
    planned = plan(shop.open(), Wish(file=place))
    place.write_text("y\n")
    with pytest.raises(Refused, match="has changed meanwhile, so nothing was written; start again"):
        carry_out(planned)
    assert place.read_text() == "y\n"


def test_what_other_files_take_of_a_shared_limit_counts(pnpm: Shell) -> None:
    for path, size in (
        ("AGENTS.md", 20_000),
        ("a/AGENTS.md", 5_000),
        ("a/b/AGENTS.md", 6_000),
        ("c/AGENTS.md", 9),
    ):
        place = pnpm.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"x" * (size - 1) + b"\n")
    git(pnpm.folder, "add", ".")
    assert "AGENTS.md has 20,000 bytes and files like it 11,000" not in pnpm.run("sync", "AGENTS.md").err
    (pnpm.folder / "AGENTS.md").write_bytes(b"x" * 21_700)
    assert refusal(pnpm, "AGENTS.md") == (
        "error: AGENTS.md has 21,700 bytes and files like it 11,000, but Codex reads 32 KiB of all AGENTS.md "
        "together, those at the top first; shorten it, nothing was written\n"
    )
    assert pnpm.run("sync", "c/AGENTS.md").code == 0


@pytest.mark.parametrize(
    ("path", "text", "warning"),
    [
        ("CLAUDE.md", "x\n" * 300, "CLAUDE.md has 310 lines; Claude Code advises fewer than 200 lines"),
        (
            ".github/copilot-instructions.md",
            "é" * 3_999 + "\n",
            (
                ".github/copilot-instructions.md has 4,183 characters; "
                "Copilot code review reads the first 4,000 characters of a file"
            ),
        ),
        ("GEMINI.md", "x\n" * 900, ""),
    ],
)
def test_what_a_reader_advises_is_told(pnpm: Shell, path: str, text: str, warning: str) -> None:
    place = pnpm.folder / path
    place.parent.mkdir(exist_ok=True)
    place.write_text(text, "utf-8")
    assert pnpm.did("sync", path).err == (f"memdecay: {warning}\n" if warning else "")


def test_a_budget_for_nothing_is_refused(pnpm: Shell) -> None:
    assert refusal(pnpm, "AGENTS.md", "--budget", "9") == (
        "error: nothing of what holds for AGENTS.md fits in 9 tokens; give more with --budget\n"
    )


def test_the_last_entry_that_goes_leaves_a_sentence(pnpm: Shell) -> None:
    pnpm.did("sync", "AGENTS.md")
    pnpm.did("close", "pnpm", "--reason", "x")
    pnpm.did("sync", "AGENTS.md")
    lines = (pnpm.folder / "AGENTS.md").read_text().splitlines()
    assert lines[1:] == ["No other instruction holds here now.", "<!-- memdecay:end -->"]


def test_what_the_file_says_itself_comes_in_when_it_is_no_longer_there(pnpm: Shell) -> None:
    pnpm.write("yarn.md", markdown("id: yarn", "pinned: true", body="Yarn is gone.\n"))
    file = pnpm.folder / "AGENTS.md"
    file.write_text("# Shop\n\n- use **pnpm**\n", "utf-8")
    done = pnpm.did("sync", "AGENTS.md")
    assert done.out.startswith("Updated AGENTS.md: 1 entry, ")
    assert done.err == "memdecay: left out: 1 that the file says itself (pnpm)\n"
    assert pnpm.did("sync", "AGENTS.md", "--check").out == "AGENTS.md is up to date.\n"
    file.write_bytes(file.read_bytes().replace(b"- use **pnpm**\n", b""))
    assert ids(pnpm, "AGENTS.md") == ["yarn", "pnpm"]
    pnpm.did("sync", "AGENTS.md")
    assert pnpm.did("sync", "AGENTS.md", "--check").err == ""
    file.write_bytes(file.read_bytes() + b"\nYarn is gone.\n\n* Use pnpm.\n")
    pnpm.did("sync", "AGENTS.md")
    assert "\nNo other instruction holds here now.\n" in file.read_text("utf-8")


def test_a_file_that_says_everything_is_not_written(pnpm: Shell) -> None:
    (pnpm.folder / "AGENTS.md").write_text("Use pnpm.\n", "utf-8")
    before = contents(pnpm.folder)
    done = pnpm.did("sync", "AGENTS.md")
    assert done.out == "Nothing to write into AGENTS.md.\n"
    assert done.err == "memdecay: left out: 1 that the file says itself (pnpm)\n"
    assert contents(pnpm.folder) == before


def test_a_heading_that_may_hold_a_secret_keeps_its_entry_out(pnpm: Shell) -> None:
    heading = "section: token ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    pnpm.write("told.md", markdown("id: told", heading, body="Ask Dana.\n"))
    assert ids(pnpm, "AGENTS.md") == ["pnpm"]


# Folders of rules


def scoped(shell: Shell, name: str, scope: str) -> None:
    shell.write(f"{name}.md", markdown(f"id: {name}", f"scope: {scope}", body=f"Text of {name}.\n"))


@pytest.mark.parametrize(
    ("folder", "ending", "everywhere", "header"),
    [
        (
            ".cursor/rules",
            ".mdc",
            "---\ndescription: Instructions kept by memdecay\nglobs:\nalwaysApply: true\n---\n\n",
            (
                "---\ndescription: Instructions kept by memdecay for lib/ and src/*.{ts,tsx}\n"
                "globs: lib,lib/**,src/*.ts,src/*.tsx\nalwaysApply: false\n---\n\n"
            ),
        ),
        (
            ".claude/rules",
            ".md",
            "",
            '---\npaths:\n  - "lib"\n  - "lib/**"\n  - "src/*.ts"\n  - "src/*.tsx"\n---\n\n',
        ),
        (
            ".github/instructions",
            ".instructions.md",
            '---\napplyTo: "**"\n---\n\n',
            '---\napplyTo: "lib,lib/**,src/*.ts,src/*.tsx"\n---\n\n',
        ),
    ],
)
def test_each_set_of_globs_gets_a_file_of_its_own(
    pnpm: Shell, folder: str, ending: str, everywhere: str, header: str
) -> None:
    scoped(pnpm, "one", '["src/*.{ts,tsx}", "lib/"]')
    scoped(pnpm, "two", '["lib/", "src/*.{ts,tsx}"]')
    pnpm.did("sync", folder)
    found = sorted((pnpm.folder / folder).iterdir())
    assert [one.name for one in found] == [
        f"memdecay-everywhere{ending}",
        f"memdecay-lib-src-ts-tsx-5da2f5{ending}",
    ]
    assert found[0].read_text().startswith(f"{everywhere}<!-- memdecay:begin v=1 ")
    assert found[1].read_text().startswith(f"{header}<!-- memdecay:begin v=1 ")
    assert found[1].read_text().count("Text of ") == 2
    assert pnpm.did("sync", folder, "--check").out == f"{folder} is up to date.\n"


def test_globs_that_a_reader_cannot_read_are_left_out(pnpm: Shell) -> None:
    scoped(pnpm, "comma", '["a,b/*"]')
    scoped(pnpm, "bomb", '["{1..900}/*"]')
    done = pnpm.did("sync", ".cursor/rules")
    assert "left out: 1 with globs that this reader cannot read (comma)" in done.err
    assert "left out: 1 with globs that this reader cannot read (bomb)" in done.err
    assert [one.name for one in (pnpm.folder / ".cursor/rules").iterdir()] == ["memdecay-everywhere.mdc"]


def test_a_rule_file_that_is_not_ours_is_not_replaced(pnpm: Shell) -> None:
    place = pnpm.folder / ".cursor/rules/memdecay-everywhere.mdc"
    place.parent.mkdir(parents=True)
    place.write_text("Mine.\n")
    assert refusal(pnpm, ".cursor/rules") == (
        "error: .cursor/rules/memdecay-everywhere.mdc does not begin as memdecay writes it, so nothing was "
        "written; move it away, or replace it with --overwrite\n"
    )


def test_a_header_edited_by_hand_stops_it(pnpm: Shell) -> None:
    pnpm.did("sync", ".cursor/rules")
    place = pnpm.folder / ".cursor/rules/memdecay-everywhere.mdc"
    edited = place.read_text().replace("alwaysApply: true", "alwaysApply: false")
    place.write_text(edited)
    assert "does not begin as memdecay writes it" in refusal(pnpm, ".cursor/rules")
