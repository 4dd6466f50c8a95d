"""Reads what an agent says on standard input: leniently, and never waiting for what may not come."""

from __future__ import annotations

import json
import os
import queue
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

_LONGEST = 8 * 1024 * 1024
"""Bytes. What is longer is no prompt that somebody typed."""
_PATIENCE = 2.0
"""Seconds. The end of the input may never come: some agents keep the pipe open."""
_LONGEST_PROMPT = 1_000
"""Characters of a prompt that are asked about; what somebody pasted further down is no question."""
_SESSION = re.compile(r"[\w.:-]{1,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """What the agent said; whatever was missing or no text is empty."""

    event: str = ""
    prompt: str = ""
    session: str | None = None
    folders: tuple[Path, ...] = ()
    """Where it works, the likeliest first."""
    file: str = ""


def read(stream: TextIO | None, *, patience: float = _PATIENCE) -> dict[str, Any]:
    """The JSON object on `stream`, or an empty one where there is none."""
    if stream is None or stream.isatty():
        return {}
    pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # A thread, since on Windows no pipe can be waited for; nothing waits for the thread.
    threading.Thread(target=_pour, args=(_reading(stream), pieces), daemon=True).start()
    data, until = b"", time.monotonic() + patience
    while len(data) <= _LONGEST:
        try:
            piece = pieces.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            break
        if not piece:
            break
        data += piece
        if piece.rstrip().endswith(b"}") and (found := _object(data)):
            return found  # whole, whether or not more may come
    return _object(data) if len(data) <= _LONGEST else {}


def understood(said: dict[str, Any], session_key: str) -> Payload:
    """The parts of an object that are used, each of the type it should have."""
    session = _text(said, session_key)
    roots = said.get("workspace_roots")
    folders = [_text(said, "cwd"), *(roots if isinstance(roots, list) else [])]
    return Payload(
        event=_text(said, "hook_event_name"),
        prompt=" ".join(_text(said, "prompt")[:_LONGEST_PROMPT].split()),
        session=session if _SESSION.fullmatch(session) else None,
        folders=tuple(Path(one) for one in folders if isinstance(one, str) and one and "\0" not in one),
        file=_text(said, "file_path"),
    )


def _reading(stream: TextIO) -> Callable[[], bytes]:
    try:
        descriptor = stream.fileno()
    except OSError:  # no file of the system
        return lambda: stream.buffer.read(1 << 20)
    # Not through the stream's buffer: the interpreter could not end while a thread waits in it.
    return lambda: os.read(descriptor, 1 << 20)


def _pour(reading: Callable[[], bytes], pieces: queue.SimpleQueue[bytes]) -> None:
    piece = b"."
    while piece:
        try:
            piece = reading()
        except (OSError, ValueError):
            piece = b""
        pieces.put(piece)


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    # Half a character may stand in JSON; nothing else can hold it.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
