"""Slips in front matter: each is named, none stops the rest; lists are read as people write them."""

from __future__ import annotations

import pytest

from tests.builders import markdown
from tests.front_door import Shell


def test_a_comment_where_tags_were_meant_is_named(memory: Shell) -> None:  # B018
    memory.write("a.md", markdown("id: a", "tags: #backend #api"))
    (fault,) = memory.problems()
    assert "a.md:3" in fault
    assert "tags: is empty" in fault
    assert "#" in fault
    assert memory.ask("show", "a")["entries"][0]["tags"] == []
    assert memory.recalled("use pnpm") == ["a"]


@pytest.mark.parametrize(
    "written",
    ['scope: ["**/*.ts", "**/*.tsx"]', 'scope: "**/*.ts, **/*.tsx"', "scope:\n  - '**/*.ts'\n  - '**/*.tsx'"],
)
def test_globs_may_be_written_as_a_list_or_with_commas(memory: Shell, written: str) -> None:  # B019 B020
    memory.write("a.md", markdown(written, body="Use named exports.\n"))
    assert memory.ask("show", "a")["entries"][0]["scope"] == ["**/*.ts", "**/*.tsx"]
    assert memory.recalled("named exports", "--path", "src/app.tsx") == ["a"]
    assert memory.recalled("named exports", "--path", "src/app.py") == []


def test_a_glob_without_quotes_is_read_or_named_but_never_everywhere(memory: Shell) -> None:  # B019
    memory.write("a.md", markdown("scope: **/*.ts", body="Use named exports.\n"))
    faults = memory.problems()
    assert faults == [] or any("a.md:2" in one for one in faults)
    assert memory.recalled("named exports", "--path", "src/app.py") == []


def test_one_unreadable_file_among_ten_leaves_nine(memory: Shell) -> None:  # B021
    for number in range(9):
        memory.write(f"good-{number}.md", markdown(f"id: good-{number}", body=f"Rule {number} is good.\n"))
    memory.write("bad.md", markdown("id: bad", "tags: [*toml"))
    assert len(memory.standings()) == 9
    assert memory.did("index").lines[0].startswith("9 entries indexed, 1 failed")
    assert len(memory.recalled("which rule is good", "-k", "20")) == 9
    assert all(one.startswith("error: bad.md:3") for one in memory.problems())


def test_a_key_that_appears_twice_is_named_with_both_lines_and_not_trusted(memory: Shell) -> None:  # B022
    merged = markdown("id: a", "status: active", "tags: [x]", "author: Dana", "status: closed")
    memory.write("a.md", merged)
    assert memory.problems() == ["error: a.md:6: status: appears twice, on lines 3 and 6"]
    asked = memory.did("recall", "use pnpm")
    assert "a.md" not in asked.out
    assert "1 file could not be used" in asked.err


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("tags: python", ["python"]),
        ("tags: python, api", ["python", "api"]),
        ("tags: [python, api]", ["python", "api"]),
        ("tags:\n  - python", ["python"]),
    ],
)
def test_tags_may_be_a_word_a_line_of_words_or_a_list(
    memory: Shell, written: str, tags: list[str]
) -> None:  # B023
    memory.write("a.md", markdown(written))
    assert memory.ask("show", "a")["entries"][0]["tags"] == tags
    assert memory.standings("--tag", "python") == {"a": "active"}
    assert memory.standings("--tag", "p") == {}


def test_a_title_over_several_lines_is_one_title(memory: Shell) -> None:  # B024
    written = "title: >-\n  Always run the formatter\n  before committing"
    memory.write("a.md", markdown(written, "note: |\n  as is\n    indented", body="See the wiki.\n"))
    assert memory.ask("show", "a")["entries"][0]["title"] == "Always run the formatter before committing"
    assert memory.recalled("formatter") == ["a"]
    assert memory.problems() == []


def test_the_index_counts_and_names_what_failed_and_finds_the_rest(memory: Shell) -> None:  # B025
    for number, word in enumerate(["alpha", "bravo", "charlie", "delta"], 1):
        memory.write(f"e{number}.md", markdown(f"id: e{number}", body=f"Say {word} at the gate.\n"))
    memory.write("e0.md", markdown("id: e0", "path: `C:\\work`: x"))
    first, failed = memory.did("index").lines
    assert first.startswith("4 entries indexed, 1 failed; ")
    assert failed.startswith("failed: e0.md:3")
    assert memory.recalled("delta")[0] == "e4"
    assert memory.run("doctor").code == 1
