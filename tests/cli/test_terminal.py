"""At a terminal the gate asks, colours come on, and rows fit the width."""

from __future__ import annotations

import pytest

from tests.front_door import Shell, contents
from tests.terminal import at_terminal


@pytest.fixture
def node(memory: Shell) -> Shell:
    """A memory that says which Node to use."""
    memory.did("add", "Build and run everything on Node 20.", "--id", "use-node-20")
    return memory


NEXT = ("add", "Build and run everything on Node 22.", "--id", "use-node-22")


def test_the_gate_asks_and_answering_replace_replaces(node: Shell) -> None:
    asked = at_terminal(node, *NEXT, keys="r\n")
    quoted = "this looks like a correction of use-node-20:\n  | Build and run everything on Node 20.\n"
    assert quoted in asked.out
    assert "[r]eplace it, [k]eep both, or [s]top?" in asked.out
    assert asked.code == 0
    assert node.standings() == {"use-node-20": "closed", "use-node-22": "active"}


def test_the_gate_asks_and_answering_keep_keeps_both(node: Shell) -> None:
    assert at_terminal(node, *NEXT, keys="k\n").code == 0
    assert node.standings() == {"use-node-20": "active", "use-node-22": "active"}


def test_of_what_a_person_accepted_a_draft_is_not_offered_the_place(node: Shell) -> None:
    before = contents(node.memory)
    asked = at_terminal(node, *NEXT, "--unreviewed", keys="r\n", environment={"NO_COLOR": "1"})
    assert "\n[k]eep both, or [s]top?" in asked.out
    assert asked.code == 1
    assert contents(node.memory) == before


@pytest.mark.parametrize("keys", ["s\n", "\n", "what\n"])
def test_the_gate_asks_and_any_other_answer_changes_nothing(node: Shell, keys: str) -> None:
    before = contents(node.memory)
    asked = at_terminal(node, *NEXT, keys=keys, environment={"NO_COLOR": "1"})
    assert asked.code == 1
    assert "error: this looks like a correction of use-node-20" in asked.out
    assert contents(node.memory) == before


def test_interrupting_the_question_changes_nothing(node: Shell) -> None:
    before = contents(node.memory)
    asked = at_terminal(node, *NEXT, keys="\x03", once="or [s]top?", environment={"NO_COLOR": "1"})
    assert asked.code == 130
    assert "error: interrupted; nothing more was done" in asked.out
    assert contents(node.memory) == before


def test_a_program_that_reads_json_is_never_asked(node: Shell) -> None:
    asked = at_terminal(node, *NEXT, "--json")
    assert asked.code == 1
    assert "[r]eplace" not in asked.out


# B156


def test_colour_comes_on_at_a_terminal_only(node: Shell) -> None:
    assert "\x1b[" in at_terminal(node, "list").out
    assert "\x1b" not in node.spawn("list").out


@pytest.mark.parametrize("quiet", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("words", [("list",), ("recall", "node"), ("why", "use-node-20"), ("doctor",)])
def test_no_colour_is_shown_where_the_environment_refuses_it(
    node: Shell, quiet: dict[str, str], words: tuple[str, ...]
) -> None:
    assert "\x1b" not in at_terminal(node, *words, environment=quiet).out


def test_the_option_overrules_the_environment_in_both_directions(node: Shell) -> None:
    assert "\x1b" not in at_terminal(node, "list", "--no-color").out
    assert "\x1b" not in at_terminal(node, "--no-color", "list").out
    assert "\x1b[" in node.spawn("--color", "recall", "node").out


# B158


def test_rows_are_aligned_by_what_a_terminal_shows_and_fit_its_width(memory: Shell) -> None:
    titles = [
        "Plain words.",
        "構築の前に試験を走らせること。",
        "Pru\u0065\u0301fe alles.",
        "Deploy 🚀 with 👩‍💻 only, always.",
    ]
    for place, title in enumerate(titles):
        memory.did("add", title, "--id", f"e{place}", "--anyway")
    shown = at_terminal(memory, "list", columns=40, environment={"NO_COLOR": "1"}).out
    rows = shown.splitlines()
    assert len(rows) == len(titles)
    from rich.cells import cell_len

    assert all(cell_len(row) <= 40 for row in rows)
    assert {row.index("2026-06-03") for row in rows} == {12}
    assert "👩‍💻" in at_terminal(memory, "list", columns=80).out
    listed = memory.ask("list")["entries"]
    assert [one["title"] for one in listed] == titles, "what programs read is never cut"


@pytest.mark.parametrize("columns", [40, 60])
def test_rows_that_do_not_fit_are_folded_and_nothing_of_them_is_lost(memory: Shell, columns: int) -> None:
    name = "ask-before-you-run-a-migration-on-prod"
    memory.did("add", "Ask before you run a migration.", "--id", name, "--scope", "packages/api/**")
    shown = at_terminal(memory, "list", columns=columns, environment={"NO_COLOR": "1"}).out
    assert all(len(row) <= columns for row in shown.splitlines())
    assert " ".join(shown.split()) == (
        f"{name} active 2026-06-03 packages/api/** Ask before you run a migration."
    )
