"""What fits a budget: how many tokens a text takes at most, and which of ordered texts are taken whole.

Every model counts by its own vocabulary, so none is asked. Where a script is common a rate is taken that
the vocabularies of several families stay below (tests/test_packing.py names them); elsewhere a character
costs its bytes in UTF-8, of which a token is never a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

_Item = TypeVar("_Item")

_PIECES = re.compile(
    r"(?P<mixed>[A-Za-z]*\d[A-Za-z0-9]*)"
    r"|(?P<word>[A-Z]?[a-z]+)"
    r"|(?P<capitals>[A-Z]+)"
    r"|(?P<break>\r?\n[ \t]*)"
    r"|(?P<blanks> +)"
    r"|(?P<sign>[\x00-\x7f])"
    r"|(?P<other>[^\x00-\x7f]+)"
)
_LETTERS_A_TOKEN = 3
"""In a word of a language: English has more, Lithuanian and Finnish have not."""
_USUAL_WORD = 8
_LONGEST_WORD = 24
"""More letters in a row are no word but a key or a hash, of which every letter may be a token."""

_RATES = (
    (0x00C0, 0x024F, 2),  # Latin letters with a mark, which break the word they stand in
    (0x0400, 0x052F, 1),  # Cyrillic
    (0x0A00, 0x0AFF, 4),  # Gurmukhi and Gujarati, which one tokenizer first takes apart
    (0x1200, 0x137F, 4),  # Ethiopic, likewise
    (0x3040, 0x30FF, 2),  # Kana
    (0x3400, 0x4DBF, 3),  # Han characters that are rare
    (0x4E00, 0x9FFF, 2),  # Han
    (0xAC00, 0xD7A3, 2),  # Hangul
)
"""Tokens a character by code point; what is in no range costs its bytes."""

_MOST_MISFITS = 20
"""So many texts in a row that do not fit end the packing: what would come then is far down the order."""


def tokens(text: str) -> int:
    """At most how many tokens a text takes, whichever model reads it; 0 for no text.

    It holds for what people write, code and tables of signs, not for words made of random letters.
    """
    pieces = _PIECES.finditer(text)
    return sum(_cost(str(piece.lastgroup), piece[0]) for piece in pieces) + bool(text)


def _cost(kind: str, piece: str) -> int:
    length = len(piece)
    if kind == "word":
        return length if length > _LONGEST_WORD else _of_word(length)
    if kind == "capitals":
        return -(-3 * length // 4)
    if kind == "break":
        return 1 + -(-piece.count(" ") // 8) + piece.count("\t")
    if kind == "blanks":
        return (length > 1) + length // 16
    if kind == "other":
        return sum(map(_rate, piece))
    return length + (kind == "mixed")  # the blank before a digit is a token of its own


def _of_word(letters: int) -> int:
    """Long words are compounds, whose parts are cut finer."""
    usual = min(letters, _USUAL_WORD)
    return -(-usual // _LETTERS_A_TOKEN) + -(-(letters - usual) // 2)


def _rate(character: str) -> int:
    code = ord(character)
    for first, last, rate in _RATES:
        if first <= code <= last:
            return rate
    return len(character.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Sized(Generic[_Item]):
    """Something that may be packed, and at most how many tokens it takes."""

    item: _Item
    tokens: int


@dataclass(frozen=True, slots=True)
class Fit(Generic[_Item]):
    """What was taken, in order, and what did not fit. `tried_all` is whether nothing stayed unlooked at."""

    taken: tuple[Sized[_Item], ...]
    misfits: tuple[Sized[_Item], ...]
    tried_all: bool


def fit(items: Iterable[Sized[_Item]], budget: int) -> Fit[_Item]:
    """Take what fits into `budget` tokens, first things first and each whole.

    What is too long for the room that is left gives way to what comes after it. `items` are drawn one by
    one, and no further than packing goes.
    """
    taken: list[Sized[_Item]] = []
    misfits: list[Sized[_Item]] = []
    in_a_row = 0
    drawn: Iterator[Sized[_Item]] = iter(items)
    for one in drawn:
        if one.tokens <= budget:
            taken.append(one)
            budget -= one.tokens
            in_a_row = 0
        else:
            misfits.append(one)
            in_a_row += 1
            if in_a_row == _MOST_MISFITS:
                return Fit(tuple(taken), tuple(misfits), tried_all=False)
    return Fit(tuple(taken), tuple(misfits), tried_all=True)
