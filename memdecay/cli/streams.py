"""The standard streams, whatever they are: closed, of another encoding, or left by who has seen enough."""

from __future__ import annotations

import os
import sys


def prepare() -> None:
    """Put the null device where a stream was closed, so that no file of ours gets its number.

    And let no character that a terminal's encoding lacks end the program.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(_nowhere(), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def stop_talking() -> None:
    """Let what is still to be written go nowhere, so that ending says nothing about it."""
    os.dup2(_nowhere(), sys.stdout.fileno())


def _nowhere() -> int:
    return os.open(os.devnull, os.O_RDWR)
