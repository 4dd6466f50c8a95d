"""`why` on chains that no tree can hold: each entry is drawn in full once."""

from __future__ import annotations

from tests.builders import markdown
from tests.front_door import Shell


def test_entries_that_part_and_meet_again_many_times_are_each_drawn_once(memory: Shell) -> None:
    memory.write("e0.md", markdown("id: e0"))
    for layer in range(1, 41):  # drawn path by path this would be 2 to the power of 40 lines
        for side in "ab":
            older = "[e0]" if layer == 1 else f"[a{layer - 1}, b{layer - 1}]"
            memory.write(f"{side}{layer}.md", markdown(f"id: {side}{layer}", f"supersedes: {older}"))
    lines = memory.did("why", "e0").lines
    assert sum("see above" in line for line in lines) == 39 * 2
    assert sum("Use pnpm." in line for line in lines) == 81


def test_a_chain_longer_than_the_stack_is_deep_is_drawn(memory: Shell) -> None:
    memory.write("e0.md", markdown("id: e0"))
    for number in range(1, 300):
        memory.write(f"e{number}.md", markdown(f"id: e{number}", f"supersedes: [e{number - 1}]"))
    assert sum("Use pnpm." in line for line in memory.did("why", "e150").lines) == 300


def test_the_json_of_why_names_every_relative_oldest_first(memory: Shell) -> None:
    memory.write("old.md", markdown("id: old", "valid_from: 2026-01-01"))
    memory.write("new.md", markdown("id: new", "supersedes: [old]", "valid_from: 2026-02-01"))
    assert [one["id"] for one in memory.ask("why", "new")["entries"]] == ["old", "new"]
