"""Imports what real repositories have and checks that no byte is lost; run by hand over a folder of them.

    python -m tests.benchmarks.import_wild FOLDER

Each folder in FOLDER is one repository, at best a clone with its history. For every file: its tiles have to
cover it byte for byte, and the body of each written entry has to be the bytes its source names. The table
tells, by repository: files, entries, what is known twice, what was refused, dates by witness, time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from memdecay.importers.planning import Plan, carry_out, plan
from memdecay.importers.reading import Leaf
from memdecay.memory.drafts import Fate
from memdecay.memory.founding import found
from memdecay.memory.opening import Memory, open_memory

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)


def main(folder: Path) -> int:
    faults: list[str] = []
    dates: Counter[str] = Counter()
    skips: Counter[str] = Counter()
    refusals: list[str] = []
    totals: Counter[str] = Counter()
    print("repository | files | bytes | entries | twice | refused | blame | bulk | text or key | ms a file")
    for repository in sorted(one for one in folder.iterdir() if one.is_dir()):
        with tempfile.TemporaryDirectory() as place:
            memory = memory_in(Path(place))
            began = time.perf_counter()
            made = plan(memory, [repository], "auto")
            took = time.perf_counter() - began
            faults += [
                f"{repository.name}: {fault}" for leaf in made.leaves for fault in torn(leaf, repository)
            ]
            carry_out(memory, made)
            faults += [f"{repository.name}: {fault}" for fault in changed(made, Path(place))]
            again = plan(memory_in(Path(place)), [repository], "auto")
            if again.considered.of(Fate.NEW):
                faults.append(
                    f"{repository.name}: a second run finds {len(again.considered.of(Fate.NEW))} new"
                )
        row(repository.name, made, took, totals)
        dates.update(one.draft.entry.dated_by or "none" for one in made.considered.of(Fate.NEW))
        skips.update(tile.reason for leaf in made.leaves for tile in leaf.tiles if tile.item is None)
        refusals += [f"{one.draft.source.place}: {one.reason}" for one in made.considered.of(Fate.REFUSED)]
    print("total", dict(totals))
    print("dates", dict(dates.most_common()))
    print("skips", dict(skips.most_common()))
    print(*refusals, sep="\n")
    print(*faults, sep="\n")
    return 1 if faults else 0


def memory_in(place: Path) -> Memory:
    root = place / "memory"
    if not root.exists():
        found(root)
    return open_memory(place, root, now=NOW, say=print, progress=lambda items, _: items)


def torn(leaf: Leaf, repository: Path) -> list[str]:
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
        wanted = bodies[(source.path, *source.span)].body(data)
        written = (place / "memory" / one.written.path).read_bytes().split(b"\n---\n", 1)[1]
        if written.rstrip(b"\r\n") != wanted.rstrip(b"\r\n"):
            faults.append(f"{one.written.path} does not hold the bytes of {source.place}")
    return faults


def row(name: str, made: Plan, took: float, totals: Counter[str]) -> None:
    fates = Counter(one.fate for one in made.considered.judged)
    dates = Counter(one.draft.entry.dated_by for one in made.considered.of(Fate.NEW))
    size = sum(leaf.tiles[-1].end for leaf in made.leaves if leaf.tiles)
    files = len(made.leaves)
    totals.update(files=files, bytes=size, entries=fates[Fate.NEW], twice=fates[Fate.DUPLICATE])
    totals.update(refused=fates[Fate.REFUSED], ms=int(took * 1000))
    stated = (
        fates[Fate.NEW] - dates["git blame"] - dates["bulk commit"] - dates["modification time"] - dates[None]
    )
    print(
        name, files, size, fates[Fate.NEW], fates[Fate.DUPLICATE], fates[Fate.REFUSED], dates["git blame"],
        dates["bulk commit"], stated, round(took * 1000 / max(files, 1)), sep=" | ", flush=True,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
