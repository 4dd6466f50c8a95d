"""What a user reads when a command cannot go on: one sentence with its remedy, and its exit code.

A fault inside a file is not an error but a `memdecay.problem.Problem`.
"""

from __future__ import annotations

from collections.abc import Iterable


class MemdecayError(Exception):
    """A refusal: the sentence is shown as it is, and the command ends with `exit_code`."""

    exit_code = 1


class Refused(MemdecayError):
    """The command understood what was asked and will not do it."""


class NameTaken(MemdecayError):
    """A file that had to be new was there already; nothing was written."""


class Unusable(MemdecayError):
    """The command cannot even start: wrong words, or no readable memory."""

    exit_code = 2


class ModelUnusable(Unusable):
    """An embedding model is missing or damaged."""


def did_you_mean(wanted: str, known: Iterable[str], otherwise: str, *, most: int, cutoff: float) -> str:
    """A remedy for a name that is none: the nearest of those `known`, or what to do `otherwise`.

    `cutoff` is how alike two must be, as `difflib` counts it, from 0 to 1.
    """
    import difflib  # late: names are mostly right

    near = difflib.get_close_matches(wanted, list(known), n=most, cutoff=cutoff)
    return f"did you mean {' or '.join(near)}?" if near else otherwise
