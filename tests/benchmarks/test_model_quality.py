"""What is compared with what, and how each ranker is asked."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from memdecay.evaluation import Mean
from memdecay.memory.models import BUILT_IN, Choice
from tests.benchmarks.model_quality import (
    Ranker,
    choices_of,
    command_of,
    comparisons,
    named,
    rankers_of,
    said,
)

MINI = Choice(model="/models/mini")


def test_every_hybrid_is_compared_with_words_with_its_model_and_with_the_first_hybrid() -> None:
    assert list(comparisons(["built-in", "mini"])) == [
        ("built-in hybrid", "BM25 alone"),
        ("built-in hybrid", "built-in dense"),
        ("built-in hybrid, no fading", "BM25 alone"),
        ("built-in hybrid, no fading", "built-in dense"),
        ("mini hybrid", "BM25 alone"),
        ("mini hybrid", "mini dense"),
        ("mini hybrid, no fading", "BM25 alone"),
        ("mini hybrid, no fading", "mini dense"),
        ("mini hybrid", "built-in hybrid"),
    ]


def test_a_named_model_is_measured_as_exported_and_where_wanted_by_torch() -> None:
    assert choices_of([("mini", MINI)], original=False) == {"built-in": BUILT_IN, "mini": MINI}
    torch = choices_of([("mini", MINI)], original=True)["mini by torch"]
    assert (torch.model, torch.device) == ("/models/mini", "cpu:0")


@pytest.mark.parametrize("text", ["mini", "=folder", "mini="])
def test_a_model_without_a_name_or_a_folder_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        named(text)
    assert str(refused.value) == f"{text!r} is not NAME=FOLDER"


def test_a_mean_is_said_with_its_interval() -> None:
    assert said(Mean(value=0.5944, low=0.5206, high=0.6649, cases=170)) == "0.594 [0.52, 0.66]"


def test_words_alone_and_meaning_alone_are_memories_whose_settings_say_so(tmp_path: Path) -> None:
    (tmp_path / "1000").mkdir()
    (tmp_path / "1000" / "memdecay.yaml").write_text("version: 1\n", "utf-8")
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
    assert command[:4] == ["env", "MEMDECAY_MODEL=builtin", "MEMDECAY_DEVICE=cpu", Path("memdecay")]
    assert (command[4], command[6]) == ("--memory", "recall")
    return Path(command[5])
