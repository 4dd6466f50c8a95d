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
    assert sentences(neighbours(one, around())) == ["says nearly the same as `b` (cosine 0.95)"]


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
        f"may contradict `b` (cosine 0.95): only one of them says {words}"
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
