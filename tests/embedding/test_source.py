"""Where a model is looked for, what it is known by, and that none brings code of its own."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from memdecay.embedding import source
from memdecay.errors import ModelUnusable

NAME = "some/model"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any model, for every kind of platform."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def model(folder: Path, weights: str = "w", **files: str) -> Path:
    """A folder that looks like a model."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"config.json": "{}", "model.safetensors": weights, **files}.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def snapshot(hub: Path, revision: str, weights: str = "w") -> Path:
    return model(hub / "models--some--model" / "snapshots" / revision, weights)


def point_main_at(hub: Path, revision: str) -> None:
    refs = hub / "models--some--model" / "refs"
    refs.mkdir(parents=True, exist_ok=True)
    (refs / "main").write_text(revision)


# Where it lies


def test_a_model_is_found_in_the_cache_of_the_hub_at_the_revision_of_main(home: Path) -> None:
    hub = home / ".cache" / "huggingface" / "hub"
    snapshot(hub, "aaa")
    found = snapshot(hub, "bbb")
    point_main_at(hub, "bbb")
    assert source.named(NAME) == source.Source(name=NAME, folder=found, revision="bbb")


def test_without_main_any_snapshot_will_do(home: Path) -> None:
    found = snapshot(home / ".cache" / "huggingface" / "hub", "aaa")
    assert source.named(NAME).folder == found


@pytest.mark.parametrize(
    ("variable", "below"), [("HF_HUB_CACHE", ""), ("HF_HOME", "hub"), ("XDG_CACHE_HOME", "huggingface/hub")]
)
def test_the_cache_of_the_hub_is_where_its_variables_say(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, below: str
) -> None:
    monkeypatch.setenv(variable, str(home / "elsewhere"))
    found = snapshot(home / "elsewhere" / below, "aaa")
    assert source.named(NAME).folder == found


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms keep data elsewhere")
def test_a_folder_that_the_user_put_among_their_models_comes_first(home: Path) -> None:
    snapshot(home / ".cache" / "huggingface" / "hub", "aaa")
    own = model(home / ".local" / "share" / "memdecay" / "models" / NAME)
    assert source.named(NAME) == source.Source(name=NAME, folder=own)


def test_a_snapshot_without_weights_is_no_model(home: Path) -> None:
    found = snapshot(home / ".cache" / "huggingface" / "hub", "aaa")
    (found / "model.safetensors").unlink()
    with pytest.raises(ModelUnusable, match=r"^the model some/model is not on this machine; fetch it with "):
        source.named(NAME)


def test_a_folder_that_holds_no_model_is_refused(home: Path) -> None:
    (home / "empty").mkdir()
    with pytest.raises(ModelUnusable) as refused:
        source.in_folder(home / "empty")
    assert str(refused.value) == (
        f"{home / 'empty'} holds no model: no modules.json or config.json with weights; "
        "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker"
    )


def test_a_missing_folder_is_refused_in_the_same_way(home: Path) -> None:
    with pytest.raises(ModelUnusable, match="holds no model"):
        source.in_folder(home / "missing")


def test_a_missing_library_is_named_with_what_installs_it() -> None:
    with pytest.raises(ModelUnusable) as refused:
        source.library("no_such_library")
    assert str(refused.value) == (
        "a model that is not built in needs more libraries (No module named 'no_such_library'); "
        "install them with `pip install 'memdecay[sentence-transformers]'`; "
        "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker"
    )


def test_onnxruntime_is_never_imported_in_a_way_that_lets_it_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    source.library("json")
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"


# What it is known by


def digest(folder: Path) -> str:
    return source.digest(source.Source(name=NAME, folder=folder))


def test_the_digest_is_of_what_the_files_hold_and_not_of_where_or_since_when(home: Path) -> None:
    first = digest(model(home / "one"))
    assert digest(model(home / "two")) == first
    os.utime(home / "one" / "config.json", ns=(1, 1))
    assert digest(home / "one") == first


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json", "modules.json"])
def test_any_file_that_is_read_changes_the_digest(home: Path, name: str) -> None:
    first = digest(model(home / "one"))
    assert digest(model(home / "one", **{name: '{"other": 1}'})) != first


def test_a_file_one_folder_down_counts_and_one_that_nobody_reads_does_not(home: Path) -> None:
    first = digest(model(home / "one"))
    (home / "one" / "README.md").write_text("about")
    (home / "one" / "onnx").mkdir()
    (home / "one" / "onnx" / "config.json").write_text("{}")
    assert digest(home / "one") == first
    (home / "one" / "1_Pooling").mkdir()
    (home / "one" / "1_Pooling" / "config.json").write_text("{}")
    assert digest(home / "one") != first


def test_files_seen_before_are_not_read_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = digest(model(home / "one"))
    monkeypatch.setattr(source, "_digest", lambda _: pytest.fail("read again"))
    assert digest(home / "one") == first


def test_where_nothing_can_be_remembered_the_digest_is_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = digest(model(home / "one"))
    (home / "in the way").write_text("")
    monkeypatch.setattr(source, "cache_folder", lambda: home / "in the way")
    assert digest(home / "one") == first


# No code


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("modules.json", json.dumps([{"type": "evil.Module"}]), "evil.Module"),
        ("config.json", json.dumps({"auto_map": {"AutoModel": "evil.Model"}}), "auto_map"),
    ],
)
def test_a_model_that_wants_its_own_code_run_is_refused(home: Path, name: str, text: str, said: str) -> None:
    folder = model(home / "one", **{name: text})
    with pytest.raises(ModelUnusable) as refused:
        source.refuse_code(source.in_folder(folder))
    assert str(refused.value) == (
        f"the model one wants code of its own to be run ({said}), which is never done; choose another; "
        "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker"
    )


def test_the_steps_of_sentence_transformers_are_no_code_of_its_own(home: Path) -> None:
    listed = json.dumps([{"type": "sentence_transformers.models.Pooling"}])
    source.refuse_code(source.in_folder(model(home / "one", **{"modules.json": listed})))


# Fetching, only where it is asked for


def fake_hub(
    monkeypatch: pytest.MonkeyPatch, *, weights: str | None, fault: Exception | None = None
) -> list[Any]:
    """A hub that puts a model with such a file of weights into the cache; returns what it was asked for."""
    asked: list[Any] = []

    def snapshot_download(name: str, allow_patterns: list[str]) -> None:
        asked.append((name, allow_patterns))
        if fault is not None:
            raise fault
        found = snapshot(source._hub(), "ccc")
        (found / "model.safetensors").unlink()
        if weights is not None and any(weights.endswith(one.strip("*")) for one in allow_patterns):
            (found / weights).write_text("w")

    hub = ModuleType("huggingface_hub")
    vars(hub)["snapshot_download"] = snapshot_download
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)
    return asked


def test_fetching_asks_the_hub_for_data_alone_and_finds_it_afterwards(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = fake_hub(monkeypatch, weights="model.safetensors")
    assert source.fetch(NAME).revision == "ccc"
    assert asked == [(NAME, ["*.json", "*.txt", "*.model", "*.safetensors"])]


def test_pickled_weights_are_fetched_only_where_there_are_no_others(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = fake_hub(monkeypatch, weights="pytorch_model.bin")
    assert source.fetch(NAME).revision == "ccc"
    assert [patterns[-1] for _, patterns in asked] == ["*.safetensors", "*.bin"]


def test_a_hub_that_cannot_be_reached_is_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_hub(monkeypatch, weights=None, fault=OSError("no route to the hub\nand more"))
    with pytest.raises(ModelUnusable) as refused:
        source.fetch(NAME)
    assert str(refused.value) == (
        "the model some/model cannot be fetched: no route to the hub; "
        "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker"
    )
