"""What a report on imports says, by package; and the clock around the steps of a recall."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.benchmarks import traced
from tests.benchmarks.where_time_goes import _by_group, python_of

_REPORT = """\
import time: self [us] | cumulative | imported package
import time:      1000 |       1000 |   typer.core
import time:       500 |       1500 | typer
import time:       250 |        250 |     json.decoder
import time:       750 |        750 | dis
import time:       100 |        100 | opcode
import time:      2000 |       2000 | memdecay.cli.app
an answer of the command, which is no line of the report
"""


def test_imports_are_added_up_by_package_without_what_they_import() -> None:
    assert _by_group(_REPORT) == {
        "typer": (2, 1.5),
        "rest of the standard library": (1, 0.25),
        "inspect, dataclasses": (2, 0.85),
        "memdecay": (1, 2.0),
    }


def test_the_python_of_a_command_stands_in_its_first_line(tmp_path: Path) -> None:
    command = tmp_path / "memdecay"
    command.write_bytes(b"#!/opt/env/bin/python\nimport sys\n")
    assert python_of(command) == "/opt/env/bin/python"


def test_a_step_is_told_without_the_steps_inside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outer step runs from 0 to 10, the inner from 1 to 3 and from 4 to 8: 6 and 4."""
    ticks = iter([0.0, 1.0, 3.0, 4.0, 8.0, 10.0])
    monkeypatch.setattr(traced, "time", SimpleNamespace(perf_counter=ticks.__next__))
    monkeypatch.setattr(traced, "_spent", {})
    inner = traced._timed("inner", lambda: "answer")
    outer = traced._timed("outer", lambda: (inner(), inner()))
    assert outer() == ("answer", "answer")
    assert traced._spent == {"inner": 6.0, "outer": 4.0}
    assert traced._inside == []


def test_a_step_that_fails_is_timed_and_its_fault_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traced, "time", SimpleNamespace(perf_counter=iter([0.0, 1.0]).__next__))
    monkeypatch.setattr(traced, "_spent", {})
    with pytest.raises(ZeroDivisionError):
        traced._timed("fails", lambda: 1 / 0)()
    assert traced._spent == {"fails": 1.0}
