"""Where a model lies on this machine, and what it is. Reaches no network unless it is asked to fetch.

On the path of every question that is not asked of the built-in model: keep imports few.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memdecay import fsio
from memdecay.errors import ModelUnusable, NameTaken

EXTRA = "pip install 'memdecay[sentence-transformers]'"
OTHERWISE = "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker"
_READ = (".json", ".txt", ".model", ".safetensors", ".bin")
_WEIGHTS = (".safetensors", ".bin")
_UNREAD_FOLDERS = {"onnx", "openvino", "coreml"}
_OF_TRANSFORMERS = "config.json"
_OF_SENTENCES = "modules.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A model's folder. `name` is what people call it; `revision` that of its hub, where it came from one."""

    name: str
    folder: Path
    revision: str = ""


def library(name: str) -> Any:
    """A library of the extra. Raises ModelUnusable that says how to install it."""
    # Read when onnxruntime is imported: else it reports its runs, and keeps a name for this machine.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        raise ModelUnusable(
            f"a model that is not built in needs more libraries ({fault}); install them with `{EXTRA}`; "
            f"{OTHERWISE}"
        ) from fault


def in_folder(folder: Path) -> Source:
    """The model in a folder that the user named."""
    if not _is_model(folder):
        raise ModelUnusable(
            f"{folder} holds no model: no {_OF_SENTENCES} or {_OF_TRANSFORMERS} with weights; {OTHERWISE}"
        )
    return Source(name=folder.resolve().name, folder=folder)


def named(name: str) -> Source:
    """The model of that name, from the user's own folder of models or the hub's cache."""
    own = _own_models() / name
    if _is_model(own):
        return Source(name=name, folder=own)
    for snapshot in _snapshots(name):
        if _is_model(snapshot):
            return Source(name=name, folder=snapshot, revision=snapshot.name)
    raise ModelUnusable(
        f"the model {name} is not on this machine; fetch it with `memdecay index --download`, "
        f"or put its folder at {own}; {OTHERWISE}"
    )


def fetch(name: str) -> Source:
    """Download a model into the hub's cache, without any code in it. Raises ModelUnusable."""
    hub = library("huggingface_hub")
    safe = [f"*{ending}" for ending in _READ if ending != ".bin"]
    try:
        hub.snapshot_download(name, allow_patterns=safe)
        if not any(map(_is_model, _snapshots(name))):  # an old one, whose weights are pickled
            hub.snapshot_download(name, allow_patterns=[*safe, "*.bin"])
    except Exception as fault:  # of many kinds, by the version of the library
        reason = str(fault).strip().split("\n")[0]
        raise ModelUnusable(f"the model {name} cannot be fetched: {reason}; {OTHERWISE}") from fault
    return named(name)


def digest(source: Source) -> str:
    """SHA-256 over all that the vectors of a model depend on, in hex; remembered by its files' times."""
    stamps = "\n".join(
        f"{path}\0{found.st_size}\0{found.st_mtime_ns}"
        for path in _files(source.folder) for found in [path.stat()]
    )  # fmt: skip
    key = f"known/{hashlib.sha256(stamps.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}"
    cache = cache_folder()
    with suppress(OSError):
        return (cache / key).read_text("ascii")
    found = _digest(source.folder)
    with suppress(NameTaken, OSError):  # another process was faster; or it is counted again next time
        fsio.create_folder(cache)
        fsio.create(cache, key, found.encode())
    return found


def cache_folder() -> Path:
    """Where what is made of models is kept, by the habits of the platform."""
    kept: Path = library("platformdirs").user_cache_path("memdecay", appauthor=False) / "models"
    return kept


def weights(folder: Path) -> str:
    """SHA-256 of the weights alone, in hex."""
    return _hashed(path for path in _files(folder) if path.suffix in _WEIGHTS)


def refuse_code(source: Source) -> None:
    """Raise ModelUnusable where a model wants code of its own to be run."""
    modules = source.folder / _OF_SENTENCES
    listed = json.loads(modules.read_bytes()) if modules.is_file() else []
    foreign = [
        str(one["type"]) for one in listed if not str(one["type"]).startswith("sentence_transformers.")
    ]
    configured = source.folder / _OF_TRANSFORMERS
    if configured.is_file() and json.loads(configured.read_bytes()).get("auto_map"):
        foreign.append("auto_map")
    if foreign:
        raise ModelUnusable(
            f"the model {source.name} wants code of its own to be run ({foreign[0]}), which is never done; "
            f"choose another; {OTHERWISE}"
        )


def _own_models() -> Path:
    own: Path = library("platformdirs").user_data_path("memdecay", appauthor=False) / "models"
    return own


def _snapshots(name: str) -> Iterator[Path]:
    """The snapshots of a model in the hub's cache, the one that `main` stands for first."""
    folder = _hub() / f"models--{name.replace('/', '--')}"
    try:
        yield folder / "snapshots" / (folder / "refs" / "main").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = folder / "snapshots"
        yield from sorted(kept.iterdir()) if kept.is_dir() else ()


def _hub() -> Path:
    """The cache of Hugging Face, as its own library finds it, without that library's import."""
    stated = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if stated:
        return Path(stated).expanduser()
    caches = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("HF_HOME") or f"{caches}/huggingface"
    return Path(home).expanduser() / "hub"


def _is_model(folder: Path) -> bool:
    described = (folder / _OF_SENTENCES).is_file() or (folder / _OF_TRANSFORMERS).is_file()
    return described and any(path.suffix in _WEIGHTS for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    """The files that a model is read from: in its folder and one below."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in _UNREAD_FOLDERS:
            yield from (one for one in sorted(path.iterdir()) if _is_read(one))
        elif _is_read(path):
            yield path


def _is_read(path: Path) -> bool:
    return path.suffix in _READ and path.is_file()


def _digest(folder: Path) -> str:
    lines = (f"{path.relative_to(folder).as_posix()}\0{_hashed([path])}" for path in _files(folder))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _hashed(paths: Iterator[Path] | list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                total.update(part)
    return total.hexdigest()
