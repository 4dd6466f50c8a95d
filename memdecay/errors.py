"""What a user reads when a command cannot go on: one sentence with its remedy, and its exit code.

A fault inside a file is not an error but a `memdecay.problem.Problem`.
"""


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
