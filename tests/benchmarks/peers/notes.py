"""The files that every tool searches, and what it is asked.

For quality: a folder a repository, with every text that ever stood in its instruction files, and the labelled
questions of the dev split. Nothing is closed. A tool without a sense of time would also find what nobody
had written on the day of the question; that is passed over, in its favour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from memdecay import moment, relevance, settings
from memdecay.entry import ClosingNote, Entry, note_body, write_entry, write_note
from memdecay.files import SETTINGS_NAME
from tests.benchmarks.histories import NOTHING, Pair, entry_id, pairs, snapshot, units
from tests.benchmarks.peers.tool import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A labelled question: the files that are right, those that are stale, those that were there."""

    question: Question
    repo: str
    right: frozenset[str]
    stale: frozenset[str]
    there: frozenset[str]


def asked() -> list[Asked]:
    """The labelled supersessions of the dev split."""
    return [_asked(pair) for pair in pairs("supersession") if pair.question]


def _asked(pair: Pair) -> Asked:
    entries, _ = snapshot(pair, NOTHING)
    return Asked(
        question=Question(pair.question, pair.date, relevance.terms(pair.question)),
        repo=pair.repo,
        right=_files(pair.right),
        stale=_files(pair.stale),
        there=frozenset(f"{one.id}.md" for one in entries),
    )


def _files(ids: Iterable[str]) -> frozenset[str]:
    return frozenset(f"{entry_id(one)}.md" for one in ids)


def folder_name(repo: str) -> str:
    return entry_id(repo)


def write_notes(folder: Path, questions: Sequence[Asked], *, closed: bool) -> None:
    """Make a folder of notes for each repository that is asked about; with closing notes where `closed`."""
    for repo in dict.fromkeys(one.repo for one in questions):
        target = folder / folder_name(repo)
        if target.exists():
            continue
        target.mkdir(parents=True)
        (target / SETTINGS_NAME).write_text(settings.FRESH, "utf-8")
        entries = _entries(repo)
        for entry in entries:
            (target / entry.path).write_bytes(write_entry(replace(entry, body=entry.body + "\n")))
        if closed:
            for note in _notes(repo, {entry.id: entry for entry in entries}):
                (target / note.path).write_bytes(write_note(note))


@lru_cache(maxsize=32)
def _entries(repo: str) -> list[Entry]:
    """Everything that had stood in the repository's files by the last question about it."""
    last = max((pair for pair in pairs() if pair.repo == repo), key=lambda pair: pair.date)
    return snapshot(last, NOTHING)[0]


def notes_in(repo: str) -> int:
    """How many notes its folder holds."""
    return len(_entries(repo))


def _notes(repo: str, known: dict[str, Entry]) -> Iterable[ClosingNote]:
    for row in units()[repo]:
        unit, successor = entry_id(row["id"]), entry_id(row["replaced_by"] or "")
        if unit in known and row["died"]:
            ended = moment.parse(row["died"])
            newer = successor if successor in known and successor != unit else None
            yield ClosingNote(
                closes=unit, path=f"{unit}.closed.md", valid_until=ended, recorded=ended, superseded_by=newer,
                body=note_body(ended, newer, f"{newer}.md" if newer else None),
            )  # fmt: skip
