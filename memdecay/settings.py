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
        text = files.read(root, files.SETTINGS_NAME, _LONGEST).decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as fault:
        raise Unusable(f"cannot read {path} ({fault}); mend it or move it away") from None
    return _parsed(text, path)


def _parsed(text: str, path: Path) -> dict[str, Setting]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.nodes import MappingNode, ScalarNode

    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise Unusable(f"{path}:{line}: is not valid YAML: {fault.problem}") from None
    if node is None:
        return {}
    if not isinstance(node, MappingNode):
        raise Unusable(f"{path}:1: is not a list of `key: value` lines")
    settings: dict[str, Setting] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(value, ScalarNode):
            raise Unusable(f"{path}:{line}: {key.value}: is not a single value")
        if key.value in settings:
            raise Unusable(f"{path}:{line}: {key.value}: appears twice")
        settings[key.value] = Setting(line, value.value)
    return settings
