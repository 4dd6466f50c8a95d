"""Changes an approved list, or an entry that it names, in every small way, and watches what `apply` does.

No single bit makes a tick of a blank, so nothing here approves anything. Approved is what was ticked in
the list as it was reviewed. Whatever is done to it later, nothing else may happen; and where an entry of
a ticked line has changed by a byte, nothing may happen at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from memdecay import event, files, spool
from memdecay.errors import MemdecayError
from memdecay.event import Kind
from memdecay.memory.applying import apply
from memdecay.memory.opening import Memory, open_memory
from memdecay.memory.prune_list import open_list
from tests.builders import instant
from tests.pruning import FOOD, LIST, prune_list, put_entries

NOW = instant("2026-06-03T09:14:00Z")
SAID = (
    "*close apples", "confirm apples", "*confirm bread", "close bread", "close cheese", "confirm cheese",
    "*delete figs --reason noise", "close grapes", "delete jam --reason secret",
)  # fmt: skip
APPROVED = frozenset({"close apples", "confirm bread", "delete figs"})
NAMED, MERELY_LISTED = ("apples", "bread", "figs"), ("cheese", "grapes", "jam")


class Case(NamedTuple):
    """One change: what was done, to which file, and the bytes it has then."""

    kind: str
    path: str
    data: bytes


@dataclass(kw_only=True)
class Cellar:
    """A memory with an approved list, put back as it was after every case."""

    root: Path
    seen: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    whole: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True)
        (self.root / files.SETTINGS_NAME).write_bytes(b"version: 1\n")
        put_entries(self.root, *FOOD)
        (self.root / "proposals").mkdir()
        (self.root / LIST).write_bytes(
            prune_list(self.root, *SAID, quoted=f"- [x] `close jam`\n{'word ' * 30}")
        )
        self.whole = {
            path: (self.root / path).read_bytes() for path in [LIST, *(f"{one}.md" for one in FOOD)]
        }

    def open(self) -> Memory:
        return open_memory(self.root, self.root, now=NOW, say=lambda _: None, progress=lambda items, _: items)

    def try_case(self, case: Case) -> None:
        """Apply the changed list, note what came of it, and put everything back."""
        (self.root / case.path).write_bytes(case.data)
        did = self._applied(case.path)
        unwanted = did - APPROVED
        must_refuse = case.path.removesuffix(".md") in NAMED
        if unwanted or (must_refuse and did):
            self.broken.append(f"{case.kind} {case.path}: {sorted(did)}\n{case.data!r}")
        outcome = "refused" if not did else "as approved" if did == APPROVED else "less than approved"
        self.seen[f"{case.kind}: {outcome}"] += 1
        self._put_back(case.path, anything_else=bool(did))

    def _applied(self, changed: str) -> frozenset[str]:
        memory = self.open()
        with suppress(MemdecayError):
            apply(memory, open_list(memory, self.root / LIST), by="Dana", allow_many=True, is_dry=False)
        return frozenset(self._effects(changed))

    def _effects(self, changed: str) -> Iterator[str]:
        """Everything that is not as it was, in the words of the lines."""
        there = {
            path.relative_to(self.root).as_posix(): path for path in self.root.rglob("*") if path.is_file()
        }
        for name, data in self.whole.items():
            if name not in there:
                yield f"delete {name.removesuffix('.md')}"
            elif name != changed and there[name].read_bytes() != data:
                yield f"rewrite {name}"
        for name in there.keys() - self.whole.keys():
            if name.endswith(".closed.md"):
                yield f"close {name.removesuffix('.closed.md')}"
            elif not name.startswith(_OWN):
                yield f"make {name}"
        for path in spool.waiting(self.open().spool).values():
            happened = event.read(path.read_bytes())
            if happened.kind is Kind.CONFIRMED:
                yield f"confirm {happened.entry}"
            elif (self.root / f"{happened.entry}.md").exists():
                yield f"say {happened.kind.value} {happened.entry}"

    def _put_back(self, path: str, *, anything_else: bool) -> None:
        (self.root / path).write_bytes(self.whole[path])
        if anything_else:
            for one in (*self.root.rglob("*.closed.md"), *self.root.rglob(".spool/new/*")):
                one.unlink()
            for name, data in self.whole.items():
                if not (self.root / name).exists():
                    (self.root / name).write_bytes(data)

    def cases(self) -> Iterator[Case]:
        """Every change there is, in a fixed order."""
        yield from _of_bytes(LIST, self.whole[LIST], bits=8)
        yield from _of_lines(LIST, self.whole[LIST])
        for one in NAMED:
            yield from _of_bytes(f"{one}.md", self.whole[f"{one}.md"], bits=8)
            yield from _of_lines(f"{one}.md", self.whole[f"{one}.md"])
        for one in MERELY_LISTED:
            yield from _of_bytes(f"{one}.md", self.whole[f"{one}.md"], bits=2)

    def shuffled(self, seed: int) -> list[Case]:
        found = list(self.cases())
        random.Random(seed).shuffle(found)
        return found


_OWN = (".cache/", ".spool/", "memdecay.yaml")


def _of_bytes(path: str, data: bytes, *, bits: int) -> Iterator[Case]:
    for place in range(len(data)):
        for bit in range(bits):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            yield Case("flip", path, bytes(changed))
        yield Case("cut", path, data[:place] + data[place + 1 :])


def _of_lines(path: str, data: bytes) -> Iterator[Case]:
    rows = data.split(b"\n")
    for place, row in enumerate(rows):
        yield from _if_changed(
            data, Case("delete a line", path, b"\n".join(rows[:place] + rows[place + 1 :]))
        )
        yield Case("double a line", path, b"\n".join([*rows[:place], row, *rows[place:]]))
        for other in range(place + 1, len(rows)):
            swapped = [*rows]
            swapped[place], swapped[other] = rows[other], row
            yield from _if_changed(data, Case("swap lines", path, b"\n".join(swapped)))


def _if_changed(data: bytes, case: Case) -> Iterator[Case]:
    if case.data != data:
        yield case
