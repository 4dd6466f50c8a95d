"""What decay may do: rank lower, by a function of dates alone; never hide, never store, never delete."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents

READING = [
    ("recall", "use pnpm"),
    ("recall", "use pnpm", "--history", "--explain", "--json"),
    ("show", "a"),
    ("why", "a"),
    ("list",),
    ("log",),
    ("doctor",),
    ("index",),
    ("policy",),
    ("policy", "--entry", "a"),
]


@pytest.fixture
def used(memory: Shell) -> Shell:
    """A memory of one old entry with an event that waits and one that is sealed."""
    memory.write("a.md", markdown("id: a", "created: 2024-06-03"))
    memory.did("used", "a", now="2025-06-03")
    memory.did("seal", now="2025-06-03")
    memory.did("used", "a", now="2025-12-03")
    return memory


@pytest.mark.parametrize("words", READING)
def test_reading_records_nothing(used: Shell, words: tuple[str, ...]) -> None:  # B043
    before, held = contents(used.folder), used.did("show", "a").out
    used.did(*words)
    assert contents(used.folder) == before
    assert used.did("show", "a").out == held


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_what_cannot_be_written_can_be_read(used: Shell) -> None:  # B043
    asked = [words for words in READING if words[0] != "index"]
    expected = [used.did(*words).out for words in asked]
    locked: list[Path] = [used.memory, *(path for path in used.memory.rglob("*") if path.is_dir())]
    for path in locked:
        path.chmod(0o555)
    try:
        assert [used.did(*words).out for words in asked] == expected
    finally:
        for path in locked:
            path.chmod(0o755)


def test_a_five_year_old_exact_match_is_first_among_two_hundred_fresh_ones(memory: Shell) -> None:  # B044
    memory.write(
        "old.md", markdown("id: old", "created: 2021-06-03", body="Set the flag quillwort in tests.\n")
    )
    for number in range(200):
        text = f"Set the flag number {number} in the tests.\n"
        memory.write(f"f{number:03}.md", markdown(f"id: f{number:03}", "created: 2026-06-02", body=text))
    assert memory.recalled("quillwort")[0] == "old"


@pytest.mark.parametrize("floor", ["0", "-0.5", "nan", "1e-9"])
def test_a_floor_of_nothing_is_refused(used: Shell, floor: str) -> None:  # B044
    used.write("memdecay.yaml", f"version: 1\nfloor: {floor}\n")
    refused = used.run("recall", "pnpm")
    place = used.memory / "memdecay.yaml"
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == f"error: {place}:2: floor: '{floor}' is not a number from 0.01 to 1\n"


def test_asking_thirty_times_gives_thirty_equal_answers(used: Shell) -> None:  # B045
    before = contents(used.memory)
    words = ("recall", "use pnpm", "--explain", "--json")
    assert len({used.did(*words).out for _ in range(30)}) == 1
    assert contents(used.memory) == before


def test_the_strength_at_a_time_does_not_depend_on_when_else_it_was_asked(used: Shell) -> None:  # B045
    alone = used.did("show", "a", now="2026-06-03").out
    for month in range(1, 6):
        used.did("show", "a", now=f"2026-{month:02}-03")
    assert used.did("show", "a", now="2026-06-03").out == alone


def test_neither_age_nor_little_importance_takes_an_entry_away(memory: Shell) -> None:  # B046
    memory.write("new.md", markdown("id: new", "created: 2026-06-03", "importance: 0.1", body="Use make.\n"))
    memory.write("old.md", markdown("id: old", "created: 2024-06-03", "importance: 1", body="Use ninja.\n"))
    before = contents(memory.memory)
    assert memory.standings() == {"new": "active", "old": "active"}
    found = {one["id"]: one["factor"] for one in memory.ask("recall", "use make or ninja")["results"]}
    assert found == {"new": 0.9884, "old": 0.7013}
    assert contents(memory.memory) == before


def test_what_was_never_used_is_as_old_as_its_file_says(memory: Shell) -> None:  # B047
    memory.write("a.md", markdown("id: a", "created: 2026-05-31T09:14:00Z"))
    (shown,) = memory.ask("show", "a")["entries"]
    assert (shown["strength"]["age_days"], shown["strength"]["idle_days"], shown["uses"]) == (3, 3, 0)
    assert shown["strength"]["factor"] > 0.9
    assert memory.problems() == []


def test_a_setting_changes_the_factor_and_a_misspelt_one_is_refused_by_name(used: Shell) -> None:  # B048
    def factor() -> float:
        return float(used.ask("recall", "pnpm")["results"][0]["factor"])

    before = factor()
    used.write("memdecay.yaml", "version: 1\nstability_days: 10\n")
    assert factor() < before
    used.write("memdecay.yaml", "version: 1\nstability_days: 10\nstabilty_days: 10\n")
    refused = used.run("recall", "pnpm")
    place = used.memory / "memdecay.yaml"
    assert refused.code == 2
    assert refused.err == f"error: {place}:3: stabilty_days: is not a setting; did you mean stability_days?\n"
