"""The whole of a memory as one JSON document, or as JSON lines: what it says, what happened, and every byte.

What is meant to be read back is the bytes of the files and the events; all else follows from them and is
there for other programs.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memdecay import event, files, moment
from memdecay.event import Event, EventFault
from memdecay.memory import log, shapes
from memdecay.memory.opening import Memory
from memdecay.memory.restoring import Archive
from memdecay.memory.show import Shown, Snapshot
from memdecay.state import Standing

FORMAT = "archive/1"
_LONGEST = 64 * 1024 * 1024


class ArchiveFault(ValueError):
    """These bytes are no archive; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """Entries with the bytes of their files and notes, the files that are neither, and the events."""

    at: datetime
    entries: tuple[Shown, ...]
    files: Mapping[str, bytes]
    others: tuple[str, ...]
    events: tuple[Event, ...]


def gather(memory: Memory, standings: Iterable[Standing] = ()) -> Export:
    """Everything, or of these standings all that belongs to such entries."""
    wanted = frozenset(standings)
    shown = [
        one for one in Snapshot(memory=memory, at=memory.now).all() if not wanted or one.standing in wanted
    ]
    own = {path for one in shown for path in _paths(one)}
    every = [stamp.path for stamp in memory.listing.stamps]
    others = () if wanted else tuple(sorted(path for path in every if path not in own))
    ids = {one.entry.id for one in shown} if wanted else None
    return Export(
        at=memory.now,
        entries=tuple(shown),
        files={path: files.read(memory.root, path, _LONGEST) for path in sorted({*own, *others})},
        others=others,
        events=log.events(memory, ids),
    )


def write_json(export: Export) -> str:
    """One document, in ASCII."""
    document = {
        "memdecay": FORMAT,
        "at": moment.timestamp(export.at),
        "entries": [_of_entry(export, one) for one in export.entries],
        "others": [_of_file(export, path) for path in export.others],
        "events": [_of_event(one) for one in export.events],
    }
    return _dumped(document, indent=2)


def write_lines(export: Export) -> str:
    """The same with each entry, file and event on a line of its own, behind a line that says what it is."""
    lines = [
        {"memdecay": FORMAT, "at": moment.timestamp(export.at)},
        *({"entry": _of_entry(export, one)} for one in export.entries),
        *({"other": _of_file(export, path)} for path in export.others),
        *({"event": _of_event(one)} for one in export.events),
    ]
    return "".join(map(_dumped, lines))


def load(data: bytes) -> Archive:
    """The archive in these bytes, of either form. Raises ArchiveFault saying what is wrong."""
    try:
        held = _held(data.decode())
        if held.get("memdecay") != FORMAT:
            raise ArchiveFault(f"is {held.get('memdecay')!r} where {FORMAT!r} is read; use a newer memdecay")
        notes = [one["closed"] for one in held["entries"] if one["closed"]]
        holders = [*held["entries"], *notes]
        shapes_of_files = [*(one["file"] for one in holders), *held["others"]]
        return Archive(
            files=_each_once(map(_read_file, shapes_of_files)), events=tuple(map(_read_event, held["events"]))
        )
    except (KeyError, TypeError, AttributeError) as fault:
        raise ArchiveFault(f"lacks something: {fault}") from None
    except ArchiveFault:
        raise
    except (ValueError, RecursionError) as fault:  # numbers of thousands of digits among them
        raise ArchiveFault(f"is no JSON: {fault}") from None


def _each_once(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for path, data in files:
        if path in found:
            raise ArchiveFault(f"holds {path!r} twice")
        found[path] = data
    return found


def _held(text: str) -> dict[str, Any]:
    """The document, also of the form in lines."""
    first, _, rest = text.partition("\n")
    header = _header(first)
    if "entries" in header or not header:  # one document, on one line or on many
        document: dict[str, Any] = json.loads(text)
        return document
    found: dict[str, Any] = {**header, "entries": [], "others": [], "events": []}
    places = {"entry": "entries", "other": "others", "event": "events"}
    for line in rest.split("\n"):
        for kind, value in (json.loads(line) if line else {}).items():
            found[places[kind]].append(value)
    return found


def _header(first: str) -> dict[str, Any]:
    """The object in the first line, or nothing where it holds no whole object."""
    try:
        found = json.loads(first)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _paths(shown: Shown) -> list[str]:
    return [shown.entry.path, *([shown.note.path] if shown.note else [])]


def _of_entry(export: Export, shown: Shown) -> dict[str, Any]:
    shape = {**shapes.of_shown(shown), "file": _of_file(export, shown.entry.path)}
    if shown.note is not None:
        shape["closed"] = {**shapes.of_note(shown.note), "file": _of_file(export, shown.note.path)}
    return shape


def _of_file(export: Export, path: str) -> dict[str, str]:
    data = export.files[path]
    try:
        return {"path": path, "text": data.decode()}
    except UnicodeDecodeError:
        return {"path": path, "base64": base64.b64encode(data).decode()}


def _read_file(shape: dict[str, str]) -> tuple[str, bytes]:
    if not isinstance(shape["path"], str):
        raise ArchiveFault(f"holds a file with the path {shape['path']!r}")
    if "text" in shape:
        return shape["path"], shape["text"].encode()
    try:
        return shape["path"], base64.b64decode(shape["base64"], validate=True)
    except binascii.Error:
        raise ArchiveFault(f"holds {shape['path']!r} in broken base64") from None


def _of_event(happened: Event) -> dict[str, Any]:
    """An event without the place of the memory, which is another where it is read back."""
    held = {"v": event.FORMAT, **event.shape(happened)}
    return {key: value for key, value in held.items() if value is not None}


def _read_event(shape: dict[str, Any]) -> Event:
    try:
        return event.read(json.dumps(shape).encode())
    except EventFault as fault:
        raise ArchiveFault(f"holds an event that {fault}") from None


def _dumped(value: object, indent: int | None = None) -> str:
    text = json.dumps(value, indent=indent, ensure_ascii=True, allow_nan=False)
    return text.replace("\x7f", "\\u007f") + "\n"
