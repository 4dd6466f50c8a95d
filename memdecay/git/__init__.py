"""What git knows about a folder now, and the one place that starts git; its absence is an ordinary answer.

Asked here, git speaks of the repository of the folder, whatever a hook was told of another one. The other
modules of this package ask it of the past of files (`history`, `blame`, `holders`), of files as git holds
them (`commits`, `blobs`), and of a commit that is being made (`commit_under_way`, `whereabouts`); all but
`configuration` and `commit_under_way` only read.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LONG_PATIENCE = 60
"""Seconds, for what reads a whole history or a whole work tree."""
_PATIENCE = 10
"""Seconds; a git that does not answer is treated as no git."""

NAMING_A_REPOSITORY = frozenset(
    "GIT_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_COMMON_DIR GIT_PREFIX".split()
)
NAMING_A_COMMIT = frozenset("GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES".split())
"""By these git tells a hook where the commit that is being made is prepared."""
NAMING_A_SIDE = "GITHEAD_"
"""What the variables begin with by which git tells a hook which commits it merges."""
_PLAIN = (
    "log.showSignature=false", "log.follow=false", "log.showRoot=true", "grep.patternType=basic",
    f"diff.orderFile={os.devnull}", "i18n.logOutputEncoding=UTF-8",
)  # fmt: skip
_PLAIN_LOG = tuple(word for setting in _PLAIN for word in ("-c", setting))
"""By such settings of a user, signatures would stand before answers, git would give up on globs or for want
of a file, the first commit would change nothing, and a pattern or a letter would mean another one."""
_ELSEWHERE = NAMING_A_REPOSITORY | NAMING_A_COMMIT | {"GIT_NAMESPACE", "GIT_CONFIG"}
"""Variables that hooks inherit and that name a repository, which need not be the one of the folder."""


class WorkTree(NamedTuple):
    """A work tree, and the git folder that it shares with the other work trees of the repository."""

    top: Path
    common: Path


def work_tree(folder: Path) -> WorkTree | None:
    """The work tree that `folder` stands in, found as git finds it but without starting git.

    A linked work tree has a file `.git` that names its folder, which names the shared one
    (gitrepository-layout(5)).
    """
    home = folder.resolve()
    for top in (home, *home.parents):
        git = top / ".git"
        if git.is_dir():
            return WorkTree(top, git)
        if git.is_file():
            own = top / _first_line(git).removeprefix("gitdir:").strip()
            common = (own / (_first_line(own / "commondir") or ".")).resolve()
            return WorkTree(top, common) if common.is_dir() else None  # moved, or not in this container
    return None


def own_folder(top: Path) -> Path:
    """The git folder of the work tree at `top` alone: that of a linked one lies in the shared one."""
    git = top / ".git"
    return git if git.is_dir() else top / _first_line(git).removeprefix("gitdir:").strip()


def blob_name(data: bytes, digits: int = 40) -> str:
    """What git calls these bytes where names have so many digits: 40 in SHA-1, 64 in SHA-256."""
    named = hashlib.sha256() if digits == 64 else hashlib.sha1(usedforsecurity=False)
    named.update(b"blob %d\0" % len(data) + data)
    return named.hexdigest()


def _first_line(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape").split("\n")[0].strip()
    except OSError:
        return ""


def tracked(top: Path, *patterns: str) -> list[str]:
    """The paths that git tracks and that match any of the patterns, relative to `top`."""
    found = ask_readable(top, "ls-files", "-z", "--", *patterns)
    return [path for path in (found or "").split("\0") if path]


def committed(folder: Path, *patterns: str) -> frozenset[str]:
    """The paths that match and that the index or the last commit has, relative to `folder`."""
    found = ask_readable(folder, "ls-files", "-z", "--with-tree=HEAD", "--", *patterns)
    return frozenset((found or "").split("\0")) - {""}


def words(top: Path, wanted: Iterable[str], *patterns: str) -> frozenset[str]:
    """Those of the words, in small letters, that stand in a file of the work tree that matches a pattern.

    A word ends where no letter, digit or underscore follows, so that `lint` stands in `lint:fix`.
    """
    given = "".join(f"{word}\n" for word in sorted(set(wanted))).encode("utf-8", "surrogateescape")
    plain = ("--no-color", "--no-line-number", "--no-column", "--no-recurse-submodules")
    options = ("--untracked", "-h", "-o", "-w", "-i", "-I", "-F", "-f", "-")
    found = ask_bytes(top, "grep", *plain, *options, "--", *patterns, given=given, patience=LONG_PATIENCE)
    return frozenset((found or b"").decode("utf-8", "surrogateescape").lower().split("\n")) - {""}


def present(folder: Path) -> list[str] | None:
    """The paths below `folder` that git tracks or would track, links included; None outside of git."""
    found = ask_bytes(
        folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard", patience=LONG_PATIENCE
    )
    if found is None:
        return None
    return sorted(set(found.decode("utf-8", "surrogateescape").split("\0")) - {""})


def is_shallow(folder: Path) -> bool:
    """Whether the history ends where somebody cut it off, so that its oldest dates are wrong."""
    return ask_readable(folder, "rev-parse", "--is-shallow-repository") == "true"


def ignored(top: Path, paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths that git is told to ignore: programs make them, and no history proves anything."""
    given = "".join(f"{path}\0" for path in sorted(set(paths)) if path).encode("utf-8", "surrogateescape")
    found = ask_bytes(top, "check-ignore", "-z", "--stdin", "--no-index", given=given) if given else None
    return frozenset((found or b"").decode("utf-8", "surrogateescape").split("\0")) - {""}


def head(folder: Path) -> str | None:
    """The short name of the commit that is checked out, where there is one."""
    return ask_readable(folder, "rev-parse", "--verify", "--quiet", "--short", "HEAD")


def user_name(folder: Path) -> str | None:
    """The name that git would put on a commit made in `folder`, where it was told one."""
    stated = os.environ.get("GIT_AUTHOR_NAME", "").strip()
    told = (ask_readable(folder, "config", name) for name in ("author.name", "user.name"))
    return stated or next(filter(None, told), None)


def top_level(folder: Path) -> Path | None:
    """The root of the work tree that `folder` is in."""
    found = ask_readable(folder, "rev-parse", "--show-toplevel")
    return Path(found) if found else None


def ask(folder: Path, *words: str) -> str | None:
    """What git answers to `words`, in the repository of `folder`; None where it fails or is not there."""
    found = ask_bytes(folder, *words)
    return None if found is None else found.decode("utf-8", "surrogateescape").removesuffix("\n")


def ask_readable(folder: Path, *words: str) -> str | None:
    """The same for people to read, without what is no UTF-8; None also where git has nothing to say."""
    found = ask_bytes(folder, *words)
    return None if found is None else found.decode("utf-8", "replace").removesuffix("\n") or None


def ask_bytes(folder: Path, *words: str, given: bytes = b"", patience: float = _PATIENCE) -> bytes | None:
    """The same as bytes; git reads what is `given` and has so many seconds."""
    own = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    return answer(["-C", str(folder), *words], own, given=given, patience=patience)


def answer(
    words: Sequence[str], environment: Mapping[str, str], *, given: bytes = b"", patience: float = _PATIENCE
) -> bytes | None:
    """What git answers in an environment; None where it fails or is not there."""
    try:
        done = run(words, environment, given=given, patience=patience)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def run(
    words: Sequence[str], environment: Mapping[str, str], *, given: bytes, patience: float
) -> subprocess.CompletedProcess[bytes]:
    """Run git to its end. Raises OSError where that cannot be, and TimeoutExpired."""
    return subprocess.run(
        ["git", *_PLAIN_LOG, *words],
        env=dict(environment),
        input=given,
        capture_output=True,
        timeout=patience,
        check=False,
    )


def start(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A git that answers through its pipes until it is closed."""
    return subprocess.Popen(
        ["git", *words], env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
