"""Where the instruction histories lie, which are no part of the project. Small: who measures imports it."""

from __future__ import annotations

import os
from pathlib import Path

from memdecay.errors import Unusable

DEV, TEST = "dev", "test"
LABELLED, UNITS = "labelled.jsonl", "units.jsonl"
REAL_MEMORY, REAL_QUESTIONS = "real-memory", "real-memory-queries.jsonl"


def data_folder(split: str = DEV) -> Path:
    """The folder of one split, below the one that MEMDECAY_DATA names.

    Raises Unusable where the variable is not set or the folder holds no histories.
    """
    stated = os.environ.get("MEMDECAY_DATA")
    if not stated:
        raise Unusable(f"MEMDECAY_DATA is not set; name the folder that holds {LABELLED} with it")
    folder = Path(stated) if split == DEV else Path(stated) / split
    for name in (LABELLED, UNITS):
        _checked(folder / name)
    return folder


def data_path(name: str, split: str = DEV) -> Path:
    """A file or a folder of the data. Raises Unusable where it is not there."""
    return _checked(data_folder(split) / name)


def _checked(path: Path) -> Path:
    if not path.exists():
        raise Unusable(f"{path.parent} holds no {path.name}; name the folder of the data with MEMDECAY_DATA")
    return path
