"""The block between our markers in a file that people write: found, checked and replaced, by offset alone.

Bytes in, bytes out. Whatever stands outside of the markers comes out as it went in.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

VERSION = 1
_KNOWN_VERSIONS = {str(version) for version in range(VERSION + 1)}

_MARKER = re.compile(r"<!-- memdecay:(?P<kind>begin|end)(?P<words>(?: [a-z0-9]+=[A-Za-z0-9]+)*) -->[ \t]*")
_LIKE_MARKER = re.compile(r" {0,3}<!--\s*memdecay:\s*(?:begin|end)\b")
_FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})(.*)")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_SHOWN_HASH = 12


class Damaged(ValueError):
    """The markers are not as they were written; the message names the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block in the bytes of a file: from `start` to `end`, without the line end behind it."""

    start: int
    end: int
    line: int
    body: str
    """What stands between the markers, with `\\n` line ends, ending in one unless empty."""
    stated: str

    @property
    def is_untouched(self) -> bool:
        """Whether the body is the one that was written with its hash."""
        return self.stated == digest(self.body)


def digest(body: str) -> str:
    """The hash that a marker carries; line ends do not count, since git may change them."""
    return hashlib.sha256(body.replace("\r\n", "\n").encode("utf-8", "surrogateescape")).hexdigest()[
        :_SHOWN_HASH
    ]


def find(data: bytes) -> Block | None:
    """The block in a file, or None. Markers in a fence are an example and count for nothing.

    Raises Damaged where markers are missing, doubled, nested or retyped, or may be in a fence.
    """
    begins, end = _markers(data)
    if begins is None or end is None:
        return None
    body = data[begins.after : end.start].decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    return Block(start=begins.start, end=end.end, line=begins.number, body=body, stated=_stated(begins))


def is_in(data: bytes) -> bool:
    """Whether there is a whole block in a file."""
    try:
        return find(data) is not None
    except Damaged:
        return False


def spliced(data: bytes, body: str) -> bytes:
    """The bytes of a file with `body` in its block; a file without one gets it at its end.

    `body` has `\\n` line ends and ends in one. Raises Damaged as `find` does, and where the end of the
    file is inside a fence.
    """
    block = find(data)
    outside = data if block is None else data[: block.start] + data[block.end :]
    written = _written(body).replace("\n", _line_end(outside)).encode("utf-8", "surrogateescape")
    if block is not None:
        return data[: block.start] + written + data[block.end :]
    _refuse_open_fence(data)
    return data + _gap(data, outside) + written + (b"" if _lacks_final_line_end(data) else _end(outside))


def removed(data: bytes) -> bytes:
    """The bytes of a file without the lines of its block."""
    block = find(data)
    if block is None:
        return data
    behind = data[block.end :]
    behind = behind.removeprefix(b"\r\n") if behind.startswith(b"\r\n") else behind.removeprefix(b"\n")
    return data[: block.start] + behind


def outside(data: bytes) -> bytes:
    """What stands around the block of a file, parted by a blank line as it was by the block."""
    block = find(data)
    return data if block is None else data[: block.start] + b"\n" + data[block.end :]


def _written(body: str) -> str:
    return f"<!-- memdecay:begin v={VERSION} sha256={digest(body)} -->\n{body}<!-- memdecay:end -->"


def _line_end(outside: bytes) -> str:
    """The line end that most lines of a file have."""
    windows = outside.count(b"\r\n")
    return "\r\n" if windows > outside.count(b"\n") - windows else "\n"


def _end(outside: bytes) -> bytes:
    return _line_end(outside).encode()


def _lacks_final_line_end(data: bytes) -> bool:
    return bool(data.removeprefix(b"\xef\xbb\xbf")) and not data.endswith(b"\n")


def _gap(data: bytes, outside: bytes) -> bytes:
    """What goes between the text of people and a block at its end: one blank line."""
    if not data.removeprefix(b"\xef\xbb\xbf") or data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return _end(outside) * (2 if _lacks_final_line_end(data) else 1)


class _Line(NamedTuple):
    """A line of a file: offsets of its first byte, of its line end, and of what comes after that."""

    number: int
    start: int
    end: int
    after: int
    text: str


def _lines(data: bytes) -> Iterator[_Line]:
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    number = 1
    while start < len(data):
        found = data.find(b"\n", start)
        after = len(data) if found < 0 else found + 1
        text = data[start:after].decode("latin-1").removesuffix("\n").removesuffix("\r")
        yield _Line(number, start, start + len(text), after, text)
        start, number = after, number + 1


def _markers(data: bytes) -> tuple[_Line | None, _Line | None]:
    if data.startswith(_WIDE):
        raise Damaged("is UTF-16; save it as UTF-8")
    begins: _Line | None = None
    end: _Line | None = None
    fence: re.Match[str] | None = None
    for line in _lines(data):
        is_inside = begins is not None and end is None
        if not is_inside:  # what we wrote ourselves opens no fence that it does not close
            before = fence
            fence = _fence_after(fence, line.text)
            if before is not None:
                _refuse_doubtful(before, line)
                continue
        marker = _marker(line)
        if marker == "begin":
            if begins is not None:
                raise Damaged(f"line {line.number} begins a block, but line {begins.number} began one")
            _refuse_newer(line)
            begins = line
        elif marker == "end":
            if not is_inside:
                raise Damaged(f"line {line.number} ends a block that nothing begins")
            end = line
    if begins is not None and end is None:
        raise Damaged(f"line {begins.number} begins a block that nothing ends")
    return begins, end


def _marker(line: _Line) -> str:
    """The kind of marker on a line, or ""."""
    found = _MARKER.fullmatch(line.text)
    if found is not None:
        return found["kind"]
    if _LIKE_MARKER.match(line.text):
        raise Damaged(f"line {line.number} looks like a marker, but is not as it was written")
    return ""


def _refuse_doubtful(fence: re.Match[str], line: _Line) -> None:
    # A line that is less indented than the fence ends the list which the fence may stand in.
    if fence[1] and _MARKER.fullmatch(line.text):
        raise Damaged(f"line {line.number} is a marker that may or may not stand in a fence")


def _fence_after(fence: re.Match[str] | None, text: str) -> re.Match[str] | None:
    """The fence that is open behind a line."""
    found = _FENCE.fullmatch(text)
    if fence is None:
        return found if found and not (found[2][0] == "`" and "`" in found[3]) else None
    is_end = found and found[2][0] == fence[2][0] and len(found[2]) >= len(fence[2]) and not found[3].strip()
    return None if is_end else fence


def _refuse_open_fence(data: bytes) -> None:
    fence: re.Match[str] | None = None
    opened = 0
    for line in _lines(data):
        before, fence = fence, _fence_after(fence, line.text)
        opened = line.number if before is None and fence is not None else opened
    if fence is not None:
        raise Damaged(f"line {opened} opens a fence that nothing closes")


def _words(line: _Line) -> dict[str, str]:
    found = _MARKER.fullmatch(line.text)
    words = found["words"].split() if found else []
    return dict(word.split("=", 1) for word in words)


def _stated(line: _Line) -> str:
    return _words(line).get("sha256", "")


def _refuse_newer(line: _Line) -> None:
    if _words(line).get("v", "0") not in _KNOWN_VERSIONS:
        raise Damaged(f"line {line.number} was written by a newer memdecay")
