"""What was exported and then cut off, or half removed, is one sentence with the remedy."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memdecay.embedding import exported
from memdecay.embedding.exported import ExportedEmbedder, ExportedReranker
from memdecay.errors import ModelUnusable

ABOUT = {"identity": "a@1", "window": 8, "prompts": {"question": "", "document": ""}}


class Cut(Exception):
    """What a library raises of a file that it cannot read."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The libraries, of which those named here cannot read their file."""
    names: set[str] = set()

    def read(path: str, **_: Any) -> Any:
        if Path(path).name in names:
            raise Cut(f"{path}\nends early")
        return SimpleNamespace(
            encode=lambda *_, **__: SimpleNamespace(ids=[], attention_mask=[], type_ids=[])
        )

    fake = SimpleNamespace(
        Tokenizer=SimpleNamespace(from_file=read),
        SessionOptions=SimpleNamespace,
        GraphOptimizationLevel=SimpleNamespace(ORT_DISABLE_ALL=0),
        InferenceSession=lambda path, **_: read(path),
    )
    monkeypatch.setattr(exported, "library", lambda _: fake)
    monkeypatch.setitem(sys.modules, "numpy", SimpleNamespace())  # imported before anything is read
    return names


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_one_sentence_with_the_remedy(broken: set[str], tmp_path: Path, name: str) -> None:
    broken.add(name)
    message = f"{tmp_path} is damaged ({tmp_path}/{name} ends early); remove it, and it is made again"
    with pytest.raises(ModelUnusable) as refused:
        ExportedEmbedder(tmp_path, ABOUT).encode("x")
    assert str(refused.value) == message
    with pytest.raises(ModelUnusable) as refused:
        ExportedReranker(tmp_path, ABOUT).judge("x", ["y"])
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["", "{}", "[]", "{"])
def test_a_description_that_describes_nothing_is_damage_too(tmp_path: Path, text: str) -> None:
    (tmp_path / "model.json").write_text(text, "utf-8")
    with pytest.raises(ModelUnusable, match=r"is damaged \([^\n]+\); remove it, and it is made again$"):
        exported.described(tmp_path)
