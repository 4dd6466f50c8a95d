"""Opens a model of this machine: exported on its first use, read back ever after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from memdecay.embedding.exported import ExportedEmbedder, ExportedReranker, described
from memdecay.embedding.original import OriginalEmbedder, OriginalReranker
from memdecay.embedding.source import OTHERWISE, Source, cache_folder, digest, library
from memdecay.errors import ModelUnusable
from memdecay.fsio import elsewhere

_RECIPE = "1"
"""Raise it with any change to how a model is exported."""
_CPU = "cpu"


def open_embedder(
    source: Source, *, device: str, batch_size: int, say: Callable[[str], None]
) -> ExportedEmbedder | OriginalEmbedder:
    """The embedding model of a folder. On another device than the CPU, torch runs it from first to last."""
    known = digest(source)
    if device == _CPU:
        folder = _prepared("embedder", source, known, say)
        about = described(folder)
        if about["runs"] != "torch":
            return ExportedEmbedder(folder, about)
    return OriginalEmbedder(source, known, device=device, batch_size=batch_size)


def open_reranker(
    source: Source, *, device: str, batch_size: int, say: Callable[[str], None]
) -> ExportedReranker | OriginalReranker:
    """The cross-encoder of a folder, in the same way."""
    known = digest(source)
    if device == _CPU:
        folder = _prepared("reranker", source, known, say)
        about = described(folder)
        if about["runs"] != "torch":
            return ExportedReranker(folder, about)
    return OriginalReranker(source, known, device=device, batch_size=batch_size)


def _prepared(kind: str, source: Source, known: str, say: Callable[[str], None]) -> Path:
    """The folder of what was exported of a model, made where it is not there yet."""
    name = f"{kind}-{known[:32]}-{_RECIPE}"
    folder = cache_folder() / name
    if folder.is_dir():
        return folder
    say(f"preparing the model {source.name}, once on this machine")
    export: Any = getattr(library("memdecay.embedding.export"), kind)
    try:
        elsewhere.make_folder(
            cache_folder(), name, lambda made, meanwhile: export(source, known, made, meanwhile)
        )
    except OSError as fault:
        raise ModelUnusable(
            f"the model {source.name} cannot be prepared in {cache_folder()}: {fault.strerror or fault}; "
            f"make that folder writable; {OTHERWISE}"
        ) from fault
    about = described(folder)
    if "why" in about:
        say(f"{source.name} cannot be made quick to start ({about['why']}), so it runs with torch")
    return folder
