"""Every program of time, run over a memory of a dozen made-up entries: what it asks of the command works."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import context_cost, hook_cost, memories, memory_use
from tests.benchmarks.test_programs import start
from tests.benchmarks.timing import START

Rows = list[dict[str, Any]]
Measure = Callable[..., list[Rows]]


@pytest.fixture
def measure(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Measure:
    """Runs a program over a dozen entries, and gives the rows of its tables.

    It asks this checkout's command; or one that does nothing, which is quick, where all that it asks is asked
    by another program as well.
    """
    ours = _script(
        tmp_path / "memdecay", f"#!{sys.executable}", "from memdecay.cli.app import main", "main()"
    )
    idle = _script(tmp_path / "idle", "#!/bin/sh")
    memories.make(tmp_path / "made" / "12", 12)

    def measured(name: str, *words: str, is_idle: bool = False) -> list[Rows]:
        given = ("--memdecay", str(idle if is_idle else ours), "--folder", str(tmp_path / "made"), "--json")
        assert start(name, *words, *given, monkeypatch=monkeypatch) == 0
        return [table["rows"] for table in json.loads(capsys.readouterr().out)["tables"]]

    return measured


def _script(path: Path, *lines: str) -> Path:
    path.write_text("\n".join([*lines, ""]))
    path.chmod(0o755)
    return path


def test_cold_start_tells_the_first_index_and_every_recall(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.timing.questions", lambda wanted: ["how do I install?"] * wanted)
    python = str(_script(tmp_path / "python", "#!/bin/sh"))
    words = ("--sizes", "12", "--runs", "1", "--numpy-python", python)
    index, recalls = measure("cold_start", *words, is_idle=True)
    assert [(row["entries"], row["runs"]) for row in index] == [(12, 3)]
    assert 12 <= index[0]["files"] <= 24
    names = [START, "python -c 'import numpy'", "the same, one thread", "recall, 12 entries"]
    assert [row["what"] for row in recalls] == names
    assert recalls[-1]["x numpy"] == recalls[-1]["median ms"] / recalls[1]["median ms"]


def test_where_time_goes_knows_every_step_that_it_watches(measure: Measure) -> None:
    """A step that was renamed in the product ends the program; one that is never taken would have no row."""
    steps, imports = measure("where_time_goes", "--sizes", "12", "--runs", "1")
    named = {row["step, ms"]: row["12"] for row in steps}
    whole = named.pop("all of these")
    assert sum(named.values()) == pytest.approx(whole)
    assert {START, "imports", "scan of the files", "words (FTS)", "meaning: nearest codes", "ranking"} <= set(
        named
    )
    assert {"memdecay", "typer"} <= {row["package"] for row in imports}


def test_throughput_does_everything_but_propose_where_that_is_left_out(measure: Measure) -> None:
    [rows] = measure("throughput", "--sizes", "12", "--runs", "2", "--skip-propose", is_idle=True)
    assert [(row["what"], row["runs"], row["each of"]) for row in rows] == [
        ("index from nothing", 1, 12), ("index, nothing changed", 2, 12), ("add", 2, 1), ("used, one", 2, 1),
        ("used, all of these at once", 2, 2), ("seal what waits", 1, 6),
    ]  # fmt: skip
    assert all(row["a second"] == pytest.approx(row["each of"] / row["median s"]) for row in rows)


def test_throughput_proposes_too(measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [rows] = measure("throughput", "--sizes", "12", "--runs", "1")
    assert rows[-1]["what"] == "propose"
    assert not (tmp_path / "made" / "throughput").exists()
    assert not list((tmp_path / "made" / "12").glob("ledger*"))  # a kept folder stays as it is


def test_events_asks_both_memories_and_keeps_the_events_of_one(measure: Measure, tmp_path: Path) -> None:
    [rows] = measure("events", "--entries", "12", "--events", "3", "--runs", "1")
    assert [(row["events"], row["runs"]) for row in rows] == [(0, 1), (3, 1)]
    assert rows[0]["ratio"] == 1.0
    assert rows[1]["ratio"] == pytest.approx(rows[1]["median ms"] / rows[0]["median ms"])
    assert len(list((tmp_path / "made" / "with-events" / "ledger").rglob("*.jsonl"))) == 1


def test_context_cost_runs_every_kind_of_block(measure: Measure) -> None:
    [rows] = measure("context_cost", "--sizes", "12", "--runs", "1")
    assert [row["command"] for row in rows] == list(context_cost.KINDS)
    assert all(row["CPU ms"] > 0 for row in rows)


def test_memory_use_runs_every_command(measure: Measure) -> None:
    [rows] = measure("memory_use", "--sizes", "12")
    assert [row["command"] for row in rows] == list(memory_use.commands("x"))
    assert all(row["12, MB"] > 1 for row in rows)


def test_hook_cost_runs_every_hook(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hook_cost, "ENTRIES", 4)
    monkeypatch.setattr(hook_cost, "RUNS", 1)
    found = hook_cost.measured()
    assert [row[0] for row in found.rows] == list(hook_cost.CASES)
    assert found.rows[0][3] == 1.0
    assert all(isinstance(row[2], int) and row[2] > 0 for row in found.rows)
