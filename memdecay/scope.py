"""Where an instruction applies: names and path globs, and whether a request falls under them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_GLOB_SIGNS = frozenset("*?[{/")
_MOST_ALTERNATIVES = 1000
"""How many patterns the braces of one glob may stand for."""
_MOST_DEPTHS = 4
"""How many `**` one pattern may hold: each multiplies the ways to match by the depth of the path."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question is asked from: scope names, and a path relative to the repository."""

    names: tuple[str, ...] = ()
    path: str | None = None

    @property
    def is_everywhere(self) -> bool:
        return not self.names and self.path is None


EVERYWHERE = Place()


def asked_from(names: Iterable[str], path: str | None) -> Place:
    """The place of these names and of a path, however its slashes and its beginning are written."""
    tidied = path.replace("\\", "/").removeprefix("./").strip("/") if path else None
    return Place(names=tuple(names), path=tidied)


def applies(scope: tuple[str, ...], place: Place) -> bool:
    """Whether an entry of this scope answers a question asked at `place`.

    An empty scope is everywhere. A place that says nothing asks everywhere.
    """
    if not scope or place.is_everywhere:
        return True
    if any(item in place.names for item in scope):
        return True
    return place.path is not None and any(_covers(item, place.path) for item in scope)


def overlap(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether two entries can apply at one place, as far as their words tell.

    Two globs count as overlapping where one's fixed beginning leads into the other's.
    """
    if not left or not right:
        return True
    if set(left) & set(right):
        return True
    globs = [(_fixed(a), _fixed(b)) for a in left if is_glob(a) for b in right if is_glob(b)]
    return any(_leads_into(a, b) or _leads_into(b, a) for a, b in globs)


def is_glob(item: str) -> bool:
    """Whether an item of a scope speaks of paths; otherwise it is a name."""
    return not _GLOB_SIGNS.isdisjoint(item)


def _covers(item: str, path: str) -> bool:
    if not is_glob(item):
        return False
    pattern = item.removeprefix("./").strip("/")
    if _fixed(item) == pattern:  # a plain path is the folder or file itself
        return path == pattern or path.startswith(f"{pattern}/")
    # Late on purpose: only questions with a path pay for it.
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.DOTGLOB
    # With a slash as well: who asks from the folder web falls under web/**.
    return any(glob.globmatch(one, _alternatives(pattern), flags=flags) for one in (path, f"{path}/"))


def _alternatives(pattern: str) -> list[str]:
    """The patterns without braces that a glob stands for. A bomb stands for none: unknown scope is
    not everywhere."""
    import bracex

    try:
        alternatives = bracex.expand(pattern, limit=_MOST_ALTERNATIVES)
    except (bracex.ExpansionLimitException, RecursionError):
        return []
    return [one for one in alternatives if one.count("**") <= _MOST_DEPTHS]


def _fixed(item: str) -> str:
    """The folders of a glob before its first sign."""
    parts = item.removeprefix("./").strip("/").split("/")
    plain = []
    for part in parts:
        if not _GLOB_SIGNS.isdisjoint(part):
            break
        plain.append(part)
    return "/".join(plain)


def _leads_into(outer: str, inner: str) -> bool:
    return not outer or inner == outer or inner.startswith(f"{outer}/")
