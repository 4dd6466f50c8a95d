"""What went wrong with blocks of other tools in files of people."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents
from tests.git.test_stories import git

BEGIN = "<!-- memdecay:begin"


@pytest.fixture
def pnpm(memory: Shell) -> Shell:
    """A shell beside a memory with one entry."""
    memory.write("pnpm.md", markdown("id: pnpm", body="Use pnpm.\n"))
    return memory


def put(shell: Shell, path: str, data: str | bytes) -> Path:
    place = shell.folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data.encode() if isinstance(data, str) else data)
    return place


def test_no_front_matter_and_no_byte_order_mark_reach_the_block(memory: Shell) -> None:  # B007
    memory.write("a.md", b"\xef\xbb\xbf" + markdown("id: a", "scope: ['src/**/*.py']", body="Use ruff.\n"))
    memory.did("sync", "AGENTS.md", "--scope", "src/**/*.py")
    text = (memory.folder / "AGENTS.md").read_text("utf-8")
    assert "Use ruff." in text
    assert "---\n" not in text
    assert "id: a" not in text
    assert "\ufeff" not in text


def test_byte_order_mark_and_line_ends_of_people_are_kept(pnpm: Shell) -> None:  # B008
    place = put(pnpm, "AGENTS.md", b"\xef\xbb\xbf# Shop\r\nBe kind.\r\n")
    pnpm.did("sync", "AGENTS.md")
    once = place.read_bytes()
    assert once.startswith(b"\xef\xbb\xbf# Shop\r\nBe kind.\r\n\r\n<!-- memdecay:begin")
    assert once.count(b"\r\n") == once.count(b"\n")
    pnpm.did("sync", "AGENTS.md")
    assert place.read_bytes() == once


def test_an_entry_that_two_readers_would_read_differently_stays_out(pnpm: Shell) -> None:  # B022
    pnpm.write("twice.md", b"---\nid: twice\nstatus: active\nstatus: closed\n---\nUse npm.\n")
    done = pnpm.did("sync", "AGENTS.md")
    assert "Use npm." not in (pnpm.folder / "AGENTS.md").read_text()
    assert done.err == "memdecay: 1 file could not be used; `memdecay doctor` names the faults\n"


def test_text_of_an_entry_is_no_escape(pnpm: Shell) -> None:  # B115
    pnpm.write("b.md", markdown("id: b", body="D:\\new\\Unit, \\1, \\g<0>, $&\n"))
    put(pnpm, "AGENTS.md", "# A\n")
    pnpm.did("sync", "AGENTS.md")
    pnpm.write("c.md", markdown("id: c", body="More.\n"))
    pnpm.did("sync", "AGENTS.md")
    assert "D:\\new\\Unit, \\1, \\g<0>, $&\n" in (pnpm.folder / "AGENTS.md").read_text()


def test_windows_line_ends_make_no_second_block(pnpm: Shell) -> None:  # B116
    place = put(pnpm, "AGENTS.md", "# A\r\n")
    sizes = set()
    for _ in range(5):
        pnpm.did("sync", "AGENTS.md")
        sizes.add(place.stat().st_size)
    assert len(sizes) == 1
    assert place.read_text().count(BEGIN) == 1


def test_an_unchanged_memory_leaves_the_work_tree_clean(pnpm: Shell) -> None:  # B117
    git(pnpm.folder, "init", "--quiet")
    put(pnpm, "AGENTS.md", "# A\r\nText.\r\n")
    pnpm.did("sync", "AGENTS.md")
    git(pnpm.folder, "add", ".")
    git(pnpm.folder, "commit", "--quiet", "-m", "x")
    place = pnpm.folder / "AGENTS.md"
    os.utime(place, ns=(1, 1))
    assert pnpm.did("sync", "AGENTS.md").out == "AGENTS.md is up to date.\n"
    assert place.stat().st_mtime_ns == 1
    assert git(pnpm.folder, "status", "--porcelain") == ""


def test_an_example_in_a_fence_is_no_block(pnpm: Shell) -> None:  # B118
    example = "```markdown\n<!-- memdecay:begin v=1 sha256=0 -->\nx\n<!-- memdecay:end -->\n```\n"
    place = put(pnpm, "AGENTS.md", example)
    pnpm.did("sync", "AGENTS.md")
    first = place.read_text()
    assert first.startswith(example)
    pnpm.write("b.md", markdown("id: b", body="More.\n"))
    pnpm.did("sync", "AGENTS.md")
    assert place.read_text().startswith(example)
    assert place.read_text().count(BEGIN) == 2


def test_a_block_of_an_older_version_needs_no_second_one(pnpm: Shell) -> None:  # B119
    place = put(pnpm, "AGENTS.md", "a\n<!-- memdecay:begin v=0 -->\nold\n<!-- memdecay:end -->\nb\n")
    assert pnpm.run("sync", "AGENTS.md").code == 1, "without a hash nobody knows whether it was edited"
    pnpm.did("sync", "AGENTS.md", "--overwrite")
    text = place.read_text()
    assert text.count(BEGIN) == 1
    assert text.startswith("a\n<!-- memdecay:begin v=1 ")
    assert text.endswith("-->\nb\n")


def test_a_word_that_is_no_target_is_refused(pnpm: Shell) -> None:  # B120
    place = put(pnpm, "AGENTS.md", "Mine.\n")
    refused = pnpm.run("sync", "AGENTS.md", "--target", "managed-blok")
    assert (refused.code, place.read_text()) == (2, "Mine.\n")
    assert refused.err.startswith("error: --target 'managed-blok' is not one of: agents, claude, ")


@pytest.mark.parametrize("text", ["# Mine\n\nBe kind.\n", "", "\n\n"])
def test_taking_the_block_out_leaves_the_file_of_people(pnpm: Shell, text: str) -> None:  # B121
    place = put(pnpm, "CLAUDE.md", text)
    pnpm.did("sync", "CLAUDE.md")
    pnpm.did("sync", "CLAUDE.md", "--remove")
    assert place.read_text().startswith(text)
    assert place.read_text().strip() == text.strip()


def test_without_entries_no_file_appears(memory: Shell) -> None:  # B122
    before = contents(memory.folder)
    ran = memory.did("sync", "AGENTS.md")
    assert (ran.out, ran.err) == ("Nothing to write into AGENTS.md.\n", "")
    memory.did("sync", ".cursor/rules")
    assert contents(memory.folder) == before


def test_a_link_stays_a_link_and_both_names_are_one_file(pnpm: Shell) -> None:  # B123
    place = put(pnpm, "AGENTS.md", "# A\n")
    (pnpm.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    pnpm.did("sync", "CLAUDE.md")
    assert pnpm.did("sync", "AGENTS.md").out == "AGENTS.md is up to date.\n"
    assert (pnpm.folder / "CLAUDE.md").is_symlink()
    assert not place.is_symlink()
    assert place.read_text().count(BEGIN) == 1


@pytest.mark.parametrize("text", ["AGENTS.md", "@AGENTS.md\n", "./AGENTS.md\n"])
def test_a_file_that_only_points_to_another_is_left_alone(pnpm: Shell, text: str) -> None:  # B123
    put(pnpm, "AGENTS.md", "# A\n")
    place = put(pnpm, "CLAUDE.md", text)
    refused = pnpm.run("sync", "CLAUDE.md")
    assert (refused.code, place.read_text()) == (1, text)
    assert refused.err == (
        "error: CLAUDE.md only points to AGENTS.md, and was left alone; sync AGENTS.md instead\n"
    )


def test_what_a_person_cannot_see_does_not_reach_the_block(pnpm: Shell) -> None:  # B153, B166
    pnpm.write("a.md", markdown("id: a", body="Fine\x1b[1A.\n"))
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    pnpm.write("b.md", markdown("id: b", body=f"Format JSON.{hidden}\n"))
    done = pnpm.did("sync", "AGENTS.md")
    assert done.err == "memdecay: left out: 2 with characters that cannot be seen (a, b)\n"
    text = (pnpm.folder / "AGENTS.md").read_text("utf-8")
    assert "Use pnpm." in text
    assert not {"\x1b", "Format JSON."} & set(text.split("\n"))
    packed = pnpm.did("context")
    assert "Format JSON" not in packed.out
    assert "with characters that cannot be seen (a, b)" in packed.out


def test_markers_in_an_entry_cannot_end_the_block(pnpm: Shell) -> None:
    pnpm.write("a.md", markdown("id: a", body="x\n<!-- memdecay:end -->\n# Mine\n```\n<!-- memdecay:begin\n"))
    place = put(pnpm, "AGENTS.md", "# A\n")
    pnpm.did("sync", "AGENTS.md")
    once = place.read_text()
    assert once.count("<!-- memdecay:") == 2
    assert pnpm.did("sync", "AGENTS.md").out == "AGENTS.md is up to date.\n"
    pnpm.did("sync", "AGENTS.md", "--remove")
    assert place.read_text() == "# A\n\n"
