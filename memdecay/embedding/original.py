"""Runs a model as sentence-transformers does: any model, on any device, but seconds to start.

Its import alone takes five, so it serves only what cannot be exported, and devices other than the CPU.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from memdecay.embedding.exported import DOCUMENT, QUESTION, Vector, grasp, unit
from memdecay.embedding.source import OTHERWISE, Source, library, refuse_code
from memdecay.errors import ModelUnusable

EMBEDDER, RERANKER = "SentenceTransformer", "CrossEncoder"
_WINDOW = 512
"""Of a model that states none: what most were trained with."""
_PROMPTS = {QUESTION: ("query",), DOCUMENT: ("document", "passage", "corpus")}
"""What sentence-transformers calls the two, in the order it looks for them."""


def load(kind: str, source: Source, device: str) -> Any:
    """A model of that kind, ready to run. Runs no code of the model and reaches no network.

    Raises ModelUnusable where it cannot be loaded so.
    """
    refuse_code(source)
    os.environ["HF_HUB_OFFLINE"] = "1"  # read when the library is imported
    library("transformers").utils.logging.set_verbosity_error()
    library("transformers").utils.logging.disable_progress_bar()
    maker = getattr(library("sentence_transformers"), kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = maker(str(source.folder), device=device, trust_remote_code=False, local_files_only=True)
            return model.float().eval()
    except Exception as fault:  # of many kinds, by what is wrong with the model
        reason = str(fault).strip().split("\n")[0] or type(fault).__name__
        raise ModelUnusable(f"the model {source.name} cannot be loaded: {reason}; {OTHERWISE}") from fault


def prompts_of(source: Source) -> dict[str, str]:
    """What is put before a question and before a text to be found, by the model's own settings.

    Read from its file: the library cannot tell a prompt that is empty from one that nobody stated.
    """
    path = source.folder / "config_sentence_transformers.json"
    stated = json.loads(path.read_bytes()) if path.is_file() else {}
    prompts: dict[str, str] = stated.get("prompts") or {}
    usual = prompts.get(stated.get("default_prompt_name") or "", "")
    return {
        role: next((prompts[name] for name in names if name in prompts), usual)
        for role, names in _PROMPTS.items()
    }


def window_of(model: Any, prompts: Iterable[str], *, pair: bool = False) -> int:
    """How many pieces of a text the model reads at once, beside its prompts and its own marks."""
    tokenizer = model.tokenizer
    most = min(model.max_seq_length or _WINDOW, getattr(tokenizer, "model_max_length", _WINDOW))
    longest = max((len(tokenizer.tokenize(one)) for one in prompts), default=0)
    return int(most) - int(tokenizer.num_special_tokens_to_add(pair=pair)) - longest


class OriginalEmbedder:
    """Turns text into unit vectors with sentence-transformers. The model is loaded when first needed."""

    def __init__(self, source: Source, digest: str, *, device: str, batch_size: int) -> None:
        self.identity = f"{source.name}@{digest[:12]}-torch"
        self._source, self._device, self._batch_size = source, device, batch_size
        self._prompts = prompts_of(source)

    @property
    def about(self) -> dict[str, Any]:
        return {
            "name": self._source.name, "revision": self._source.revision, "identity": self.identity,
            "runs": f"torch on {self._device}",
        }  # fmt: skip

    @cached_property
    def _model(self) -> Any:
        return load(EMBEDDER, self._source, self._device)

    @cached_property
    def window(self) -> int | None:
        return window_of(self._model, self._prompts.values()) if self._is_transformer else None

    def size(self, text: str) -> int:
        tokenizer = self._model.tokenizer
        return len(tokenizer.tokenize(text) if self._is_transformer else tokenizer.encode(text).ids)

    @property
    def _is_transformer(self) -> bool:
        """Else it is a static model, which reads texts of any length."""
        return hasattr(self._model.tokenizer, "tokenize")

    def encode(self, text: str) -> Vector:
        """The unit vector of a question."""
        return next(self._encoded([text], QUESTION))

    def encode_all(self, texts: Sequence[str]) -> Iterator[Vector]:
        """The unit vectors of texts that are to be found, batch by batch."""
        for start in range(0, len(texts), self._batch_size):
            yield from self._encoded(texts[start : start + self._batch_size], DOCUMENT)

    def grasp(self, text: str) -> float:
        """How well the model reads a text, from 0 (letter by letter) to 1 (in parts of words or better)."""
        tokenizer = self._model.tokenizer
        reads = getattr(tokenizer, "backend_tokenizer", None) if self._is_transformer else tokenizer
        return grasp(reads, text) if reads is not None else 1.0

    def _encoded(self, texts: Sequence[str], role: str) -> Iterator[Vector]:
        found = self._model.encode(
            list(texts), prompt=self._prompts[role], batch_size=self._batch_size,
            show_progress_bar=False,
        )  # fmt: skip
        return map(unit, found.tolist())


class OriginalReranker:
    """Judges with sentence-transformers how well texts answer a question."""

    def __init__(self, source: Source, digest: str, *, device: str, batch_size: int) -> None:
        self.identity = f"{source.name}@{digest[:12]}-torch"
        self._source, self._device, self._batch_size = source, device, batch_size

    @cached_property
    def _model(self) -> Any:
        return load(RERANKER, self._source, self._device)

    @cached_property
    def window(self) -> int:
        return window_of(self._model, (), pair=True)

    def size(self, text: str) -> int:
        return len(self._model.tokenizer.tokenize(text))

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:
        """For each text a number from 0 to 1."""
        found = self._model.predict(
            [(question, text) for text in texts], activation_fn=library("torch").nn.Sigmoid(),
            batch_size=self._batch_size, show_progress_bar=False,
        )  # fmt: skip
        judgements: list[float] = found.tolist()
        return judgements
