"""Architecture decision records: one decision in a file, with a status and perhaps a successor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from memdecay import ids, moment
from memdecay.importers.format import Format, Keys
from memdecay.importers.markdown import read_whole
from memdecay.importers.page import Facts, Note, Page, Reading, Span

_DAY = r"(?:\d{4}-\d\d-\d\d|\d{6,})"
"""In the place of a number, so that many records share it: there the whole name says which is meant."""
_NUMBER = re.compile(rf"(?i)^(?:adr)?[-_ ]?(?!{_DAY})0*(\d{{1,5}})[-_. ]*(.*)")
_MARK = r"(?i)^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?"
_COLON = r"(?:\*\*|__)?[ \t]*:(?:\*\*|__)?[ \t]*"
_STATUS_LINE = re.compile(rf"{_MARK}status{_COLON}(\S.*)$")
_STATUS_HEADING = re.compile(r"(?i)^#{1,6}[ \t]+(?:\d+[.)][ \t]*)?status[ \t]*:?[ \t]*#*$")
_DATE = re.compile(rf"{_MARK}(?:date|decided){_COLON}(\d{{4}}-\d\d-\d\d)\b")
_DATE_HEADING = re.compile(r"(?i)^#{1,6}[ \t]+date[ \t]*#*$")
_WORD = re.compile(
    # "Supersedes ADR-1" speaks of another record
    r"(?i)\b(proposed|pending|draft|rejected|accepted|approved|partial\w*|partly|deprecated|super[sc]ee?ded\w*|"
    r"replaced|withdrawn|obsolete)\b"
)
_REPLACED = re.compile(r"(?i)\b(?:super[sc]ee?d|replac)\w*[ \t]+by\b(.*)")
_LINKED = re.compile(
    # [its title](0005-its-title.md)
    r"(?i)\[[^\[\]]*\]\((?:[^()]{0,200}/)?((?:adr[-_ ]?)?\d[^()/]{0,200})\)"
    rf"|(?<![\w-])((?:adr[-_ ]?)?{_DAY}-[\w-]+)"  # 2026-03-01-its-title
    r"|\badr[-_ #]*0*(\d{1,5})\b|\[?(?<![\w-])0*(\d{1,5})(?:\.|-[a-z])"  # ADR-0005, 5. Title, 0005-title
)
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_IN_FORCE = {"accepted", "approved", "partially", "partial", "partly"}
_UNDECIDED = {"proposed", "pending", "draft"}


class Status(NamedTuple):
    """A status as one line states it."""

    word: str
    text: str
    line: int


def read_record(page: Page) -> Reading:
    """The decision whole, under its number; closed where it is superseded, deprecated or rejected."""
    reading = read_whole(page)
    text = page.data[page.start :].decode("utf-8")
    first = page.data[: page.start].count(b"\n") + 1
    stated = page.header.text("status")
    found = list(_parted(stated, 1)) if stated else []
    found += [one for said, line in _statuses(text.split("\n")) for one in _parted(said, first + line)]
    if any("|" in one.text or "{" in one.text for one in found):
        return _skipped(reading, page, "unfilled template")
    known = [one for one in found if one.word]
    if known and all(one.word in _UNDECIDED for one in known):
        return _skipped(reading, page, "proposed and not decided yet")
    facts, notes = _judged(page, known)
    day = _date(text.split("\n"))
    stem = PurePosixPath(page.path).stem
    facts = replace(facts, id=_id(stem), begins=day, names=(_link(page.path, _known_as(stem)),))
    items = tuple(replace(one, facts=facts) for one in reading.items)
    return replace(reading, items=items, notes=(*reading.notes, *notes))


def _judged(page: Page, known: Sequence[Status]) -> tuple[Facts, list[Note]]:
    words = {"accepted" if one.word in _IN_FORCE else one.word for one in known}
    if len(words) > 1:
        said = " and ".join(f"{one.text[:60]!r} on line {one.line}" for one in known)
        message = f"states two statuses, {said}; it was imported as in force, close it by hand if it is not"
        return Facts(), [Note(path=page.path, line=known[-1].line, message=message)]
    if not words or words <= {"accepted", *_UNDECIDED}:
        return Facts(), []
    replaced = _REPLACED.search(" ".join(one.text for one in known))
    others = list(dict.fromkeys(_others(replaced[1]))) if replaced else []
    if len(others) > 1:
        message = (
            f"names several successors ({', '.join(others)}); it was imported as in force, decide by hand"
        )
        return Facts(), [Note(path=page.path, line=known[0].line, message=message)]
    return Facts(is_closed=True, successor=_link(page.path, others[0]) if others else None), []


def _parted(text: str, line: int) -> Iterator[Status]:
    """The status that a text states, or both: "Accepted, superseded by ADR-5"."""
    replaced = _REPLACED.search(text)
    place = replaced.start() if replaced else 0
    for part in (text[:place].strip(" ,;.("), text[place:]):
        if part:
            yield Status(_word(part), part, line)


def _word(text: str) -> str:
    found = _WORD.search(text)
    word = found[1].lower() if found else ""
    return "superseded" if word.startswith(("super", "replac")) else word


def _others(text: str) -> Iterator[str]:
    """What the records that a text names are known as."""
    for found in _LINKED.finditer(text):
        name = next(one for one in found.groups() if one)
        yield _known_as(name.split("#")[0].strip().removesuffix(".md"))


def _statuses(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Every line that states a status, with its place; below a heading of that name the first lines count."""
    is_code = below = False
    said: list[str] = []
    place = 0
    for number, line in enumerate(lines):
        is_code ^= _FENCE.match(line) is not None
        if is_code:
            continue
        if below and (line.startswith("#") or _STATUS_LINE.match(line)):
            if said:
                yield " ".join(said), place
            below, said = False, []
        if _STATUS_HEADING.match(line):
            below = True
        elif (found := _STATUS_LINE.match(line)) is not None:
            yield found[1], number
        elif below and line.strip():
            place = place if said else number
            said.append(line.strip())
    if below and said:
        yield " ".join(said), place


def _date(lines: Sequence[str]) -> moment.Moment | None:
    below = False
    for line in lines:
        found = _DATE.match(line) or (re.match(r"[ \t]*(\d{4}-\d\d-\d\d)\b", line) if below else None)
        below = _DATE_HEADING.match(line) is not None or (below and not line.strip())
        if found:
            try:
                return moment.parse(found[1])
            except ValueError:
                return None
    return None


def _known_as(stem: str) -> str:
    """What a record is known as by others: the number in its file's name, or the name."""
    found = _NUMBER.match(stem)
    return str(int(found[1])) if found else stem.lower()


def _id(stem: str) -> str:
    found = _NUMBER.match(stem)
    if found is None:
        return ids.derived(f"adr {stem}" if re.match(_DAY, stem) else stem)
    digits = re.search(r"\d+", stem)
    return ids.derived(f"adr {digits[0] if digits else found[1]} {found[2]}")


def _link(path: str, known_as: str) -> str:
    return f"adr:{PurePosixPath(path).parent.as_posix()}:{known_as}"


def _skipped(reading: Reading, page: Page, reason: str) -> Reading:
    spans = [
        Span(*span, reason) for one in reading.items for span in one.ranges if page.data[slice(*span)].strip()
    ]
    return replace(reading, items=(), spans=(*reading.spans, *spans))


FORMATS = (
    Format(
        name="adr",
        label="decision record",
        globs=(
            "**/{adr,adrs,ADR,ADRs}/**/*[0-9]*.md", "docs/decisions/*[0-9]*.md", "doc/decisions/*[0-9]*.md",
            "**/{architecture,doc,docs}/decisions/[0-9]*.md", "**/architecture-decisions/[0-9]*.md",
        ),
        within=("**/*[0-9]*.md",),
        excluded=("**/*{template,TEMPLATE,README,index}*",),
        verified="2026-08-22",
        read=read_record,
        tool_folders=("adr", "adrs", "ADR", "ADRs", "decisions", "architecture-decisions", "docs", "doc"),
        keys=Keys(begins=("date",), author=("decision-makers", "deciders")),
    ),
)  # fmt: skip
