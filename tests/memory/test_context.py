"""The block an agent reads: what comes first, what stands above its text, and what is named at the end."""

from __future__ import annotations

import random
from pathlib import Path

from memdecay.event import Kind
from memdecay.memory.context import Wanted, context
from memdecay.memory.nominating import Floor
from memdecay.packing import tokens
from memdecay.scope import Place
from tests.builders import instant, markdown
from tests.front_door import Shell, contents
from tests.memory.happenings import Shop

NOW = "2026-06-03T09:14:00Z"


def asked(shell: Shell, *words: str) -> list[str]:
    return [one["id"] for one in shell.ask("context", *words)["results"]]


def test_pinned_comes_first_and_what_misled_last(memory: Shell) -> None:
    for name, keys in (
        ("old", ["valid_from: 2024-01-01"]),
        ("young", ["valid_from: 2026-06-01"]),
        ("weighty", ["valid_from: 2024-01-01", "importance: 1"]),
        ("pinned", ["importance: 0", "pinned: true"]),
        ("marked", ["importance: 1", "pinned: true"]),
        ("ageless", []),
    ):
        memory.write(f"{name}.md", markdown(f"id: {name}", *keys, body=f"About {name}.\n"))
    memory.did("misled", "marked")
    assert asked(memory) == ["pinned", "weighty", "ageless", "young", "old", "marked"]


def test_a_question_brings_what_recall_finds_and_what_is_pinned(memory: Shell) -> None:
    memory.write("p.md", markdown("id: p", "pinned: true", body="Push nothing on Fridays.\n"))
    memory.write("a.md", markdown("id: a", body="Install packages with pnpm.\n"))
    memory.write("b.md", markdown("id: b", body="Check every package that you install.\n"))
    memory.write("c.md", markdown("id: c", body="Paint the fence green.\n"))
    question = "how do I install packages"
    assert asked(memory, question) == ["p", *memory.recalled(question)]


def test_only_what_applies_at_the_place_comes_in(memory: Shell) -> None:  # B163, B164
    memory.write("web.md", markdown("id: web", 'scope: ["web/**"]', body="Use Biome.\n"))
    memory.write("api.md", markdown("id: api", "scope: [api]", "pinned: true", body="Use Ruff.\n"))
    memory.write("all.md", markdown("id: all", body="Be kind.\n"))
    assert asked(memory, "--path", "web/x.ts") == ["web", "all"]
    assert asked(memory, "--scope", "api") == ["api", "all"]
    assert asked(memory, "--scope", "unknown") == ["all"]
    assert asked(memory, "what should I use", "--scope", "unknown") in (["all"], [])
    packed = memory.ask("context", "--path", "web/x.ts")
    assert packed["left_out"] == [{"reason": "of another scope", "number": 1, "ids": []}]


def test_an_entry_says_what_it_is_read_instead_of_and_who_it_misled(memory: Shell) -> None:
    memory.did("add", "Install with npm.", "--id", "npm", "--valid-from", "2026-01-01")
    memory.did(
        "add", "Install with pnpm.", "--id", "pnpm", "--supersedes", "npm", "--valid-from", "2026-03-01"
    )
    memory.did("misled", "pnpm", "--note", "on `Windows`\n# no", "--by", "Tom", now="2026-06-01")
    shown = memory.did("context", "npm").out
    assert shown.split("\n\n")[1:5] == [
        "### pnpm",
        "Holds since 2026-03-01, instead of npm.",
        "> Misled `Tom` on 2026-06-01: ``on `Windows` # no``.",
        "Install with pnpm.",
    ]


def test_what_a_person_accepted_is_no_longer_unreviewed(tmp_path: Path) -> None:
    shop = Shop(root=tmp_path)
    shop.put()
    (tmp_path / "a.md").write_bytes(markdown("id: a", "trust: unreviewed", body="Use pnpm.\n"))
    assert context(shop.open(), Wanted(at=instant(NOW))).entries[0].is_unreviewed
    shop.record("a", kind=Kind.REVIEWED)
    assert not context(shop.open(), Wanted(at=instant(NOW))).entries[0].is_unreviewed


def test_the_same_memory_gives_the_same_bytes_and_is_not_written_to(memory: Shell) -> None:
    for number in range(40):
        memory.write(f"e{number}.md", markdown(f"id: e{number}", body=f"About {number}.\n"))
    first = memory.did("context", "--budget", "400")
    before = contents(memory.folder)
    assert memory.did("context", "--budget", "400") == first
    assert contents(memory.folder) == before
    assert memory.run("log").out == ""


def test_what_is_drawn_late_is_in_the_order_of_all(tmp_path: Path) -> None:
    """Weighing only what is drawn gives what weighing all and sorting gives."""
    chance = random.Random(7)
    shop = Shop(root=tmp_path)
    shop.put()
    for number in range(120):
        keys = [f"id: e{number:03}", f"importance: {chance.choice([0, 0.5, 0.9])}"]
        if chance.random() < 0.8:
            keys.append(f"valid_from: 20{chance.randint(20, 26)}-0{chance.randint(1, 5)}-01")
        if chance.random() < 0.1:
            keys.append("pinned: true")
        if chance.random() < 0.3:
            keys.append("scope: [web]")
        text = chance.choice(["Use pnpm.\n", "Use pnpm 9.1.\n"])
        (tmp_path / f"e{number:03}.md").write_bytes(markdown(*keys, body=text))
    shop.record(*(f"e{chance.randrange(120):03}" for _ in range(20)))
    shop.seal()
    shop.record("e001", "e002", kind=Kind.MISLED)
    memory = shop.open()
    floor = Floor(memory=memory, happenings=memory.happenings(memory.now), at=memory.now, place=Place())
    nominated = floor.all()
    found = list(nominated.order)
    assert len(found) == nominated.number == 120
    assert found == sorted(found, key=lambda one: one.place)


def test_a_block_for_a_program_is_the_text_and_its_parts(memory: Shell) -> None:
    memory.write("a.md", markdown("id: a", "trust: unreviewed", "scope: [web]", body="Use pnpm.\n"))
    packed = memory.ask("context")
    assert packed == {
        "query": None,
        "at": NOW,
        "budget": 2000,
        "limit": 2000,
        "tokens": tokens(packed["text"]),
        "text": (
            "## What holds here on 2026-06-03\n\n### a\n\nHolds in `web`.\n\n"
            "> Unreviewed: no person has accepted this yet.\n\nUse pnpm.\n"
        ),
        "results": [
            {
                "rank": 1, "id": "a", "path": "a.md", "title": "Use pnpm.",
                "tokens": packed["results"][0]["tokens"], "score": 0.5, "factor": 1.0, "pinned": False,
                "scope": ["web"], "via": None, "trust": "unreviewed", "marks": 0, "held_against": [],
            }
        ],
        "left_out": [],
    }  # fmt: skip
