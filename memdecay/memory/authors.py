"""Who is writing: the name that git knows, or the one of the account."""

from __future__ import annotations

import getpass

from memdecay import git
from memdecay.memory.opening import Memory


def author(memory: Memory) -> str | None:
    """A name for what is written now, or None where the machine knows none."""
    named = git.user_name(memory.root)
    if named:
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return None
