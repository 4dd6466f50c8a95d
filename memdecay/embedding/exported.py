"""Runs a model that was exported to ONNX: quick to start, for onnxruntime and tokenizers are all it loads."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from memdecay.embedding.source import library
from memdecay.errors import ModelUnusable

DESCRIPTION, GRAPH, TOKENIZER = "model.json", "model.onnx", "tokenizer.json"
QUESTION, DOCUMENT = "question", "document"
_AT_ONCE = 512
"""Texts handed to the threads together, so that a bar moves and little waits in memory."""
Vector = tuple[float, ...]


class Graph:
    """An exported graph with its tokenizer, opened when first run; one text at a time.

    Never in batches: the scale of the integers would depend on what else is in a batch, and so the
    vector of an entry on its neighbours.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def tokenizer(self) -> Any:
        read = library("tokenizers").Tokenizer.from_file
        return self._opened(read, self._folder / TOKENIZER)

    @cached_property
    def _session(self) -> Any:
        onnxruntime = library("onnxruntime")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # It was optimised when it was saved.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        session = partial(
            onnxruntime.InferenceSession, sess_options=options, providers=["CPUExecutionProvider"]
        )
        return self._opened(session, self._folder / GRAPH)

    def _opened(self, read: Callable[[str], Any], path: Path) -> Any:
        try:
            return read(str(path))
        except Exception as fault:  # both libraries raise what they like of a file that was cut off
            raise damaged(self._folder, fault) from fault

    def run(self, text: str, pair: str | None = None) -> list[float]:
        """What the graph gives for a text, or for two that belong together."""
        import numpy as np

        read = self.tokenizer.encode(text, pair)
        fed = {"input_ids": read.ids, "attention_mask": read.attention_mask, "token_type_ids": read.type_ids}
        wanted = [one.name for one in self._session.get_inputs()]
        values = {name: np.array([fed[name]], dtype=np.int64) for name in wanted}
        found: list[float] = self._session.run(None, values)[0][0].tolist()
        return found

    def size(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)


class ExportedEmbedder:
    """Turns text into unit vectors with an exported model; `window` pieces of it at most."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.about = about
        self.identity: str = about["identity"]
        self.window: int = about["window"]
        self._prompts: dict[str, str] = about["prompts"]
        self._graph = Graph(folder)

    def size(self, text: str) -> int:
        return self._graph.size(text)

    def encode(self, text: str) -> Vector:
        """The unit vector of a question."""
        return self._vector(text, QUESTION)

    def encode_all(self, texts: Sequence[str]) -> Iterator[Vector]:
        """The unit vectors of texts that are to be found, on every processor there is."""
        if len(texts) == 1:
            yield self._vector(texts[0], DOCUMENT)
            return
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(_processors()) as pool:
            for start in range(0, len(texts), _AT_ONCE):
                yield from pool.map(self._document, texts[start : start + _AT_ONCE])

    def grasp(self, text: str) -> float:
        """How well the model reads a text, from 0 (letter by letter) to 1 (in parts of words or better)."""
        return grasp(self._graph.tokenizer, text)

    def _document(self, text: str) -> Vector:
        return self._vector(text, DOCUMENT)

    def _vector(self, text: str, role: str) -> Vector:
        return unit(self._graph.run(self._prompts[role] + text))


class ExportedReranker:
    """Judges with an exported cross-encoder how well texts answer a question."""

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        self.identity: str = about["identity"]
        self.window: int = about["window"]
        self._graph = Graph(folder)

    def size(self, text: str) -> int:
        return self._graph.size(text)

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:
        """For each text a number from 0 to 1."""
        if not texts:
            return []
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(_processors()) as pool:
            return [sigmoid(found[0]) for found in pool.map(partial(self._graph.run, question), texts)]


def sigmoid(number: float) -> float:
    """A number of any size as one from 0 to 1."""
    return 0.5 * (1 + math.tanh(number / 2))


def described(folder: Path) -> dict[str, Any]:
    """What a folder says of the model in it. Raises ModelUnusable where it says nothing that can be read."""
    try:
        about: dict[str, Any] = json.loads((folder / DESCRIPTION).read_bytes())
        _ = about["runs"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise damaged(folder, fault) from fault
    return about


def damaged(folder: Path, fault: Exception) -> ModelUnusable:
    """That what was exported into a folder cannot be read, in one line, with the remedy."""
    return ModelUnusable(
        f"{folder} is damaged ({' '.join(str(fault).split())}); remove it, and it is made again"
    )


def unit(vector: Sequence[float]) -> Vector:
    """The vector of length 1 in the same direction; of zeros, zeros."""
    length = math.hypot(*vector)
    return tuple([value / length for value in vector]) if length else tuple(vector)


def grasp(tokenizer: Any, text: str) -> float:
    """How many letters a piece of a text holds beyond the first, at most 1; an unknown letter is a piece."""
    read = tokenizer.encode(text, add_special_tokens=False)
    unknown = {tokenizer.token_to_id(name) for name in ("[UNK]", "<unk>")}
    letters = pieces = 0
    for piece, (start, end) in zip(read.ids, read.offsets, strict=True):
        held = sum(map(str.isalnum, text[start:end]))
        letters += held
        pieces += held if piece in unknown else min(held, 1)
    return min(1.0, max(0.0, letters / max(1, pieces) - 1.0))


def _processors() -> int:
    count = getattr(os, "sched_getaffinity", None)
    return len(count(0)) if count else os.cpu_count() or 1
