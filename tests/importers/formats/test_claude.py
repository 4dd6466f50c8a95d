"""Claude Code: CLAUDE.md, rules, imports and memories."""

from __future__ import annotations

from tests.importers.shop import Shop


def test_a_nested_file_applies_in_its_folder(folder: Shop) -> None:
    folder.put("CLAUDE.md", "- Everywhere.\n")
    folder.put(".claude/CLAUDE.md", "- Also everywhere.\n")
    folder.put("packages/web/CLAUDE.md", "- In the web.\n")
    found = {one["text"]: one["scope"] for one in folder.planned()["entries"]}
    assert found == {"Everywhere.": [], "Also everywhere.": [], "In the web.": ["packages/web/**"]}


def test_a_rule_applies_to_its_paths_and_without_them_everywhere(folder: Shop) -> None:
    folder.put(
        ".claude/rules/go/testing.md", '---\npaths:\n  - "*_test.go"\n  - test/**\n---\n- Use tables.\n'
    )
    folder.put(".claude/rules/always.md", "- Be brief.\n")
    found = {one["text"]: one["scope"] for one in folder.planned()["entries"]}
    assert found == {"Use tables.": ["*_test.go", "test/**"], "Be brief.": []}


def test_imports_are_followed_and_belong_to_the_file_they_stand_in(folder: Shop) -> None:
    folder.put("CLAUDE.md", "@docs/flow.md\n\n- See @docs/more.md, too.\n")
    folder.put("docs/flow.md", "- Tag, then push.\n@deeper.md\n")
    folder.put("docs/more.md", "- More.\n")
    folder.put("docs/deeper.md", "- Deeper.\n@flow.md\n")
    found = {one["text"]: (one["source"].split("#")[0], one["scope"]) for one in folder.planned()["entries"]}
    assert found == {
        "See @docs/more.md, too.": ("CLAUDE.md", []),
        "Tag, then push.\n@deeper.md": ("docs/flow.md", []),
        "More.": ("docs/more.md", []),
        "Deeper.\n@flow.md": ("docs/deeper.md", []),
    }
    assert folder.problems() == []


def test_an_import_deeper_than_four_hops_is_told(folder: Shop) -> None:
    folder.put("CLAUDE.md", "@1.md\n")
    for hop in range(1, 6):
        folder.put(f"{hop}.md", f"- Hop {hop}.\n\n@{hop + 1}.md\n")
    assert folder.texts() == ["Hop 1.", "Hop 2.", "Hop 3.", "Hop 4."]
    assert folder.problems() == ["4.md: @5.md is deeper than the 4 hops that are followed"]


def test_what_cannot_be_imported_is_told(folder: Shop) -> None:  # B110
    folder.put(
        "CLAUDE.md", "- See @missing.md and @C:\\\\My Dir\\\\x.md or @~/x.md, not `@code.md`, a@b.md.\n"
    )
    assert folder.problems() == [
        "CLAUDE.md: @C:\\\\My is a path of Windows, which leads nowhere here",
        "CLAUDE.md: @missing.md is not there",
        "CLAUDE.md: @~/x.md is not there",
    ]


def test_what_is_personal_is_read_only_where_it_is_named(folder: Shop) -> None:
    folder.put("CLAUDE.local.md", "- Mine.\n")
    said = "CLAUDE.local.md: personal to one machine; name the file to import it"
    assert folder.problems() == [said]
    assert folder.problems("--from", "claude") == [said]
    assert folder.texts("CLAUDE.local.md") == ["Mine."]


def test_a_memory_is_one_entry_named_as_its_file_is(folder: Shop) -> None:
    folder.put(
        "notes/feedback_testing.md",
        "---\nname: testing\ndescription: how to test\nmetadata: \n  node_type: memory\n"
        "  type: feedback\n---\n"
        "Run tox.\n\n**Why:** CI does.\n",
    )
    folder.put(
        "notes/MEMORY.md", "- [Testing](feedback_testing.md) \u2014 how to test\n- Ask before pushing.\n"
    )
    found = {one["id"]: one for one in folder.planned("--from", "claude", "notes")["entries"]}
    assert set(found) == {"feedback-testing", "ask-before-pushing"}
    assert found["feedback-testing"]["text"] == "Run tox.\n\n**Why:** CI does."
    assert found["feedback-testing"]["tags"] == ["feedback"]
    assert found["feedback-testing"]["section"] == "how to test"
