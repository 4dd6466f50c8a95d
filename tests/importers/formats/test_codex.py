"""AGENTS.md, and the memories of Codex."""

from __future__ import annotations

from tests.importers.shop import Shop


def test_a_nested_file_applies_in_its_folder_and_an_override_is_read_as_well(folder: Shop) -> None:
    folder.put("AGENTS.md", "- Everywhere.\n")
    folder.put("api/AGENTS.override.md", "- In the API.\n")
    found = {one["text"]: one["scope"] for one in folder.planned()["entries"]}
    assert found == {"Everywhere.": [], "In the API.": ["api/**"]}


def test_a_file_that_codex_does_not_read_to_its_end_is_told(folder: Shop) -> None:
    folder.put("AGENTS.md", f"- Use pnpm.\n\n{'x ' * 17_000}\n")
    assert folder.problems() == ["AGENTS.md: is longer than the 32,768 characters that codex reads of it"]


def test_of_its_memories_only_what_was_consolidated_is_imported(folder: Shop) -> None:
    folder.put(
        "memories/MEMORY.md",
        "# Task Group: shop\napplies_to: cwd=/shop\n\n## Task 1: deploy\n\n### keywords\n- a, b\n\n"
        "## User preferences\n- Use pnpm.\n\n## Failures and how to do differently\n- Tag first.\n",
    )
    found = folder.planned("--from", "codex", "memories")
    assert [(one["text"], one["tags"]) for one in found["entries"]] == [
        ("Use pnpm.", ["preference"]), ("Tag first.", ["pitfall"]),
    ]  # fmt: skip
    assert "record of a task" in {one["reason"] for one in found["files"][0]["skipped"]}
