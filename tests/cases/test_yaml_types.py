"""Ids, links, tags, scopes and titles are text as typed, whatever a YAML loader makes of them."""

from __future__ import annotations

import pytest
import yaml
from ruamel.yaml import YAML

from tests.builders import markdown
from tests.front_door import Shell

LOADERS = [yaml.safe_load, YAML(typ="safe", pure=True).load]


def front_matter(data: bytes) -> str:
    return data.decode().split("---\n")[1]


def test_an_id_that_looks_like_a_number_survives_writing_and_reading(memory: Shell) -> None:  # B012
    memory.did("add", "Deploy from the old revision.", "--id", "old")
    memory.did("add", "Deploy from the new revision.", "--id", "40e91200", "--anyway")
    memory.did("close", "old", "--by", "40e91200", "--reason", "1e3")
    for load in LOADERS:
        entry = load(front_matter((memory.memory / "40e91200.md").read_bytes()))
        note = load(front_matter((memory.memory / "old.closed.md").read_bytes()))
        assert (entry["id"], note["superseded_by"], note["reason"]) == ("40e91200", "40e91200", "1e3")
    assert memory.ask("show", "old")["entries"][0]["superseded_by"] == "40e91200"
    assert memory.problems() == []


def test_ids_that_are_equal_as_numbers_stay_apart(memory: Shell) -> None:  # B013
    for place, typed in enumerate(["007", "7", "08", "0612345"]):
        memory.write(f"file-{place}.md", markdown(f"id: {typed}", body=f"Rule number {place}.\n"))
    assert list(memory.standings()) == ["007", "0612345", "08", "7"]
    assert memory.ask("show", "007")["entries"][0]["path"] == "file-0.md"
    assert memory.ask("show", "7")["entries"][0]["path"] == "file-1.md"
    assert memory.problems() == []


TAGS = ["no", "on", "yes", "off", "null", "~", "1.10", "11:20"]


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_that_looks_like_something_else_is_found_as_typed(memory: Shell, tag: str) -> None:  # B014
    memory.write("tagged.md", markdown("id: tagged", f"tags: [{', '.join(TAGS)}]"))
    assert memory.ask("list", "--tag", tag)["entries"][0]["tags"] == TAGS


def test_written_tags_and_scopes_read_back_as_given_with_every_loader(memory: Shell) -> None:  # B014
    tags = [word for tag in TAGS for word in ("--tag", tag)]
    scopes = ["no", "*.toml", "src/**/{a,b}.py", "#web", "1e3"]
    memory.did("add", "Use pnpm.", "--id", "a", *tags, *(word for one in scopes for word in ("--scope", one)))
    for load in LOADERS:
        keys = load(front_matter((memory.memory / "a.md").read_bytes()))
        assert keys["tags"] == TAGS
        assert keys["scope"] == scopes
    shown = memory.ask("show", "a")["entries"][0]
    assert (shown["tags"], shown["scope"]) == (TAGS, scopes)


def test_a_value_of_the_wrong_kind_is_named_with_its_key(memory: Shell) -> None:  # B015
    memory.write("a.md", markdown("title: 2025-11-03", "tags: 2025", body="Use pnpm.\n"))
    memory.write("b.md", markdown("importance: high", body="Run tox.\n"))
    memory.write("c.md", markdown("scope: true", body="Name branches.\n"))
    shown = memory.ask("show", "a")["entries"][0]
    assert (shown["title"], shown["tags"]) == ("2025-11-03", ["2025"])
    assert memory.problems() == [
        "error: b.md:2: importance: 'high' is not a number from 0 to 1",
        "error: c.md:2: scope: 'true' names no scope: write names and path globs",
    ]


def test_a_scope_that_cannot_be_read_is_not_everywhere(memory: Shell) -> None:  # B015
    memory.write("c.md", markdown("scope: true", body="Name branches after people.\n"))
    found = memory.ask("recall", "how do I name branches")
    assert found["results"] == []
    assert found["withheld"]["unreadable"] >= 1


def test_a_title_that_looks_like_a_date_stays_text(memory: Shell) -> None:  # B016
    memory.did("add", "-", stdin="# 2025-11-03\n\n- Deploy on Mondays only.\n")
    data = (memory.memory / "2025-11-03.md").read_bytes()
    assert [load(front_matter(data))["id"] for load in LOADERS] == ["2025-11-03", "2025-11-03"]
    assert memory.ask("show", "2025-11-03")["entries"][0]["title"] == "2025-11-03"
