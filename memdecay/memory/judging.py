"""Judges every commit of a range against each of its parents, and the memory as the last one left it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from memdecay.checks import faults_in
from memdecay.checks.approvals import Ledger
from memdecay.checks.merges import changes_between, own_changes
from memdecay.checks.rewrites import Step, ledger_in, rewritten
from memdecay.errors import Unusable
from memdecay.files import SETTINGS_NAME
from memdecay.git.commits import Changes, Commit, File, Repository
from memdecay.ledger import FOLDER
from memdecay.memory.checking import (
    Finding,
    Report,
    bases_of,
    exact,
    faults_of_state,
    fresh_files,
    pages_of,
)  # fmt: skip
from memdecay.memory.looking import Looker
from memdecay.memory.opening import Memory
from memdecay.memory.tree import Tree, kept_in_cache
from memdecay.problem import Problem

_BETWEEN = ".."


@dataclass(frozen=True, kw_only=True)
class Range:
    """The commits of a range, parents first, with what each changed against each of its parents."""

    commits: tuple[Commit, ...]
    changes: Mapping[str, Sequence[Changes]]
    moves: Mapping[str, Sequence[Changes]]
    """What became of the settings files of all memories, by path in the repository."""

    @property
    def touched(self) -> set[str]:
        """Every path that any of them changed."""
        return {path for of_one in self.changes.values() for changes in of_one for path in changes}


@dataclass(frozen=True, kw_only=True)
class _Judge:
    """Goes through commits and remembers which files were looked over already."""

    repository: Repository
    tree: Tree
    looker: Looker
    seen: set[tuple[str, File]] = field(default_factory=set)

    def findings(self, commit: Commit, changes: Sequence[Changes], moves: Sequence[Changes]) -> list[Finding]:
        """What one commit brought in."""
        found = set(self._of_lost_memories(commit, moves))
        known = partial(self._ledger, self.repository, commit)
        for own in own_changes(changes, bases_of(self.repository, commit.parents)):
            found |= {*rewritten(Step(changes=own, read=self.tree.contents, known=known))}
        fresh = {path: file for path, file in fresh_files(changes).items() if (path, file) not in self.seen}
        self.seen.update(fresh.items())
        found |= {*faults_in(fresh)}
        found |= {fault for page in pages_of(fresh, self.tree) for fault in self.looker.faults(page)}
        return [Finding(problem=one, commit=commit.short) for one in exact(found)]

    def _ledger(self, repository: Repository, commit: Commit) -> Ledger:
        return ledger_in(repository.tree(commit.tree, FOLDER), self.tree.contents)

    def _of_lost_memories(self, commit: Commit, moves: Sequence[Changes]) -> Iterator[Problem]:
        """What a commit did to memories that are none any more; what moved is compared where it went."""
        here = self.repository.memory
        came = posixpath.join(here, SETTINGS_NAME) in {path for one in moves for path in one}
        for path in _lost(moves):
            old = posixpath.dirname(path)
            if old == here:
                continue  # as any other file that this memory lost
            there = replace(self.repository, memory=old)
            after = (self.repository if came else there).tree(commit.tree)
            changes = changes_between(there.tree(commit.parents[0]), after)
            known = partial(self._ledger, self.repository if came else there, commit)
            for one in rewritten(Step(changes=changes, read=self.tree.contents, known=known)):
                yield replace(one, path=posixpath.relpath(posixpath.join(old, one.path), here or "."))


def check_range(memory: Memory, repository: Repository, stated: str) -> Report:
    """What is wrong with the commits of a range, written `A..B`.

    Raises Unusable where git does not know the commits, or has only a part of the history.
    """
    since, until = _ends(repository, stated)
    judged = _range(repository, since, until)
    with ExitStack() as opened:
        shelf = opened.enter_context(repository.reading())
        last = Tree(
            root=memory.root, files=repository.tree(until), shelf=shelf, kept=kept_in_cache(memory.root)
        )
        judge = _Judge(repository=repository, tree=last, looker=Looker(opened))
        found = [
            finding
            for commit in judged.commits
            if any(judged.changes[commit.name]) or any(judged.moves[commit.name])
            for finding in judge.findings(commit, judged.changes[commit.name], judged.moves[commit.name])
        ]
        touched = judged.touched
        of_state, elsewhere = faults_of_state(last, last.state, memory, touched) if touched else ([], 0)
        known = {one.problem for one in found}
        named = {*exact({*of_state, *known})} - known
    return Report(
        findings=(*found, *(Finding(problem=one) for one in exact(named))),
        files=len(touched),
        entries=len(last.state.entries) if touched else None,
        commits=len(judged.commits),
        allowances=judge.looker.allowances,
        elsewhere=elsewhere,
    )


def _ends(repository: Repository, stated: str) -> tuple[str, str]:
    """The full names of both ends of `A..B`; the first is "" where everything before B is meant."""
    since, between, until = stated.partition(_BETWEEN)
    if not between or until.startswith("."):
        raise Unusable(f"--range takes two commits as A..B, not {stated!r}; for example origin/main..HEAD")
    if repository.is_shallow:
        raise Unusable(
            "this clone holds only a part of the history, and commits are judged against their parents; "
            "run `git fetch --unshallow` (GitHub Actions: `fetch-depth: 0` under actions/checkout)"
        )
    return repository.revision(since or "HEAD"), repository.revision(until or "HEAD")


def _range(repository: Repository, since: str, until: str) -> Range:
    commits = repository.history(since, until)
    trees = repository.trees_of(parent for one in commits for parent in one.parents)
    pairs = {
        one.name: [(trees[parent], one.tree) for parent in one.parents] or [(repository.nothing, one.tree)]
        for one in commits
    }
    flat = [pair for those in pairs.values() for pair in those]
    differing, moving = repository.differences(flat), repository.named(SETTINGS_NAME, flat)
    return Range(
        commits=tuple(commits),
        changes={name: [differing[pair] for pair in those] for name, those in pairs.items()},
        moves={name: [moving[pair] for pair in those] for name, those in pairs.items()},
    )


def _lost(moves: Sequence[Changes]) -> list[str]:
    """The settings files that every parent had and the commit has not."""
    first, *others = moves
    gone = [path for path, change in first.items() if change.before is not None and change.after is None]
    return [path for path in gone if all(path in other for other in others)]
