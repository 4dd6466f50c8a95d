"""The settings file of a memory, `memdecay.yaml`: read as text, never written once it exists."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

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


def read(root: Path) -> dict[str, Setting]:
    """The settings of the memory in `root`, every value as text.

    Raises Unusable where the file cannot be read or is not a list of `key: value` lines.
    """
    path = root / files.SETTINGS_NAME
    try:
        data = files.read(root, files.SETTINGS_NAME, _LONGEST)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as fault:
        raise Unusable(f"cannot read {path} ({fault}); mend it or move it away") from None
    if len(data) > _LONGEST:
        raise Unusable(f"{path} is longer than {_LONGEST // 1024} KiB; shorten it")
    return _parsed(text, path)


def _parsed(text: str, path: Path) -> dict[str, Setting]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.nodes import MappingNode, ScalarNode

    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except RecursionError:
        raise Unusable(f"{path}:1: is nested too deeply; write `key: value` lines") from None
    except (YAMLError, ValueError, AssertionError) as fault:  # the last two are slips of the parser
        raise _not_yaml(fault, text, path) from None
    if node is None:
        return {}
    if not isinstance(node, MappingNode):
        raise Unusable(f"{path}:1: is not a list of `key: value` lines")
    settings: dict[str, Setting] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, ScalarNode):
            raise Unusable(f"{path}:{line}: is not a `key: value` line")
        if not isinstance(value, ScalarNode):
            raise Unusable(f"{path}:{line}: {key.value}: is not a single value")
        if key.value in settings:
            raise Unusable(f"{path}:{line}: {key.value}: appears twice")
        settings[key.value] = Setting(line, value.value)
    return settings


def _not_yaml(fault: Exception, text: str, path: Path) -> Unusable:
    mark = getattr(fault, "problem_mark", None)
    # A character that YAML forbids is named by its place in the text.
    line = mark.line + 1 if mark else text.count("\n", 0, getattr(fault, "position", 0)) + 1
    reason = str(getattr(fault, "problem", None) or fault).split("\n")[0]
    return Unusable(f"{path}:{line}: is not valid YAML: {reason}")
