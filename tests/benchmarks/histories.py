"""Real instruction histories as memories: what stood in a repository's files on a day.

Everything is tuned on the split "dev", which is what lies in the folder of the data itself; the split
"test" lies in its subfolder `test`, in files of the same names, and only judges.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from memdecay import moment, passages
from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.errors import Unusable
from memdecay.index.reading import Reader
from memdecay.index.writing import FileRow, Writer
from memdecay.memory import records
from memdecay.memory.indexing import Embedder, derive
from memdecay.memory.opening import Memory
from memdecay.memory.reranking import Reranker
from memdecay.policy import Policy
from memdecay.state import replay
from tests.benchmarks.data import DEV, LABELLED, UNITS, data_path
from tests.benchmarks.program import say

NOTHING, THIS_ONE, ALL = "nothing closed", "this one closed", "all closed"
SETTINGS = (NOTHING, THIS_ONE, ALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A labelled pair with its question: which ids are right, which are stale, and as of when.

    `olds` and `news` are the ids of either text, its copies in other files included.
    """

    id: str
    kind: str
    repo: str
    question: str
    date: str
    old: str
    new: str
    old_text: str
    new_text: str
    olds: frozenset[str]
    news: frozenset[str]
    right: frozenset[str]
    stale: frozenset[str]


def pairs(kind: str | None = None, split: str = DEV) -> list[Pair]:
    """The labelled pairs of one kind, or all."""
    return [_pair(row) for row in _rows(data_path(LABELLED, split)) if kind in {None, row["kind"]}]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(path.read_text("utf-8").split("\n")[:-1], 1):
        try:
            row: dict[str, Any] = json.loads(line)
        except ValueError:
            raise Unusable(f"line {number} of {path} is no JSON; fetch the data anew") from None
        yield row


def _pair(row: dict[str, Any]) -> Pair:
    old = {row["old_id"], *row.get("stale_copies_of_old", ())}
    new = {row["new_id"], *row.get("copies_of_new", ())}
    is_supersession = row["kind"] == "supersession"
    return Pair(
        id=row["id"], kind=row["kind"], repo=row["repo"], question=row.get("query") or "",
        date=row["date_new"] if is_supersession else max(row["date_old"], row["date_new"]),
        old=row["old_id"], new=row["new_id"], old_text=row["old"], new_text=row["new"],
        olds=frozenset(old), news=frozenset(new), right=frozenset(old if row["answer"] == "old" else new),
        stale=frozenset(old if is_supersession else ()),
    )  # fmt: skip


@lru_cache(maxsize=1)
def units(split: str = DEV) -> dict[str, tuple[dict[str, Any], ...]]:
    """Every text version of every instruction, by repository."""
    by_repo: dict[str, list[dict[str, Any]]] = {}
    for row in _rows(data_path(UNITS, split)):
        by_repo.setdefault(row["repo"], []).append(row)
    return {repo: tuple(rows) for repo, rows in by_repo.items()}


def duplicates(split: str = DEV) -> Iterator[Pair]:
    """Texts that were written into a second file, paired with the first: nobody labelled them."""
    for repo, rows in units(split).items():
        known = {row["id"]: row for row in rows}
        for row in rows:
            first = known.get(row["dup_of"])
            if first is not None and _stands(first, row["born"]) and row["how_died"] != "merged":
                both = frozenset((first["id"],)), frozenset((row["id"],))
                yield Pair(
                    id=row["id"], kind="duplicate", repo=repo, question="", date=row["born"],
                    old=first["id"], new=row["id"], old_text=first["text"], new_text=row["text"],
                    olds=both[0], news=both[1], right=frozenset().union(*both), stale=frozenset(),
                )  # fmt: skip


def _stands(row: dict[str, Any], date: str) -> bool:
    born, died = str(row["born"]), row["died"]
    return born <= date and (died is None or str(died) > date) and row["how_died"] != "merged"


def entry_id(unit: str) -> str:
    """The id an entry has for a unit such as `owner/name#12`."""
    return re.sub(r"[^a-z0-9]+", "-", unit.lower()).strip("-")


def snapshot(pair: Pair, setting: str, split: str = DEV) -> tuple[list[Entry], list[ClosingNote]]:
    """What the memory of that repository held on the day of the question, closed as `setting` says."""
    rows = [
        row for row in units(split)[pair.repo] if row["born"] <= pair.date and row["how_died"] != "merged"
    ]  # fmt: skip
    present = {row["id"] for row in rows}
    notes = [
        note for row in rows if (note := _note(row, pair, setting, present)) is not None
    ]  # fmt: skip
    return [entry_of(row) for row in rows], notes


def entry_of(row: dict[str, Any]) -> Entry:
    """A unit as an entry that nobody closed."""
    born = moment.parse(row["born"])
    tags = tuple(part.strip() for part in row["section"].split(">") if part.strip())
    unit = entry_id(row["id"])
    return Entry(
        id=unit, path=f"{unit}.md", title=passages.title(row["text"]), body=row["text"],
        declared=Declared.ACTIVE, valid_from=born, created=born, tags=tags, source=row["file"],
    )  # fmt: skip


def _note(row: dict[str, Any], pair: Pair, setting: str, present: set[str]) -> ClosingNote | None:
    died = row["died"] if row["died"] and row["died"] <= pair.date else None
    successor = row["replaced_by"] if row["replaced_by"] in present else None
    if setting == NOTHING:
        return None
    if row["id"] in pair.stale:
        died, successor = pair.date, pair.new
    elif setting == THIS_ONE or died is None or row["id"] in pair.right:
        return None
    ended = moment.parse(died)
    unit = entry_id(row["id"])
    return ClosingNote(
        closes=unit, path=f"{unit}.closed.md", valid_until=ended, recorded=ended,
        superseded_by=entry_id(successor) if successor else None,
    )  # fmt: skip


def index_of(entries: Sequence[Entry], notes: Iterable[ClosingNote], embedder: Embedder) -> Reader:
    """An index in memory over entries that stand in no file."""
    writer = Writer(Path(":memory:"))
    state = replay(entries, tuple(notes))
    writer.put_files(
        FileRow(one.path, 0, 0, 0, "", records.ENTRY, records.of_entry(one), "[]") for one in entries
    )
    derive(writer, state, state.entries, embedder, lambda items, _: items)
    return Reader(writer.finish({}))


def memory_of(
    entries: Sequence[Entry], notes: Iterable[ClosingNote], embedder: Embedder, now: datetime
) -> Memory:
    """A memory whose entries stand in no file: what it would read is put in place."""
    memory = Memory(root=Path(), now=now, say=say, progress=lambda items, _: items)
    reader = index_of(entries, notes, embedder)
    vars(memory).update(index=reader, embedder=embedder, reranker=None, policy=Policy(), waiting=())
    return memory


class Remembering:
    """An embedder that encodes each text once for a whole benchmark."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, tuple[float, ...]] = {}
        self._found: dict[str, tuple[float, ...]] = {}
        self.identity = embedder.identity
        self.window = embedder.window

    def encode(self, text: str) -> tuple[float, ...]:
        if text not in self._known:
            self._known[text] = self._embedder.encode(text)
        return self._known[text]

    def encode_all(self, texts: Sequence[str]) -> Iterator[tuple[float, ...]]:
        unknown = list(dict.fromkeys(text for text in texts if text not in self._found))
        self._found.update(zip(unknown, self._embedder.encode_all(unknown), strict=True))
        return map(self._found.__getitem__, texts)

    def size(self, text: str) -> int:
        return self._embedder.size(text)

    def grasp(self, text: str) -> float:
        return self._embedder.grasp(text)


class RememberingJudge:
    """A reranker that reads each text beside each question once for a whole benchmark."""

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker
        self._known: dict[tuple[str, str], float] = {}
        self.identity = reranker.identity
        self.window = reranker.window

    def size(self, text: str) -> int:
        return self._reranker.size(text)

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:
        unknown = [text for text in dict.fromkeys(texts) if (question, text) not in self._known]
        judged = self._reranker.judge(question, unknown) if unknown else []
        self._known.update(((question, text), one) for text, one in zip(unknown, judged, strict=True))
        return [self._known[question, text] for text in texts]
