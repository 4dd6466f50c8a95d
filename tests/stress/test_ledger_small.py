"""A small run of `tests.stress.ledger`; the figures that count come from a large one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program needs POSIX")


def test_no_acknowledged_event_is_lost_torn_or_doubled_while_processes_are_killed(tmp_path: Path) -> None:
    from tests.stress.ledger import Wanted, run

    outcome = run(tmp_path, Wanted(writers=4, sealers=1, kills=10, acknowledged=300, seed=7))
    assert outcome.kills == 10
    assert outcome.read >= outcome.acknowledged >= 300
    assert outcome.segments > 0
    assert outcome.is_sound, outcome
