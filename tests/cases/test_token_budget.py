"""What went wrong where others counted what a model reads."""

from __future__ import annotations

import pytest

from memdecay.packing import tokens
from tests.builders import markdown
from tests.front_door import Shell


def several(shell: Shell, number: int, body: str) -> None:
    for one in range(number):
        shell.write(f"e{one:02}.md", markdown(f"id: e{one:02}", body=body))


def test_entries_are_left_out_whole_before_a_reader_cuts_the_file(memory: Shell) -> None:  # B124
    several(memory, 20, "Keep it short. " * 12 + "\n")
    place = memory.folder / "AGENTS.md"
    place.write_text("Text of people.\n" * 1984)  # 31 KiB
    done = memory.did("sync", "AGENTS.md")
    data = place.read_bytes()
    assert 31 * 1024 < len(data) <= 32 * 1024
    assert data.count(b"### e") == data.count(b"Keep it short. " * 12) == 4
    assert "Codex reads 32 KiB of all AGENTS.md together, those at the top first" in done.err
    assert "left out: 16 that did not fit (e04, e05, " in done.err
    assert "ask with `memdecay recall`" in data.decode()


def test_text_of_people_beyond_what_is_read_is_named_and_nothing_is_added(memory: Shell) -> None:  # B125
    several(memory, 1, "Use pnpm.\n")
    place = memory.folder / "AGENTS.md"
    place.write_text("Text of people.\n" * 2560)  # 40 KiB
    refused = memory.run("sync", "AGENTS.md")
    assert (refused.code, place.stat().st_size) == (1, 40_960)
    assert refused.err == (
        "error: AGENTS.md has 40,960 bytes, but Codex reads 32 KiB of all AGENTS.md together, those at the "
        "top first; shorten it, nothing was written\n"
    )


def test_japanese_is_not_counted_by_a_quarter_of_its_characters(memory: Shell) -> None:  # B126
    several(memory, 20, "送信する前にすべての試験を実行します。" * 10 + "\n")  # 190 characters
    packed = memory.ask("context", "--budget", "1000")
    assert 1 <= len(packed["results"]) <= 5
    assert packed["tokens"] <= 1000


@pytest.mark.parametrize(
    ("budget", "code", "entries"), [("0", 0, 0), ("-1", 2, 0), ("600000000", 0, 30), ("lots", 2, 0)]
)
def test_every_budget_means_what_it_says(memory: Shell, budget: str, code: int, entries: int) -> None:  # B127
    several(memory, 30, "Use pnpm.\n")
    ran = memory.run("context", "--budget", budget)
    assert (ran.code, ran.out.count("### e")) == (code, entries)
    if budget == "0":
        assert "nothing of what holds here fits in 0 tokens; give more with --budget" in ran.err


@pytest.mark.parametrize("budget", [40, 77, 120, 300, 1000])
def test_the_whole_block_is_within_the_budget(memory: Shell, budget: int) -> None:
    several(memory, 30, "Run `make test` before a push, and wait for CI.\n")
    packed = memory.ask("context", "--budget", str(budget))
    assert packed["tokens"] == tokens(packed["text"]) <= budget
    left = [one for one in packed["left_out"] if one["reason"] == "that did not fit"]
    assert len(packed["results"]) + left[0]["number"] == 30


def test_a_share_of_the_window_is_the_least_of_the_two(memory: Shell) -> None:
    several(memory, 30, "Use pnpm.\n")
    assert memory.ask("context", "--window", "1000", "--at", "0.25")["limit"] == 250
    assert memory.ask("context", "--window", "128000")["limit"] == 2000
    assert memory.ask("context", "--budget", "600000000", "--window", "128000")["limit"] == 102_400
