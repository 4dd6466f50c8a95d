"""The names of entries: which are allowed, and how one is made from a text.

An id is ASCII on purpose: it is a file name on every system, has no look-alikes in other
scripts and no second spelling under case folding or Unicode normalisation.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Container

from memdecay.errors import did_you_mean

PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
LONGEST = 80
_COMFORTABLE = 48
"""A derived id stays this short, so that a listing stays readable; a stated one may be longer."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Device names on Windows, with any ending."""


def is_valid(text: str) -> bool:
    return PATTERN.fullmatch(text) is not None and _RESERVED.fullmatch(text) is None


def folded(text: str) -> str:
    """The form in which two names are compared: normalised, without case."""
    return unicodedata.normalize("NFC", text).casefold()


def derived(text: str) -> str:
    """A valid id of the first words of `text`; where few can be written, with a hash of the whole."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", ascii_text)
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word
        if len(longer) > _COMFORTABLE:
            break
        name = longer
    said_all = name == "-".join(words) and _letters(ascii_text) == _letters(text)
    if not name or (not said_all and len(name) < _COMFORTABLE // 4):
        name = f"{name or 'entry'}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return f"{name}-rule" if _RESERVED.fullmatch(name) else name


def free(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or the first of `wanted-2`, `wanted-3`, … that is not taken."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        ending = f"-{count}"
        name = wanted[: LONGEST - len(ending)] + ending
    return name


def hint(wanted: str, known: Collection[str]) -> str:
    """What to do where no entry has the id `wanted`: the nearest of those there are, or where to look."""
    return did_you_mean(folded(wanted), known, "`memdecay list` shows all ids", most=3, cutoff=0.5)


def _letters(text: str) -> int:
    return sum(1 for character in text if character.isalnum())
