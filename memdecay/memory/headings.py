"""The headings that a text stood under at its source, in one line, and whether two such places are one."""

from __future__ import annotations

from collections.abc import Iterable

from memdecay import passages

_BETWEEN = " › "


def joined(headings: Iterable[str]) -> str:
    """Headings from the outermost to the nearest, as an entry keeps them in `section`."""
    return _BETWEEN.join(" ".join(one.split()) for one in headings if one)


def is_same_place(section: str | None, other: str | None) -> bool:
    """Whether the nearest of the headings are the same, as far as there are any on both sides."""
    return not section or not other or _nearest(section) == _nearest(other)


def _nearest(section: str) -> str:
    return passages.normalised(section.rpartition(_BETWEEN)[2])
