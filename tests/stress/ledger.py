"""Records, seals and kills all at once, and then counts what is left of every acknowledged event.

    python -m tests.stress.ledger --writers 16 --sealers 2 --kills 200 --acknowledged 20000

Writers and sealers are processes that use the product's own functions in one git repository. A writer
notes the id of an event only after `record` has returned. A killer ends any of them at any moment and
starts another in its place. What `memdecay log` reads at the end is compared with the notes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from tests.benchmarks.tables import Table, show
from tests.benchmarks.timing import CHECKOUT, folder_of

_ID_LINE = 37
"""Bytes of a noted id with its newline."""
_ENTRIES = 20
_PATIENCE = 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How much is to happen. The seed settles what is killed when, as far as processes can be repeated."""

    writers: int
    sealers: int
    kills: int
    acknowledged: int
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What happened, and what of it is left. The last three must be 0."""

    seconds: float
    kills: int
    acknowledged: int
    read: int
    """Events that `log` reads: the acknowledged ones, and those whose writer was killed before its note."""
    segments: int
    lines: int
    commits: int
    lost: int
    torn: int
    doubled: int

    @property
    def is_sound(self) -> bool:
        return (self.lost, self.torn, self.doubled) == (0, 0, 0)


@dataclass(slots=True, kw_only=True)
class Crowd:
    """The processes at work in `folder`; `started` counts them, since every one has notes of its own."""

    folder: Path
    roles: list[str]
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    started: int = 0

    def fill(self) -> None:
        """Start one process for every role that has none."""
        while len(self.running) < len(self.roles):
            self.running.append(self._start(self.roles[len(self.running)]))

    def kill(self, place: int) -> None:
        """End one process on the spot and start another of its role."""
        self._end(self.running[place])
        self.running[place] = self._start(self.roles[place])

    def replace_dead(self) -> int:
        """Start those anew that ended by themselves, which none should. Returns how many did."""
        dead = [place for place, process in enumerate(self.running) if process.poll() is not None]
        for place in dead:
            self.running[place] = self._start(self.roles[place])
        return len(dead)

    def kill_all(self) -> None:
        for process in self.running:
            self._end(process)

    def _start(self, role: str) -> subprocess.Popen[bytes]:
        self.started += 1
        command = [sys.executable, "-m", "tests.stress.ledger", "--role", role, "--number", str(self.started)]
        with (self.folder / "said.txt").open("ab") as said:
            return subprocess.Popen([*command, "--folder", self.folder], cwd=CHECKOUT, stderr=said)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()


def run(folder: Path, wanted: Wanted) -> Outcome:
    """Let it all happen below `folder`, an empty one. Raises SystemExit where nothing moves any more."""
    _prepare(folder)
    began = time.monotonic()
    crowd = Crowd(folder=folder, roles=["sealer"] * wanted.sealers + ["writer"] * wanted.writers)
    try:
        kills = _let_happen(crowd, wanted, began + _PATIENCE)
    finally:
        crowd.kill_all()
    return _counted(folder, kills, time.monotonic() - began)


def _let_happen(crowd: Crowd, wanted: Wanted, until: float) -> int:
    chance = random.Random(wanted.seed)
    crowd.fill()
    kills = 0
    while (noted := _noted_so_far(crowd.folder)) < wanted.acknowledged or kills < wanted.kills:
        if time.monotonic() > until or crowd.replace_dead() > 0:
            raise SystemExit(f"a process failed or none moves: {(crowd.folder / 'said.txt').read_text()}")
        if kills < wanted.kills * min(1.0, noted / wanted.acknowledged + 0.01):
            crowd.kill(chance.randrange(len(crowd.roles)))
            kills += 1
        time.sleep(chance.uniform(0, 0.03))
    return kills


def _prepare(folder: Path) -> None:
    _git(folder, "init", "--quiet", "shop")
    shop = folder / "shop"
    for name, value in (("user.name", "Dana"), ("user.email", "dana@example.org"), ("gc.auto", "0")):
        _git(shop, "config", name, value)
    _memdecay(folder, "init", shop / "memory")
    for number in range(_ENTRIES):
        text = f"---\nid: entry-{number}\ncreated: 2026-01-01\n---\nDo the thing number {number}.\n"
        (shop / "memory" / f"entry-{number}.md").write_text(text)
    (folder / "notes").mkdir()
    _git(shop, "add", ".")
    _git(shop, "commit", "--quiet", "-m", "begin")


def _noted_so_far(folder: Path) -> int:
    return sum(path.stat().st_size for path in (folder / "notes").iterdir()) // _ID_LINE


# What the processes do


def write(folder: Path, number: int) -> None:
    """Record events for ever, and note each that was acknowledged."""
    from memdecay.event import Kind
    from memdecay.memory.recording import Happening, record

    chance = random.Random(number)
    notes = os.open(folder / "notes" / str(number), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for count in range(sys.maxsize):
        entries = chance.sample([f"entry-{one}" for one in range(_ENTRIES)], chance.choice([1, 1, 2, 3]))
        happening = Happening(kind=Kind.USED, by=f"writer {number} at {count}")  # each counts for itself
        recorded = record(_opened(folder), entries, happening)
        os.write(notes, b"".join(f"{one.id}\n".encode() for one in recorded.events))


def seal(folder: Path, number: int) -> None:
    """Seal for ever, and commit now and then, which fails while another one does."""
    from memdecay.memory.sealing import seal

    chance = random.Random(number)
    while True:
        # Each segment makes every writer renew its index, which grows, so rests grow too.
        segments = len(list((folder / "shop" / "memory" / "ledger").rglob("*.jsonl")))
        time.sleep(chance.uniform(0, 0.5 + segments / 20))
        seal(_opened(folder))
        if chance.random() < 0.3:
            _git(folder / "shop", "add", "memory/ledger", must=False)
            _git(folder / "shop", "commit", "--quiet", "-m", "sealed", must=False)


def _opened(folder: Path) -> Any:
    from memdecay.memory.opening import open_memory

    root = folder / "shop" / "memory"
    now = datetime.now(timezone.utc)
    return open_memory(root, root, now=now, say=lambda _: None, progress=lambda items, _: items)


# What is left


def _counted(folder: Path, kills: int, seconds: float) -> Outcome:
    memory = folder / "shop" / "memory"
    noted = _lines(folder / "notes", "*")
    events, uses = _told(folder)
    _memdecay(folder, "--memory", memory, "seal")
    sealed_events, sealed_uses = _told(folder)
    shutil.rmtree(memory / ".cache")
    assert _told(folder) == (sealed_events, sealed_uses), "the index changes the answer"
    problems = json.loads(_memdecay(folder, "--memory", memory, "doctor", "--json", must=False))["problems"]
    copies = Counter(events) + Counter(sealed_events)
    return Outcome(
        seconds=seconds, kills=kills, acknowledged=len(noted), read=len(set(events)),
        segments=len(list((memory / "ledger").rglob("*.jsonl"))),
        lines=len(_lines(memory / "ledger", "*/*.jsonl")),
        commits=len(_git(folder / "shop", "log", "--format=%H").split()),
        lost=len(set(noted) - set(events)) + len(set(events) - set(sealed_events)),
        torn=len([one for one in problems if one["rule"] == "event"]),
        doubled=sum(max(0, count - 2) for count in copies.values())
        + abs(uses - len(set(events))) + abs(sealed_uses - len(set(sealed_events))),
    )  # fmt: skip


def _told(folder: Path) -> tuple[list[str], int]:
    """The id of every event that `log` lists, and how many uses all entries show together."""
    from memdecay.memory.show import Snapshot

    events = json.loads(_memdecay(folder, "--memory", folder / "shop" / "memory", "log", "--json"))["events"]
    memory = _opened(folder)
    uses = sum(shown.record.uses for shown in Snapshot(memory=memory, at=memory.now).all())
    return [one["id"] for one in events], uses


def _lines(folder: Path, pattern: str) -> list[str]:
    """Every whole line of the files; the last one of a killed writer can be cut off."""
    return [line for path in folder.glob(pattern) for line in path.read_text().split("\n")[:-1]]


def _git(folder: Path, *words: str, must: bool = True) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], check=must, capture_output=True, text=True)
    return done.stdout


def _memdecay(folder: Path, *words: str | Path, must: bool = True) -> str:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    command: Iterable[str | Path] = [sys.executable, "-m", "memdecay", *words]
    return subprocess.run(
        command, check=must, cwd=folder, env=environment, capture_output=True, text=True
    ).stdout


def table(wanted: Wanted, outcome: Outcome) -> Table:
    """All figures in one table."""
    columns = (
        "writers", "sealers", "kills", "acknowledged", "read", "segments", "lines sealed", "commits",
        "seconds", "lost", "torn", "doubled",
    )  # fmt: skip
    row = (
        wanted.writers, wanted.sealers, outcome.kills, outcome.acknowledged, outcome.read, outcome.segments,
        outcome.lines, outcome.commits, outcome.seconds, outcome.lost, outcome.torn, outcome.doubled,
    )  # fmt: skip
    return Table(title="Events under kills", columns=columns, rows=(row,), decimals=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--writers", type=int, default=16)
    add("--sealers", type=int, default=2)
    add("--kills", type=int, default=200)
    add("--acknowledged", type=int, default=20_000)
    add("--seed", type=int, default=0)
    add("--folder", type=Path, help="where to work, an empty folder that is kept; default: one that is not")
    add("--json", action="store_true", dest="as_json")
    add("--role", choices=["writer", "sealer"], help=argparse.SUPPRESS)
    add("--number", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role:
        {"writer": write, "sealer": seal}[options.role](options.folder, options.number)
        return
    named = ("writers", "sealers", "kills", "acknowledged", "seed")
    wanted = Wanted(**{name: getattr(options, name) for name in named})
    with folder_of(options.folder) as folder:
        outcome = run(folder, wanted)
    show([table(wanted, outcome)], as_json=options.as_json)
    sys.exit(0 if outcome.is_sound else 1)


if __name__ == "__main__":
    main()
