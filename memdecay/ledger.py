"""Sealed events: create-once files named by their content, which git merges by keeping both."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from memdecay import files, fsio
from memdecay.errors import NameTaken, Refused
from memdecay.files import Stamp

FOLDER = "ledger"
DIGITS = 24
"""Of the SHA-256 of its bytes a segment is named after so many."""
LONGEST_SEGMENT = 64 * 1024 * 1024


def segment_path(data: bytes, sealed_at: datetime) -> str:
    """Where a segment of these bytes stands in the memory (POSIX)."""
    return f"{FOLDER}/{sealed_at.isoformat()[:7]}/{hashlib.sha256(data).hexdigest()[:DIGITS]}.jsonl"


def write(root: Path, path: str, data: bytes) -> None:
    """Create a segment; one that is there already is as good, for its name says what is in it.

    Raises Refused where that one is damaged: its events must not leave the spool then.
    """
    try:
        fsio.create(root, path, data)
    except NameTaken:
        if read(root, path) != data:
            raise Refused(
                f"{path} is damaged and nothing was sealed; restore it from git or move it away"
            ) from None


def segments(root: Path) -> list[Stamp]:
    """Every segment in the memory's own ledger, by path."""
    return files.scan_ending(root, FOLDER, ".jsonl")


def read(root: Path, path: str) -> bytes:
    """The bytes of a segment that came from a listing. Raises OSError where it cannot be read."""
    return files.read(root, path, LONGEST_SEGMENT)
