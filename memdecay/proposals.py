"""The prune list as text: what could be done and why, and the lines that a person ticks.

Whatever an entry holds stands under quotation marks with every sign escaped, or as code, so that none of
it can be a line of its own. What is not quoted may hold nothing that hides a line from who reads the page.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from memdecay import characters, ids, moment, quotation
from memdecay.problem import Problem

FORMAT = "proposals/1"
FOLDER = "proposals"
SECRET, PERSONAL_DATA, NOISE = "secret", "personal-data", "noise"
REASONS = (SECRET, PERSONAL_DATA, NOISE)
"""Why an entry may be deleted at all; there is no other reason."""

_LINE = re.compile(
    r" {0,3}[-*+] \[(?P<tick>[ xX])\] `(?P<action>close|confirm|delete) (?P<entry>[a-z0-9][a-z0-9-]{0,79})"
    r"(?: --reason (?P<reason>secret|personal-data|noise))?` <!-- (?P<digest>[0-9a-f]{16}) -->"
)
"""With any bullet, and indented as an editor may do it; four blanks would make it code."""
_DIGEST = re.compile(r"[0-9a-f]{16}")
_HEADER = re.compile(r"(?:created|base): [0-9A-Za-z:.+-]*")
_NAMED = re.compile(r"`([a-z0-9][a-z0-9-]{0,79})`")
_HEADING = re.compile(r"### ([a-z0-9][a-z0-9-]{0,79})")

_STAMP = re.compile(r" <!-- evidence ([0-9a-f]{8}(?: [0-9a-f]{8})*) -->$")
"""At the end of a line of evidence, unseen on the page: by what the evidence is known again."""


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
    `code` may stand in backticks, and `fingerprints` are those of the evidence.
    """

    entry: str
    quoted: str
    evidence: str
    lines: tuple[Line, ...]
    fingerprints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneList:
    """Everything that is proposed at one time. `base` is the commit that was looked at."""

    created: datetime
    base: str | None
    decay: tuple[Item, ...]
    deletion: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a list says of one entry, as it is read, with the action lines below it.

    `named` are the ids that its evidence names, in that order; what the quoted text names is not among them.
    """

    entry: str
    text: str
    lines: tuple[Line, ...]
    named: tuple[str, ...] = ()
    fingerprints: frozenset[str] = frozenset()


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
            found[-1][1].append(row)
    return [
        Section(
            entry=entry,
            text="\n".join(quotation.read(map(_bare, rows))).strip("\n"),
            lines=tuple(lines),
            named=tuple(name for row in rows if not row.startswith(">") for name in _NAMED.findall(row)),
            fingerprints=frozenset(stamp for row in rows for stamp in _stamps(row)),
        )
        for entry, rows, lines in found
        if lines
    ]


def plain(text: str) -> str:
    """A list as it is read: quotation marks, escapes and what is not seen left out."""
    return "\n".join(quotation.read(map(_bare, _rows(text))))


def _stamps(row: str) -> list[str]:
    stamp = None if row.startswith(">") else _STAMP.search(row)
    return stamp[1].split(" ") if stamp is not None else []


def _bare(row: str) -> str:
    return row if row.startswith(">") else _STAMP.sub("", row)


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
    yield from quotation.quoted(item.quoted)
    stamp = f" <!-- evidence {' '.join(item.fingerprints)} -->" if item.fingerprints else ""
    yield from ("", f"{quotation.prose(item.evidence)}{stamp}", "")
    yield from (written(line) for line in item.lines)
    yield ""


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
    if row == ">" or row.startswith(quotation.QUOTED):
        return None
    row = _bare(row)
    hidden = characters.hidden(row.replace("\t", " "))
    if hidden:
        return f"holds a character that cannot be seen ({hidden[0]}); remove it"
    fault = quotation.nearly(quotation.unescaped(row, "·"))
    return f"{fault}; restore it as `memdecay propose` wrote it, or remove it" if fault else None


def _problem(number: int, message: str) -> Problem:
    return Problem(rule="prune-list", path="", line=number, message=message)
