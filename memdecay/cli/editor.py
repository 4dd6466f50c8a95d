"""Lets a person write a text in the editor of their choice, as git does."""

from __future__ import annotations

import os
import shlex
import subprocess

from memdecay.errors import Refused, Unusable
from memdecay.fsio import elsewhere

_HINT = "<!-- Write one instruction above this line. An empty file writes nothing. -->"


def edited() -> str:
    """What was written in $VISUAL, $EDITOR or vi. Raises Unusable where that cannot be run."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with elsewhere.scratch("instruction.md", f"\n\n{_HINT}\n") as path:
        try:
            done = subprocess.run([*shlex.split(editor), str(path)], check=False)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            raise Unusable(f"cannot run the editor {editor!r}: {reason}; set $EDITOR") from None
        if done.returncode != 0:
            raise Refused(f"the editor {editor!r} ended with {done.returncode}; nothing was written")
        text = path.read_bytes().decode("utf-8", "replace")
    return text.replace(_HINT, "").strip()
