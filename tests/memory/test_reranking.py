"""A reranker changes how well candidates match, and nothing of what holds or was held against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from memdecay.memory import models
from tests.builders import markdown
from tests.front_door import Shell


@dataclass(frozen=True, kw_only=True)
class Fond:
    """A reranker that likes what holds one word, and keeps what it was shown."""

    word: str
    window: int = 60
    identity: str = "fond@1"
    shown: list[tuple[str, str]] = field(default_factory=list)

    def size(self, text: str) -> int:
        return len(text.split())

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:
        self.shown.extend((question, text) for text in texts)
        assert all(self.size(question) + self.size(text) <= self.window for text in texts)
        return [1.0 if self.word in text else 0.0 for text in texts]


def fond(monkeypatch: pytest.MonkeyPatch, word: str, window: int = 60) -> Fond:
    reranker = Fond(word=word, window=window)
    monkeypatch.setattr(models, "reranker", lambda *_: reranker)
    return reranker


@pytest.fixture
def kitchen(memory: Shell) -> Shell:
    memory.write("tox.md", markdown("id: tox", body="Run the tests with tox.\n"))
    memory.write("nox.md", markdown("id: nox", body="Run the tests with nox.\n"))
    memory.write("cat.md", markdown("id: cat", body="Feed the office cat at noon.\n"))
    return memory


def test_what_the_reranker_likes_comes_first(kitchen: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kitchen.recalled("run the tests")[0] == "nox"
    fond(monkeypatch, "tox")
    assert kitchen.recalled("run the tests")[0] == "tox"
    assert kitchen.recalled("run the tests with nox")[0] == "nox"  # so little weight does not decide alone


def test_every_term_of_a_reranked_score_is_shown(kitchen: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = kitchen.ask("recall", "run the tests with nox", "--explain")["results"][0]["explain"]
    assert (plain["judged"], plain["judged_weight"]) == (0, 0)
    fond(monkeypatch, "tox")
    kitchen.write("memdecay.yaml", "version: 1\nrerank_weight: 0.8\n")
    told = kitchen.did("recall", "run the tests with nox", "--explain").out
    assert ") * 0.20 + reranker 1.0000 * 0.80" in told
    shown = kitchen.ask("recall", "run the tests with nox", "--explain")["results"][0]
    terms = shown["explain"]
    assert (shown["id"], terms["judged"], terms["judged_weight"]) == ("tox", 1.0, 0.8)
    fused = terms["dense_weight"] * terms["dense"] + (1 - terms["dense_weight"]) * terms["lexical"]
    assert terms["own_relevance"] == pytest.approx(0.2 * fused + 0.8, abs=1e-3)


# Promise 4
def test_a_closed_entry_that_the_reranker_loves_answers_through_its_successor(
    kitchen: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen.did("close", "tox", "--by", "nox", "--reason", "slow")
    fond(monkeypatch, "tox")
    assert kitchen.recalled("run the tests with tox") == ["nox"]
    both = kitchen.ask("recall", "run the tests with tox", "--history")["results"]
    assert [(one["id"], one["via"]) for one in both] == [("nox", "tox"), ("tox", None)]


# Promise 4
def test_an_entry_that_misled_stays_below_its_alternatives_however_much_the_reranker_loves_it(
    kitchen: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen.did("misled", "tox", "--note", "it hung")
    fond(monkeypatch, "tox")
    assert kitchen.recalled("run the tests")[-1] == "tox"
    assert len(kitchen.recalled("run the tests")) == 2


def test_of_a_long_entry_the_passages_that_hold_most_words_of_the_question_are_read(
    kitchen: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    filler = "\n\n".join(f"Paragraph {number} is about trains and boats." for number in range(40))
    kitchen.write("long.md", markdown("id: long", body=f"{filler}\n\nFeed the quokka at night.\n"))
    reranker = fond(monkeypatch, "quokka", window=20)
    assert kitchen.recalled("who feeds the quokka")[0] == "long"
    read = [text for _, text in reranker.shown if "Paragraph" in text or "quokka" in text]
    assert len(read) == 4
    assert "quokka" in read[0]


def test_a_question_longer_than_the_window_is_read_in_parts(
    kitchen: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    reranker = fond(monkeypatch, "tox", window=20)
    kitchen.recalled("run the tests " * 20)
    assert len({question for question, _ in reranker.shown}) > 1
