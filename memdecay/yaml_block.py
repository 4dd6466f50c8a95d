"""The lines between the fences, read as YAML: every scalar the text that stands in the file.

This brings a YAML parser along, so `front_matter` loads it where a file is read and not before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from memdecay.characters import escaped
from memdecay.plain_block import Value
from memdecay.problem import BlockFault

_DEEPEST_NESTING = 8

_TOO_DEEP = "front matter is nested too deeply"
_ALIASED = "front matter uses an anchor or alias (& or *); quote the value"
_DEEP = re.compile(rf"^[^\"'#\n]*?(?:[\[{{][ \t]*){{{_DEEPEST_NESTING + 1}}}", re.MULTILINE)
"""Brackets in a row, unquoted: at each of them the parser looks a thousand signs ahead."""


def read_block(block: str, first_line: int) -> dict[str, Value]:
    """The top-level keys of a block. `first_line` is the file's line that the block begins on.

    Raises BlockFault where it is not plain YAML, or has what no instruction needs.
    """
    if deep := _DEEP.search(block):
        raise BlockFault(first_line + block.count("\n", 0, deep.start()), _TOO_DEEP)
    try:
        events = _checked(YAML(typ="safe", pure=True).parse(block), first_line)
        return _mapping(events, block.split("\n"), first_line)
    except BlockFault:
        raise
    except (YAMLError, ValueError, AssertionError) as fault:  # the last two are slips of the parser
        raise _not_yaml(fault, first_line) from None


def _not_yaml(fault: Exception, first_line: int) -> BlockFault:
    mark = getattr(fault, "problem_mark", None)
    line = first_line + (mark.line if mark else 1)
    if getattr(fault, "context", None) == "while scanning an alias":
        return BlockFault(line, _ALIASED)
    reason = str(getattr(fault, "problem", None) or fault).split("\n")[0]
    return BlockFault(line, f"front matter is not valid YAML: {reason}")


def _checked(events: Iterator[Any], first_line: int) -> Iterator[Any]:
    """Pass the events on, but refuse what no instruction needs and what bombs are made of."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
        reason = _refusal(event, depth)
        if reason:
            raise BlockFault(first_line + event.start_mark.line, reason)
        yield event


def _refusal(event: Any, depth: int) -> str:
    if type(event).__name__ == "AliasEvent" or getattr(event, "anchor", None):
        return _ALIASED
    if getattr(event, "tag", None):
        return "front matter uses a tag (!); quote the value"
    if any("\ud800" <= character <= "\udfff" for character in getattr(event, "value", None) or ""):
        return "front matter is not valid YAML: half a character"
    return _TOO_DEEP if depth > _DEEPEST_NESTING else ""


def _mapping(events: Iterator[Any], lines: list[str], first_line: int) -> dict[str, Value]:
    values: dict[str, Value] = {}
    start = _content_start(events)
    if start is None:
        return values
    if type(start).__name__ != "MappingStartEvent":
        raise BlockFault(first_line + 1, "front matter is not a list of `key: value` lines")
    for key in events:
        if type(key).__name__ == "MappingEndEvent":
            break
        line = first_line + key.start_mark.line
        if type(key).__name__ != "ScalarEvent":
            raise BlockFault(line, "front matter has a key that is not a word")
        if key.value in values:
            first = values[key.value].line
            raise BlockFault(line, f"appears twice, on lines {first} and {line}", escaped(key.value))
        values[key.value] = _value(events, key, lines, line)
    for rest in events:
        if type(rest).__name__ == "DocumentStartEvent":
            raise BlockFault(first_line, "front matter holds more than one document")
    return values


def _content_start(events: Iterator[Any]) -> Any:
    for event in events:
        if type(event).__name__ == "StreamEndEvent":
            return None
        if not type(event).__name__.startswith(("Stream", "Document")):
            return event
    return None


def _value(events: Iterator[Any], key: Any, lines: list[str], line: int) -> Value:
    event = next(events)
    kind = type(event).__name__
    if kind == "ScalarEvent":
        before = event if event.value else key  # an empty value has no place of its own
        ignored = "" if event.style else _ignored(before, lines)
        return Value(line=line, text=event.value, is_plain=event.style is None, ignored=ignored)
    if kind == "SequenceStartEvent":
        return _sequence(events, line, lines)
    _skip(events)
    return Value(line=line, is_nested=True)


def _sequence(events: Iterator[Any], line: int, lines: list[str]) -> Value:
    texts: list[str] = []
    cuts: list[tuple[str, bool]] = []
    is_nested = False
    for event in events:
        kind = type(event).__name__
        if kind == "SequenceEndEvent":
            break
        if kind != "ScalarEvent":
            is_nested = True
            _skip(events)
            continue
        if not event.style and (ignored := _ignored(event, lines)):
            cuts.append((ignored, not event.value))
        if event.value or event.style:
            texts.append(event.value)
    ignored, is_empty = cuts[0] if cuts else ("", False)
    return Value(line=line, texts=tuple(texts), is_nested=is_nested, ignored=ignored, has_empty_item=is_empty)


def _skip(events: Iterator[Any]) -> None:
    """Pass over the rest of a mapping or sequence whose start was just read."""
    depth = 1
    for event in events:
        depth += event.__class__.__name__.endswith(("MappingStartEvent", "SequenceStartEvent"))
        depth -= event.__class__.__name__.endswith(("MappingEndEvent", "SequenceEndEvent"))
        if depth == 0:
            return


def _ignored(event: Any, lines: list[str]) -> str:
    """What stands behind a plain value (or a bare key) on its line but was read as a comment."""
    end = event.end_mark
    rest = lines[end.line][end.column :] if end.line < len(lines) else ""
    rest = rest.lstrip(": 	")
    return rest.strip() if rest.startswith("#") else ""
