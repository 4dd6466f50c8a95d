"""Many drafts at once: each has one fate, a second run has nothing to do, and nothing existing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay import fsio
from memdecay.errors import NameTaken
from tests.front_door import Shell, contents
from tests.importers.shop import Shop


@pytest.fixture
def folder(shell: Shell) -> Shop:
    return Shop.made(shell, in_git=False)


def fates(shop: Shop) -> dict[str, int]:
    found = shop.planned()
    return {name: len(found[name]) for name in ("entries", "known", "duplicates", "refused", "gone")}


def test_a_second_run_finds_nothing_new_and_changes_no_byte(folder: Shop) -> None:  # B112
    folder.put("AGENTS.md", "# Shop\n\n- Use pnpm.\n- Use tabs.\n\n## Release\n1. tag\n2. push\n")
    folder.run()
    before = contents(folder.shell.memory)
    again = folder.run()
    assert again.lines[-1] == "Nothing new in 1 file."
    assert contents(folder.shell.memory) == before


def test_text_that_only_moved_is_known(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Use pnpm.\n")
    folder.run()
    folder.put("AGENTS.md", "# Shop\r\n\r\n## Setup\r\n\r\n- Use pnpm.\r\n")
    assert fates(folder) == {"entries": 0, "known": 1, "duplicates": 0, "refused": 0, "gone": 0}


def test_a_text_under_two_headings_is_two_entries_also_where_an_import_was_broken_off(folder: Shop) -> None:
    folder.put("AGENTS.md", "## Packages\n\n- Ask before.\n\n## Tests\n\n- Ask before.\n")
    folder.run()
    whole = contents(folder.shell.memory)
    assert {"ask-before.md", "ask-before-2.md"} <= set(whole)
    (folder.shell.memory / "ask-before-2.md").unlink()
    assert (fates(folder)["entries"], fates(folder)["known"]) == (1, 1)
    folder.run()
    assert contents(folder.shell.memory) == whole
    assert fates(folder)["known"] == 2


def test_under_another_heading_a_text_is_the_entry_that_is_left_over(folder: Shop) -> None:
    folder.put("AGENTS.md", "## Packages\n\n- Ask before.\n\n## Tests\n\n- Ask before.\n")
    folder.run()
    folder.put("AGENTS.md", "## Dependencies\n\n- Ask before.\n\n## Tests\n\n- Ask before.\n")
    assert fates(folder) == {"entries": 0, "known": 2, "duplicates": 0, "refused": 0, "gone": 0}


def test_what_was_closed_does_not_come_back(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Use npm.\n")
    folder.run()
    folder.shell.did("close", "use-npm", "--reason", "over")
    assert fates(folder)["known"] == 1


def test_what_several_files_say_is_stored_once_with_all_sources(folder: Shop) -> None:
    folder.put("AGENTS.md", "## Setup\n- Use `pnpm`.\n")
    folder.put("CLAUDE.md", "## Setup\n- Use pnpm\n")
    folder.put("web/AGENTS.md", "- Use pnpm.\n")
    found = folder.planned()
    (one,) = found["entries"]
    assert [part.split("#")[0] for part in one["source"].split("; ")] == [
        "AGENTS.md",
        "CLAUDE.md",
        "web/AGENTS.md",
    ]
    assert one["scope"] == []
    assert [(two["source"], two["of"]) for two in found["duplicates"]] == [
        ("CLAUDE.md:2", "AGENTS.md:2"), ("web/AGENTS.md:1", "AGENTS.md:2"),
    ]  # fmt: skip
    folder.run()
    assert fates(folder) == {"entries": 0, "known": 3, "duplicates": 0, "refused": 0, "gone": 0}


def test_the_same_words_under_other_headings_are_another_instruction(folder: Shop) -> None:
    folder.put("AGENTS.md", "## Python\n- Use tabs.\n\n## Go\n- Use tabs.\n")
    assert [one["id"] for one in folder.planned()["entries"]] == ["use-tabs", "use-tabs-2"]


def test_the_same_words_in_two_folders_apply_in_both(folder: Shop) -> None:
    for name in ("web", "api"):
        folder.put(f"{name}/AGENTS.md", "- Use tabs.\n")
    assert folder.entry()["scope"] == ["api/**", "web/**"]


def test_what_an_open_entry_says_already_is_not_written_again(folder: Shop) -> None:
    folder.shell.did("add", "Use pnpm.", "--id", "package-manager")
    folder.put("AGENTS.md", "## Setup\n- Use pnpm.\n- Use tabs.\n")
    ran = folder.run()
    assert "  AGENTS.md:2: already known as package-manager" in ran.lines
    assert sorted(folder.shell.standings()) == ["package-manager", "use-tabs"]


def test_a_likely_correction_is_stored_and_told(folder: Shop) -> None:
    folder.shell.did("add", "Install packages with npm in the shop.", "--id", "install")
    folder.put("AGENTS.md", "- Install packages with pnpm in the shop.\n")
    ran = folder.run()
    told = "  install-packages-with-pnpm-in-the-shop resembles install (differs in: npm, pnpm)"
    assert told in ran.lines
    assert ran.code == 0
    assert len(folder.shell.standings()) == 2


def test_secrets_and_hidden_characters_are_refused_and_the_rest_is_imported(folder: Shop) -> None:
    token = "ghp_" + "a1B2" * 9
    folder.put("AGENTS.md", f"- Use pnpm.\n- Push with {token}.\n- Use\u200b tabs.\n")
    ran = folder.run()
    assert ran.code == 1
    assert list(folder.shell.standings()) == ["use-pnpm"]
    assert token not in ran.out + ran.err
    first, second = (line for line in ran.err.splitlines() if "refused" in line)
    assert first.startswith(
        "memdecay: refused AGENTS.md:2: the text looks like it holds a secret (GitHub Token"
    )
    assert second == (
        "memdecay: refused AGENTS.md:3: the text holds characters that cannot be seen (U+200B at 1:4); "
        "remove them"
    )
    assert folder.run().code == 1


def test_text_that_changed_at_its_source_is_a_new_entry_that_names_the_old(folder: Shop) -> None:  # B112
    folder.put("AGENTS.md", "## Setup\n- Install packages with npm.\n- Use tabs.\n")
    folder.run()
    before = contents(folder.shell.memory)
    folder.put("AGENTS.md", "## Setup\n- Install packages with pnpm.\n- Use tabs.\n")
    ran = folder.run()
    new = "install-packages-with-pnpm"
    said = f"  {new} stands where install-packages-with-npm stood: `memdecay propose` will ask"
    assert said in ran.lines
    after = contents(folder.shell.memory)
    assert {name: after[name] for name in before} == before
    assert folder.shell.standings() == {
        "install-packages-with-npm": "active",
        new: "active",
        "use-tabs": "active",
    }


def test_text_that_is_gone_is_told_and_stays(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Install packages with npm.\n- Use tabs.\n")
    folder.run()
    folder.put("AGENTS.md", "- Use tabs.\n")
    assert (
        "  install-packages-with-npm is gone from its source: `memdecay propose` will ask"
        in folder.run().lines
    )
    assert folder.shell.standings()["install-packages-with-npm"] == "active"
    assert "install-packages-with-npm" in folder.shell.did("propose", "--stdout").out


def test_text_that_moved_into_our_block_is_not_gone(folder: Shop) -> None:
    folder.put("CLAUDE.md", "- Install packages with pnpm.\n")
    folder.run()
    block = "<!-- memdecay:begin v=1 sha256=0 -->\nInstall packages with pnpm.\n<!-- memdecay:end -->\n"
    folder.put("CLAUDE.md", f"# Shop\n\n{block}")
    assert fates(folder) == {"entries": 0, "known": 0, "duplicates": 0, "refused": 0, "gone": 0}


def test_a_dry_run_plans_what_a_run_writes_and_writes_nothing(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Use pnpm.\n- Use tabs.\n")
    before = contents(folder.shell.memory)
    planned = folder.planned()
    assert contents(folder.shell.memory) == before
    done = folder.run("--json").document
    assert {**done, "dry_run": True} == planned
    assert {one["path"] for one in done["entries"]} == set(contents(folder.shell.memory)) - set(before)


def test_a_run_that_was_cut_short_is_completed_by_the_next(
    folder: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:  # B112
    folder.put("AGENTS.md", "".join(f"- Rule {name} holds.\n" for name in ("one", "two", "three", "four")))
    create = fsio.create

    def failing(root: Path, relative: str, data: bytes, **more: str) -> Path:
        if "three" in relative:
            raise OSError(28, "No space left on device")
        return create(root, relative, data, **more)

    monkeypatch.setattr(fsio, "create", failing)
    assert folder.run().code == 1
    monkeypatch.undo()
    missing = 4 - len(folder.shell.standings())
    assert 0 < missing < 4
    again = folder.run("--json").document
    assert (len(again["entries"]), len(again["known"])) == (missing, 4 - missing)
    assert len(folder.shell.standings()) == 4
    assert folder.run().lines[-1] == "Nothing new in 1 file."


def test_a_name_that_appeared_meanwhile_is_not_overwritten(
    folder: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.put("AGENTS.md", "- Use pnpm.\n")

    def taken(root: Path, relative: str, data: bytes, **_: str) -> Path:
        raise NameTaken(f"{relative} is there already; nothing was written")

    monkeypatch.setattr(fsio, "create", taken)
    ran = folder.run()
    assert ran.code == 1
    assert "use-pnpm.md is there already" in ran.err


def test_what_is_stored_are_the_bytes_of_the_source(folder: Shop) -> None:
    source = folder.put("AGENTS.md", b"* Use tabs\r\n  always \xe2\x80\x94 really.\r\n\r\n\tNot spaces.\r\n")
    one = folder.run("--json").document["entries"][0]
    begin, end = (int(part) for part in one["source"].split("@b")[1].split(" ")[0].split("-"))
    stored = (folder.shell.memory / one["path"]).read_bytes().split(b"\n---\n", 1)[1]
    assert stored.rstrip(b"\r\n") == source.read_bytes()[begin:end].rstrip(b"\r\n")
    assert b"\r\n" in stored
    assert folder.shell.problems() == []


def test_an_imported_entry_is_unreviewed_and_recalled_by_its_headings(folder: Shop) -> None:
    folder.put("AGENTS.md", "## Package manager\n- Use bun.\n\n## Formatting\n- Use tabs.\n")
    folder.run()
    (first, *_) = folder.shell.ask("recall", "which package manager?")["results"]
    assert (first["id"], first["trust"], first["section"]) == ("use-bun", "unreviewed", "Package manager")
    assert "under Package manager  unreviewed" in folder.shell.did("recall", "package manager").lines[0]


def test_a_name_that_a_source_gives_becomes_an_id_and_never_a_path(folder: Shop) -> None:
    folder.put("AGENTS.md", "<!-- id: Ask.The_Owner -->\n- Ask.\n\n<!-- rule:587 -->\n- Use tabs.\n")
    folder.run()
    assert sorted(folder.shell.standings()) == ["ask-the-owner", "rule-587"]
    assert folder.shell.problems() == []


def test_more_relations_than_a_person_reads_are_counted(folder: Shop) -> None:
    folder.put("AGENTS.md", "".join(f"- Rule {number} of the shop holds.\n" for number in range(30)))
    folder.run()
    folder.put("AGENTS.md", "- Nothing of it holds.\n")
    assert "  … and 10 more; --json lists all" in folder.run().lines
