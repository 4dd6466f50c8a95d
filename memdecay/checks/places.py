"""What stands in a memory and under which names, by the listing that git has of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdecay import characters, ids
from memdecay.characters import shown
from memdecay.checks.kinds import kind_of
from memdecay.git.commits import LINK, SUBMODULE, Files
from memdecay.problem import Problem

_UNPORTABLE = re.compile(r'[<>:"|?*\\]|[. ](?:/|$)')
"""What Windows forbids in a name, or drops from its end."""
_DEVICE = re.compile(r"(?:^|/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.[^/]*)?(?:/|$)", re.IGNORECASE)
_LONGEST_NAME = 255


def foreign_objects(files: Files) -> Iterator[Problem]:
    """Links and submodules: what they lead to is not in this memory."""
    for path, file in sorted(files.items()):
        if file.mode == LINK:
            yield _problem("link-file", path, "is a symbolic link; put the file itself into the memory")
        elif file.mode == SUBMODULE:
            yield _problem("link-file", path, "is a submodule; put the files themselves into the memory")


def clashing_names(files: Files) -> Iterator[Problem]:
    """Paths that are one and the same where case, or the spelling of accents, does not count."""
    groups: dict[str, list[str]] = {}
    for path in files:
        groups.setdefault(path if path.isascii() and path.islower() else ids.folded(path), []).append(path)
    for paths in groups.values():
        for path in sorted(paths) if len(paths) > 1 else ():
            others = " and ".join(one for one in sorted(paths) if one != path)
            yield _problem("clashing-path", path, f"is the same file as {others} on some systems; rename one")


def unfit_names(files: Files) -> Iterator[Problem]:
    """Names that some system cannot have, or that read like another."""
    for path in sorted(files):
        if kind_of(path) is not None and (reason := _unfit(path)):
            yield _problem("file-name", path, f"{reason}; use a to z, 0 to 9 and hyphens")


def undecided(paths: Iterable[str]) -> Iterator[Problem]:
    """Files that a merge left with a conflict."""
    for path in paths:
        yield _problem("conflict", path, "is in conflict; decide it and `git add` it")


def _unfit(path: str) -> str | None:
    if any("\ud800" <= one <= "\udfff" for one in path):
        return "has a name that is not UTF-8"
    if found := characters.hidden(path.replace("\n", " ")):
        return f"has characters in its name that cannot be seen ({found[0]})"
    if not path.isascii():
        letters = "".join(sorted({one for one in path if not one.isascii()}))
        return f"has letters in its name that can pass for others ({shown(letters)})"
    if not path.isprintable():
        return "has control characters in its name"
    if _UNPORTABLE.search(path) or _DEVICE.search(path):
        return "has a name that Windows does not allow"
    is_long = any(len(part) > _LONGEST_NAME for part in path.split("/"))
    return f"has a name of more than {_LONGEST_NAME} letters" if is_long else None


def _problem(rule: str, path: str, message: str) -> Problem:
    return Problem(rule=rule, path=path, message=message)
