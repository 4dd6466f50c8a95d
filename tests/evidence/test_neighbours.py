"""What another open entry says is evidence where it says the same, or the same but for a decisive word."""

from __future__ import annotations

import pytest

from memdecay.evidence.neighbours import neighbours
from memdecay.state import Standing
from tests.evidence.cases import around, case, near, sentences

PNPM = "Install packages with pnpm at the root."
LATER = "2026-01-01"


def test_the_weaker_of_two_that_say_nearly_the_same_is_told() -> None:
    one = case(body=PNPM, near=(near("b", "Install the packages with pnpm, at the root!"),))
    assert sentences(neighbours(one, around())) == [
        "says nearly the same as `b` (cosine 0.95) · `b` says “Install the packages with pnpm, at the root!”"
    ]


def test_the_stronger_of_two_is_not_told() -> None:
    other = near("b", "Install the packages with pnpm, at the root!", is_stronger=False)
    assert not list(neighbours(case(body=PNPM, near=(other,)), around()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Install packages with npm at the root.", "`npm`, `pnpm`"),
        ("Do not install packages with pnpm at the root.", "`not`"),
    ],
)
def test_a_later_one_with_another_decisive_word_may_contradict(text: str, words: str) -> None:
    one = case(body=PNPM, near=(near("b", text, valid_from=LATER),))
    assert sentences(neighbours(one, around())) == [
        f"may contradict `b` (cosine 0.95): only one of them says {words} · `b` says “{text}”"
    ]


def test_two_written_at_one_time_do_not_contradict() -> None:
    other = near("b", "Install packages with npm at the root.", valid_from="2025-01-01T09:00:00Z")
    assert not list(neighbours(case(body=PNPM, near=(other,)), around()))


def test_items_of_one_list_do_not_contradict() -> None:
    one = case(
        body="Commands that may prompt: scp needs BatchMode.",
        near=(near("b", "Commands that may prompt: ssh needs BatchMode.", valid_from=LATER),),
    )
    assert not list(neighbours(one, around()))


def test_one_that_only_says_more_does_not_contradict() -> None:
    one = case(body=PNPM, near=(near("b", f"{PNPM} See `docs/pnpm.md`.", valid_from=LATER),))
    assert not list(neighbours(one, around()))


def test_what_is_less_alike_is_not_told() -> None:
    others = (near("b", "Install the packages with pnpm at the root.", 0.9), near("c", "Use npm.", 0.7))
    assert not list(neighbours(case(body=PNPM, near=others), around()))


def test_what_holds_no_more_is_not_told() -> None:
    one = case(body=PNPM, near=(near("b", PNPM),), standing=Standing.EXPIRED)
    assert not list(neighbours(one, around()))


def test_two_at_most_are_named() -> None:
    others = tuple(near(id_, "Install the packages with pnpm, at the root!") for id_ in "bcd")
    assert len(list(neighbours(case(body=PNPM, near=others), around()))) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("This page covers: colours of buttons", "This page covers: shapes of buttons"),
        (
            "bd automatically syncs via Dolt:",
            "bd automatically syncs via Dolt: Each write commits",
        ),
        ("go test -tags pure ./cmd/...", "go test -tags pure -run ^Name$ ./cmd/..."),
        ("Run the C# tests:", "Run the C++ tests:"),
    ],
)
def test_items_of_one_list_and_other_options_are_no_duplicates(one: str, other: str) -> None:
    first = case(body=one, near=(near("b", other, 0.99),))
    assert not list(neighbours(first, around()))


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("bd show <id> --json", "bd update <id> --claim --json", False),
        ("`bd list --json`", "`bd ready --json`", False),
        ("npm install --frozen", "pnpm install --frozen", True),
        ("use npm here", "use pnpm here", True),
    ],
)
def test_two_commands_of_one_program_do_not_contradict(one: str, other: str, may: bool) -> None:
    first = case(body=one, near=(near("b", other, valid_from=LATER),))
    assert bool(list(neighbours(first, around()))) is may


def test_of_a_long_neighbour_the_beginning_is_shown() -> None:
    other = near("b", "Install the `packages` with pnpm, at the root! " + "And do it soon. " * 20)
    (clue,) = neighbours(case(body=f"{PNPM} {'And do it soon. ' * 20}", near=(other,)), around())
    assert clue.sentence.endswith("And do it soon. And do it soon. …”")
    assert "says “Install the packages with" in clue.sentence
