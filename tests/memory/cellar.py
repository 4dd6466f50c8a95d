"""A memory of ten entries in a repository, and lists that are applied to it."""

from __future__ import annotations

import pytest

from tests.front_door import Ran, Shell
from tests.memory.happenings import commit, git
from tests.pruning import FOOD, LIST, put_entries


@pytest.fixture
def cellar(memory: Shell) -> Shell:
    """A memory of ten entries in a git repository."""
    put_entries(memory.memory, *FOOD)
    git(memory.folder, "init", "--quiet", "--initial-branch=main")
    commit(memory.folder)
    return memory


def applied(shell: Shell, *words: str) -> Ran:
    return shell.run("apply", f"memory/{LIST}", *words)


def faults(ran: Ran) -> list[str]:
    """What is wrong with a list, without its name."""
    assert ran.code == 1, ran
    return [one.removeprefix(f"error: {LIST}:") for one in ran.lines]


def kinds(shell: Shell) -> list[tuple[str, str, str]]:
    return [(one["kind"], one["entry"], one["by"]) for one in shell.ask("log")["events"]]
