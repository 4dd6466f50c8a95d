"""Ids are names, not paths: strict in shape, unique on every file system, never led outside by."""

from __future__ import annotations

import unicodedata

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents


def test_two_files_of_one_id_are_named_and_both_are_shown(memory: Shell) -> None:  # B080
    memory.write("r-12-x.md", markdown("id: r-12", body="Use tabs.\n"))
    memory.write("r-12-y.md", markdown("id: r-12", body="Run the tests with tox.\n"))
    assert memory.problems() == [
        "error: r-12-x.md: id: r-12 is also the id of r-12-y.md; give one of them another id",
        "error: r-12-y.md: id: r-12 is also the id of r-12-x.md; give one of them another id",
    ]
    assert [one["path"] for one in memory.ask("show", "r-12")["entries"]] == ["r-12-x.md", "r-12-y.md"]
    refused = memory.run("close", "r-12", "--reason", "over")
    assert refused.err == (
        "error: r-12 is ambiguous: r-12-x.md and r-12-y.md share it; give one of them another id\n"
    )


def test_the_id_of_a_closed_entry_is_not_used_again(memory: Shell) -> None:  # B081
    memory.did("add", "Feature X is on.")
    memory.did("close", "feature-x-is-on", "--reason", "shipped")
    assert memory.did("add", "Feature X is on.").lines[0] == "Wrote feature-x-is-on-2.md."
    assert memory.standings() == {"feature-x-is-on": "closed", "feature-x-is-on-2": "active"}


ESCAPES = [
    "../x", "/etc/x", "a/../../x", "a\\..\\x", "C:x", "", ".", "..", "a//b", "x\x00y", "~/x", "memory/a",
    "a.md", "a\n../b", "A B", "ａ",
]  # fmt: skip


@pytest.mark.parametrize("name", ESCAPES)
def test_what_is_no_id_is_refused_and_makes_nothing_anywhere(memory: Shell, name: str) -> None:  # B082
    memory.did("add", "Use npm.", "--id", "a")
    before = contents(memory.folder)
    for words in (
        ("add", "Use tabs.", "--id", name),
        ("add", "Use tabs.", "--supersedes", name),
        ("close", name, "--reason", "over"),
        ("close", "a", "--by", name, "--reason", "over"),
        ("show", name),
        ("why", name),
    ):
        refused = memory.run(*words)
        assert refused.code in {1, 2}, words
        assert refused.out == ""
        assert refused.err.startswith("error: ")
        assert refused.err.count("\n") == 1
        assert "\x00" not in refused.err
    assert contents(memory.folder) == before


def test_an_id_that_a_file_states_is_no_path_either(memory: Shell) -> None:  # B083
    outside = memory.folder / "AGENTS.md"
    outside.write_text("# Agents\n")
    memory.write("sly.md", markdown("id: ../../AGENTS", "supersedes: [../AGENTS]", body="Use pnpm.\n"))
    before = contents(memory.folder)
    assert any("'../../AGENTS' is not an id" in fault for fault in memory.problems())
    assert list(memory.standings()) == ["sly"]
    memory.did("close", "sly", "--reason", "over")
    memory.run("add", "Use tabs.", "--supersedes", "../../AGENTS")
    made = contents(memory.folder).keys() - before.keys()
    assert made == {"memory/sly.closed.md"}


def test_a_closing_note_is_written_inside_whatever_folder_the_entry_is_in(memory: Shell) -> None:  # B083
    memory.write("deep/down/x.md", markdown("id: x", body="Use pnpm.\n"))
    memory.did("add", "Use tabs.", "--id", "y")
    memory.did("close", "x", "--by", "y", "--reason", "over")
    note = (memory.memory / "deep/down/x.closed.md").read_text("utf-8")
    assert "replaced by [y](../../y.md)" in note


def test_names_that_differ_in_case_only_are_one_name(memory: Shell) -> None:  # B084
    memory.write("Foo.md", markdown("id: foo", body="Use tabs.\n"))
    memory.write("foo.md", markdown("id: foo-2", body="Run the tests with tox.\n"))
    if len(list(memory.memory.glob("*.md"))) < 2:
        pytest.skip("this file system takes both for one")
    assert memory.problems() == [
        "error: Foo.md: is the same file as foo.md on some systems; rename one",
        "error: foo.md: is the same file as Foo.md on some systems; rename one",
    ]


def test_a_new_entry_does_not_take_a_name_that_differs_in_case_only(memory: Shell) -> None:  # B084
    memory.write("Use-Tabs.md", markdown("id: tabs", body="Never use blanks.\n"))
    assert memory.run("add", "Use tabs.", "--id", "use-tabs").code == 1
    assert memory.did("add", "Use tabs.").lines[0] == "Wrote use-tabs-2.md."


def test_two_spellings_of_one_accent_are_one_file(memory: Shell) -> None:  # B085
    for form in ("NFC", "NFD"):
        name = unicodedata.normalize(form, "café.md")
        memory.write(name, markdown(f"id: {form.lower()}", body=f"Rule in {form}.\n"))
    if len(list(memory.memory.glob("*.md"))) < 2:
        pytest.skip("this file system takes both for one")
    faults = memory.problems()
    assert len(faults) == 2
    assert all("is the same file as" in fault for fault in faults)


def test_long_titles_in_another_script_give_short_names_that_differ(memory: Shell) -> None:  # B086
    first = "설치하기 전에 모든 시험을 먼저 돌려 보고 결과를 기록하십시오 " * 4
    second = first[:100] + " 그리고 배포하십시오 " * 4
    titles = [first.strip(), second.strip()]
    paths = [
        memory.did("add", f"# {title}", "--json", "--anyway").document["entry"]["path"] for title in titles
    ]
    assert len(set(paths)) == 2
    assert all(len(path.encode()) <= 200 for path in paths)
    assert sorted(one["title"] for one in memory.ask("list")["entries"]) == sorted(titles)
    assert memory.problems() == []


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Aux", "aux-rule"),
        ("con.", "con-rule"),
        ("NUL tests", "nul-tests"),
        ("a:b", "a-b"),
        ("what?", "what"),
        ("ends with dot.", "ends-with-dot"),
        ("COM1", "com1-rule"),
    ],
)
def test_titles_give_names_that_every_system_takes(memory: Shell, title: str, name: str) -> None:  # B087
    memory.did("add", title)
    assert memory.ask("list")["entries"][0]["id"] == name
    assert (memory.memory / f"{name}.md").is_file()
    assert memory.ask("show", name)["entries"][0]["title"] == title


def test_a_device_name_is_refused_as_an_id(memory: Shell) -> None:  # B087
    refused = memory.run("add", "Use tabs.", "--id", "aux")
    assert refused.code == 1
    assert "'aux' is not an id" in refused.err


def test_folders_that_differ_in_case_only_are_named(memory: Shell) -> None:  # B088
    memory.write("Finance/tax.md", markdown("id: tax", "scope: [finance]", body="Round at the end.\n"))
    assert memory.did("index").out.startswith("1 entry indexed")
    memory.write("finance/tax.md", markdown("id: tax-2", body="Round up.\n"))
    if len(list(memory.memory.rglob("tax.md"))) < 2:
        pytest.skip("this file system takes both for one")
    assert memory.problems() == [
        "error: Finance/tax.md: is the same file as finance/tax.md on some systems; rename one",
        "error: finance/tax.md: is the same file as Finance/tax.md on some systems; rename one",
    ]
