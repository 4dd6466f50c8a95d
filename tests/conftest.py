"""Shells in fresh folders, and the switch that writes the transcripts anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdecay import git
from tests.front_door import Shell


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-transcripts",
        action="store_true",
        help="write what commands say now into tests/cli/transcripts; review the difference",
    )


def pytest_configure() -> None:
    """Run from a hook of git, tests would work in the repository that it names and not in their own. B137"""
    for name in git._ELSEWHERE:
        os.environ.pop(name, None)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in an empty folder."""
    folder = tmp_path.resolve() / "shop"
    folder.mkdir()
    return Shell(folder=folder)


@pytest.fixture
def memory(shell: Shell) -> Shell:
    """A shell beside an empty memory."""
    shell.did("init")
    return shell
