"""The front matter of other tools, which is often no YAML: read key by key, never repaired."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memdecay import front_matter
from memdecay.front_matter import BYTE_ORDER_MARK

_FENCE = re.compile(rb"---[ \t]*(?:\r\n|\n|\r|$)")
_KEY = re.compile(r"([A-Za-z_][\w .-]*?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_SEVERAL = re.compile(r"([\"'])[^\"']*\1[ \t]*,")
"""How values begin of which each has quotes of its own."""
_FOLDED = {">", "|", ">-", "|-", ">+", "|+"}
_NOTHING = {"", "~", "null", "Null", "NULL"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The keys of a file's front matter as text; `end` is the byte behind it.

    A key below another is named with a dot, such as `metadata.type`. `fault` says in what way it is
    no YAML; the lines that could be read count all the same.
    """

    begin: int = 0
    end: int = 0
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()
    fault: str | None = None

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, *keys: str) -> str | None:
        """The value of the first of the keys that has one."""
        found = (" ".join(self.values[key]).strip() for key in keys if key in self.values)
        return next((one for one in found if one not in _NOTHING), None)

    def texts(self, key: str) -> tuple[str, ...]:
        """The items of a list; a line with commas outside of braces is one too."""
        values = self.values.get(key, ())
        each = values if key in self.lists else [part for one in values for part in front_matter.parts(one)]
        stripped = (_unquoted(part.strip()) for part in each)
        return tuple(part for part in stripped if part not in _NOTHING)

    def is_empty_list(self, key: str) -> bool:
        """Whether a key is there and says that there is nothing: `paths: []`."""
        return key in self.lists and not self.texts(key)


NO_HEADER = Header()


def read(data: bytes, *, is_yaml: bool = True) -> Header:
    """The header of a file. Where `is_yaml` is false its lines are asked first, as Cursor does."""
    begin = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    opening = _FENCE.match(data, begin)
    end = _closing(data, opening.end()) if opening else None
    if opening is None or end is None:
        return Header(begin=begin, end=begin)
    block = data[opening.end() : end[0]].decode("utf-8", "replace")
    values, lists = _by_line(block)
    fields, problems = front_matter.read("", b"---\n" + block.encode() + b"\n---\n")
    if fields is not None and is_yaml:
        for key, value in fields.values.items():
            if not value.is_nested:
                values[key] = (value.text,) if value.texts is None else value.texts
                lists = lists | {key} if value.texts is not None else lists - {key}
    fault = problems[0].message if fields is None and is_yaml else None
    return Header(begin=begin, end=end[1], values=values, lists=frozenset(lists), fault=fault)


def _closing(data: bytes, start: int) -> tuple[int, int] | None:
    """Where the closing fence stands; a file of one fence has no header."""
    place = start
    while place < len(data):
        fence = _FENCE.match(data, place)
        if fence:
            return place, fence.end()
        feed = min((at for at in (data.find(b"\n", place), data.find(b"\r", place)) if at >= 0), default=-1)
        if feed < 0:
            return None
        place = feed + 1
    return None


def _by_line(block: str) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    values: dict[str, tuple[str, ...]] = {}
    lists: set[str] = set()
    parent = key = ""
    for line in re.split(r"\r\n|\n|\r", block):
        is_indented = line.startswith((" ", "\t"))
        item = _ITEM.match(line)
        found = _KEY.match(line.strip())
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if item and key:
            values[key] = (*values.get(key, ()), _unquoted(item[1].strip()))
            lists.add(key)
        elif found:
            name = found[1].strip()
            parent = parent if is_indented else name
            key = f"{parent}.{name}" if is_indented and parent else name
            values[key] = tuple(_values((found[2] or "").strip()))
            if (found[2] or "").strip().startswith("["):
                lists.add(key)
        elif is_indented and key:  # a folded text goes on
            values[key] = (*values.get(key, ()), line.strip())
    return values, lists


def _values(text: str) -> Iterator[str]:
    if text in _FOLDED or not text:
        return
    if text.startswith("[") and text.endswith("]"):
        yield from (_unquoted(part.strip()) for part in front_matter.parts(text[1:-1]) if part.strip())
    else:
        yield _unquoted(text)


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and not _SEVERAL.match(text):
        return text[1:-1]
    return text
