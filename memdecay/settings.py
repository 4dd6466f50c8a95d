"""The settings file of a memory, `memdecay.yaml`: read as text, never written once it exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from memdecay import files
from memdecay.errors import Unusable

FRESH = """\
# The settings of this memory. Its presence is what makes this folder a memory.
version: 1
"""
"""What `memdecay init` writes."""

_LONGEST = 64 * 1024


class Setting(NamedTuple):
    """One `key: value` line as written; `line` counts from 1."""

    line: int
    text: str


def read(root: Path, name: str = files.SETTINGS_NAME) -> dict[str, Setting]:
    """The settings of the memory in `root`, or of another file there, every value as text.

    Raises Unusable where the file cannot be read or is not a list of `key: value` lines.
    """
    path = root / name
    try:
        data = files.read(root, name, _LONGEST)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as fault:
        raise Unusable(f"cannot read {path} ({fault}); mend it or move it away") from None
    if len(data) > _LONGEST:
        raise Unusable(f"{path} is longer than {_LONGEST // 1024} KiB; shorten it")
    return parsed(text, path)


def parsed(text: str, path: Path) -> dict[str, Setting]:
    """The settings in the text of the file at `path`. Raises Unusable as `read` does."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        # As events, not as a tree: what is nested is refused where it begins, however deep it goes.
        return _mapping(YAML(typ="safe", pure=True).parse(text), path)
    except (YAMLError, ValueError, AssertionError) as fault:  # the last two are slips of the parser
        raise _not_yaml(fault, text, path) from None


def _mapping(events: Iterator[Any], path: Path) -> dict[str, Setting]:
    start = next(event for event in events if not _is_frame(event))
    settings: dict[str, Setting] = {}
    if _kind(start) == "StreamEndEvent":
        return settings
    if _kind(start) != "MappingStartEvent":
        raise Unusable(f"{path}:1: is not a list of `key: value` lines")
    for key in events:
        line = key.start_mark.line + 1
        if _kind(key) == "MappingEndEvent":
            break
        if _kind(key) != "ScalarEvent":
            raise Unusable(f"{path}:{line}: is not a `key: value` line")
        value = next(events)
        if _kind(value) != "ScalarEvent":
            raise Unusable(f"{path}:{line}: {key.value}: is not a single value")
        if key.value in settings:
            raise Unusable(f"{path}:{line}: {key.value}: appears twice")
        settings[key.value] = Setting(line, value.value)
    for rest in events:
        if _kind(rest) == "DocumentStartEvent":
            raise Unusable(f"{path}:{rest.start_mark.line + 1}: holds more than one document; keep the first")
    return settings


def _kind(event: Any) -> str:
    return type(event).__name__


def _is_frame(event: Any) -> bool:
    return _kind(event) in {"StreamStartEvent", "DocumentStartEvent", "DocumentEndEvent"}


def is_true(written: Mapping[str, Setting], key: str, path: Path) -> bool:
    """Whether a setting that is true or false was set to true. Raises Unusable where it is neither."""
    setting = written.get(key)
    if setting is None or setting.text == "false":
        return False
    if setting.text != "true":
        raise Unusable(f"{path}:{setting.line}: {key}: {setting.text!r} is neither true nor false")
    return True


def _not_yaml(fault: Exception, text: str, path: Path) -> Unusable:
    mark = getattr(fault, "problem_mark", None)
    # A character that YAML forbids is named by its place in the text.
    line = mark.line + 1 if mark else text.count("\n", 0, getattr(fault, "position", 0)) + 1
    reason = str(getattr(fault, "problem", None) or fault).split("\n")[0]
    return Unusable(f"{path}:{line}: is not valid YAML: {reason}")
