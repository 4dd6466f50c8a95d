"""A repository whose hooks find the package under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.hooks import installing, place
from memdecay.hooks.script import Program
from tests.hooks.repository import Repository, launcher, repository


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The `memdecay` that hooks written in this test run."""
    path = launcher(tmp_path / "bin")

    def named(of: place.Place) -> Program:
        found = place.program(of)
        return Program(command=path.as_posix()) if found.interpreter else found

    monkeypatch.setattr(installing, "program", named)
    return path


@pytest.fixture
def shop(tmp_path: Path, program: Path) -> Repository:
    """A repository with two entries and hooks."""
    made = repository(tmp_path.resolve() / "shop", program, "npm", "pnpm")
    made.did("hooks", "install")
    return made
