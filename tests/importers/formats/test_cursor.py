"""Cursor: rules in each of their modes, and the older file that may be any text."""

from __future__ import annotations

from tests.importers.shop import Shop


def test_a_rule_in_each_mode(folder: Shop) -> None:
    heads = {
        "always": "description: a\nglobs: *.ts\nalwaysApply: true",
        "globs": "description: \nglobs: *.ts,src/**\nalwaysApply: false",
        "asked": "description: How to write an API\nglobs: \nalwaysApply: false",
        "manual": "description: \nglobs: \nalwaysApply: false",
    }
    for name, head in heads.items():
        folder.put(f".cursor/rules/{name}.mdc", f"---\n{head}\n---\nRule {name}.\n")
    found = {one["text"]: (one["scope"], one["tags"], one["section"]) for one in folder.planned()["entries"]}
    assert found == {
        "Rule always.": ([], [], "a"),
        "Rule globs.": (["**/*.ts", "src/**"], [], None),
        "Rule asked.": ([], ["agent-requested"], "How to write an API"),
        "Rule manual.": ([], ["manual"], None),
    }
    assert folder.problems() == []


def test_a_short_rule_is_one_instruction_and_a_long_one_is_cut(folder: Shop) -> None:
    short = "- Use tabs.\n- Use LF.\n"
    folder.put("web/.cursor/rules/short.mdc", short)
    folder.put("web/.cursor/rules/long.mdc", "".join(f"- Rule {number} of many.\n" for number in range(20)))
    found = folder.planned()["entries"]
    assert len(found) == 21
    assert [one["text"] for one in found if one["text"] == short.strip()] == [short.strip()]
    assert {tuple(one["scope"]) for one in found} == {("web/**",)}


def test_the_older_file_is_cut_only_where_it_is_markdown(folder: Shop) -> None:
    code = "# best practices\nstyle = [\n    'Use tabs',\n]\n\n# more\nx = 1\n"
    folder.put(".cursorrules", code)
    assert folder.texts() == [code.strip()]
    folder.put(".cursorrules", "You write Go.\n\n- Use tabs.\n- Use LF.\n")
    assert folder.texts() == ["You write Go.", "Use tabs.", "Use LF."]


def test_a_file_that_cursor_does_not_load_is_not_found(folder: Shop) -> None:
    folder.put("docs/.cursor/rules.mdc", "- Use tabs.\n")
    assert folder.texts() == []
