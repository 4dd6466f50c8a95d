"""A commit message names entries that hold, as git reads its trailers."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.checks.trailers import named, not_in_force
from memdecay.state import replay
from tests.builders import entry, instant
from tests.git.guarded import Guarded, guarded

NOW = instant("2026-06-03")
STATE = replay(
    [
        entry("use-pnpm", supersedes=("use-npm",), valid_from="2026-06-01"),
        entry("use-npm"),
        entry("later", valid_from="2026-12-01"),
        entry("over", valid_until="2026-05-01"),
    ],
    [],
)


def told(*names: str) -> list[str]:
    return [problem.message for problem in not_in_force(names, STATE, NOW)]


def test_trailers_may_name_several_entries_in_any_case_of_the_key() -> None:
    trailers = [("Memory", "a, b"), ("Signed-off-by", "Dana"), ("memory", "c a"), ("Memory", "")]
    assert named(trailers) == ["a", "b", "c"]


def test_an_entry_that_holds_may_be_named() -> None:
    assert told("use-pnpm", "Use-PNPM") == []


def test_what_does_not_hold_is_named_with_what_to_write_instead() -> None:
    assert told("use-npm", "later", "over", "use-pnp", "\x1b[31m") == [
        "use-npm is closed; name use-pnpm instead",
        "later is pending; take the line `Memory: later` out of the message",
        "over is expired; take the line `Memory: over` out of the message",
        "no entry has the id 'use-pnp'; did you mean use-pnpm or use-npm?",
        "no entry has the id '\\u001b[31m'; `memdecay list` shows all ids",
    ]


# With real git


@pytest.fixture
def shop(tmp_path: Path) -> Guarded:
    return guarded(tmp_path / "shop", "use-pnpm")


def message(shop: Guarded, text: str) -> Path:
    place = shop.top / ".git" / "COMMIT_EDITMSG"
    place.write_text(text)
    return place


@pytest.mark.parametrize(
    "text",
    [
        "Add a package\n",
        "Add a package\n\nMemory: use-pnpm\n",
        "Add a package\n\nMemory: gone is a word in the text.\n\nAnd this is the last paragraph.\n",
        "Add a package\n\nSigned-off-by: Dana <d@example.org>\nMemory: use-pnpm\n\n# Memory: gone\n",
        "Add a package\n\n# ------------------------ >8 ------------------------\n+Memory: gone\n",
        "",
    ],
)
def test_a_message_whose_trailers_hold_is_let_through_without_a_word(text: str, shop: Guarded) -> None:
    ran = shop.check("--message", str(message(shop, text)))
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_a_message_that_names_nothing_that_holds_is_refused(shop: Guarded) -> None:
    ran = shop.check("--message", str(message(shop, "Add\n\nMemory: use-pnmp\nMemory: use-pnpm\n")))
    assert (ran.code, ran.lines) == (
        1,
        ["error: COMMIT_EDITMSG: Memory: no entry has the id 'use-pnmp'; did you mean use-pnpm? [trailer]"],
    )


CUT = "# ------------------------ >8 ------------------------\ndiff --git a/a b/a\n+Memory: use-pnpm\n"


@pytest.mark.parametrize("below", ["", "# Please enter the message.\n", CUT])
def test_a_line_of_hyphens_does_not_end_a_message(shop: Guarded, below: str) -> None:
    text = f"Add\n\nOne\n---\ntwo\n\nMemory: use-pnmp\n{below}"
    ran = shop.check("--message", str(message(shop, text)))
    assert (ran.code, ran.lines) == (
        1,
        ["error: COMMIT_EDITMSG: Memory: no entry has the id 'use-pnmp'; did you mean use-pnpm? [trailer]"],
    )


def test_an_entry_that_is_staged_may_be_named_already(shop: Guarded) -> None:
    shop.entry("new")
    place = message(shop, "Add\n\nMemory: new\n")
    assert shop.check("--message", str(place)).code == 1
    shop.git("add", "--all")
    assert shop.check("--message", str(place)).code == 0


def test_a_message_that_is_not_there_is_said(shop: Guarded) -> None:
    ran = shop.check("--message", "nowhere")
    assert (ran.code, ran.err) == (
        2, "error: there is no file nowhere; name the one that git gave to the hook\n",
    )  # fmt: skip
