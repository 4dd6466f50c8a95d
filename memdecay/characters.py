"""Which characters an instruction may hold: what a reader cannot see must not reach a model.

An allow-list: control and format characters, private and unassigned code points, line and
paragraph separators and everything Unicode calls default-ignorable are refused, whatever their
category. Joiners and selectors pass inside an emoji, tags inside the three flags made of them. Pictographs
that Unicode has reserved pass too: each Python knows another part of them, and a box can be seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

_REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LOOKS_EMPTY = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Not of a refused category, and yet without a shape: fillers, selectors, a blank of Braille."""

_PLAIN = re.compile(r"[\t\n -~]*")

_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_TONE = "[\U0001f3fb-\U0001f3ff]"
_ONE = f"{_PICTURE}(?:\ufe0f|{_TONE})?"
_EMOJI = re.compile(
    f"[#*0-9]\ufe0f\u20e3"
    f"|\U0001f3f4(?:\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    f"|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f)"
    f"|{_ONE}(?:\u200d{_ONE})*"
)


_JOINERS = "\u200c\u200d"
_JOINING = (
    "[\u0620-\u06ef\u06fa-\u07ff\u0860-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17d3"
    "\u1820-\u18aa\ua840-\ua877]"
)
"""Scripts that need joiners to be written well: Arabic and its kin, those of India, Khmer, Mongolian."""
_VIRAMA = 9
"""The combining class of the sign that takes a vowel away; behind it a joiner may end a word."""
_TAGS = range(0xE0020, 0xE007F)
"""Unseen twins of the letters of ASCII."""


class Hidden(NamedTuple):
    """A refused character; `line` and `column` count from 1, in characters."""

    character: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"U+{ord(self.character):04X} at {self.line}:{self.column}"


def hidden(text: str, *, joiners: bool = False) -> tuple[Hidden, ...]:
    """Every refused character of `text` (with `\\n` line ends), in order.

    With `joiners`, one joiner between two letters of a script that needs them is none.
    """
    if _PLAIN.fullmatch(text):
        return ()
    found = []
    visible = _EMOJI.sub(lambda emoji: "x" * len(emoji[0]), text)
    for line, content in enumerate(visible.split("\n"), 1):
        if content.isascii() and content.isprintable():
            continue
        found += [
            Hidden(character, line, column)
            for column, character in enumerate(content, 1)
            if is_refused(character)
            and not (joiners and character in _JOINERS and _is_joining(content, column - 1))
        ]
    return tuple(found)


def spelt(found: Iterable[Hidden]) -> str:
    """What the tags among hidden characters spell to a program that reads them; "" where there are none."""
    codes = [ord(one.character) for one in found]
    return "".join(chr(code - 0xE0000) for code in codes if code in _TAGS)


def _is_joining(line: str, place: int) -> bool:
    before, after = line[:place][-1:], line[place + 1 :][:1]
    is_behind_letter = _is_letter_that_joins(before)
    return is_behind_letter and (_is_letter_that_joins(after) or unicodedata.combining(before) == _VIRAMA)


def _is_letter_that_joins(character: str) -> bool:
    is_of_script = re.match(_JOINING, character) is not None
    return is_of_script and unicodedata.category(character)[0] in "LM" and not is_refused(character)


def spelled_out(text: str) -> str:
    """`text` with everything a terminal would obey, or an eye would not see, in letters."""
    if text.isascii() and text.isprintable():
        return text
    places = {(one.line, one.column) for one in hidden(text)}
    return "\n".join(
        "".join(_spelled(c) if (row, column) in places else c for column, c in enumerate(line, 1))
        for row, line in enumerate(text.split("\n"), 1)
    )


def is_refused(character: str) -> bool:
    """Whether a character on its own is one that cannot be seen."""
    if character == "\t":
        return False
    return unicodedata.category(character) in _REFUSED_CATEGORIES or _LOOKS_EMPTY.match(character) is not None


def _spelled(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return "^" + chr(code + 0x40)
    return f"<U+{code:04X}>"


def shown(text: str, longest: int = 60) -> str:
    """`text` in quotes for a message: escaped, and cut where it is long."""
    return f"'{escaped(text if len(text) <= longest else text[: longest - 1] + '…')}'"


def escaped(text: str) -> str:
    """`text` with every character that does not print as the escape that JSON and YAML share."""
    return "".join(c if c.isprintable() else escape(c) for c in text)


def escape(character: str) -> str:
    """One character as the escape that JSON and YAML share."""
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
