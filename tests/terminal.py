"""Runs `memdecay` at a terminal: a person's keys go in, what the screen gets comes out."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.front_door import NOW, Ran, Shell

_PATIENCE = 60
"""Seconds without a sign."""


def at_terminal(
    shell: Shell,
    *words: str,
    keys: str = "",
    once: str = "",
    columns: int = 80,
    environment: Mapping[str, str] | None = None,
    without: tuple[str, ...] = ("NO_COLOR", "COLUMNS"),
    now: str = NOW,
) -> Ran:
    """Run `memdecay` with all three streams on one terminal; both outputs are in `out`.

    The keys are pressed once the screen shows `once`: an interrupt that comes before Python is there is none.
    """
    pty = pytest.importorskip("pty", reason="this system has no terminals to open")
    held = shell.environment_of_a_process(environment or {})
    held = {name: value for name, value in held.items() if name not in set(without) - set(environment or {})}
    ours, theirs = pty.openpty()
    _set_width(theirs, columns)
    done = subprocess.Popen(
        [sys.executable, "-m", "memdecay", "--now", now, *words],
        cwd=shell.folder, env=held, stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True, preexec_fn=_take_terminal,
    )  # fmt: skip
    os.close(theirs)
    shown = _read(ours, keys, once)
    return Ran(code=done.wait(timeout=_PATIENCE), out=shown.replace("\r\n", "\n"), err="")


def _set_width(terminal: int, columns: int) -> None:
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


def _take_terminal() -> None:
    """Make the terminal on stdin the one whose keys interrupt this process, in the background too."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read(terminal: int, keys: str, once: str) -> str:
    """Everything shown until the program ends; a program that waits for more keys fails the test."""
    shown, unpressed = b"", keys.encode()
    try:
        if not once:
            os.write(terminal, unpressed)
        while select.select([terminal], [], [], _PATIENCE)[0] and (part := os.read(terminal, 65536)):
            shown += part
            if once and unpressed and once.encode() in shown:
                os.write(terminal, unpressed)
                unpressed = b""
    except OSError:
        pass  # so a terminal says that the other end is closed
    finally:
        os.close(terminal)
    return shown.decode("utf-8", "replace")
