"""What the repository has, and what it had once: the proof that a reference leads nowhere any more."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from memdecay.evidence.mentions import Kind, Mention
from memdecay.scope import Place, applies

MANIFESTS = (
    "package.json", "pyproject.toml", "*requirements*.txt", "*requirements*.in", "requirements/*.txt",
    "requirements/*.in", "[Mm]akefile", "GNUmakefile", "*.mk", "[Jj]ustfile", ".justfile", "*.just",
)  # fmt: skip
"""The names of files that declare scripts, targets, commands and dependencies."""

Names = frozenset[tuple[Kind, str]]

_TARGET = re.compile(r"^([A-Za-z0-9_%][\w./% -]*?)\s*::?(?!=)", re.M)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)|^alias[ \t]+([A-Za-z_][\w-]*)", re.M)
_PHONY = re.compile(r"^\.PHONY\s*:\s*(.*)$", re.M)
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)")
_DEPENDENCY_KEYS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


@dataclass(frozen=True, kw_only=True)
class Inventory:
    """`paths` are the files there are, `names` what manifests declare; of the removed ones the last day."""

    paths: frozenset[str] = frozenset()
    names: Names = frozenset()
    removed_paths: Mapping[str, str] = field(default_factory=dict)
    removed_names: Mapping[tuple[Kind, str], str] = field(default_factory=dict)

    def gone(self, mentioned: Iterable[Mention]) -> dict[Mention, str]:
        """Of each mention that leads nowhere any more, the day on which what it meant was last removed."""
        missing = (one for one in dict.fromkeys(mentioned) if not self.has(one))
        return {one: day for one in missing if (day := self._removed(one)) is not None}

    def has(self, mention: Mention) -> bool:
        """Whether there is what is meant, or something that may well be meant."""
        if mention.kind is Kind.PATH:
            named = {mention.name.removeprefix("./").rstrip("/"), *mention.places}
            return any(self._ends_in(place) or self._is_in_submodule(place) for place in named)
        if mention.kind is Kind.GLOB:
            return any(_matching(glob, self.paths) for glob in mention.places)
        is_made = mention.kind is Kind.TARGET and self._is_made_by_pattern(mention.name)
        return is_made or any(one in self.names for one in _meant(mention))

    def _removed(self, mention: Mention) -> str | None:
        if mention.kind is Kind.PATH:
            days = [day for place in mention.places for day in self._removed_at(place)]
        elif mention.kind is Kind.GLOB:
            found = (path for glob in mention.places for path in _matching(glob, self.removed_paths))
            days = [self.removed_paths[path] for path in found]
        else:
            days = [self.removed_names[one] for one in _meant(mention) if one in self.removed_names]
        return max(days, default=None)

    def _removed_at(self, place: str) -> Iterator[str]:
        if place in self.removed_paths:
            yield self.removed_paths[place]
        else:
            yield from (day for path, day in self.removed_paths.items() if path.startswith(f"{place}/"))

    def _ends_in(self, place: str) -> bool:
        """Whether some file or folder ends in these names, wherever it stands."""
        return f"/{place}\n" in self._listing or f"/{place}/" in self._listing

    def _is_in_submodule(self, place: str) -> bool:
        """Whether git lists a folder above it as one path: of a submodule it does not list what is in it."""
        return any(parent.as_posix() in self.paths for parent in PurePosixPath(place).parents)

    def _is_made_by_pattern(self, target: str) -> bool:
        """Whether a rule such as `test-%` makes a target."""
        rules = (name.partition("%") for kind, name in self.names if kind is Kind.TARGET and "%" in name)
        return any(target.startswith(start) and target.endswith(end) for start, _, end in rules)

    @cached_property
    def _listing(self) -> str:
        return "\n".join(["", *(f"/{path}" for path in sorted(self.paths)), ""])


_ALIKE: Mapping[Kind, tuple[Kind, ...]] = {
    Kind.SCRIPT: (Kind.SCRIPT, Kind.COMMAND, Kind.DEPENDENCY),
    Kind.TARGET: (Kind.TARGET,),
    Kind.RECIPE: (Kind.RECIPE,),
    Kind.COMMAND: (Kind.COMMAND, Kind.DEPENDENCY),
    Kind.DEPENDENCY: (Kind.DEPENDENCY,),
}
"""What can be meant by a word that runs something: a program is mostly named after its package."""


def declared(path: str, data: bytes) -> Names:
    """Everything that a manifest declares; nothing, where it cannot be read."""
    name = path.rpartition("/")[2]
    text = data.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):
        if name == "package.json":
            return frozenset(_of_package(json.loads(text)))
        if name == "pyproject.toml":
            return frozenset(_of_pyproject(_toml(text)))
        if name.endswith((".txt", ".in")):
            return frozenset(_of_requirements(text.split("\n")))
        if name.lower().endswith(("justfile", ".just")):
            return frozenset((Kind.RECIPE, one) for names in _RECIPE.findall(text) for one in names if one)
        return frozenset(_of_makefile(text))
    return frozenset()


def _matching(glob: str, paths: Iterable[str]) -> list[str]:
    """The first of the paths that a glob covers, if any."""
    fixed = re.split(r"[*?\[{]", glob, maxsplit=1)[0]
    below = [path for path in paths if path.startswith(fixed)]
    return list(islice((path for path in below if applies((glob,), Place(path=path))), 1))


def _meant(mention: Mention) -> list[tuple[Kind, str]]:
    return [(kind, _known(kind, mention.name)) for kind in _ALIKE[mention.kind]]


def _known(kind: Kind, name: str) -> str:
    """Dependencies are compared as PyPI compares them; for npm that loses nothing."""
    return re.sub(r"[-_.]+", "-", name).lower() if kind is Kind.DEPENDENCY else name


def _of_package(held: Any) -> Iterator[tuple[Kind, str]]:
    held = _mapping(held)
    yield from ((Kind.SCRIPT, one) for one in _mapping(held.get("scripts")))
    for key in _DEPENDENCY_KEYS:
        yield from _dependencies(_mapping(held.get(key)))
    programs = held.get("bin")
    names = list(_mapping(programs)) if not isinstance(programs, str) else [str(held.get("name", ""))]
    yield from ((Kind.COMMAND, one.rpartition("/")[2]) for one in names if one)


def _of_pyproject(held: Any) -> Iterator[tuple[Kind, str]]:
    project = _mapping(held.get("project"))
    tool = _mapping(held.get("tool"))
    poetry = _mapping(tool.get("poetry"))
    for scripts in (project.get("scripts"), project.get("gui-scripts"), poetry.get("scripts")):
        yield from ((Kind.COMMAND, one) for one in _mapping(scripts))
    yield from ((Kind.COMMAND, one) for one in _mapping(_mapping(tool.get("pdm")).get("scripts")))
    yield from _of_requirements(_texts(project.get("dependencies")))
    for groups in (project.get("optional-dependencies"), held.get("dependency-groups")):
        for group in _mapping(groups).values():
            yield from _of_requirements(_texts(group))
    yield from _dependencies(_mapping(poetry.get("dependencies")))
    yield from _dependencies(_mapping(poetry.get("dev-dependencies")))
    for group in _mapping(poetry.get("group")).values():
        yield from _dependencies(_mapping(_mapping(group).get("dependencies")))


def _of_requirements(lines: Iterable[str]) -> Iterator[tuple[Kind, str]]:
    found = (_REQUIREMENT.match(line) for line in lines)
    yield from _dependencies(match[1] for match in found if match is not None)


def _of_makefile(text: str) -> Iterator[tuple[Kind, str]]:
    for names in (*_TARGET.findall(text), *_PHONY.findall(text)):
        yield from ((Kind.TARGET, one) for one in names.split())


def _dependencies(names: Iterable[str]) -> Iterator[tuple[Kind, str]]:
    return ((Kind.DEPENDENCY, _known(Kind.DEPENDENCY, one)) for one in names)


def _mapping(value: Any) -> dict[str, Any]:
    return {str(key): one for key, one in value.items()} if isinstance(value, dict) else {}


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _toml(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    held: dict[str, Any] = tomllib.loads(text)
    return held
