"""What the reranker of the table learns from: headings that ask something, with texts that answer or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.own_reranker import Example, Pair, examples, pairs_of

_GUIDE = """---
title: not a text
---
# Shop

A shop.

## Tests

### Run the tests

Use `make test`.

### Return a list[int]

Markup asks nothing.

## Usage

One word asks nothing.

## Deploy to staging

- Ask first.
- Ask first.
"""


def test_a_heading_is_paired_with_what_stands_under_it_led_by_the_heading_above(tmp_path: Path) -> None:
    (tmp_path / "GUIDE.md").write_text(_GUIDE, "utf-8")
    assert sorted(pairs_of(tmp_path, 10)) == [
        Pair("Deploy to staging", "Ask first."), Pair("Run the tests", "Tests\nUse `make test`."),
    ]  # fmt: skip


def test_pairs_are_drawn_alike_each_time_and_no_more_than_wanted(tmp_path: Path) -> None:
    sections = (f"## Do the {name}\n\nText of {name}.\n" for name in "abcdefghijklmnopqrst")
    (tmp_path / "guide.mdx").write_text("\n".join(sections), "utf-8")
    first = pairs_of(tmp_path, 5)
    assert len(first) == 5
    assert first == pairs_of(tmp_path, 5)
    assert first != sorted(first)


def test_histories_of_versions_and_what_is_no_text_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Bug fixes here\n\nMended.\n", "utf-8")
    (tmp_path / "broken.md").write_bytes(b"# Bug fixes here\n\n\xff\n")
    (tmp_path / "folder.md").mkdir()
    assert pairs_of(tmp_path, 10) == []


def test_a_question_has_its_text_and_the_nearest_of_others_that_do_not_answer_it() -> None:
    pairs = [Pair(f"Do {name}", f"Text of {name}.") for name in "abcde"]

    def nearest(questions: Sequence[str], texts: Sequence[str], most: int) -> list[list[int]]:
        assert (len(questions), len(texts), most) == (5, 5, 4)
        return [[1, 0, 2, 3], [0, 2, 3, 4], *([[0, 1, 2, 3]] * 3)]

    found = list(examples(pairs, nearest))
    assert found[:8] == [
        Example("Do a", "Text of a.", 1.0), Example("Do a", "Text of b.", 0.0),
        Example("Do a", "Text of c.", 0.0), Example("Do a", "Text of d.", 0.0),
        Example("Do b", "Text of b.", 1.0), Example("Do b", "Text of a.", 0.0),
        Example("Do b", "Text of c.", 0.0), Example("Do b", "Text of d.", 0.0),
    ]  # fmt: skip
    assert found[8].question == "How do I do this: Do c?"
    assert len(found) == 20
