"""Edits a JSON text by inserting and cutting pieces, so that everything else keeps its bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"\n([ \t]+)[^\s\]}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A member or an element: where it stands, where its value begins, and the value.

    `key` is None in a list.
    """

    key: str | None
    start: int
    value_start: int
    end: int
    value: Any


def parts(text: str, start: int) -> list[Part]:
    """What the object or list that begins at `start` holds, in order. The text must be JSON."""
    return list(_parts(text, start))


def appended(text: str, start: int, key: str | None, value: Any) -> str:
    """`text` with a member or element more at the end of the container that begins at `start`.

    It is laid out as the text around it is.
    """
    held = parts(text, start)
    shut = _shut(text, start)
    is_one_line = bool(held) and "\n" not in text[start:shut]
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if is_one_line:
        return _spliced(text, held[-1].end, held[-1].end, f", {name}{json.dumps(value, ensure_ascii=False)}")
    unit, newline = _unit(text), "\r\n" if "\r\n" in text else "\n"
    outer = _indent_of(text, start)
    drawn = json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", f"\n{outer}{unit}")
    piece = f"\n{outer}{unit}{name}{drawn}".replace("\n", newline)
    if held:
        return _spliced(text, held[-1].end, held[-1].end, f",{piece}")
    return _spliced(text, start + 1, shut, f"{piece}{newline}{outer}")


def removed(text: str, start: int, index: int) -> str:
    """`text` without the member or element `index` of the container that begins at `start`."""
    held = parts(text, start)
    if len(held) == 1:
        return _spliced(text, start + 1, _shut(text, start), "")
    if index:
        return _spliced(text, held[index - 1].end, held[index].end, "")
    return _spliced(text, held[0].start, held[1].start, "")


def _parts(text: str, start: int) -> Iterator[Part]:
    decoder = json.JSONDecoder()
    place = _after_blank(text, start + 1)
    while text[place] not in "]}":
        begun, key = place, None
        if text[start] == "{":
            key, place = decoder.raw_decode(text, place)
            place = _after_blank(text, _after_blank(text, place) + 1)  # past the colon
        value, end = decoder.raw_decode(text, place)
        yield Part(key=key, start=begun, value_start=place, end=end, value=value)
        place = _after_blank(text, end)
        if text[place] == ",":
            place = _after_blank(text, place + 1)


def _shut(text: str, start: int) -> int:
    """Where the bracket stands that ends the container."""
    return json.JSONDecoder().raw_decode(text, start)[1] - 1


def _after_blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place


def _unit(text: str) -> str:
    """One step of indentation: the first there is, or two blanks."""
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _indent_of(text: str, place: int) -> str:
    """The indentation of the line that `place` stands in."""
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _spliced(text: str, start: int, end: int, piece: str) -> str:
    return text[:start] + piece + text[end:]
