"""Words and meaning find what may answer; the weight of meaning says whether a model is asked at all."""

from __future__ import annotations

import pytest

from memdecay.embedding.static import StaticEmbedder
from memdecay.memory.opening import open_memory
from memdecay.memory.search import Search
from tests.builders import instant
from tests.front_door import NOW, Shell


@pytest.fixture
def kitchen(memory: Shell) -> Shell:
    for name, text in [("tox", "Run the tests with tox."), ("cat", "Feed the office cat at noon.")]:
        memory.did("add", text, "--id", name)
    return memory


@pytest.fixture
def encoded(kitchen: Shell, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that the built-in model turns into a vector, once the kitchen is indexed."""
    kitchen.did("index")
    texts: list[str] = []
    encode = StaticEmbedder.encode

    def listening(self: StaticEmbedder, text: str) -> tuple[float, ...]:
        texts.append(text)
        return encode(self, text)

    monkeypatch.setattr(StaticEmbedder, "encode", listening)
    return texts


def test_a_question_is_encoded_once(kitchen: Shell, encoded: list[str]) -> None:
    assert kitchen.recalled("run the tests") == ["tox"]
    assert encoded == ["run the tests"]


def test_where_meaning_counts_for_nothing_no_model_reads_the_question(
    kitchen: Shell, encoded: list[str]
) -> None:
    kitchen.write("memdecay.yaml", "version: 1\ndense_weight: 0\n")
    kitchen.did("index")
    encoded.clear()
    shown = kitchen.ask("recall", "run the tests", "--explain")["results"]
    assert [(one["id"], one["explain"]["dense"], one["explain"]["dense_weight"]) for one in shown] == [
        ("tox", 0, 0)
    ]
    assert kitchen.recalled("animals at work") == []
    assert encoded == []


def test_a_draft_is_compared_by_meaning_even_where_that_counts_for_nothing(kitchen: Shell) -> None:
    kitchen.write("memdecay.yaml", "version: 1\ndense_weight: 0\n")
    memory = open_memory(kitchen.memory, None, now=instant(NOW), say=print, progress=lambda items, _: items)
    search = Search(
        reader=memory.index, embedder=memory.embedder, policy=memory.policy,
        happenings=memory.happenings(memory.now), at=memory.now, is_draft=True,
    )  # fmt: skip
    found = {one.id: one.relevance for one in search.candidates("Pets at work")}
    assert found["cat"].lexical == 0
    assert found["cat"].dense > found["tox"].dense
