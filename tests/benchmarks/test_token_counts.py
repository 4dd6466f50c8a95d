"""Our count of tokens beside another."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memdecay.errors import Unusable
from tests.benchmarks import token_counts
from tests.benchmarks.token_counts import counter, ratios


def test_a_vocabulary_is_told_by_its_texts_the_ratio_in_all_the_least_and_how_many_are_below_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """We count letters: 4, 2 and 6. They count 2, 4 and 2: 12 for 8 are 1.5, 2 for 4 a half."""
    monkeypatch.setattr(token_counts, "tokens", len)
    theirs = {"aaaa": 2, "bb": 4, "cccccc": 2}
    found = ratios("model", ["aaaa", "bb", " \n", "cccccc"], theirs.__getitem__)
    assert found == ("model", 3, 1.5, 0.5, 1)


def test_a_vocabulary_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", type("Fake", (), {"Tokenizer": object}))
    with pytest.raises(Unusable) as refused:
        counter(tmp_path / "gone.json")
    gone = str(tmp_path / "gone.json")
    assert str(refused.value) == f"there is no file {gone!r}; name each vocabulary as NAME=FILE"


def test_without_the_library_its_group_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(Unusable) as refused:
        counter(Path("any.json"))
    assert str(refused.value) == "tokenizers is not installed; install the group: pip install --group models"
