"""Since when an imported instruction holds, by the best witness there is; each is named."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath

from memdecay import moment
from memdecay.importers.page import Item, Lines
from memdecay.moment import Moment

KEY, TEXT, HEADING, FILE_NAME = "key", "text", "heading", "file name"
BLAME, BULK, MODIFIED = "git blame", "bulk commit", "modification time"

_DATE = r"(\d{4}-\d\d-\d\d)(?!-?\d)"
_IN_TEXT = re.compile(
    rf"(?i)(?:[(\[]|\b(?:as of|since|added|added on|decided|decided on|noted|noted on) ){_DATE}"
)
_IN_HEADING = re.compile(rf"(?<![\d-]){_DATE}")
_COMPACT = re.compile(r"^(\d{4})(\d\d)(\d\d)(?!\d)")
"""A day as some file names begin with it: 20260302-use-pnpm."""
_FEWEST_BULK = 8
"""Lines; where a file is shorter, one commit owning most of it says nothing. The same goes for a file
that holds one instruction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Which commit each line of a file came with, and when. Lines count from 1.

    `bulk` holds commits that most lines of the file came with: text may be older than they are.
    """

    commits: Mapping[int, str] = field(default_factory=dict)
    times: Mapping[str, datetime] = field(default_factory=dict)

    @property
    def bulk(self) -> frozenset[str]:
        counts: dict[str, int] = {}
        for commit in self.commits.values():
            counts[commit] = counts.get(commit, 0) + 1
        total = len(self.commits)
        return frozenset(one for one, lines in counts.items() if total >= _FEWEST_BULK and lines * 2 > total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnesses:
    """All there is to date the items of one file by, and the latest day that can be true."""

    path: str
    data: bytes
    lines: Lines
    now: datetime
    key: Moment | None = None
    history: History | None = None
    modified: datetime | None = None
    is_one_item: bool = False


def dated(item: Item, by: Witnesses) -> tuple[Moment | None, str | None]:
    """When an item began to hold, and how that is known; nothing where nothing tells."""
    facts = item.facts
    if facts.begins is not None:
        return facts.begins, facts.dated_by or KEY
    if by.key is not None:
        return by.key, KEY
    text = item.body(by.data).decode("utf-8", "replace")
    written: Sequence[tuple[str, re.Pattern[str], str]] = [
        (text, _IN_TEXT, TEXT),
        *((heading, _IN_HEADING, HEADING) for heading in reversed(item.section)),
        (_COMPACT.sub(r"\1-\2-\3", PurePosixPath(by.path).stem), _IN_HEADING, FILE_NAME),
    ]
    for said, pattern, name in written:
        if (found := _written(said, pattern, by.now)) is not None:
            return found, name
    return _by_history(item, by)


def _written(text: str, pattern: re.Pattern[str], now: datetime) -> Moment | None:
    for found in pattern.finditer(text):
        try:
            day = moment.parse(found[1])
        except ValueError:
            continue
        if day.begins <= now:
            return day
    return None


def _by_history(item: Item, by: Witnesses) -> tuple[Moment | None, str | None]:
    if by.history is not None:
        numbers = {n for begin, end in item.ranges for n in _numbers(by, begin, end)}
        commits = [by.history.commits[n] for n in sorted(numbers) if n in by.history.commits]
        if commits:
            oldest = min(commits, key=lambda one: (by.history.times[one], one))  # type: ignore[union-attr]
            name = BULK if oldest in by.history.bulk and not by.is_one_item else BLAME
            return moment.of_day(min(by.history.times[oldest], by.now).date()), name
    if by.modified is not None:
        return moment.of_day(min(by.modified, by.now).date()), MODIFIED
    return None, None


def _numbers(by: Witnesses, begin: int, end: int) -> range:
    last = begin + len(by.data[begin:end].rstrip()) - 1
    return range(by.lines.number(begin), by.lines.number(max(begin, last)) + 1)
