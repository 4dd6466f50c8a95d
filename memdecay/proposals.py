"""The prune list as text: what could be done and why, and the lines that a person ticks.

Whatever an entry holds is quoted as code under a quotation mark, so that none of it can be a line
of its own. What is not quoted may hold nothing that hides a line from who reads the page.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from memdecay import characters, ids, moment
from memdecay.front_matter import escaped
from memdecay.problem import Problem

FORMAT = "proposals/1"
FOLDER = "proposals"
SECRET, PERSONAL_DATA, NOISE = "secret", "personal-data", "noise"
REASONS = (SECRET, PERSONAL_DATA, NOISE)
"""Why an entry may be deleted at all; there is no other reason."""

_WIDTH = 100
_QUOTED = ">     "
_LINE = re.compile(
    r" {0,3}[-*+] \[(?P<tick>[ xX])\] `(?P<action>close|confirm|delete) (?P<entry>[a-z0-9][a-z0-9-]{0,79})"
    r"(?: --reason (?P<reason>secret|personal-data|noise))?` <!-- (?P<digest>[0-9a-f]{16}) -->"
)
"""With any bullet, and indented as an editor may do it; four blanks would make it code."""
_DIGEST = re.compile(r"[0-9a-f]{16}")
_HEADER = re.compile(r"(?:created|base): [0-9A-Za-z:.+-]*")
_HEADING = re.compile(r"### ([a-z0-9][a-z0-9-]{0,79})")

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

_ACTS = re.compile(r"\S*(?:@|://|www\.)\S*")
"""Words that a code host turns into links or messages to people."""


class Action(str, Enum):
    """What an approved line does."""

    CLOSE = "close"
    CONFIRM = "confirm"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One action that can be approved. `digest` binds it to the bytes that were reviewed."""

    action: Action
    entry: str
    digest: str
    reason: str | None = None
    is_ticked: bool = False
    number: int | None = None
    """Its line in the list, counted from 1."""

    def __post_init__(self) -> None:
        fits = self.reason in REASONS if self.action is Action.DELETE else self.reason is None
        if not fits or not ids.is_valid(self.entry) or _DIGEST.fullmatch(self.digest) is None:
            raise ValueError(f"no action line can say: {self.said} ({self.digest})")

    @property
    def said(self) -> str:
        """The action in words, as a person would type it."""
        reason = f" --reason {self.reason}" if self.reason else ""
        return f"{self.action.value} {self.entry}{reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One entry that something is to be decided about.

    `quoted` is its text with every secret masked, `evidence` one line in plain words, in which
    `code` may stand in backticks.
    """

    entry: str
    quoted: str
    evidence: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneList:
    """Everything that is proposed at one time. `base` is the commit that was looked at."""

    created: datetime
    base: str | None
    decay: tuple[Item, ...]
    deletion: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a list says of one entry, as it stands there, with the action lines below it."""

    entry: str
    text: str
    lines: tuple[Line, ...]


def digest(action: Action, entry: str, reason: str | None, data: bytes) -> str:
    """What binds an action to the bytes of an entry: 16 hex digits of SHA-256.

    Each part goes in behind its length, so that no two different wholes are the same bytes.
    """
    parts = (action.value.encode(), entry.encode(), (reason or "").encode(), data)
    whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hashlib.sha256(whole).hexdigest()[:16]


def write(prune_list: PruneList) -> bytes:
    """The Markdown of a list."""
    created = moment.timestamp(prune_list.created)
    lines = ["---", f"memdecay: {FORMAT}", f"created: {created}"]
    lines += [f"base: {prune_list.base}"] if prune_list.base else []
    lines += ["---", f"# Proposals of {created[:10]}", ""]
    lines += ["Tick what you approve and run `memdecay apply`. Lines left unticked do nothing.", ""]
    for heading, items in (("Decay list", prune_list.decay), ("Deletion list", prune_list.deletion)):
        if items:
            lines += [f"## {heading}", "", *(one for item in items for one in _of_item(item))]
    return "\n".join(lines).encode()


def read(text: str) -> tuple[list[Line], list[Problem]]:
    """All action lines of a list, ticked or not, and everything in it that is not as it should be.

    The `path` of a problem is empty: a text does not know where it stands.
    """
    rows = _rows(text)
    lines: list[Line] = []
    problems, body = _of_header(rows)
    for number, row in enumerate(rows[body:], body + 1):
        line = _line(row, number)
        if line is not None:
            lines.append(line)
        elif (fault := _fault(row)) is not None:
            problems.append(_problem(number, fault))
    return lines, problems


def sections(text: str) -> list[Section]:
    """What a list says entry by entry, in its order; an entry without action lines is left out."""
    found: list[tuple[str, list[str], list[Line]]] = []
    for number, row in enumerate(_rows(text), 1):
        heading = _HEADING.fullmatch(row)
        line = _line(row, number)
        if heading is not None:
            found.append((heading[1], [], []))
        elif line is not None:
            if not found or line.entry != found[-1][0]:
                found.append((line.entry, [], []))
            found[-1][2].append(line)
        elif found and not row.startswith("#"):
            found[-1][1].append(_said(row))
    return [
        Section(entry=entry, text="\n".join(said).strip("\n"), lines=tuple(lines))
        for entry, said, lines in found
        if lines
    ]


def _said(row: str) -> str:
    is_quoted = row.startswith(">")
    return row.removeprefix(_QUOTED).removeprefix(">") if is_quoted else _ESCAPED.sub(r"\1", row)


def ticked(data: bytes, numbers: Collection[int]) -> bytes:
    """The list with exactly the action lines of these numbers ticked; nothing else in it changes."""
    rows = data.split(b"\n")
    for place, row in enumerate(rows):
        line = _line(row.decode("utf-8", "replace").removesuffix("\r"), place + 1)
        if line is not None and line.is_ticked != (place + 1 in numbers):
            mark = b" " if line.is_ticked else b"x"
            column = row.index(b"[") + 1
            rows[place] = row[:column] + mark + row[column + 1 :]
    return b"\n".join(rows)


def written(line: Line) -> str:
    """An action line as it stands in a list."""
    return f"- [{'x' if line.is_ticked else ' '}] `{line.said}` <!-- {line.digest} -->"


def _of_item(item: Item) -> Iterator[str]:
    yield from (f"### {item.entry}", "")
    yield from _quotation(item.quoted)
    yield from ("", _prose(item.evidence), "")
    yield from (written(line) for line in item.lines)
    yield ""


def _quotation(text: str) -> Iterator[str]:
    """Each line as code in a quotation: there no mark means anything, no link leads anywhere."""
    for row in text.strip("\r\n").replace("\r\n", "\n").split("\n"):
        for part in _wrapped(_seen(row)):
            yield f"{_QUOTED}{part}" if part.strip() else ">"


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
    return "".join(escaped(c) if place in hidden else c for place, c in enumerate(text, 1))


def _prose(text: str) -> str:
    """One line in which only backticks mean something, and only in pairs."""
    parts = _seen(" ".join(text.split())).split("`")
    if len(parts) % 2 == 0:  # one backtick has no partner
        parts[-2:] = [f"{parts[-2]}'{parts[-1]}"]
    shown = (_code(part) if place % 2 else _plain(part) for place, part in enumerate(parts))
    return _OPENING.sub(r"\1\\\2", "".join(shown))


def _code(text: str) -> str:
    """A span of code; where it could be taken for an action or for HTML, without its backticks."""
    span = f"`{text}`"
    return span if text.strip() and _nearly(span) is None else _SPECIAL.sub(r"\\\1", text)


def _plain(text: str) -> str:
    shown, end = [], 0
    for found in _ACTS.finditer(text):
        shown += [_SPECIAL.sub(r"\\\1", text[end : found.start()]), _code(found[0])]
        end = found.end()
    return "".join([*shown, _SPECIAL.sub(r"\\\1", text[end:])])


def _rows(text: str) -> list[str]:
    return [row.removesuffix("\r") for row in text.removeprefix("\ufeff").split("\n")]


def created(text: str) -> datetime | None:
    """When a list was made, which names it; None where it does not say so."""
    for row in _rows(text)[2:4]:
        if row.startswith("created: "):
            try:
                return moment.parse(row.removeprefix("created: ")).begins
            except ValueError:
                return None
    return None


def _of_header(rows: list[str]) -> tuple[list[Problem], int]:
    """What is wrong with the front matter, and how many lines it takes."""
    if rows[:2] != ["---", f"memdecay: {FORMAT}"]:
        message = f"is no prune list that this program reads ({FORMAT}); make one with `memdecay propose`"
        return [_problem(1, message)], 0
    end = next((place for place, row in enumerate(rows[2:], 2) if _HEADER.fullmatch(row) is None), len(rows))
    if end == len(rows) or rows[end] != "---":
        return [_problem(end + 1, "does not belong into the front matter of a prune list; restore it")], end
    if created("\n".join(rows)) is None:
        return [_problem(3, "does not say when the list was created; restore it")], end + 1
    return [], end + 1


def _line(row: str, number: int) -> Line | None:
    found = _LINE.fullmatch(row)
    if found is None or (found["reason"] is not None) != (found["action"] == Action.DELETE.value):
        return None
    if not ids.is_valid(found["entry"]):
        return None
    return Line(
        action=Action(found["action"]),
        entry=found["entry"],
        digest=found["digest"],
        reason=found["reason"],
        is_ticked=found["tick"] != " ",
        number=number,
    )


def _fault(row: str) -> str | None:
    """Why a row that is no action line must not stand in a list."""
    if row == ">" or row.startswith(_QUOTED):
        return None
    hidden = characters.hidden(row.replace("\t", " "))
    if hidden:
        return f"holds a character that cannot be seen ({hidden[0]}); remove it"
    fault = _nearly(_ESCAPED.sub("·", row))
    return f"{fault}; restore it as `memdecay propose` wrote it, or remove it" if fault else None


def _nearly(row: str) -> str | None:
    """What a row could be taken for."""
    return next((said for pattern, said in _NEARLY if pattern.search(row)), None)


def _problem(number: int, message: str) -> Problem:
    return Problem(rule="prune-list", path="", line=number, message=message)
