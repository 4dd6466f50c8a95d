"""Front matter begins at the first byte, ends at the next fence, and is nowhere else."""

from __future__ import annotations

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents


def test_rules_and_keys_in_the_body_are_text(memory: Shell) -> None:  # B002
    body = "First part.\n\n---\n\nstatus: closed\n\n---\n\nLast part.\n"
    memory.write("parts.md", markdown("id: parts", "status: active", body=body))
    shown = memory.ask("show", "parts")["entries"][0]
    assert shown["standing"] == "active"
    assert shown["text"] == body.strip("\n")
    assert memory.recalled("last part") == ["parts"]


def test_a_body_that_looks_like_yaml_stops_nothing(memory: Shell) -> None:  # B003
    memory.write("odd.md", markdown("id: odd", body="intro\n\n---\nand then: more: text\n---\n"))
    memory.write("one.md", markdown("id: one"))
    memory.write("two.md", markdown("id: two", body="Use tabs.\n"))
    assert memory.standings() == {"odd": "active", "one": "active", "two": "active"}
    assert memory.problems() == []


@pytest.mark.parametrize("text", ["---\n\nJust a paragraph.\n", "--- not a fence\nJust a paragraph.\n"])
def test_a_rule_at_the_top_without_keys_is_never_half_read(memory: Shell, text: str) -> None:  # B004
    memory.write("plain.md", text)
    before = contents(memory.memory)
    memory.write("good.md", markdown("id: good"))
    assert memory.standings()["good"] == "active"
    said = memory.problems()
    listed = memory.ask("list")["entries"]
    whole = [one["text"] for one in listed if one["id"] == "plain"]
    assert whole == [text.strip("\n")] or any("plain.md:1" in one for one in said)
    assert before.items() <= contents(memory.memory).items()


def test_front_matter_that_is_not_closed_is_named_with_its_line_and_left_alone(memory: Shell) -> None:  # B004
    path = memory.write("open.md", "---\nid: x\nno closing fence\n")
    assert memory.problems() == [
        "error: open.md:1: front matter is not closed: add a line of three dashes after the last key"
    ]
    assert memory.standings() == {}
    assert path.read_bytes() == b"---\nid: x\nno closing fence\n"


def test_front_matter_of_many_kilobytes_is_read_to_its_end(memory: Shell) -> None:  # B005
    tags = "\n".join(f"  - concept-number-{number:04}" for number in range(600))
    data = f"---\ntags:\n{tags}\nid: very-tagged\n---\nUse pnpm.\n".encode()
    assert len(data) > 12 * 1024
    path = memory.write("big.md", data)
    assert list(memory.standings()) == ["very-tagged"]
    assert memory.standings("--tag", "concept-number-0599") == {"very-tagged": "active"}
    assert path.read_bytes() == data
