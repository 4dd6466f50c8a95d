"""Stepping through a prune list as `git add -p` does: a yes ticks, anything else changes nothing."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from memdecay.memory.opening import open_memory
from memdecay.memory.prune_list import open_list
from memdecay.memory.reviewing import Review
from tests.builders import instant
from tests.front_door import NOW, Ran, Shell, contents
from tests.pruning import FOOD, LIST, put_entries, put_list
from tests.terminal import at_terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")


@pytest.fixture
def cellar(memory: Shell) -> Shell:
    """A memory of ten entries, with a list about three of them."""
    put_entries(memory.memory, *FOOD)
    put_list(
        memory.memory,
        "close apples",
        "confirm apples",
        "close bread",
        "delete figs --reason noise",
        quoted="Keep it.",
    )
    return memory


def reviewed(shell: Shell, keys: str, *, columns: int = 80, **environment: str) -> Ran:
    plain = {"NO_COLOR": "1"} | environment
    ran = at_terminal(shell, "review", f"memory/{LIST}", keys=keys, columns=columns, environment=plain)
    shown = "\n".join(row.rstrip() for row in ran.out.split("\n"))  # rows are filled up to the width
    return Ran(code=ran.code, out=shown, err="")


def ticks(shell: Shell) -> list[str]:
    rows = (shell.memory / LIST).read_text("utf-8").split("\n")
    return [row[row.index("`") + 1 : row.rindex("`")] for row in rows if row.startswith("- [x]")]


def test_what_is_approved_is_ticked_and_nothing_else_changes(cellar: Shell) -> None:
    before = (cellar.memory / LIST).read_bytes()
    ran = reviewed(cellar, "k\nc\nx\ny\n")
    assert ran.code == 0
    assert ticks(cellar) == ["confirm apples", "close bread", "delete figs --reason noise"]
    assert (cellar.memory / LIST).read_bytes().replace(b"[x]", b"[ ]") == before
    assert cellar.standings()["bread"] == "active"
    assert "Ticked. Now: memdecay apply memory/proposals/2026-06-02.md" in ran.out


@pytest.mark.parametrize(
    "keys",
    [
        "q\n",
        "c\nq\n\n",
        "c\nq\nn\n",
        "s\ns\ns\n",
        "\n\n\n",
        "c\nc\nx\nn\n",
        "c\nc\nx\n\n",
        "n\nn\nn\n",
    ],
)
def test_quitting_skipping_and_answering_no_change_nothing(cellar: Shell, keys: str) -> None:
    before = contents(cellar.memory)
    ran = reviewed(cellar, keys)
    assert contents(cellar.memory) == before
    assert "Traceback" not in ran.out


def test_quitting_keeps_what_was_decided_if_that_is_wanted(cellar: Shell) -> None:
    reviewed(cellar, "c\nq\ny\n")
    assert ticks(cellar) == ["close apples"]


def test_a_tick_can_be_changed_and_taken_away(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "confirm apples", "*close bread", "*delete figs --reason noise")
    ran = reviewed(cellar, "k\nn\ns\ny\n")
    assert "Ticked: close apples." in ran.out
    assert ticks(cellar) == ["confirm apples", "delete figs --reason noise"]


def test_only_what_the_list_offers_can_be_chosen(cellar: Shell) -> None:
    ran = reviewed(cellar, "x\nq\n")
    assert "[c]close [k]confirm [n,s,v,w,d,q,?]: " in ran.out
    assert "delete: the file goes, for good" not in ran.out
    assert "close: it no longer applies; a note beside it will say so" in ran.out
    assert ticks(cellar) == []


def test_the_whole_entry_its_chain_and_its_neighbour_can_be_seen(cellar: Shell) -> None:
    cellar.write(
        "kiwis.md", "---\nid: kiwis\nsupersedes: [cheese]\ncreated: 2026-02-01\n---\nBuy kiwis.\nToday.\n"
    )
    quoted = "Unlike `bread`."
    put_list(cellar.memory, "confirm kiwis", quoted=quoted, evidence="duplicate: much like `apples`")
    ran = reviewed(cellar, "v\nw\nd\n?\nq\n")
    assert "kiwis  active  kiwis.md" in ran.out
    assert "└── kiwis" in ran.out
    assert "- kiwis  + apples" in ran.out
    assert "  -Buy kiwis.\n" in ran.out
    assert "  +Keep the apples in the cellar.\n" in ran.out
    assert "q  quit" in ran.out


def test_there_may_be_no_chain_and_no_neighbour(cellar: Shell) -> None:
    ran = reviewed(cellar, "w\nd\nq\n")
    assert "It replaced nothing, and nothing replaced it." in ran.out
    assert "The evidence names no neighbour." in ran.out


def test_it_fits_sixty_columns_without_colour(cellar: Shell) -> None:
    put_list(cellar.memory, "close apples", "confirm apples", quoted="Keep the apples in the cellar. " * 8)
    ran = reviewed(cellar, "v\nw\nd\n?\nc\ny\n", columns=60)
    assert "\x1b" not in ran.out
    shown = re.sub(r"(\?\]|\[y/N\]): ", r"\1:\n", ran.out)  # all keys were typed before the first question
    assert [row for row in shown.split("\n") if len(row) > 60] == []
    assert ticks(cellar) == ["close apples"]


def test_it_needs_a_terminal(cellar: Shell) -> None:
    ran = cellar.run("review", f"memory/{LIST}", stdin="c\n")
    assert ran.code == 1
    assert ran.err == (
        "error: review asks, and standard input is no terminal; tick the list in an editor instead\n"
    )


def test_an_agent_reviews_nothing(cellar: Shell) -> None:
    ran = reviewed(cellar, "c\n", GEMINI_CLI="1")
    assert ran.code == 1
    assert "Gemini CLI (GEMINI_CLI) runs this command" in ran.out


def test_a_list_with_a_fault_is_refused(cellar: Shell) -> None:
    with (cellar.memory / LIST).open("ab") as file:
        file.write(b"- [x] close jam\n")
    ran = reviewed(cellar, "c\n")
    assert ran.code == 1
    assert f"{LIST}:37: has a box but is no action line" in ran.out


def test_a_list_that_changed_meanwhile_is_not_written(cellar: Shell) -> None:
    from memdecay.errors import Refused
    from memdecay.proposals import Action

    memory = open_memory(
        cellar.memory, None, now=instant(NOW), say=lambda _: None, progress=lambda items, _: items
    )
    place = cellar.memory / LIST
    review = Review(memory=memory, listed=open_list(memory, place))
    changed = place.read_bytes() + b"\nDana: wait.\n"
    place.write_bytes(changed)
    with pytest.raises(Refused, match="has changed meanwhile, so nothing was written; start again"):
        review.save({"apples": Action.CLOSE})
    assert place.read_bytes() == changed
    assert [path.name for path in Path(place.parent).iterdir()] == [place.name]


def test_hostile_text_reaches_no_terminal(cellar: Shell) -> None:
    cellar.write("evil.md", "---\nid: evil\n---\n\x1b]0;title\x07 [red]x[/red] \u202e\n")
    put_list(cellar.memory, "close evil", quoted="\x1b]0;title\x07 [red]x[/red] \u202e")
    ran = reviewed(cellar, "v\nw\nd\nq\n")
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "[red]x[/red]" in ran.out
