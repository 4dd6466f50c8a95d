"""Words tell whether a block denies what stands below it, announces it, or finishes a sentence."""

from __future__ import annotations

import pytest

from memdecay.importers import wording
from memdecay.importers.blocks import Block, parsed


def only(text: str) -> Block:
    (block,) = parsed(text)
    return block


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("Never:", True), ("What you must not do", True), ("Don’t", True), ("❌", True),
        ("Anti-patterns", True), ("Always:", False), ("Notes", False), ("Nothing special", False),
    ],
)  # fmt: skip
def test_a_heading_denies_by_its_words(text: str, *, denies: bool) -> None:
    assert wording.denies(text) is denies


@pytest.mark.parametrize(
    ("text", "introduces"),
    [
        ("Do this:", True),
        ("**Do this:**", True),
        ("次のように：", True),
        ("Do this.", False),
        ("# Do this:", False),
    ],
)
def test_a_paragraph_that_ends_in_a_colon_announces_what_follows(text: str, *, introduces: bool) -> None:
    assert wording.introduces(only(text)) is introduces


def test_a_list_whose_items_begin_small_finishes_the_sentence_before_it() -> None:
    assert wording.goes_on(only("- the tests\n- **the** linter\n- CI\n"))
    assert not wording.goes_on(only("- The tests\n- the linter\n"))
    assert not wording.goes_on(only("".join(f"- part {number}\n" for number in range(13))))


def test_only_one_heading_above_all_others_is_a_title() -> None:
    blocks = list(parsed("# Rules\n\n## Tests\n\nUse tox.\n"))
    assert wording.lone_title(blocks) is blocks[0]
    assert wording.lone_title(list(parsed("# Rules\n\n# Tests\n"))) is None
    assert wording.lone_title(list(parsed("## Tests\n\n# Rules\n"))) is None


def test_tags_comments_and_rules_say_nothing() -> None:
    assert not wording.says_something(only("---"))
    assert not wording.says_something(only("<div>\n<!-- a remark -->\n</div>"))
    assert wording.says_something(only("<div>\nbold\n</div>"))
    assert wording.has_words("<b>")
    assert not wording.has_words("<b>", is_html=True)
