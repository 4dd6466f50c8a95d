"""The values of front matter, and the reading of blocks so plain that no two YAML readers could differ.

What memdecay and most people write is `key: value` lines of plain words, quoted text without escapes,
and lists of both on one line. Those are read here; every other block is the YAML library's to judge. A
YAML parser in Python takes twenty times as long, which was most of the time of a first index.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_EMPTY = {"", "~", "null", "Null", "NULL"}
_LONGEST_LINE = 512
"""Characters. A YAML reader looks a thousand ahead for the colon of a key; that rule is not for here."""
_PLAIN = r"[A-Za-z0-9](?:[\w./@+-]|[:#,](?=[\w./@+-])| (?=[\w./@+-]))*"
"""Begins with a letter or digit; a colon and a number sign stand inside of words only."""
_QUOTED = r'"[^"\\\x00-\x1f\x7f-\xa0\u2028-\u202f\u2060-\u206f\ud800-\uf8ff\ufeff-\U0010ffff]*"'
"""Between double quotes without a backslash, every sign stands for itself."""
_ITEM = rf"[A-Za-z0-9](?:[\w./@+-]| (?=[\w./@+-]))*|{_QUOTED}"
_LIST = rf"(?:{_ITEM})(?:, (?:{_ITEM}))*"
_LINE = re.compile(
    rf"([A-Za-z_][A-Za-z0-9_-]{{0,79}}):(?: ({_PLAIN})| ({_QUOTED})| \[({_LIST})?(\]))?", re.ASCII
)
_ITEMS = re.compile(_ITEM, re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value as written: a scalar's `text`, or a list's `texts`; `line` counts in the file."""

    line: int
    text: str = ""
    texts: tuple[str, ...] | None = None
    is_plain: bool = True
    is_nested: bool = False
    ignored: str = ""
    """What was read as a comment behind it, of a list: behind the first such item."""
    has_empty_item: bool = False

    @property
    def is_empty(self) -> bool:
        return self.texts is None and self.is_plain and self.text in _EMPTY

    @property
    def lost_to_comment(self) -> bool:
        """Whether a comment may have taken the whole value: `#backend`, but not a `# remark`."""
        return self.is_empty and bool(self.ignored) and not self.ignored.startswith("# ")


def read_plain(block: str, first_line: int) -> dict[str, Value] | None:
    """The values of a block by key, as the YAML library reads them; None where it has to judge.

    `first_line` is the file's line that the block begins on.
    """
    values: dict[str, Value] = {}
    before, *lines = block.removesuffix("\n").split("\n")
    if before.strip(" "):
        return None
    for line, text in enumerate(lines, first_line + 1):
        found = _LINE.fullmatch(text) if len(text) <= _LONGEST_LINE else None
        if found is None or found[1] in values:
            return None
        values[found[1]] = _value(line, *found.groups()[1:])
    return values


def _value(line: int, plain: str | None, quoted: str | None, items: str | None, end: str | None) -> Value:
    if end is not None:
        texts = tuple(one.strip('"') for one in _ITEMS.findall(items or ""))
        return Value(line=line, texts=texts)
    if quoted is not None:
        return Value(line=line, text=quoted[1:-1], is_plain=False)
    return Value(line=line, text=plain or "")
