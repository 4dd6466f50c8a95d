"""Events written at once, cut off, merged or damaged by others: each counts once, and faults are named."""

from __future__ import annotations

import errno
import os
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import pytest

from memdecay import event, fsio
from memdecay.event import Event, Kind
from memdecay.memory import opening, recording
from memdecay.memory.recording import Happening
from tests.builders import instant, markdown
from tests.front_door import NOW, Shell

SEGMENT = "ledger/2026-05/by-hand.jsonl"


@pytest.fixture
def asked(memory: Shell) -> Shell:
    """A memory of two entries."""
    for name in ("nox", "tox"):
        memory.write(f"{name}.md", markdown(f"id: {name}", "created: 2026-01-01", body=f"Use {name}.\n"))
    return memory


def line(number: int, entry: str = "tox") -> bytes:
    at = instant("2026-05-01")
    id = event.uuid7(at, number.to_bytes(10, "big"))  # noqa: A001 - the domain's own word
    return event.write(Event(id=id, at=at, kind=Kind.USED, entry=entry, by=f"writer {number}"))


def uses(shell: Shell, entry: str = "tox") -> int:
    (shown,) = shell.ask("show", entry)["entries"]
    return int(shown["uses"])


def record(shell: Shell, entry: str, by: str, note: str | None = None) -> Event:
    """Record one use as the commands do, without their start."""
    memory = opening.open_memory(
        shell.memory, shell.memory, now=instant(NOW), say=lambda _: None, progress=lambda items, _: items
    )
    happening = Happening(kind=Kind.USED, by=by, note=note)
    (happened,) = recording.record(memory, [entry], happening).events
    return happened


def test_events_recorded_after_a_torn_one_are_whole(asked: Shell) -> None:  # B073
    asked.write(SEGMENT, line(1) + line(2)[:40])
    (asked.memory / ".spool" / "new").mkdir(parents=True)
    (asked.memory / ".spool" / "new" / "torn.json").write_bytes(line(3)[:40])
    asked.did("used", "tox", "--by", "Dana")
    asked.did("used", "tox", "--by", "Robin")
    assert uses(asked) == 3
    assert len(asked.ask("log")["events"]) == 3
    found = [one for one in asked.problems() if "event waits" not in one and "events wait" not in one]
    assert len(found) == 2
    assert found[0].startswith(f"warning: {SEGMENT}:2: the event is not JSON")
    assert found[1].startswith("warning: spool:torn.json:1: the event is not JSON")
    asked.did("seal")
    assert uses(asked) == 3


def test_many_writers_at_once_leave_whole_lines_and_a_note_too_long_is_refused(asked: Shell) -> None:  # B074
    def attempt(number: int) -> str | None:
        if number == 50:
            return record_refused(asked, "n" * 700 * 1024)
        return record(asked, random.Random(number).choice(["nox", "tox"]), f"writer {number}", "n" * 2_000).id

    with ThreadPoolExecutor(16) as pool:
        ids = {one for one in pool.map(attempt, range(100)) if one}
    assert len(ids) == 99
    assert {one["id"] for one in asked.ask("log")["events"]} == ids
    asked.did("seal")
    assert {one["id"] for one in asked.ask("log")["events"]} == ids
    assert uses(asked) + uses(asked, "nox") == 99
    assert asked.problems() == []


def record_refused(shell: Shell, note: str) -> None:
    from memdecay.errors import Refused

    with pytest.raises(Refused) as refusal:
        record(shell, "tox", "Dana", note)
    assert str(refusal.value) == (
        "--note has 716,800 characters, an event holds 2,000; shorten it, or write what holds as an entry"
    )


def test_processes_that_confirm_at_once_are_all_heard(memory: Shell) -> None:  # B075
    for number in range(16):
        memory.write(f"e{number}.md", markdown(f"id: e{number}"))
    memory.did("index")
    with ThreadPoolExecutor(8) as pool:
        ran = list(pool.map(lambda number: memory.spawn("confirm", f"e{number}"), range(16)))
    assert [one.out for one in ran] == [f"Recorded: confirmed e{number}.\n" for number in range(16)]
    memory.did("seal")
    events = memory.ask("log")["events"]
    assert sorted(one["entry"] for one in events) == sorted(f"e{number}" for number in range(16))
    (segment,) = (memory.memory / "ledger").rglob("*.jsonl")
    assert len(segment.read_bytes().split(b"\n")) == 17


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
@pytest.mark.parametrize("words", [("confirm", "tox"), ("used", "tox", "nox"), ("misled", "tox")])
def test_where_nothing_can_be_written_the_place_and_reason_are_told(
    asked: Shell, monkeypatch: pytest.MonkeyPatch, number: int, words: tuple[str, ...]
) -> None:  # B076
    create = fsio.create

    def refuse(root: Path, relative: str, data: bytes, *, aside: str | None = None) -> Path:
        if ".spool" in str(root):
            raise OSError(number, os.strerror(number))
        return create(root, relative, data, aside=aside)

    monkeypatch.setattr(fsio, "create", refuse)
    refused = asked.run(*words, "--by", "Dana")
    assert (refused.code, refused.out) == (1, "")
    place = asked.memory / ".spool"
    reason = os.strerror(number)
    assert refused.err == f"error: cannot write to {place} ({reason}); nothing was recorded\n"
    assert asked.ask("log")["events"] == []


def test_where_a_segment_cannot_be_written_nothing_is_said_to_be_sealed(asked: Shell) -> None:  # B076
    asked.did("used", "tox")
    (asked.memory / "ledger").write_bytes(b"in the way")
    refused = asked.run("seal")
    assert (refused.code, refused.out) == (1, "")
    assert str(asked.memory / "ledger") in refused.err
    assert uses(asked) == 1


def test_a_line_kept_twice_by_a_merge_counts_once_in_any_order(asked: Shell) -> None:  # B077
    told = set()
    for order in permutations([line(0), line(1), line(2)]):
        asked.write(SEGMENT, b"".join((*order, order[0])))
        asked.write("ledger/2026-05/other.jsonl", line(2) + line(0))
        assert len(asked.ask("log")["events"]) == 3
        told.add(asked.did("recall", "tox", "--json").out)
        assert uses(asked) == 3
    assert len(told) == 1
    assert asked.problems() == []


def test_conflict_marks_in_a_segment_are_named_and_the_events_around_them_count(asked: Shell) -> None:  # B078
    asked.write(SEGMENT, b"<<<<<<< HEAD\n" + line(1) + b"=======\n" + line(2) + b">>>>>>> b\n")
    assert len(asked.ask("log")["events"]) == uses(asked) == 2
    found = asked.problems()
    assert [one.split(": ")[1] for one in found] == [f"{SEGMENT}:{number}" for number in (1, 3, 5)]
    assert all(one.startswith("error: ") for one in found)
    assert all("conflict marker" in one for one in found)


@pytest.mark.parametrize(
    ("data", "severity", "number"),
    [(line(1) + line(2) + b'{"v":1,"id', "warning", 3), (line(1) + b'{"v":1,"id\n' + line(2), "error", 2)],
    ids=["at the end, cut off", "in the middle"],
)
def test_every_command_reads_around_a_bad_line_alike(
    asked: Shell, data: bytes, severity: str, number: int
) -> None:  # B079
    asked.write(SEGMENT, data)
    assert len(asked.ask("log")["events"]) == uses(asked) == 2
    assert asked.recalled("use tox")[0] == "tox"
    doctor = asked.run("doctor")
    assert doctor.code == 1
    assert doctor.lines[0].startswith(f"{severity}: {SEGMENT}:{number}: the event is not JSON")
    assert doctor.lines[1].startswith("2 entries in 2 files: ")
