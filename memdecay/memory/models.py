"""Which models a memory is read with: named in its settings or by the user, who alone may name a folder."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memdecay import files, fsio, settings
from memdecay.embedding.static import open_builtin
from memdecay.errors import Unusable
from memdecay.index import schema
from memdecay.index.reading import Damaged, Reader
from memdecay.memory.indexing import Embedder
from memdecay.memory.reranking import Reranker

BUILTIN, CPU, NONE = "builtin", "cpu", "none"
DEFAULTS = {"model": BUILTIN, "rerank": "", "device": CPU, "batch_size": "1"}
"""The settings that are about models, which `$MEMDECAY_MODEL` and its like overrule."""
CUTS = {"weakest": "0.15", "weakest_share": "0.4"}
"""Where a hit is weak for a model that is not built in, unless the settings say otherwise.

Cosines of MiniLM are lower: of right answers 5 % lie below the cut of the built-in model, 1 % below this.
"""
# Not compiled here, since most memories set none of these.
_NAME = r"(?:[A-Za-z0-9][\w.-]*/)?[A-Za-z0-9][\w.-]*"
_FOLDER = r"[~./\\]|[A-Za-z]:[\\/]"
_DEVICE = r"[a-z]+(?::\d{1,3})?"
_USUAL_OWNERS = {"model": "sentence-transformers", "rerank": "cross-encoder"}
"""Whose a model is that is named without its owner, as sentence-transformers has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The models in use, each a name or the path of a folder; `rerank` is "" where nothing reranks."""

    model: str = BUILTIN
    rerank: str = ""
    device: str = CPU
    batch_size: int = 1

    @property
    def index_name(self) -> str:
        """The file of the index: one for each model, so that two in turn, or at once, never mix."""
        if self.model == BUILTIN:
            return schema.NAME
        return f"index-{hashlib.sha256(self.model.encode()).hexdigest()[:16]}.sqlite"


BUILT_IN = Choice()


def chosen(root: Path, environment: Mapping[str, str]) -> Choice:
    """What the settings of the memory in `root` and the user's variables say.

    Raises Unusable with file, line and key, or with the variable, of what cannot be meant.
    """
    users = _of_user(environment)
    rest = {key: setting for key, setting in settings_of(root).items() if key not in users}
    return _choice({**_in_file(rest, root / files.SETTINGS_NAME), **users})


def named_in(written: Mapping[str, Any], path: Path, environment: Mapping[str, str]) -> Choice:
    """What the settings written in the file at `path` say, over the user's variables.

    For comparisons, both sides of which the variables would else make the same. Raises as `chosen` does.
    """
    return _choice({**_of_user(environment), **_in_file(written, path)})


def changed(choice: Choice, changes: Mapping[str, str]) -> Choice:
    """The same choice but for what the user sets otherwise. Raises Unusable naming the key."""
    users = {
        key: _checked(key, changes[key], f"--set {key}", is_users=True) for key in DEFAULTS if key in changes
    }
    return _choice({**{key: str(getattr(choice, key)) for key in DEFAULTS}, **users})


def _in_file(written: Mapping[str, Any], path: Path) -> dict[str, str]:
    found = {key: written[key] for key in DEFAULTS if key in written}
    return {
        key: _checked(key, text, f"{path}:{line}: {key}", is_users=False)
        for key, (line, text) in found.items()
    }


def _of_user(environment: Mapping[str, str]) -> dict[str, str]:
    variables = {key: f"MEMDECAY_{key.upper()}" for key in DEFAULTS}
    said = {key: environment.get(name, "").strip() for key, name in variables.items()}
    return {key: _checked(key, text, variables[key], is_users=True) for key, text in said.items() if text}


def _choice(named: Mapping[str, str]) -> Choice:
    values = {**DEFAULTS, **named}
    return Choice(
        model=values["model"], rerank=values["rerank"], device=values["device"],
        batch_size=int(values["batch_size"]),
    )  # fmt: skip


def settings_of(root: Path) -> dict[str, Any]:
    """Line and text of every setting, from an index that knows them: reading YAML takes longer."""
    stamp = files.settings_stamp(root)
    for path in sorted((root / fsio.CACHE_FOLDER).glob("index*.sqlite")):
        with suppress(Damaged, ValueError):
            reader = Reader.open(path)
            is_settled = reader.fact(schema.FINGERPRINT) and reader.fact(schema.SETTINGS_STAMP) == stamp
            found: dict[str, Any] = json.loads(reader.fact(schema.SETTINGS)) if is_settled else {}
            reader.close()
            if is_settled:
                return found
    return dict(settings.read(root))


def embedder(choice: Choice, say: Callable[[str], None]) -> Embedder:
    """The chosen embedding model. Raises ModelUnusable that says what to install, or where to put what."""
    if choice.model == BUILTIN:
        return open_builtin()
    from memdecay.embedding import prepared  # late: the built-in model needs none of it

    source = _source(choice.model)
    return prepared.open_embedder(source, device=choice.device, batch_size=choice.batch_size, say=say)


def reranker(choice: Choice, say: Callable[[str], None]) -> Reranker | None:
    """The chosen cross-encoder, or None where nothing reranks. Raises ModelUnusable like `embedder`."""
    if not choice.rerank:
        return None
    from memdecay.embedding import prepared

    source = _source(choice.rerank)
    return prepared.open_reranker(source, device=choice.device, batch_size=choice.batch_size, say=say)


def fetch(choice: Choice) -> list[str]:
    """Download what is chosen by name and not on this machine. Returns the names."""
    from memdecay.embedding import source

    wanted = [
        one for one in (choice.model, choice.rerank) if one not in ("", BUILTIN) and not _is_folder(one)
    ]
    for name in wanted:
        source.fetch(name)
    return wanted


def _source(model: str) -> Any:
    from memdecay.embedding import source

    return source.in_folder(Path(model).expanduser()) if _is_folder(model) else source.named(model)


def _is_folder(model: str) -> bool:
    return re.match(_FOLDER, model) is not None


def _checked(key: str, text: str, place: str, *, is_users: bool) -> str:
    """The value of one setting as it is meant."""
    if key == "batch_size":
        return text if text.isascii() and text.isdigit() and 1 <= int(text[:5]) <= 4096 else _refuse(
            place, text, "a number from 1 to 4096"
        )  # fmt: skip
    if key == "device":
        return (
            text if re.fullmatch(_DEVICE, text) else _refuse(place, text, "a device: cpu, cuda, cuda:1, mps")
        )
    if key == "rerank" and text in ("", NONE):
        return ""
    if _is_folder(text):
        if not is_users:
            raise Unusable(
                f"{place}: {text!r} is a folder, and the settings of a memory may only name a model; "
                f"name it, and say where it lies with MEMDECAY_{key.upper()}"
            )
        return str(Path(text).expanduser().absolute())
    if not re.fullmatch(_NAME, text, re.ASCII) or ".." in text:
        or_folder = ", nor a folder: one begins with `./`, `/` or `~`" if is_users else ""
        named = "the name of a model, such as sentence-transformers/all-MiniLM-L6-v2"
        return _refuse(place, text, f"{named}{or_folder}")
    return text if "/" in text or text == BUILTIN else f"{_USUAL_OWNERS[key]}/{text}"


def _refuse(place: str, text: str, wanted: str) -> str:
    raise Unusable(f"{place}: {text!r} is not {wanted}")
