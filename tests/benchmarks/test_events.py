"""Events that are made up: as many as were asked for, the same at every run, about entries alone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memdecay import event
from tests.benchmarks import events
from tests.benchmarks.events import put_events


def test_made_up_events_are_spread_over_two_years_in_their_order() -> None:
    """Four events over 730 days: 730, 547.5, 365 and 182.5 days before the newest instant."""
    found = list(events._events(["a", "b", "c"], 4))
    assert [(events._NEWEST - one.at) / timedelta(days=1) for one in found] == [730.0, 547.5, 365.0, 182.5]
    assert {one.entry for one in found} <= {"a", "b", "c"}
    assert found == list(events._events(["a", "b", "c"], 4))
    assert len({one.id for one in found}) == 4


def test_events_are_unevenly_spread_over_the_entries() -> None:
    """The cube of an even chance is below 1/10 for 46 % of the draws: the first of ten entries has those."""
    found = list(events._events([f"entry-{n}" for n in range(10)], 2_000))
    share = sum(one.entry == "entry-0" for one in found) / len(found)
    assert share == pytest.approx(0.1 ** (1 / 3), abs=0.03)


def test_a_ledger_is_filled_in_segments_with_every_event_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one.md", "two.md", "one.closed.md"):
        (tmp_path / name).write_text("x")
    monkeypatch.setattr(events, "_SEGMENT", 2)
    put_events(tmp_path, 5)
    segments = sorted((tmp_path / "ledger").rglob("*.jsonl"))
    lines = [path.read_bytes().split(b"\n")[:-1] for path in segments]
    assert sorted(map(len, lines)) == [1, 2, 2]
    assert {one.entry for part in lines for line in part if (one := event.read(line))} == {"one", "two"}
