"""Makes small index files out of documents, without files, entries or a model."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from memdecay import relevance
from memdecay.index import schema
from memdecay.index.reading import Reader
from memdecay.index.writing import Document, FileRow, LifetimeRow, Writer

EMBEDDER = "test@1"


def document(id: str, text: str, **values: Any) -> Document:  # noqa: A002 - the domain's own word
    """An entry that says `text`, indexed as the product indexes it."""
    plain = {"path": f"{id}.md", "scope": (), "judged": True, "digest": f"digest of {text}", "context": ""}
    return Document(id=id, text=relevance.indexed(text), **{**plain, **values})


def lifetime(path: str, **values: Any) -> LifetimeRow:
    """An entry that always holds and stands alone, but for `values`."""
    plain = {"begins": None, "ends": None, "closes": None, "predecessors": (), "successors": (), "tips": ()}
    return LifetimeRow(path=path, **{**plain, **values})


def file(path: str, **values: Any) -> FileRow:
    """The row of one file."""
    plain = {"size": 1, "modified": 2, "changed": 3, "digest": "d", "kind": "entry", "record": "{}"}
    return FileRow(path=path, **{**plain, "problems": "[]", **values})


def fill(
    writer: Writer, documents: Sequence[Document], lifetimes: Iterable[LifetimeRow] = (), version: str = ""
) -> None:
    """Put documents into an index, each with a lifetime, a file and a vector, and finish it."""
    writer.put_files(file(one.path) for one in documents)
    writer.put_documents(documents)
    stated = {one.path: one for one in lifetimes}
    writer.put_lifetimes(stated.get(one.path, lifetime(one.path)) for one in documents)
    writer.put_vectors(EMBEDDER, ((one.digest, bytes([n % 127] * 8)) for n, one in enumerate(documents, 1)))
    numbers = array("I", (number for number, _ in writer.vectors(EMBEDDER)))
    writer.put_codes(numbers.tobytes(), bytes(len(numbers)))
    writer.finish({schema.VERSION_FACT: version or schema.VERSION}).close()


def seal(path: Path) -> Path:
    """Give a finished file the time that says so."""
    os.utime(path, ns=(schema.SEAL, schema.SEAL))
    return path


def made(path: Path, *documents: Document, lifetimes: Iterable[LifetimeRow] = (), version: str = "") -> Path:
    """A finished and sealed index file."""
    fill(Writer(path), documents, lifetimes, version)
    return seal(path)


def opened(path: Path, *documents: Document, lifetimes: Iterable[LifetimeRow] = ()) -> Reader:
    """A reader of a new index of these documents."""
    return Reader.open(made(path, *documents, lifetimes=lifetimes))
