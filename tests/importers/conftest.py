"""A repository to import from."""

from __future__ import annotations

import pytest

from tests.front_door import Shell
from tests.importers.shop import Shop


@pytest.fixture
def shop(shell: Shell) -> Shop:
    """A repository with an empty memory; nothing is committed."""
    return Shop.made(shell)


@pytest.fixture
def folder(shell: Shell) -> Shop:
    """The same outside of git, where no history is asked."""
    return Shop.made(shell, in_git=False)
