"""Reads a static embedding model with the standard library, and of it only what a text needs."""

from __future__ import annotations

import json
import mmap
import os.path
import struct
from collections.abc import Iterator, Sequence
from math import hypot, isfinite

from memdecay.embedding.wordpiece import WordPiece
from memdecay.errors import ModelUnusable

# A row of floats takes 8 kB; the commonest tokens come first, so the memo need not hold every row.
_REMEMBERED_ROWS = 4096
_ROWS_AT_ONCE = 512
_WEIGHT = struct.Struct("<f")


class StaticEmbedder:
    """Reads a model2vec-style static model folder: int8 rows, weights, and a sorted `vocab.txt`.

    `identity` names the model and its weights, `dimension` is the length of every vector.
    Raises ModelUnusable if a file of the model is missing or damaged.
    """

    identity: str
    dimension: int

    def __init__(self, folder: str) -> None:
        try:
            self._open(folder)
        except (OSError, ValueError, LookupError, TypeError) as fault:
            raise ModelUnusable(_complaint(folder, fault)) from fault
        self._rows: dict[int, tuple[float, ...]] = {}

    def _open(self, folder: str) -> None:
        self.identity = str(json.loads(_read(folder, "config.json"))["identity"])
        vocabulary = _read(folder, "vocab.txt").decode().split("\n")
        # pathlib would cost as much as everything else here.
        with open(os.path.join(folder, "model.safetensors"), "rb") as file:  # noqa: PTH118, PTH123
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        start = 8 + int.from_bytes(self._data[:8], "little")
        tensors = json.loads(self._data[8:start])
        count, self.dimension = len(vocabulary), int(tensors["embeddings"]["shape"][1])
        rows = _span(tensors["embeddings"], "I8", [count, self.dimension], count * self.dimension)
        weights = _span(tensors["weights"], "F32", [count], count * _WEIGHT.size)
        self._rows_start, self._weights_start = start + rows.start, start + weights.start
        if len(self._data) < start + max(rows.stop, weights.stop):
            raise ValueError("model.safetensors is cut short")
        self._tokenizer = WordPiece(vocabulary)

    def encode(self, text: str) -> tuple[float, ...]:
        """The unit vector of `text`; all zeros when no token of it is known."""
        ids = self._tokenizer.ids(text)
        totals: tuple[float, ...] = (0.0,) * self.dimension
        for start in range(0, len(ids), _ROWS_AT_ONCE):
            rows = map(self._row, ids[start : start + _ROWS_AT_ONCE])
            totals = tuple(map(sum, zip(totals, *rows, strict=True)))
        length = hypot(*totals)
        if not isfinite(length):
            raise ModelUnusable(_complaint(self.identity, "a weight is not a number"))
        return tuple([total / length for total in totals]) if length else totals

    window: int | None = 64
    """It reads any number, but averages them, and what a long text says of one thing goes under. Passages of
    64 pieces find the right one of long entries more often, and leave most instructions whole.
    """

    def size(self, text: str) -> int:
        """How many pieces a text has."""
        return len(self._tokenizer.ids(text))

    def encode_all(self, texts: Sequence[str]) -> Iterator[tuple[float, ...]]:
        """The vector of each of `texts`; what asks and what is found are read alike."""
        return map(self.encode, texts)

    def grasp(self, text: str) -> float:
        """How well the model reads `text`, from 0 (letter by letter) to 1 (in parts of words or better)."""
        return min(1.0, max(0.0, self._tokenizer.letters_per_piece(text) - 1.0))

    def _row(self, token: int) -> tuple[float, ...]:
        row = self._rows.get(token)
        if row is None:
            row = self._read_row(token)
            if len(self._rows) < _REMEMBERED_ROWS:
                self._rows[token] = row
        return row

    def _read_row(self, token: int) -> tuple[float, ...]:
        row = self._rows_start + token * self.dimension
        place = self._weights_start + token * _WEIGHT.size
        (weight,) = _WEIGHT.unpack(self._data[place : place + _WEIGHT.size])
        values = memoryview(self._data[row : row + self.dimension]).cast("b")
        return tuple([weight * value for value in values])

    def close(self) -> None:
        """Let go of the model's file; nothing can be encoded afterwards."""
        self._data.close()


def open_builtin() -> StaticEmbedder:
    """The model that comes with memdecay."""
    return StaticEmbedder(os.path.join(os.path.dirname(__file__), "builtin"))  # noqa: PTH118, PTH120


def _complaint(model: str, fault: object) -> str:
    return f"the embedding model {model} cannot be used: {fault}; reinstall memdecay"


def _read(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:  # noqa: PTH118, PTH123
        return file.read()


def _span(tensor: dict[str, list[int]], dtype: str, shape: list[int], size: int) -> range:
    """The bytes of a tensor, counted from the end of the header; ValueError if it is another."""
    begin = tensor["data_offsets"][0]
    expected = {"dtype": dtype, "shape": shape, "data_offsets": [begin, begin + size]}
    if tensor != expected or begin < 0:
        message = f"model.safetensors holds {tensor} instead of {expected}"
        raise ValueError(message)
    return range(begin, begin + size)
