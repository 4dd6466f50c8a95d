"""What git holds in its index and in its commits: which files, and their bytes. Read-only.

Here git is asked what it must know, so whatever it cannot answer is an error and never an empty answer.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from memdecay import git
from memdecay.errors import Unusable
from memdecay.git.blobs import Shelf
from memdecay.git.refusals import refused

LINK, SUBMODULE = "120000", "160000"
_PATIENCE = 120
"""Seconds; a history of many years is read within a few."""
_ABSENT = "000000"
_UNDECIDED = " U"
_INDEX_CHANGES = "diff-index --cached --raw -z --no-renames --no-abbrev --ita-invisible-in-index".split()
_STATUS = "status --porcelain=v2 -z --no-renames --untracked-files=no --ignore-submodules=all".split()
_FIELDS_BEFORE_PATH = {"1": 8, "u": 10}
"""What `git status --porcelain=v2` says before the path, by the kind of the record."""
_GLOBS = "--glob-pathspecs"
_SHORTEST_NAME = 40
_TOLD_SIDE = re.compile(re.escape(git.NAMING_A_SIDE) + r"([0-9a-f]{40}|[0-9a-f]{64})")


class File(NamedTuple):
    """A file as git has it: its mode in octal digits and the name of its bytes."""

    mode: str
    blob: str

    @property
    def is_regular(self) -> bool:
        return self.mode not in (LINK, SUBMODULE)


class Change(NamedTuple):
    """What became of one path; None stands for no file."""

    before: File | None
    after: File | None


Pair = tuple[str, str]
"""Two trees by name: the earlier and the later one."""
Files = Mapping[str, File]
Changes = Mapping[str, Change]


class Commit(NamedTuple):
    """A commit by its full name, with its tree and its parents."""

    name: str
    tree: str
    parents: tuple[str, ...]

    @property
    def short(self) -> str:
        return self.name[:10]


@dataclass(frozen=True, kw_only=True)
class Repository:
    """The repository around a memory; every path given or taken is relative to that memory (POSIX)."""

    top: Path
    own: Path
    """The git folder of this work tree."""
    memory: str
    """Where the memory stands in the repository (POSIX), "" at its top."""
    environment: Mapping[str, str] = field(repr=False)

    def coming(self) -> dict[str, dict[str, Change]]:
        """What a commit made now would change against each of its parents, by the parent's name.

        They are what is checked out, then what is being merged; before the first commit, no files at all.
        """
        told = self._ask(*_INDEX_CHANGES, "HEAD", *self._here)
        if told is None:
            is_first = self._ask("rev-parse", "--verify", "--quiet", "HEAD") is None
            base = self.nothing if is_first else "HEAD"
            return {base: self._staged_changes(self._tell(*_INDEX_CHANGES, base, *self._here))}
        path = self.own / "MERGE_HEAD"
        merged = path.read_text("ascii").split() if path.is_file() else self._told_to_merge
        others = {name: self._tell(*_INDEX_CHANGES, name, *self._here) for name in merged}
        return {name: self._staged_changes(one) for name, one in {"HEAD": told, **others}.items()}

    @property
    def _told_to_merge(self) -> list[str]:
        """What git tells a hook before a merge commit, when there is no MERGE_HEAD yet."""
        told = (_TOLD_SIDE.fullmatch(name) for name in self.environment)  # others set GITHEAD_TOKEN
        return sorted(one[1] for one in told if one)

    def _staged_changes(self, told: bytes) -> dict[str, Change]:
        parts = iter(_records(told))
        pairs = [(self._inside(next(parts)), said.removeprefix(":")) for said in parts]
        return {path: _change(said) for path, said in pairs if not said.endswith(_UNDECIDED)}

    def staged(self) -> tuple[dict[str, File], tuple[str, ...]]:
        """The files of the index, and the paths in it that a merge left undecided."""
        found, undecided = {}, set()
        for record in _records(self._tell("ls-files", "--stage", "-z", *self._here)):
            said, _, path = record.partition("\t")
            mode, blob, stage = said.split(" ")
            if stage == "0":
                found[self._inside(path)] = File(mode, blob)
            else:
                undecided.add(self._inside(path))
        return found, tuple(sorted(undecided))

    def touched_on_disk(self) -> frozenset[str]:
        """The committed files that git sees changed; none before the first commit.

        Not from `diff-index`, which also names what only has another date.
        """
        records = _records(self._tell(*_STATUS, *self._here))
        told = (one for one in records if one[0] in _FIELDS_BEFORE_PATH)  # not of stashes, which some ask for
        return frozenset(self._inside(_path_of(one)) for one in told if not _is_addition(one))

    def tree(self, name: str, *folders: str) -> dict[str, File]:
        """The files of a commit or tree, or those below the `folders` of the memory."""
        where = self._within(*folders) if folders else self._here
        found = {}
        for record in _records(self._tell("ls-tree", "-r", "-z", "--full-tree", name, *where)):
            said, _, path = record.partition("\t")
            mode, _, blob = said.split(" ")
            found[self._inside(path)] = File(mode, blob)
        return found

    def history(self, since: str | None, until: str) -> list[Commit]:
        """Every commit that leads to `until` and not to `since` (None: all of them), parents first."""
        limit = [f"^{since}"] if since else []
        # Not `log`, whose output settings of the user can change.
        told = self._tell("rev-list", "--topo-order", "--reverse", "--parents", until, *limit, "--")
        families = [line.split(" ") for line in told.decode().split("\n") if line]
        trees = self.trees_of(name for name, *_ in families)
        return [Commit(name, trees[name], tuple(parents)) for name, *parents in families]

    def trees_of(self, commits: Iterable[str]) -> dict[str, str]:
        """The tree of each commit."""
        wanted = sorted(set(commits))
        given = "".join(f"{name}^{{tree}}\n" for name in wanted).encode()
        told = self._tell("cat-file", "--batch-check=%(objectname)", given=given).decode() if wanted else ""
        return dict(zip(wanted, told.split("\n"), strict=False))

    def differences(self, pairs: Iterable[Pair]) -> dict[Pair, dict[str, Change]]:
        """What differs between each pair of trees, in the memory only."""
        found = self._differing(pairs, self._here)
        return {
            pair: {self._inside(path): change for path, change in those.items()}
            for pair, those in found.items()
        }

    def named(self, name: str, pairs: Iterable[Pair]) -> dict[Pair, dict[str, Change]]:
        """What differs between each pair of trees in files of that name, by path in the repository."""
        return self._differing(pairs, ["--", f"**/{name}"], _GLOBS)

    def _differing(
        self, pairs: Iterable[Pair], where: Sequence[str], *first: str
    ) -> dict[Pair, dict[str, Change]]:
        wanted = sorted(set(pairs))
        found: dict[Pair, dict[str, Change]] = {pair: {} for pair in wanted}
        given = "".join(f"{before} {after}\n" for before, after in wanted).encode()
        options = ("--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev")
        told = self._tell(*first, "diff-tree", *options, *where, given=given) if wanted else b""
        parts = iter(_records(told))
        pair = ("", "")
        for part in parts:
            heads, colon, said = part.rpartition("\n:") if not part.startswith(":") else ("", ":", part[1:])
            if heads:
                pair = _pair(heads)
            if colon:
                found[pair][next(parts)] = _change(said)
        return found

    def only_in_last(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of the paths that came with the commit that is checked out, if that may be made anew."""
        if any((self.own / name).exists() for name in ("CHERRY_PICK_HEAD", "REVERT_HEAD")):
            return ()
        family = (self._ask("rev-list", "--parents", "--max-count=1", "HEAD") or b"").split()
        if len(family) != 2:  # itself and one parent
            return ()
        mine = (self._ask("symbolic-ref", "--quiet", "HEAD") or b"").split()
        having = self._tell("for-each-ref", "--contains=HEAD", "--format=%(refname)").split()
        before = self.tree("HEAD~1") if {*having} <= {*mine} else None
        return tuple(sorted({*paths} - before.keys())) if before is not None else ()

    def bases(self, one: str, other: str) -> tuple[str, ...]:
        """The best common ancestors of two commits; none where their histories are unrelated."""
        found = self._ask("merge-base", "--all", one, other)
        return tuple((found or b"").decode().split())

    def revision(self, name: str) -> str:
        """The full name of the commit that a person calls `name`. Raises Unusable where there is none."""
        if not name.strip("0") and len(name) >= _SHORTEST_NAME:
            return ""  # what code hosts call the state before the first push
        found = self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        if not found:
            raise Unusable(
                f"no commit is called {name!r} here; fetch it, or name another (`git log` lists them)"
            )
        return found.decode().strip()

    @property
    def is_shallow(self) -> bool:
        return self._tell("rev-parse", "--is-shallow-repository").strip() == b"true"

    @cached_property
    def nothing(self) -> str:
        """The tree without files."""
        return self._tell("hash-object", "-t", "tree", "--stdin").decode().strip()

    def trailers(self, message: Path) -> list[tuple[str, str]]:
        """The trailers in the file of a commit message, as git reads them."""
        # Only in a mail does `---` divide; at one before the cut of `commit --verbose`, git 2.39 never ends.
        told = self._tell("interpret-trailers", "--parse", "--no-divider", str(message.absolute()))
        pairs = (line.partition(":") for line in told.decode("utf-8", "replace").split("\n") if line)
        return [(key.strip(), value.strip()) for key, _, value in pairs]

    @contextmanager
    def reading(self) -> Iterator[Shelf]:
        """Blobs by name while the block runs."""
        shelf = Shelf(self.start)
        try:
            yield shelf
        finally:
            shelf.close()

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """A git that answers until it is closed."""
        return git.start(self._words(words), self.environment)

    @property
    def _here(self) -> Sequence[str]:
        return ["--", self.memory] if self.memory else ["--"]

    def _within(self, *folders: str) -> Sequence[str]:
        return ["--", *(f"{self.memory}/{one}" if self.memory else one for one in folders)]

    def _inside(self, path: str) -> str:
        return path.removeprefix(f"{self.memory}/") if self.memory else path

    def _words(self, words: Sequence[str]) -> list[str]:
        # What a replacement ref shows in place of an object is not what others fetch.
        kind = [] if _GLOBS in words[:1] else ["--literal-pathspecs"]  # a pattern in a name is no pattern
        return ["-C", str(self.top), "--no-replace-objects", "--no-optional-locks", *kind, *words]

    def _ask(self, *words: str, given: bytes = b"") -> bytes | None:
        done = self._run(words, given)
        return done.stdout if done.returncode == 0 else None

    def _tell(self, *words: str, given: bytes = b"") -> bytes:
        done = self._run(words, given)
        if done.returncode:
            raise refused(words[0], self.top, done.stderr.decode("utf-8", "replace"))
        return done.stdout

    def _run(self, words: Sequence[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
        try:
            return git.run(self._words(words), self.environment, given=given, patience=_PATIENCE)
        except OSError as fault:
            raise Unusable(f"git cannot be run ({fault.strerror}); install it or mend your PATH") from None
        except subprocess.TimeoutExpired:
            raise Unusable(f"git {words[0]} did not answer within {_PATIENCE} s; try again") from None


def _records(told: bytes) -> list[str]:
    return [part for part in told.decode("utf-8", "surrogateescape").split("\0") if part]


def _is_addition(record: str) -> bool:
    return record.startswith("1 ") and "A" in record[2:4]


def _path_of(record: str) -> str:
    return record.split(" ", _FIELDS_BEFORE_PATH[record[0]])[-1]


def _pair(heads: str) -> tuple[str, str]:
    before, _, after = heads.rpartition("\n")[2].partition(" ")
    return before, after


def _change(said: str) -> Change:
    mode_before, mode_after, blob_before, blob_after = said.split(" ")[:4]
    return Change(_file(mode_before, blob_before), _file(mode_after, blob_after))


def _file(mode: str, blob: str) -> File | None:
    return None if mode == _ABSENT else File(mode, blob)
