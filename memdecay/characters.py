"""Which characters an instruction may hold: what a reader cannot see must not reach a model.

An allow-list: control and format characters, private and unassigned code points, line and
paragraph separators and everything Unicode calls default-ignorable are refused, whatever their
category. Joiners and selectors pass inside an emoji, tags inside the three flags made of them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LOOKS_EMPTY = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Not of a refused category, and yet without a shape: fillers, selectors, a blank of Braille."""

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


class Hidden(NamedTuple):
    """A refused character; `line` and `column` count from 1, in characters."""

    character: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"U+{ord(self.character):04X} at {self.line}:{self.column}"


def hidden(text: str) -> tuple[Hidden, ...]:
    """Every refused character of `text` (with `\\n` line ends), in order."""
    found = []
    visible = _EMOJI.sub(lambda emoji: "x" * len(emoji[0]), text)
    for line, content in enumerate(visible.split("\n"), 1):
        if content.isascii() and content.isprintable():
            continue
        found += [
            Hidden(character, line, column)
            for column, character in enumerate(content, 1)
            if is_refused(character)
        ]
    return tuple(found)


def is_refused(character: str) -> bool:
    """Whether a character on its own is one that cannot be seen."""
    if character == "\t":
        return False
    return unicodedata.category(character) in _REFUSED_CATEGORIES or _LOOKS_EMPTY.match(character) is not None
