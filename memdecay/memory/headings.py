"""The headings that a text stood under at its source, in one line, and whether two such places are one."""

from __future__ import annotations

from collections.abc import Iterable

from memdecay import passages

LONGEST = 200
"""Characters that an entry keeps of its headings; an introduction among them may be longer by itself."""
_BETWEEN = " › "


def joined(headings: Iterable[str]) -> str:
    """Headings from the outermost to the nearest, as an entry keeps them in `section`."""
    return _BETWEEN.join(" ".join(one.split()) for one in headings if one)


def is_same_place(section: str | None, other: str | None) -> bool:
    """Whether the nearest of the headings are the same, as far as both sides have any and kept them."""
    if not section or not other:
        return True
    cut, whole = sorted((section, other), key=len)
    if len(cut) == LONGEST < len(whole) and (
        whole.startswith(cut) or _nearest(whole).startswith(_nearest(cut))
    ):
        return True
    return _nearest(section) == _nearest(other)


def _nearest(section: str) -> str:
    return passages.normalised(section.rpartition(_BETWEEN)[2])
