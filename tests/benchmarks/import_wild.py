"""Imports what real repositories have and checks that no byte is lost; run by hand over a folder of them.

    python -m tests.benchmarks.import_wild FOLDER [--json]

Each folder in FOLDER is one repository, at best a clone with its history. For every file: its tiles have to
cover it byte for byte, and the body of each written entry has to be the bytes its source names. The table
tells, by repository: files, entries, what is known twice, what was refused, dates by witness, time.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from memdecay.errors import Unusable
from memdecay.importers.planning import Plan, carry_out, plan
from memdecay.importers.reading import Leaf
from memdecay.memory import founding
from memdecay.memory.drafts import Fate
from memdecay.memory.opening import Memory, open_memory
from tests.benchmarks.program import options_of, run, say
from tests.benchmarks.tables import Cell, Table, show

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
COLUMNS = (
    "repository", "files", "bytes", "entries", "twice", "refused", "blame", "bulk", "text or key",
    "ms a file",
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Imported:
    """What was found in all repositories so far."""

    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    dates: Counter[str] = field(default_factory=Counter)
    skips: Counter[str] = field(default_factory=Counter)
    totals: Counter[str] = field(default_factory=Counter)


def imported(folder: Path) -> Imported:
    """Import each repository in `folder` into a memory of its own, twice."""
    if not folder.is_dir():
        raise Unusable(f"there is no folder {str(folder)!r}; name one that holds repositories")
    found = Imported()
    for repository in sorted(one for one in folder.iterdir() if one.is_dir()):
        with tempfile.TemporaryDirectory() as place:
            made, took, faults = _into(Path(place), repository)
        found.faults += [f"{repository.name}: {fault}" for fault in faults]
        found.rows.append(row(repository.name, made, took, found.totals))
        found.dates.update(one.draft.entry.dated_by or "none" for one in made.considered.of(Fate.NEW))
        found.skips.update(tile.reason for leaf in made.leaves for tile in leaf.tiles if tile.item is None)
        refused = made.considered.of(Fate.REFUSED)
        found.refusals += [f"{one.draft.source.place}: {one.reason}" for one in refused]
    return found


def _into(place: Path, repository: Path) -> tuple[Plan, float, list[str]]:
    """The plan of one repository, the seconds it took, and every fault of it and of its second run."""
    memory = memory_in(place)
    began = time.perf_counter()
    made = plan(memory, [repository], "auto")
    took = time.perf_counter() - began
    faults = [fault for leaf in made.leaves for fault in torn(leaf)]
    carry_out(memory, made)
    faults += changed(made, place)
    if again := len(plan(memory_in(place), [repository], "auto").considered.of(Fate.NEW)):
        faults.append(f"a second run finds {again} new")
    return made, took, faults


def tables(found: Imported) -> list[Table]:
    """By repository; what all of them have; and what was refused or is wrong, line by line."""
    counts = {"total": found.totals, "dated by": found.dates, "skipped": found.skips}
    rows = [(what, name, count) for what, counter in counts.items() for name, count in counter.most_common()]
    said = [("refused", one) for one in found.refusals] + [("fault", one) for one in found.faults]
    return [
        Table(title="Imports", columns=COLUMNS, rows=tuple(found.rows)),
        Table(title="In all", columns=("what", "of", "number"), rows=tuple(rows)),
        Table(title="Refused, and faults", columns=("what", "said"), rows=tuple(said)),
    ]


def memory_in(place: Path) -> Memory:
    root = place / "memory"
    if not root.exists():
        founding.found(root)
    return open_memory(place, root, now=NOW, say=say, progress=lambda items, _: items)


def torn(leaf: Leaf) -> list[str]:
    """What is wrong with the tiles of a file: they have to cover it from its first byte to its last."""
    if not leaf.is_read:
        return []
    data = Path(leaf.name.replace("~", str(Path.home()), 1)).read_bytes()
    faults = [f"{leaf.name}: {tile.reason}" for tile in leaf.tiles if tile.reason == "left over"]
    place = 0
    for tile in leaf.tiles:
        if tile.begin != place:
            faults.append(f"{leaf.name}: a gap at byte {place}")
        place = tile.end
    return faults if place == len(data) else [*faults, f"{leaf.name}: ends at {place} of {len(data)}"]


def changed(made: Plan, place: Path) -> list[str]:
    """New entries whose file does not hold the bytes that its first source names."""
    bodies = {
        (leaf.name, tile.item.begin, tile.item.end): tile.item
        for leaf in made.leaves
        for tile in leaf.tiles
        if tile.item is not None
    }
    faults = []
    for one in made.considered.of(Fate.NEW):
        source = one.draft.source
        data = Path(source.path.replace("~", str(Path.home()), 1)).read_bytes()
        begin, end = source.span
        wanted = bodies[source.path, begin, end].body(data)
        written = (place / "memory" / one.written.path).read_bytes().split(b"\n---\n", 1)[1]
        if written.rstrip(b"\r\n") != wanted.rstrip(b"\r\n"):
            faults.append(f"{one.written.path} does not hold the bytes of {source.place}")
    return faults


def row(name: str, made: Plan, took: float, totals: Counter[str]) -> tuple[Cell, ...]:
    fates = Counter(one.fate for one in made.considered.judged)
    dates = Counter(one.draft.entry.dated_by for one in made.considered.of(Fate.NEW))
    size = sum(leaf.tiles[-1].end for leaf in made.leaves if leaf.tiles)
    files = len(made.leaves)
    totals.update(files=files, bytes=size, entries=fates[Fate.NEW], twice=fates[Fate.DUPLICATE])
    totals.update(refused=fates[Fate.REFUSED], ms=int(took * 1000))
    stated = (
        fates[Fate.NEW] - dates["git blame"] - dates["bulk commit"] - dates["modification time"] - dates[None]
    )
    return (
        name, files, size, fates[Fate.NEW], fates[Fate.DUPLICATE], fates[Fate.REFUSED], dates["git blame"],
        dates["bulk commit"], stated, round(took * 1000 / max(files, 1)),
    )  # fmt: skip


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument("folder", type=Path, help="each folder in it is one repository")
    options = parser.parse_args()
    found = imported(options.folder)
    show(tables(found), as_json=options.as_json)
    if found.faults:
        raise SystemExit(1)


if __name__ == "__main__":
    run(main)
