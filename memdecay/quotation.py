"""How the words of others stand on a page: as prose or code under quotation marks, and as nothing else.

Every sign that means something in Markdown is escaped; what could be taken for an action line, or for
what hides one, is never left as it was.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from memdecay import characters
from memdecay.characters import escape

_WIDTH = 100
QUOTED = ">     "
_NEARLY = (
    (re.compile(r"\[[^\]]{0,3}\](?!\()"), "has a box but is no action line"),
    (re.compile(r"`\s*(?:close|confirm|delete)\b", re.IGNORECASE), "names an action but is no action line"),
    (re.compile(r"-->|<[!?/a-z]", re.IGNORECASE), "holds HTML, which can hide a line"),
    (re.compile(r"```|~~~"), "opens a code block, which can hide a line"),
)
"""Whatever could be taken for an action line, or could keep one from being seen."""

_SPECIAL = re.compile(r"([\\`*_\[\]<>#&~|!$^])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_OPENING = re.compile(r"^(\d{0,9})([-+=.)])")
"""What would make a line a list or the line above it a heading."""

_LAID_OUT = re.compile(r"[ ]{0,3}(?:```|~~~|\||<)|[ ]*\t| {4,}(?![-*+] |\d{1,3}[.)] )\S")
"""Lines of which the layout says something: code, tables, HTML."""
_ITEM = re.compile(r"[ ]{0,12}([-*+]|\d{1,3}[.)])[ ]+(?=[^\s\[])")
"""An item of a list; with a box it stays prose, so that no box is drawn."""

_ACTS = re.compile(r"(?<!\S)\S*(?:@|://|www\.)\S*")
"""Words that a code host turns into links or messages to people."""


def quoted(text: str) -> Iterator[str]:
    """The text under quotation marks: prose, which a narrow page wraps, or code where layout matters."""
    rows = [_seen(row) for row in text.strip("\r\n").replace("\r\n", "\n").split("\n")]
    if any(_LAID_OUT.match(row) for row in rows):
        yield from _as_code(rows)
        return
    before = None
    for mark, words in _paragraphs(rows):
        if before is not None and (not mark or mark[-2:] != before[-2:]):
            yield ">"
        first, *rest = _filled(prose(words), _WIDTH - len(mark))
        yield f"> {mark}{first}"
        yield from (f"> {' ' * len(mark)}{row}" for row in rest)
        before = mark


def _as_code(rows: list[str]) -> Iterator[str]:
    """Each line as code in a quotation: there no mark means anything, no link leads anywhere."""
    for row in rows:
        for part in _wrapped(row):
            yield f"{QUOTED}{part}" if part.strip() else ">"


def _paragraphs(rows: list[str]) -> Iterator[tuple[str, str]]:
    """The paragraphs and items of a text, each with its bullet ("" for a paragraph) and on one line."""
    mark = ""
    held: list[str] = []
    for row in [*rows, ""]:
        item = _ITEM.match(row)
        is_new = item is not None or row.lstrip().startswith("#") or not row.strip()
        if held and (is_new or held[0].lstrip().startswith("#")):
            yield mark, " ".join(held)
            held = []
        if item is not None:
            mark, held = f"{item[1]} ", [row[item.end() :]]
        elif row.strip():
            mark = mark if held else ""
            held.append(row)


def _filled(words: str, width: int) -> list[str]:
    """Escaped prose on lines, of which none begins as something else than prose; code is kept whole."""
    parts = words.split("`")
    kept = "`".join(part.replace(" ", "\0") if place % 2 else part for place, part in enumerate(parts))
    first, *rest = textwrap.wrap(kept, width, break_long_words=False, break_on_hyphens=False) or [""]
    return [row.replace("\0", " ") for row in (first, *(_OPENING.sub(r"\1\\\2", row) for row in rest))]


def _wrapped(row: str) -> list[str]:
    if len(row) <= _WIDTH:
        return [row]
    indent = row[: len(row) - len(row.lstrip())][: _WIDTH // 2]
    return textwrap.wrap(
        row, _WIDTH, subsequent_indent=indent, expand_tabs=False, replace_whitespace=False,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _seen(text: str) -> str:
    """`text` on one line, with what an eye would not see, or an editor take for a line end, spelled out."""
    if text.isascii() and text.isprintable():
        return text
    hidden = {one.column for one in characters.hidden(text)}
    return "".join(escape(c) if place in hidden else c for place, c in enumerate(text, 1))


def prose(text: str) -> str:
    """One line in which only backticks mean something, and only in pairs."""
    parts = _seen(" ".join(text.split())).split("`")
    if len(parts) % 2 == 0:  # one backtick has no partner
        parts[-2:] = [f"{parts[-2]}'{parts[-1]}"]
    shown = (_code(part) if place % 2 else _plain(part) for place, part in enumerate(parts))
    return _OPENING.sub(r"\1\\\2", "".join(shown))


def _code(text: str) -> str:
    """A span of code; where it could be taken for an action or for HTML, without its backticks."""
    span = f"`{text}`"
    return span if text.strip() and nearly(span) is None else _SPECIAL.sub(r"\\\1", text)


def _plain(text: str) -> str:
    shown, end = [], 0
    for found in _ACTS.finditer(text):
        shown += [_SPECIAL.sub(r"\\\1", text[end : found.start()]), _code(found[0])]
        end = found.end()
    return "".join([*shown, _SPECIAL.sub(r"\\\1", text[end:])])


def nearly(row: str) -> str | None:
    """What a row could be taken for."""
    return next((said for pattern, said in _NEARLY if pattern.search(row)), None)


def read(rows: Iterable[str]) -> Iterator[str]:
    """Rows as they are read: without quotation marks and escapes, each paragraph on one line."""
    held: str | None = None
    for row in rows:
        is_prose = row.startswith("> ") and not row.startswith(QUOTED)
        said = row.removeprefix(QUOTED) if row.startswith(QUOTED) else row.removeprefix(">").removeprefix(" ")
        if is_prose and held is not None and not _ITEM.match(said):
            held = f"{held} {said.strip()}"
            continue
        if held is not None:
            yield unescaped(held, r"\1")
        held = said if is_prose else None
        if not is_prose:
            yield said if row.startswith(QUOTED) else unescaped(said, r"\1")
    if held is not None:
        yield unescaped(held, r"\1")


def unescaped(row: str, sign: str) -> str:
    """A row with `sign` in place of every escaped sign (`\\1` is that sign itself)."""
    return _ESCAPED.sub(sign, row)
