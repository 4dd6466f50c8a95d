"""Makes large memories out of the texts of real histories: the same bytes at every run.

    MEMDECAY_DATA=... python -m tests.benchmarks.memories FOLDER SIZE...

A memory of SIZE entries is FOLDER/SIZE. It is run as a process of its own, so that the process that
measures stays small.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from memdecay import ids, moment, passages, settings
from memdecay.entry import ClosingNote, Entry, note_body, note_path, write_entry, write_note
from memdecay.errors import Unusable
from memdecay.files import SETTINGS_NAME
from tests.benchmarks.histories import units
from tests.benchmarks.program import count, options_of, run

_SCOPED = 5
"""One entry in so many applies to the folder of its file only, as most real rules apply everywhere."""
_LONGEST_PHRASE = 60


def make(folder: Path, size: int) -> None:
    """Write a memory of `size` entries, and beside each that was replaced its closing note."""
    if folder.exists():
        raise Unusable(f"{folder} is there already; name another folder, or take that one away")
    entries = list(_entries(size))
    folder.mkdir(parents=True)
    (folder / SETTINGS_NAME).write_text(settings.FRESH, "utf-8")
    for entry, note in entries:
        path = folder / entry.path
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(write_entry(entry))
        if note is not None:
            (folder / note.path).write_bytes(write_note(note))


def _entries(size: int) -> Iterator[tuple[Entry, ClosingNote | None]]:
    """Entries named after what they say, each with its note where the history has a successor for it.

    Once every text of the histories is used up, they come again with a phrase of another one.
    """
    taken: set[str] = set()
    named: dict[tuple[int, str], str] = {}
    chosen = []
    for round_, row in islice(_rounds(), size):
        text = row["text"] if not round_ else f"{row['text']}\n{row['phrase']}"
        name = ids.free(ids.derived(passages.title(text) or row["id"]), taken)
        taken.add(name)
        named[round_, row["id"]] = name
        chosen.append((round_, row, _entry(row, name, text)))
    for round_, row, entry in chosen:
        successor = named.get((round_, row["replaced_by"] or ""))
        if successor is None or not row["died"]:
            yield entry, None
        else:
            yield entry, _note(entry, row["died"], successor)


def _rounds() -> Iterator[tuple[int, dict[str, Any]]]:
    """Every text of the histories again and again, repositories in turn, with the round it is in."""
    columns = [[row for row in rows if row["how_died"] != "merged"] for rows in units().values()]
    longest = max(map(len, columns))
    once = [column[place] for place in range(longest) for column in columns if place < len(column)]
    round_ = 0
    while True:
        for place, row in enumerate(once):
            other = once[(place + round_ * 7_919) % len(once)]["text"]
            yield round_, {**row, "phrase": other[:_LONGEST_PHRASE].rsplit(" ", 1)[0]}
        round_ += 1


def _entry(row: dict[str, Any], name: str, text: str) -> Entry:
    born = moment.parse(row["born"])
    folder = re.sub(r"[^a-z0-9]+", "-", row["repo"].lower())
    number = int(row["id"].rpartition("#")[2])
    home = row["file"].rpartition("/")[0]
    return Entry(
        id=name, path=f"{folder}/{name}.md", title="", body=text + "\n", valid_from=moment.of_day(born.day),
        tags=tuple(part.strip() for part in row["section"].split(">") if part.strip()),
        scope=(f"{home}/**",) if home and number % _SCOPED == 0 else (),
        created=born, source=row["file"],
    )  # fmt: skip


def _note(entry: Entry, died: str, successor: str) -> ClosingNote:
    ended = moment.parse(died)
    note = ClosingNote(
        closes=entry.id, path=note_path(entry.path, entry.id), valid_until=moment.of_day(ended.day),
        superseded_by=successor, recorded=ended, reason="replaced in the file",
    )  # fmt: skip
    return replace(note, body=note_body(ended, successor, f"{successor}.md"))


def main() -> None:
    parser = options_of(__doc__, has_tables=False)
    parser.add_argument("folder", type=Path, help="where to make them, each in a folder of its size")
    parser.add_argument("sizes", type=count, nargs="+", metavar="SIZE", help="numbers of entries")
    options = parser.parse_args()
    for size in options.sizes:
        make(options.folder / str(size), size)


if __name__ == "__main__":
    run(main)
