"""Reads the questions of `eval` from a file: a YAML list, or one JSON object a line. Writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from memdecay import files, ids, moment
from memdecay.characters import escaped
from memdecay.errors import Unusable
from memdecay.evaluation import OTHER, Case
from memdecay.scope import Place, asked_from

LONGEST = 4 * 1024 * 1024
"""Bytes in one file of questions."""
MOST = 10_000
"""Questions in one file."""
KEYS = ("query", "expect", "not", "scope", "path", "at", "kind")
_LISTS = {"expect", "not", "scope"}
_JSON_LINES = ".jsonl"
_DEEPEST = 3
"""A list of questions, each a mapping, of which a value may be a list."""


class _Value(NamedTuple):
    """What stands under a key: one text, or the texts of a list; `line` counts in the file."""

    line: int
    texts: tuple[str, ...]
    is_list: bool = False


class _Written(NamedTuple):
    line: int
    values: Mapping[str, _Value]


class _Fault(ValueError):
    """What is wrong at a place of the file."""

    def __init__(self, line: int, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.line, self.key = line, key


def read_cases(path: Path) -> tuple[Case, ...]:
    """The questions in the file at `path`, in order.

    Raises Unusable with path, line and key of the first that cannot be used.
    """
    text = _text(path)
    try:
        read = _json_lines if path.suffix.lower() == _JSON_LINES else _yaml_list
        cases = tuple(_case(one) for one in _counted(read(text)))
    except _Fault as fault:
        raise _at(path, fault.line, fault.key, str(fault)) from None
    if not cases:
        raise Unusable(f"{path} holds no question; write a list of them, each with `query` and `expect`")
    return cases


def checked(path: Path, cases: Sequence[Case], known: Iterable[str]) -> None:
    """Raise Unusable at the first id that no entry has, with those that are near to it."""
    there = sorted(known)
    for case in cases:
        for key, named in (("expect", case.expect), ("not", case.never)):
            for one in named:
                if one not in there:
                    line = case.lines.get(key, case.line)
                    raise _at(path, line, key, f"no entry has the id {one!r}; {ids.hint(one, there)}")


def _text(path: Path) -> str:
    whole = path.resolve()  # a person named it, so a link to it will do
    try:
        data = files.read(whole.parent, whole.name, LONGEST)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise Unusable(f"{path} is not there; name a file of questions") from None
    except (OSError, UnicodeDecodeError) as fault:
        raise Unusable(f"cannot read {path} ({fault}); name a file of questions in UTF-8") from None
    if len(data) > LONGEST:
        raise Unusable(f"{path} is larger than {LONGEST // 1024 // 1024} MiB; split it")
    return text


def _at(path: Path, line: int, key: str | None, message: str) -> Unusable:
    subject = f"{escaped(key)}: " if key else ""
    return Unusable(f"{path}:{line}: {subject}{message}")


def _counted(written: Iterable[_Written]) -> Iterator[_Written]:
    for count, one in enumerate(written, 1):
        if count > MOST:
            raise _Fault(one.line, f"is question {count:,}, and {MOST:,} are the most; split the file")
        yield one


def _case(written: _Written) -> Case:
    values = written.values
    for key, value in values.items():
        if key not in KEYS:
            raise _Fault(value.line, f"is not a key of a question; there are: {', '.join(KEYS)}", key)
        if value.is_list and key not in _LISTS:
            raise _Fault(value.line, "is a list where one value is expected", key)
    query = _one(values, "query") or ""
    if not query.strip():
        raise _Fault(_line(written, "query"), "is empty; write the question there", "query")
    expect, never = _ids(values, "expect"), _ids(values, "not")
    if not expect and not never:
        raise _Fault(written.line, "names no id; write what answers it under `expect`", "expect")
    if both := sorted(set(expect) & set(never)):
        raise _Fault(
            _line(written, "not"), f"{both[0]} is expected as well; keep it in one of the two", "not"
        )
    return Case(
        query=query,
        expect=expect,
        never=never,
        place=_place(values),
        at=_asked_at(written),
        kind=(_one(values, "kind") or "").strip() or OTHER,
        line=written.line,
        lines={key: value.line for key, value in values.items()},
    )


def _line(written: _Written, key: str) -> int:
    return written.values[key].line if key in written.values else written.line


def _one(values: Mapping[str, _Value], key: str) -> str | None:
    return values[key].texts[0] if key in values and values[key].texts else None


def _ids(values: Mapping[str, _Value], key: str) -> tuple[str, ...]:
    texts = values[key].texts if key in values else ()
    return tuple(dict.fromkeys(ids.folded(one.strip()) for one in texts if one.strip()))


def _place(values: Mapping[str, _Value]) -> Place:
    names = values["scope"].texts if "scope" in values else ()
    return asked_from([one for one in names if one], _one(values, "path"))


def _asked_at(written: _Written) -> datetime | None:
    text = _one(written.values, "at")
    if not text:
        return None
    try:
        return moment.parse(text).last
    except ValueError as fault:
        raise _Fault(_line(written, "at"), f"{text!r}: {fault}", "at") from None


def _json_lines(text: str) -> Iterator[_Written]:
    for line, row in enumerate(text.split("\n"), 1):
        if row.strip():
            yield _Written(line, _json_object(row, line))


def _json_object(row: str, line: int) -> Mapping[str, _Value]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in found:
            if key in seen:
                raise _Fault(line, "appears twice", key)
            seen[key] = value
        return seen

    try:
        held = json.loads(row, object_pairs_hook=pairs)
    except RecursionError:
        raise _Fault(line, "is nested too deeply") from None
    except ValueError as fault:
        if isinstance(fault, _Fault):
            raise
        raise _Fault(line, f"is not JSON: {fault}; write one object a line") from None
    if not isinstance(held, dict):
        raise _Fault(line, "is not a JSON object; write one a line")
    return {key: value for key, one in held.items() if (value := _json_value(key, one, line)) is not None}


def _json_value(key: str, held: Any, line: int) -> _Value | None:
    if held is None:
        return None
    if isinstance(held, str):
        return _Value(line, (held,))
    if isinstance(held, list) and all(isinstance(one, str) for one in held):
        return _Value(line, tuple(held), is_list=True)
    raise _Fault(line, "is neither a text nor a list of texts", key)


def _yaml_list(text: str) -> Iterator[_Written]:
    from ruamel.yaml.nodes import MappingNode, SequenceNode

    node = _composed(text)
    if node is None:
        return
    if not isinstance(node, SequenceNode):
        raise _Fault(_start(node), "is not a list of questions; begin each with `- query:`")
    for item in node.value:
        if not isinstance(item, MappingNode):
            raise _Fault(_start(item), "is not a question; begin it with `- query:`")
        yield _Written(_start(item), _yaml_mapping(item))


def _composed(text: str) -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    reader = YAML(typ="safe", pure=True)
    try:
        _refuse_deep(reader.parse(text))  # before a tree is made of it, which would take seconds
        return reader.compose(text)
    except _Fault:
        raise
    except (YAMLError, ValueError, AssertionError) as fault:  # the last two are slips of the parser
        mark = getattr(fault, "problem_mark", None)
        # A character that YAML forbids is named by its place in the text.
        line = mark.line + 1 if mark else text.count("\n", 0, getattr(fault, "position", 0)) + 1
        reason = str(getattr(fault, "problem", None) or fault).split("\n")[0]
        raise _Fault(line, f"is not valid YAML: {reason}") from None


def _refuse_deep(events: Iterable[Any]) -> None:
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind.endswith(("MappingStartEvent", "SequenceStartEvent"))
        depth -= kind.endswith(("MappingEndEvent", "SequenceEndEvent"))
        if getattr(event, "anchor", None):
            raise _Fault(_start(event), "uses an anchor or alias (& or *); write the value out")
        if depth > _DEEPEST:
            raise _Fault(_start(event), "is nested too deeply; write a list of questions")


def _yaml_mapping(item: Any) -> Mapping[str, _Value]:
    values: dict[str, _Value] = {}
    for key, value in item.value:
        line = _start(key)
        if not isinstance(key.value, str):
            raise _Fault(line, "is not a `key: value` line")
        if key.value in values:
            raise _Fault(line, "appears twice", key.value)
        values[key.value] = _yaml_value(key.value, value, line)
    return values


def _yaml_value(key: str, value: Any, line: int) -> _Value:
    from ruamel.yaml.nodes import ScalarNode, SequenceNode

    if isinstance(value, ScalarNode):
        return _Value(line, () if _is_empty(value) else (value.value,))
    if isinstance(value, SequenceNode) and all(isinstance(one, ScalarNode) for one in value.value):
        return _Value(line, tuple(one.value for one in value.value), is_list=True)
    raise _Fault(line, "is neither one value nor a plain list", key)


def _is_empty(value: Any) -> bool:
    return value.style is None and value.value in {"", "~", "null"}


def _start(node: Any) -> int:
    return int(node.start_mark.line) + 1
