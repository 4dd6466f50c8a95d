"""A memory to which things happen, in a git repository or outside of any, opened for every step anew."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memdecay.event import Event, Kind
from memdecay.memory import freshness, log, recording, sealing
from memdecay.memory.opening import Memory, open_memory
from memdecay.memory.recording import Happening, Recorded
from memdecay.memory.sealing import Sealed
from memdecay.memory.show import Snapshot
from tests.builders import instant, markdown

NOW = "2026-06-03T09:14:00Z"


def git(folder: Path, *words: str) -> str:
    """Run git with an author of its own and no settings of the machine."""
    settings = ("user.name=Dana", "user.email=dana@example.org", "commit.gpgsign=false", "gc.auto=0")
    configured = [word for setting in settings for word in ("-c", setting)]
    done = subprocess.run(
        ["git", "-C", str(folder), *configured, *words], check=True, capture_output=True, text=True
    )
    return done.stdout


@dataclass(frozen=True, kw_only=True)
class Shop:
    """The folder of a memory; `said` is everything that was told to a person."""

    root: Path
    said: list[str] = field(default_factory=list)

    def put(self, *ids: str) -> None:
        """Write an entry for each id."""
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / "memdecay.yaml").write_text("version: 1\n")
        for one in ids:
            (self.root / f"{one}.md").write_bytes(
                markdown(f"id: {one}", "created: 2026-01-01", body=f"{one}\n")
            )

    def open(self, now: str | datetime = NOW) -> Memory:
        at = instant(now) if isinstance(now, str) else now
        return open_memory(
            self.root, self.root, now=at, say=self.said.append, progress=lambda items, _: items
        )

    def record(self, *ids: str, kind: Kind = Kind.USED, by: str = "Dana", now: str = NOW) -> Recorded:
        return recording.record(self.open(now), ids, Happening(kind=kind, by=by))

    def seal(self, now: str = NOW) -> Sealed:
        return sealing.seal(self.open(now))

    def log(self, *ids: str, now: str = NOW) -> list[str]:
        """The ids of the events that `log` lists."""
        return [one.id for one in self.events(*ids, now=now)]

    def events(self, *ids: str, now: str = NOW) -> tuple[Event, ...]:
        return log.events(self.open(now), ids or None)

    def effect(self, now: str = NOW) -> dict[str, tuple[int, str | None, int]]:
        """Of every entry its uses, when it was last affirmed, and its marks."""
        return _effect(self.open(now))

    def answers(self, now: str = NOW) -> object:
        """All that follows from events now."""
        return _told(self.open(now))

    def answers_without_cache(self, now: str = NOW) -> object:
        """The same from an index made of the files alone and not kept."""
        memory = self.open(now)
        reader, listing, _ = freshness._filled(memory.workshop, Path(":memory:"), None, clock=0)
        memory.__dict__["_fresh"] = (reader, listing)
        return _told(memory)

    def segments(self) -> list[str]:
        """The segments in the ledger, by path in the memory."""
        return sorted(p.relative_to(self.root).as_posix() for p in (self.root / "ledger").rglob("*.jsonl"))

    def waiting(self) -> list[str]:
        """The ids of the files that wait in any spool."""
        memory = self.open()
        return sorted(p.stem for folder in memory.spool.folders for p in (folder / "new").glob("*"))

    def kept(self) -> list[str]:
        """The names of the segments that any spool keeps."""
        memory = self.open()
        return sorted(p.name for folder in memory.spool.folders for p in (folder / "sealed").glob("*"))


def _told(memory: Memory) -> object:
    return log.events(memory), _effect(memory), memory.index.segment_problems()


def _effect(memory: Memory) -> dict[str, tuple[int, str | None, int]]:
    shown = Snapshot(memory=memory, at=memory.now).all()
    affirmed = {
        one.entry.id: one.record.last_affirmed.isoformat() for one in shown if one.record.last_affirmed
    }
    return {
        one.entry.id: (one.record.uses, affirmed.get(one.entry.id), len(one.record.marks)) for one in shown
    }


def in_repository(folder: Path, *ids: str) -> Shop:
    """A memory with these entries, committed in a new repository at `folder`."""
    shop = Shop(root=folder / "memory")
    shop.put(*ids)
    (shop.root / ".gitattributes").write_text("* -text\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return shop


def commit(folder: Path, message: str = "x") -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
