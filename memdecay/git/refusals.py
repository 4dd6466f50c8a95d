"""What a person does about a git that refused to answer."""

from __future__ import annotations

import shlex
from pathlib import Path

from memdecay.errors import Unusable

_NOT_OURS = "safe.directory"
"""What git names, in any language, where it refuses the repository of somebody else."""


def trusting(top: Path) -> str:
    """The command by which a person trusts the repository of somebody else."""
    return f"git config --global --add safe.directory {shlex.quote(str(top))}"


def refused(verb: str, top: Path, told: str) -> Unusable:
    """The error for what git told when `git <verb>` failed in the repository at `top`."""
    if _NOT_OURS in told:
        return Unusable(
            f"git does not trust {top}, which is another user's; if you do, run `{trusting(top)}`"
        )
    said = told.strip().split("\n")[-1]
    return Unusable(f"git {verb} failed in {top} ({said}); mend the repository, see `git fsck`")
