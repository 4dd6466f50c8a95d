"""The door of every benchmark: its options, and how it ends where it cannot go on or is interrupted."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from memdecay.errors import MemdecayError

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ended, as shells give it."""


def options_of(description: str | None, *, has_tables: bool = True) -> argparse.ArgumentParser:
    """A parser that shows the first sentence of a module, with the option that all have who print tables."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    if has_tables:
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON document on stdout")
    return parser


def count(text: str) -> int:
    """A number of things on the command line, at least one. Raises ArgumentTypeError where it is not."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def run(main: Callable[[], object]) -> None:
    """Call `main`; end with its sentence and its code where it raises one, and quietly at Ctrl-C."""
    try:
        main()
    except MemdecayError as fault:
        print(fault, file=sys.stderr)
        raise SystemExit(fault.exit_code) from None
    except BrokenPipeError:  # who reads has seen enough; Python must not flush once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None


def say(message: object) -> None:
    """What a memory has to say while it is measured goes to stderr: stdout holds the figures alone."""
    print(message, file=sys.stderr)
