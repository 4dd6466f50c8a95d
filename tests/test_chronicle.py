"""From the versions of a file to the lives of the instructions in it."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from memdecay.chronicle import instructions, lifespans
from tests.builders import instant

START = instant("2026-01-01")
DAY = timedelta(days=1)


def lives(*versions: str, every: int = 10) -> list[tuple[float, float]]:
    """Days and ends of the instructions in a file that got a new version every ten days."""
    dated = [(START + number * every * DAY, text) for number, text in enumerate(versions)]
    found = lifespans(dated, START + len(versions) * every * DAY)
    return sorted((one.days, one.ended) for one in found)


def items(*texts: str) -> str:
    return "".join(f"- {text}\n" for text in texts)


PNPM, TOX = "Install packages with pnpm.", "Run the tests with tox."
TABS, TAG = "Indent with tabs, never with blanks.", "Deploy by pushing a tag."


def test_a_file_without_versions_has_no_lives() -> None:
    assert lives() == []


def test_what_still_stands_has_no_end_yet() -> None:
    assert lives(items(PNPM, TOX)) == [(10.0, 0.0)] * 2


def test_what_was_added_later_has_lived_shorter() -> None:
    assert lives(items(PNPM), items(PNPM, TOX)) == [(10.0, 0.0), (20.0, 0.0)]


def test_what_was_removed_ended_then() -> None:
    assert lives(items(PNPM, TOX, TABS), items(PNPM, TOX, TABS), items(PNPM, TOX)) == [
        (20.0, 1.0), (30.0, 0.0), (30.0, 0.0),
    ]  # fmt: skip


def test_what_comes_back_begins_a_new_life() -> None:
    both, one = items(PNPM, TOX, TABS), items(PNPM, TOX)
    assert lives(both, one, both) == [(10.0, 0.0), (10.0, 1.0), (30.0, 0.0), (30.0, 0.0)]


def test_what_was_reworded_lives_on() -> None:
    assert lives(items(PNPM, TOX), items("Install all packages with pnpm.", TOX)) == [(20.0, 0.0)] * 2


def test_what_says_something_else_is_another_instruction() -> None:
    before, after = items(PNPM, TOX, TABS), items(PNPM, TOX, TAG)
    assert lives(before, after) == [(10.0, 0.0), (10.0, 1.0), (20.0, 0.0), (20.0, 0.0)]


def test_of_two_that_could_be_the_rewording_the_most_similar_is() -> None:
    before = items("Run the unit tests with tox before every push.", PNPM, TABS)
    after = items(
        "Run the slow tests with nox before every release.",
        "Run the unit tests with tox before each push.",
        PNPM,
        TABS,
    )
    assert lives(before, after) == [(10.0, 0.0), *[(20.0, 0.0)] * 3]


def test_one_rewording_is_of_one_instruction_only() -> None:
    before = items("Run the unit tests with tox.", "Run the api tests with tox.", PNPM, TABS)
    after = items("Run all the tests with tox.", PNPM, TABS)
    assert lives(before, after) == [(10.0, 1.0), *[(20.0, 0.0)] * 3]


def test_case_marks_and_punctuation_are_no_rewording_at_all() -> None:
    assert lives(items(PNPM), "* **install** packages, with `pnpm`\n") == [(20.0, 0.0)]


def test_what_moved_within_the_file_lives_on() -> None:
    assert lives(items(PNPM, TOX, TABS), items(TABS, PNPM, TOX)) == [(20.0, 0.0)] * 3


def test_what_moved_under_another_heading_or_was_indented_lives_on() -> None:
    before = f"# Setup\n\n{items(PNPM)}\n# Tests\n\n{items(TOX)}"
    after = f"# All\n\n{items(TOX)}\n  - {PNPM}\n"
    assert lives(before, after) == [(20.0, 0.0)] * 2


def test_the_rewrite_of_a_file_counts_as_half_an_end_of_each() -> None:
    assert lives(items(PNPM, TOX), items(TABS, TAG)) == [(10.0, 0.0)] * 2 + [(10.0, 0.5)] * 2


def test_a_file_that_is_gone_was_rewritten_to_nothing() -> None:
    assert lives(items(PNPM, TOX), "") == [(10.0, 0.5)] * 2


def test_from_half_of_a_file_on_it_is_a_rewrite() -> None:
    assert lives(items(PNPM, TOX, TABS, TAG), items(PNPM, TOX))[:2] == [(10.0, 0.5)] * 2
    assert lives(items(PNPM, TOX, TABS), items(PNPM, TOX))[:1] == [(10.0, 1.0)]


def test_what_was_only_reworded_does_not_make_it_a_rewrite() -> None:
    before = items(PNPM, TOX, TABS)
    after = items("Install all packages with pnpm.", "Run all the tests with tox.")
    assert lives(before, after) == [(10.0, 1.0), (20.0, 0.0), (20.0, 0.0)]


def test_an_item_that_stands_twice_is_one_instruction_until_both_are_gone() -> None:
    twice, once, none = items(PNPM, TOX, TABS, PNPM), items(PNPM, TOX, TABS), items(TOX, TABS)
    assert lives(twice, once, none) == [(20.0, 1.0), (30.0, 0.0), (30.0, 0.0)]


def test_a_commit_dated_before_the_one_it_follows_gives_no_negative_life() -> None:
    versions = [(START, items(PNPM, TOX, TABS)), (START - 5 * DAY, items(PNPM, TOX))]
    assert min(one.days for one in lifespans(versions, START)) == 0.0


def test_instructions_are_items_paragraphs_and_rows_without_headings_each_once() -> None:
    text = (
        "# Rules\n\nUse tabs\nin Go files.\n\n- Install with pnpm\n- [ ] Run tox\n1. Install with pnpm\n\n"
        "| tool | for |\n|---|---|\n| tox | tests |\n\n```sh\nmake all\n```\n\n--\n"
    )
    assert instructions(text) == [
        "use tabs in go files", "install with pnpm", "run tox", "| tool | for |", "| tox | tests |",
        "make all",
    ]  # fmt: skip


texts = st.lists(st.sampled_from([PNPM, TOX, TABS, TAG, "Install all packages with pnpm."]), max_size=5)


@given(st.lists(texts, max_size=6))
def test_no_life_is_longer_than_the_file_and_all_that_stands_is_open(versions: list[list[str]]) -> None:
    found = lives(*(items(*version) for version in versions))
    still = [one for one in found if one[1] == 0.0]
    assert len(still) == (len(set(versions[-1])) if versions else 0)
    assert all(0.0 <= days <= 10.0 * len(versions) for days, _ in found)
    assert all(ended in {0.0, 0.5, 1.0} for _, ended in found)
