"""BERT's uncased tokenizer with the standard library alone: normalise, split, longest pieces first.

Gives the ids the `tokenizers` library gives, without special tokens and without unknown words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

_CONTINUES = "##"
_LONGEST_WORD = 100
_REMEMBERED_WORDS = 50_000
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Splits text into ids: positions in a vocabulary, which must be sorted."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._vocabulary = vocabulary
        self._clean = _CleanCharacters()
        self._remembered: dict[str, tuple[int, ...]] = {}

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of `text`; a word with a piece that is not known is left out."""
        ids: list[int] = []
        remembered = self._remembered
        for word in text.translate(self._clean).split():
            pieces = remembered.get(word)
            if pieces is None:
                pieces = self._remember(word)
            ids += pieces
        return ids

    def letters_per_piece(self, text: str) -> float:
        """How long the pieces of `text` are on average; a letter that is in no piece counts as one.

        Near 4 for English, 1 for a script that the vocabulary only spells out; 0.0 for no words.
        """
        words = [word for word in text.translate(self._clean).split() if word.isalnum()]
        pieces = sum(len(self._remembered.get(word) or self._remember(word)) or len(word) for word in words)
        return sum(map(len, words)) / pieces if pieces else 0.0

    def _remember(self, word: str) -> tuple[int, ...]:
        if len(self._remembered) >= _REMEMBERED_WORDS:
            self._remembered.clear()
        pieces = self._remembered[word] = self._pieces(word)
        return pieces

    def _pieces(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST_WORD:
            return ()
        ids = []
        rest, prefix = word, ""
        while rest:
            position = self._longest_entry(prefix + rest)
            taken = len(self._vocabulary[position]) - len(prefix) if position >= 0 else 0
            if taken <= 0:
                return ()
            ids.append(position)
            rest, prefix = rest[taken:], _CONTINUES
        return tuple(ids)

    def _longest_entry(self, text: str) -> int:
        """Position of the longest entry that `text` starts with, or -1.

        Whatever entry `text` starts with also starts the entry sorted just before `text`, so the
        search goes on with what the two share: a few steps instead of one for every length.
        """
        while text:
            position = bisect_right(self._vocabulary, text) - 1
            if position < 0:
                return -1
            entry = self._vocabulary[position]
            if text.startswith(entry):
                return position
            text = text[: _shared_length(text, entry)]
        return -1


def _shared_length(left: str, right: str) -> int:
    for length, (mine, yours) in enumerate(zip(left, right, strict=False)):
        if mine != yours:
            return length
    return min(len(left), len(right))


class _CleanCharacters(dict[int, str]):
    """What each character becomes, for `str.translate`; filled as characters turn up."""

    def __missing__(self, code_point: int) -> str:
        clean = _clean_ascii if code_point < 128 else _clean_wide
        becomes = self[code_point] = clean(chr(code_point))
        return becomes


def _clean_ascii(character: str) -> str:
    if character.isalnum():
        return character.lower()
    if character in " \t\n\r":
        return " "
    return f" {character} " if character.isprintable() else ""


def _clean_wide(character: str) -> str:
    # Imported late: most queries are ASCII and the table is a megabyte.
    from unicodedata import category, normalize

    kind = category(character)
    if character == "\ufffd" or kind in ("Cc", "Cf", "Co", "Cs"):
        return ""
    if kind in ("Zs", "Zl", "Zp"):
        return " "
    bare = (part for part in normalize("NFD", character) if category(part) != "Mn")
    lowered = "".join(part.lower() for part in bare)
    spaced = (f" {part} " if _is_punctuation(part, category(part)) else part for part in lowered)
    becomes = "".join(spaced)
    return f" {becomes} " if _is_chinese(ord(character)) else becomes


def _is_punctuation(character: str, kind: str) -> bool:
    return kind.startswith("P") or (character.isascii() and kind.startswith("S"))


def _is_chinese(code_point: int) -> bool:
    return any(first <= code_point <= last for first, last in _CHINESE)
