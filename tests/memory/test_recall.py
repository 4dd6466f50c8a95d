"""The main job, over chains and the two clocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memdecay.memory.opening import Memory, open_memory
from memdecay.memory.recall import Answer, Question, recall
from tests.builders import instant
from tests.memory.meadow import NOW, Meadow


@pytest.fixture
def meadow(tmp_path: Path) -> Meadow:
    (tmp_path / "memdecay.yaml").write_text("version: 1\n")
    return Meadow(root=tmp_path)


def memory(meadow: Meadow) -> Memory:
    return open_memory(meadow.root, meadow.root, now=NOW, say=meadow.said.append, progress=meadow._progress)


def asked(of: Memory, text: str, at: str = "2026-06-03", **values: Any) -> Answer:
    known = values.pop("known_at", None)
    return recall(
        of, Question(text=text, at=instant(at), known_at=instant(known) if known else None, **values)
    )


def ids(answer: Answer) -> list[str]:
    return [result.entry.id for result in answer.results]


def put_chain(meadow: Meadow) -> None:
    """Three instructions in words of their own, each replacing the one before; the last is yet to begin."""
    meadow.put("a.md", "Install packages with npm.", "valid_from: 2026-01-01")
    meadow.put("b.md", "Zebra stripes quietly.", "supersedes: [a]", "valid_from: 2026-02-01")
    meadow.put("c.md", "Purple umbrellas sing.", "supersedes: [b]", "valid_from: 2027-01-01")


# B050
def test_a_closed_entry_answers_with_the_end_of_its_chain_in_other_words(meadow: Meadow) -> None:
    put_chain(meadow)
    answer = asked(memory(meadow), "install packages with npm", at="2027-06-01")
    assert [(one.entry.id, one.ranked.via) for one in answer.results] == [("c", "a")]


def test_a_closed_entry_answers_with_what_holds_while_the_end_of_its_chain_is_still_to_come(
    meadow: Meadow,
) -> None:
    put_chain(meadow)
    answer = asked(memory(meadow), "install packages with npm")
    assert [(one.entry.id, one.ranked.via) for one in answer.results] == [("b", "a")]


def test_history_puts_what_holds_first_while_the_end_of_its_chain_is_still_to_come(meadow: Meadow) -> None:
    put_chain(meadow)
    answer = asked(memory(meadow), "install packages with npm", with_history=True)
    assert ids(answer)[0] == "b"


def test_by_what_was_known_earlier_a_later_closing_does_not_count(meadow: Meadow) -> None:
    meadow.put("a.md", "Install packages with npm.", "created: 2026-01-01T00:00:00Z")
    meadow.put(
        "a.closed.md", "Closed.", "closes: a", "valid_until: 2026-02-01", "recorded: 2026-05-01T00:00:00Z"
    )
    of = memory(meadow)
    assert ids(asked(of, "install packages", at="2026-03-01", known_at="2026-04-01")) == ["a"]
    assert ids(asked(of, "install packages", at="2026-03-01", known_at="2026-05-02")) == []
    assert ids(asked(of, "install packages", at="2026-03-01", known_at="2026-04-01")) == ["a"]


def test_a_question_by_earlier_knowledge_changes_no_later_answer(meadow: Meadow) -> None:
    meadow.put("a.md", "Install packages with npm.", "created: 2026-01-01T00:00:00Z")
    meadow.put("b.md", "Install packages with pnpm.", "supersedes: [a]", "created: 2026-05-01T00:00:00Z")
    of = memory(meadow)
    before = ids(asked(of, "install packages"))
    asked(of, "install packages", known_at="2026-04-01")
    assert ids(asked(of, "install packages")) == before == ["b"]


def test_by_what_was_known_earlier_no_end_is_told_that_was_recorded_later(meadow: Meadow) -> None:
    meadow.put("a.md", "Install packages with npm.", "created: 2026-01-01T00:00:00Z")
    meadow.put(
        "a.closed.md", "Closed.", "closes: a", "valid_until: 2026-02-01", "recorded: 2026-05-01T00:00:00Z"
    )
    (result,) = asked(memory(meadow), "install packages", at="2026-03-01", known_at="2026-04-01").results
    assert result.ended is None
