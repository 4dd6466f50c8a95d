"""Copilot, Gemini, Windsurf, Cline, Continue, Serena, and what keeps notes: each by small files of ours."""

from __future__ import annotations

import json

import pytest

from memdecay.importers.formats import FORMATS, NAMES
from tests.importers.shop import Shop


def test_copilot_files_apply_to_their_globs(folder: Shop) -> None:
    folder.put(".github/copilot-instructions.md", "---\napplyTo: '**'\n---\n- Use pnpm.\n")
    folder.put(".github/instructions/py.instructions.md", '---\napplyTo: "**/*.py,*.pyi"\n---\n- Annotate.\n')
    folder.put(".github/instructions/by-hand.instructions.md", "- Draw a diagram.\n")
    found = {one["text"]: (one["scope"], one["tags"]) for one in folder.planned()["entries"]}
    assert found == {
        "Use pnpm.": ([], []),
        "Annotate.": (["**/*.py", "*.pyi"], []),
        "Draw a diagram.": ([], ["manual"]),
    }


def test_gemini_follows_imports(folder: Shop) -> None:
    folder.put("GEMINI.md", "@./docs/style.md\n\n## Gemini Added Memories\n- Use pnpm.\n")
    folder.put("docs/style.md", "- Use tabs.\n")
    assert folder.texts() == ["Use pnpm.", "Use tabs."]


def test_windsurf_rules_have_a_trigger(folder: Shop) -> None:
    folder.put(".windsurf/rules/a.md", "---\ntrigger: always_on\n---\n- Always.\n")
    folder.put(".devin/rules/b.md", "---\ntrigger: glob\nglobs: *.ts, src/**\n---\n- By glob.\n")
    folder.put(".devin/rules/c.md", "---\ntrigger: model_decision\nglobs: *.go\n---\n- Asked.\n")
    folder.put(".windsurfrules", "- Older.\n")
    found = {one["text"]: (one["scope"], one["tags"]) for one in folder.planned()["entries"]}
    assert found == {
        "Always.": ([], []),
        "By glob.": (["**/*.ts", "src/**"], []),
        "Asked.": (["**/*.go"], ["agent-requested"]),
        "Older.": ([], []),
    }


def test_a_cline_rule_with_an_empty_list_is_switched_off(folder: Shop) -> None:
    folder.put(".clinerules/off.md", "---\npaths: []\n---\n- Off.\n")
    folder.put(".clinerules/on.txt", "---\npaths:\n  - web/**\n---\n- On.\n")
    folder.put(".clinerules/workflows/release.md", "- No rule.\n")
    found = folder.planned()
    assert [(one["text"], one["scope"]) for one in found["entries"]] == [("On.", ["web/**"])]
    off = next(one for one in found["files"] if one["path"].endswith("off.md"))
    assert [one["reason"] for one in off["skipped"]] == ["front matter", "switched off by `paths: []`"]


def test_the_rules_of_cline_may_be_one_file(folder: Shop) -> None:
    folder.put(".clinerules", "- Use pnpm.\n")
    assert folder.texts() == ["Use pnpm."]


def test_of_a_memory_bank_the_state_is_read_only_by_name(folder: Shop) -> None:
    folder.put("memory-bank/techContext.md", "- Node 22.\n")
    folder.put("memory-bank/activeContext.md", "- In the middle of task 9.\n")
    assert folder.texts() == ["Node 22."]
    assert folder.problems() == [
        "memory-bank/activeContext.md: the state of some work and no instruction; name the file to import it"
    ]


def test_a_continue_rule_that_looks_into_files_is_told(folder: Shop) -> None:
    folder.put(".continue/rules/a.md", "---\nname: Style\nglobs: '**/*.ts'\nregex: '^import'\n---\n- Sort.\n")
    assert folder.entry()["section"] == "Style"
    said = (
        ".continue/rules/a.md: applies where a file contains '^import', which a scope cannot say; "
        "look over its entries"
    )
    assert folder.problems() == [said]


def test_a_serena_memory_is_named_by_its_path(folder: Shop) -> None:
    folder.put(".serena/memories/web/critical_info.md", "See `mem:web/tests`.\n\n* Use tabs.\n")
    one = folder.entry()
    assert (one["id"], one["text"]) == ("web-critical-info", "See `mem:web/tests`.\n\n* Use tabs.")


def test_personal_notes_are_read_only_for_their_tool(folder: Shop) -> None:
    folder.put("MEMORY.md", "- Likes tea.\n")
    assert folder.problems() == ["MEMORY.md: personal notes of an agent; name the file to import it"]
    assert folder.texts("--from", "openclaw") == ["Likes tea."]


def test_a_log_of_memsearch_is_read_by_block(folder: Shop) -> None:
    folder.put(
        ".memsearch/memory/2026-03-01.md",
        "## Session 09:00\n\n### 09:14\n<!-- session:1 -->\n- Did this.\n- Then that.\n\n"
        "### 10:00\n- More.\n",
    )
    found = folder.planned("--from", "memsearch")["entries"]
    assert [(one["text"], one["valid_from"], one["dated_by"]) for one in found] == [
        ("### 09:14\n\n- Did this.\n- Then that.", "2026-03-01", "file name"),
        ("### 10:00\n- More.", "2026-03-01", "file name"),
    ]


def test_observations_of_basic_memory_are_entries(folder: Shop) -> None:
    folder.put(
        "notes/coffee.md",
        "---\ntitle: Coffee\ntags: [drink]\ncreated: 2026-01-02\n---\n# Coffee\n\n"
        "- [method] Grind late #taste (morning)\n- [ ] Buy beans\n- relates_to [[Tea]]\n- [site](https://x)\n",
    )
    found = folder.planned("--from", "basic-memory", "notes")
    assert [(one["text"], one["tags"], one["valid_from"], one["section"]) for one in found["entries"]][
        :1
    ] == [("[method] Grind late #taste (morning)", ["drink", "method", "taste"], "2026-01-02", "Coffee")]
    assert {"task", "relation"} <= {one["reason"] for one in found["files"][0]["skipped"]}


def test_an_obsidian_note_may_name_its_successor(folder: Shop) -> None:
    folder.put("vault/use-npm.md", '---\nsuperseded_by: "[[sub/use-pnpm|newer]]"\n---\nUse npm.\n')
    folder.put("vault/use-pnpm.md", "---\ntags: [tools]\ndate: 2026-02-03\n---\nUse pnpm.\n")
    found = {one["id"]: one for one in folder.planned("--from", "obsidian", "vault")["entries"]}
    assert (found["use-npm"]["status"], found["use-npm"]["superseded_by"]) == ("closed", "use-pnpm")
    assert (found["use-pnpm"]["tags"], found["use-pnpm"]["valid_from"]) == (["tools"], "2026-02-03")


def test_a_list_of_mem0_is_read_result_by_result(folder: Shop) -> None:
    results = [
        {"id": "1", "memory": "Likes \"tea\" \u2014 green.", "created_at": "2026-02-03T10:00:00-07:00",
         "expiration_date": "2027-01-01", "categories": ["taste"]},
        {"id": "2", "memory": "Works at night.", "created_at": None, "expiration_date": None},
    ]  # fmt: skip
    folder.put("export.json", json.dumps({"count": 2, "results": results}))
    first, second = folder.planned("export.json")["entries"]
    assert (first["text"], first["tags"]) == ('Likes "tea" \u2014 green.', ["taste"])
    assert (first["valid_from"], first["valid_until"]) == ("2026-02-03T10:00:00-07:00", "2027-01-01")
    assert (second["text"], second["dated_by"]) == ("Works at night.", "modification time")
    folder.put("export.json", "[{]")
    assert folder.problems("export.json")[0].startswith(
        "export.json: is no list of memories as the API of mem0 gives it"
    )


def test_any_markdown_can_be_imported_and_holds_everywhere(folder: Shop) -> None:
    folder.put("docs/conventions.md", "---\ntitle: Conventions\n---\n- Use tabs.\n")
    folder.put("README.md", "- Not meant.\n")
    one = folder.entry("--from", "plain", "docs")
    assert (one["text"], one["scope"], one["section"]) == ("Use tabs.", [], "Conventions")
    assert folder.texts("docs/conventions.md") == ["Use tabs."]


@pytest.mark.parametrize("name", NAMES)
def test_every_format_says_when_its_facts_were_checked(name: str) -> None:
    for one in FORMATS:
        if one.name == name:
            assert one.verified >= "2026-08-21"
            assert one.globs or one.within
            assert one.trust.value == "unreviewed"
