"""`@path` in a text: which file is meant, and what a mention that is none should be told of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from memdecay.importers import comments
from memdecay.importers.markdown import Cutter
from memdecay.importers.page import Page, Range

_MENTION = re.compile(rb"(?<![\w.+@/`-])@(?=[\w~./\\-])([^\s@`<>\"|*]+)")
_TRAILING = ".,:;!?)]}'\"»”’"
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|.*\\")
_TEXT = {".md", ".mdc", ".mdx", ".markdown", ".txt"}
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")


class Mention(NamedTuple):
    """`@path` as it stands in a file, with its line."""

    path: str
    line: int


class Reference(NamedTuple):
    """What a mention leads to: a file to read, or the reason why none; neither for mere text."""

    target: Path | None = None
    fault: str | None = None


def mentions(page: Page) -> Iterator[Mention]:
    """Every mention outside of code and comments, in order."""
    cutter = Cutter(page)
    data = page.data
    hidden: list[Range] = [*cutter.code, *comments.ranges(data, page.start, len(data), cutter.code)]
    hidden += _spans(data, page.start)
    for found in _MENTION.finditer(data, page.start):
        if not any(begin <= found.start() < end for begin, end in hidden):
            name = found[1].decode("utf-8", "replace").rstrip(_TRAILING)
            if name:
                yield Mention(name, data.count(b"\n", 0, found.start()) + 1)


def _spans(data: bytes, start: int) -> list[Range]:
    """Spans of code; a span never crosses a blank line."""
    found = []
    for paragraph in re.finditer(rb"(?:[^\n]+\n?)+", data[start:]):
        place, unclosed = start + paragraph.start(), set[int]()
        end = start + paragraph.end()
        while (tick := data.find(b"`", place, end)) >= 0:
            run = re.compile(rb"`+").match(data, tick, end)
            length = len(run[0]) if run else 1
            close = _closing(data, tick + length, end, length) if length not in unclosed else None
            if close is None:
                unclosed.add(length)
            else:
                found.append((tick, close))
            place = close or tick + length
    return found


def _closing(data: bytes, start: int, end: int, length: int) -> int | None:
    for run in re.finditer(rb"`+", data[start:end]):
        if len(run[0]) == length:
            return start + run.end()
    return None


def followed(name: str, folder: Path, base: Path) -> Reference:
    """What `@name` in a file of `folder` leads to. Nothing outside of `base` is read."""
    if _WINDOWS.match(name):
        return Reference(fault="is a path of Windows, which leads nowhere here")
    path = Path(name).expanduser() if name.startswith("~") else folder / name
    try:
        target = path.resolve()
        exists = target.exists()
    except (OSError, RuntimeError, ValueError):
        return Reference()
    if base != target and base not in target.parents:
        is_path = exists or name.startswith(("~", "/", ".")) or PurePosixPath(name).suffix in _TEXT
        return Reference(fault="leads outside of the repository and was not read" if is_path else None)
    if target.is_dir():
        return Reference(fault="is a folder; name the files in it to import them")
    if not exists:
        return Reference(fault="is not there" if _looks_like_a_file(name) else None)
    if target.suffix.lower() not in _TEXT:
        return Reference(fault="is no Markdown and was left as it is")
    return Reference(target=target)


def _looks_like_a_file(name: str) -> bool:
    """Whether what is not there was meant as a file, and not as a name, a package or a decorator."""
    return (
        name.startswith(("~", "./", "../", "/"))
        or _EXTENSION.fullmatch(PurePosixPath(name).suffix) is not None
    )
