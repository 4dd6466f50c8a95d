"""What the reranker of the table learns from: headings that ask something, with texts that answer or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.own_reranker import Pair, examples, judged, pairs_of, scores

_PAIRS = [Pair(f"Do {name}", f"Text of {name}.") for name in "abcde"]
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


def test_a_question_has_its_text_and_two_that_do_not_answer_it_one_of_them_similar() -> None:
    found = list(examples(_PAIRS, _nearest))
    assert len(found) == 3 * len(_PAIRS)
    for number, (right, similar, drawn) in enumerate(zip(*[iter(found)] * 3, strict=True)):
        assert (right.text, right.label, similar.label, drawn.label) == (_PAIRS[number].text, 1.0, 0.0, 0.0)
        assert {right.question} == {similar.question} == {drawn.question}
        assert similar.text in {"Text of d.", "Text of e."}
        assert right.text not in {similar.text, drawn.text}
    assert found == list(examples(_PAIRS, _nearest))


def test_headings_are_asked_in_several_forms() -> None:
    asked = [one["query"] for one in judged(_PAIRS, _nearest)]
    assert asked == ["Do a", "Do b", "How do I do this: Do c?", "What about Do d?", "Where do I find Do e?"]


def test_a_reranker_is_asked_about_what_the_sentence_model_shows_in_its_order() -> None:
    assert next(judged(_PAIRS, _nearest)) == {
        "query": "Do a", "positive": ["Text of a."],
        "documents": ["Text of b.", "Text of a.", "Text of c.", "Text of d.", "Text of e."],
    }  # fmt: skip


def test_the_table_sets_the_reranker_beside_the_sentence_model() -> None:
    found = {"map": 0.51234, "mrr@20": 0.5, "ndcg@20": 0.6}
    table = scores({**found, **{f"base_{name}": value / 2 for name, value in found.items()}})
    assert table.rows == (("sentence model", 0.256, 0.25, 0.3), ("reranker", 0.512, 0.5, 0.6))


def _nearest(questions: Sequence[str], texts: Sequence[str], most: int) -> list[list[int]]:
    """The first texts of all, but for the first question, whose own comes second."""
    assert (len(questions), len(texts), most) == (5, 5, 20)
    return [[1, 0, 2, 3, 4], *([[0, 1, 2, 3, 4]] * 4)]
