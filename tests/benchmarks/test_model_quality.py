"""Which models are compared with which, and how a share is shown."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from memdecay.memory.models import BUILT_IN, Choice
from tests.benchmarks.model_quality import (
    Ranker,
    _cells,
    choices_of,
    command_of,
    comparisons,
    named,
    rankers_of,
)
from tests.benchmarks.rankers import outcome


def test_a_hybrid_is_compared_with_what_it_is_made_of_and_with_the_built_in_hybrid() -> None:
    assert list(comparisons({"built-in": BUILT_IN, "MiniLM": Choice(model="/models/minilm")})) == [
        ("built-in hybrid", "BM25 alone"),
        ("built-in hybrid", "built-in dense"),
        ("built-in hybrid, no fading", "BM25 alone"),
        ("built-in hybrid, no fading", "built-in dense"),
        ("MiniLM hybrid", "BM25 alone"),
        ("MiniLM hybrid", "MiniLM dense"),
        ("MiniLM hybrid, no fading", "BM25 alone"),
        ("MiniLM hybrid, no fading", "MiniLM dense"),
        ("MiniLM hybrid", "built-in hybrid"),
    ]


def test_a_reranked_hybrid_is_compared_with_the_words_and_with_itself_before_it_was_reread() -> None:
    choices = choices_of([], original=False, rerank="/models/judge")
    assert [one for one in comparisons(choices) if "reranked" in one[0]] == [
        ("built-in hybrid, reranked", "BM25 alone"),
        ("built-in hybrid, reranked", "built-in hybrid"),
        ("built-in hybrid, no fading, reranked", "BM25 alone"),
        ("built-in hybrid, no fading, reranked", "built-in hybrid, no fading"),
    ]


def test_every_model_but_its_original_is_reread_where_there_is_a_reranker() -> None:
    one = ("MiniLM", Choice(model="/models/minilm"))
    found = choices_of([one], original=True, rerank="/models/judge")
    assert {name: choice.rerank for name, choice in found.items()} == {
        "built-in": "", "MiniLM": "", "MiniLM by torch": "",
        "built-in, reranked": "/models/judge", "MiniLM, reranked": "/models/judge",
    }  # fmt: skip


def test_what_meaning_alone_finds_is_not_timed_again_for_a_reranker(tmp_path: Path) -> None:
    found = rankers_of(choices_of([], original=False, rerank="/models/judge"))
    assert [one.name for one in found] == [
        "BM25 alone", "built-in dense", "built-in hybrid", "built-in hybrid, reranked"
    ]  # fmt: skip
    command = [str(word) for word in command_of(found[-1], _with_memory(tmp_path), Path("memdecay"))]
    assert "MEMDECAY_RERANK=/models/judge" in command


def test_the_original_of_a_model_is_measured_beside_it_only_if_wanted() -> None:
    one = ("MiniLM", Choice(model="/models/minilm"))
    assert list(choices_of([one], original=False)) == ["built-in", "MiniLM"]
    both = choices_of([one], original=True)
    assert list(both) == ["built-in", "MiniLM", "MiniLM by torch"]
    assert both["built-in"] == BUILT_IN
    assert both["MiniLM by torch"] == Choice(model="/models/minilm", device="cpu:0")


def test_words_alone_are_timed_once_and_every_model_alone_and_fused() -> None:
    found = rankers_of({"built-in": BUILT_IN})
    assert [(one.name, one.dense_weight) for one in found] == [
        ("BM25 alone", 0.0), ("built-in dense", 1.0), ("built-in hybrid", None),
    ]  # fmt: skip


def test_a_model_is_named_before_its_folder() -> None:
    assert named("MiniLM=/models/a=b") == ("MiniLM", Choice(model="/models/a=b"))


@pytest.mark.parametrize("text", ["/models/minilm", "=folder", "MiniLM="])
def test_what_names_no_model_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not NAME=FOLDER"):
        named(text)


def test_a_share_is_shown_with_its_interval_and_as_nothing_where_no_question_tells_it() -> None:
    """Right at the first and the second place; half of success@1, with all of it left to chance."""
    found = [outcome(["right"], {"right"}, ()), outcome(["x", "right"], {"right"}, ())]
    assert list(_cells(found)) == [
        "0.500 [0.00, 1.00]", "1.000 [1.00, 1.00]", "0.750 [0.50, 1.00]", "0.815 [0.63, 1.00]",
        "0.000 [0.00, 0.00]", None,
    ]  # fmt: skip


def test_words_alone_and_meaning_alone_are_memories_whose_settings_say_so(tmp_path: Path) -> None:
    _with_memory(tmp_path)
    words, dense, hybrid = rankers_of({"built-in": BUILT_IN})
    assert [one.dense_weight for one in (words, dense, hybrid)] == [0.0, 1.0, None]
    settings = {
        one.name: (_memory_of(one, tmp_path) / "memdecay.yaml").read_text("utf-8")
        for one in (words, dense, hybrid)
    }
    assert settings == {
        "BM25 alone": "version: 1\ndense_weight: 0.0\n",
        "built-in dense": "version: 1\ndense_weight: 1.0\n",
        "built-in hybrid": "version: 1\n",
    }


def _memory_of(ranker: Ranker, folder: Path) -> Path:
    command = command_of(ranker, folder, Path("memdecay"))
    assert command[:5] == [
        "env", "MEMDECAY_MODEL=builtin", "MEMDECAY_DEVICE=cpu", "MEMDECAY_RERANK=none", Path("memdecay"),
    ]  # fmt: skip
    assert (command[5], command[7]) == ("--memory", "recall")
    return Path(command[6])


def _with_memory(folder: Path) -> Path:
    """A folder with the memory that all rankers are timed on, which has no entries here."""
    (folder / "1000").mkdir()
    (folder / "1000" / "memdecay.yaml").write_text("version: 1\n", "utf-8")
    return folder
