"""Exports a model to ONNX, once, with torch's own exporter: integers of 8 bits where they agree with it.

`sentence-transformers[onnx]` would do it too, but cannot be installed beside transformers 5.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import onnx  # noqa: F401 - the exporter and the quantiser need it; missing, it is to be named first
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from memdecay import fsio
from memdecay.embedding.exported import DESCRIPTION, DOCUMENT, GRAPH, TOKENIZER, Graph, sigmoid
from memdecay.embedding.original import EMBEDDER, RERANKER, load, prompts_of, window_of
from memdecay.embedding.source import Source, weights
from memdecay.errors import ModelUnusable

TORCH = "torch"
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_STEPS = {"Transformer", "Pooling", "Normalize", "Dense", "LayerNorm", "Dropout"}
_LONGEST = 100_000
_PROBES = (
    "Install packages with pnpm, not npm.",
    "how do I run the tests?",
    "Retry the flaky checkout test at most twice, then open an issue and name the commit that broke it.",
    "`make lint` must pass before a commit.",
    "Use Node 22 in CI; Node 20 is over.",
    "Die Bestellung wird erst nach der Zahlung verschickt.",
)
_LEAST_ALIKE = {"int8": 0.97, "fp32": 0.999}
"""The cosine with torch's vector that every probe must reach; MiniLM in integers has 0.99."""
_MOST_APART = {"int8": 0.1, "fp32": 0.001}
"""How far a reranker's judgement may be from torch's, of 1."""


class CannotExport(Exception):
    """What stands in the way of exporting a model, which runs with torch then."""


def embedder(source: Source, digest: str, made: Path, meanwhile: Path) -> None:
    """Fill the folder `made` with an exported model, or with the reason why it must run with torch."""
    model = load(EMBEDDER, source, "cpu")
    prompts = prompts_of(source)
    about: dict[str, Any] = {"prompts": prompts, "dimension": model.get_embedding_dimension()}

    def is_alike(graph: Graph, kind: str) -> bool:
        texts = [prompts[DOCUMENT] + one for one in _PROBES]
        expected = model.encode(texts, prompt="", normalize_embeddings=True, show_progress_bar=False)
        return all(
            _cosine(graph.run(text), vector) >= _LEAST_ALIKE[kind]
            for text, vector in zip(texts, expected.tolist(), strict=True)
        )

    try:
        _refuse_unusual(model, has_prompts=any(prompts.values()))
        about["window"] = window_of(model, prompts.values())
        sample = model.preprocess([_PROBES[0]])
        about["runs"] = _graph(_Sentence(model), sample, model, made, meanwhile, is_alike)
    except CannotExport as fault:
        about |= {"runs": TORCH, "why": str(fault)}
    _describe(made, source, digest, about)


def reranker(source: Source, digest: str, made: Path, meanwhile: Path) -> None:
    """Fill the folder `made` with an exported cross-encoder. Raises ModelUnusable where it is none."""
    model = load(RERANKER, source, "cpu")
    if model.num_labels != 1:
        raise ModelUnusable(
            f"the model {source.name} is no reranker: it gives {model.num_labels} numbers for two texts; "
            "take rerank out of the settings"
        )
    pairs = [(_PROBES[1], one) for one in _PROBES]

    def is_alike(graph: Graph, kind: str) -> bool:
        expected = model.predict(pairs, activation_fn=torch.nn.Sigmoid(), show_progress_bar=False)
        found = [sigmoid(graph.run(*pair)[0]) for pair in pairs]
        return all(abs(a - b) <= _MOST_APART[kind] for a, b in zip(found, expected.tolist(), strict=True))

    about: dict[str, Any] = {"window": window_of(model, (), pair=True)}
    try:
        sample = model.tokenizer([pairs[0]], return_tensors="pt")
        about["runs"] = _graph(_Judgement(model), sample, model, made, meanwhile, is_alike)
    except CannotExport as fault:
        about |= {"runs": TORCH, "why": str(fault)}
    _describe(made, source, digest, about)


class _Sentence(torch.nn.Module):  # type: ignore[misc]
    """All steps of a sentence model, from ids to the vector."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, *values: Any) -> Any:
        return self.model(dict(zip(_INPUTS, values, strict=False)))["sentence_embedding"]


class _Judgement(torch.nn.Module):  # type: ignore[misc]
    """A cross-encoder, from ids to the number before the sigmoid."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model.model

    def forward(self, *values: Any) -> Any:
        return self.model(**dict(zip(_INPUTS, values, strict=False))).logits


def _refuse_unusual(model: Any, *, has_prompts: bool) -> None:
    """Raise CannotExport for what the exported graph would do otherwise than sentence-transformers."""
    unknown = {type(step).__name__ for step in model} - _STEPS
    if unknown:
        raise CannotExport(f"its step {min(unknown)} is unusual")
    if has_prompts and any(not getattr(one, "include_prompt", True) for one in model):
        raise CannotExport("it leaves its prompts out of the vector")


def _graph(
    wrapped: Any, sample: Any, model: Any, made: Path, meanwhile: Path, is_alike: Callable[[Graph, str], bool]
) -> str:
    """Write graph and tokenizer; returns whether its weights are int8 or fp32. Raises CannotExport."""
    tokenizer = getattr(model.tokenizer, "backend_tokenizer", None)
    if tokenizer is None:
        raise CannotExport("its tokenizer is not a fast one")
    whole, small = meanwhile / "whole.onnx", meanwhile / "small.onnx"
    try:
        with _quiet():
            _export(wrapped, [sample[name] for name in _INPUTS if name in sample], whole)
            quantize_dynamic(whole, small, per_channel=True, weight_type=QuantType.QInt8)
        for kind, graph in (("int8", small), ("fp32", whole)):
            folder = meanwhile / kind
            fsio.create_folder(folder)
            _optimise(graph, folder / GRAPH)
            fsio.create(folder, TOKENIZER, _without_limits(tokenizer))
            if is_alike(Graph(folder), kind):
                for name in (GRAPH, TOKENIZER):
                    fsio.create(made, name, (folder / name).read_bytes())
                return kind
    except Exception as fault:  # of many kinds: an operator that is not known, a graph over 2 GB
        reason = str(fault).strip().split("\n")[0] or type(fault).__name__
        raise CannotExport(reason) from fault
    raise CannotExport("its graph gives other results")


def _export(wrapped: Any, values: Sequence[Any], path: Path) -> None:
    names = _INPUTS[: len(values)]
    length = torch.export.Dim("length", min=2, max=_LONGEST)
    with torch.no_grad():
        torch.onnx.export(
            wrapped.eval(),
            tuple(values),
            path,
            input_names=list(names),
            output_names=["result"],
            dynamo=True,
            external_data=False,
            verbose=False,
            dynamic_shapes=(tuple({1: length} for _ in names),),
        )


def _optimise(graph: Path, into: Path) -> None:
    options = onnxruntime.SessionOptions()
    # The next level would fit it to this very processor, and a home folder may be shared by several.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(into)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _without_limits(tokenizer: Any) -> bytes:
    """The tokenizer as JSON; texts are cut into passages before, so it must cut nothing off."""
    described: dict[str, Any] = json.loads(tokenizer.to_str())
    return json.dumps(described | {"truncation": None, "padding": None}, ensure_ascii=False).encode()


def _describe(made: Path, source: Source, digest: str, about: dict[str, Any]) -> None:
    about |= {
        "name": source.name, "revision": source.revision, "weights": weights(source.folder),
        "identity": f"{source.name}@{digest[:12]}-{about['runs']}",
    }  # fmt: skip
    fsio.create(made, DESCRIPTION, json.dumps(about, indent=2, ensure_ascii=False).encode())


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else 0.0


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The libraries talk about their progress, even on stdout, where only results may stand."""
    out, err = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
    logging.disable(logging.WARNING)
    try:
        with out, err, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(logging.NOTSET)
