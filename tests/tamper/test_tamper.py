"""No change to an approved list, or to what it names, makes anything happen that nobody approved.

This is a sample; `python -m tests.tamper.run` tries every change there is.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.pruning import LIST
from tests.tamper.tampering import APPROVED, NAMED, Case, Cellar

_SAMPLE = 250


@pytest.fixture
def cellar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cellar:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # what is durable is asked elsewhere
    return Cellar(root=tmp_path / "memory")


def test_the_list_as_it_was_approved_does_what_was_approved(cellar: Cellar) -> None:
    cellar.try_case(Case("nothing", LIST, cellar.whole[LIST]))
    assert dict(cellar.seen) == {"nothing: as approved": 1}
    assert {one.split()[1] for one in APPROVED} == set(NAMED)


def test_no_change_makes_anything_else_happen(cellar: Cellar) -> None:
    for case in cellar.shuffled(seed=0)[:_SAMPLE]:
        cellar.try_case(case)
    assert cellar.broken == []
    assert sum(cellar.seen.values()) == _SAMPLE


@pytest.mark.parametrize("name", NAMED)
def test_a_byte_in_an_entry_refuses_the_whole_list(cellar: Cellar, name: str) -> None:
    path = f"{name}.md"
    cellar.try_case(Case("flip", path, cellar.whole[path][:-2] + b"!\n"))
    assert dict(cellar.seen) == {"flip: refused": 1}


# The watcher itself


def test_what_nobody_approved_would_be_noticed(cellar: Cellar) -> None:
    ticked = cellar.whole[LIST].replace(b"[ ] `close cheese", b"[x] `close cheese")
    cellar.try_case(Case("tick", LIST, ticked))
    assert len(cellar.broken) == 1
    assert cellar.broken[0].startswith(f"tick {LIST}: ['close apples', 'close cheese', ")


def test_everything_is_put_back_after_a_case(cellar: Cellar) -> None:
    for _ in range(2):
        cellar.try_case(Case("nothing", LIST, cellar.whole[LIST]))
    assert dict(cellar.seen) == {"nothing: as approved": 2}
