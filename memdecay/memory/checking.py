"""Checks a memory: all that is on disk, or what is staged for a commit. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial

from memdecay import files, ledger, proposals
from memdecay.checks import faults_in, findings
from memdecay.checks.kinds import Kind, kind_of
from memdecay.checks.merges import Bases, own_changes
from memdecay.checks.page import Page
from memdecay.checks.places import undecided, unfit_names
from memdecay.checks.rewrites import Step, ledger_in, rewritten
from memdecay.checks.sizes import LIMITS
from memdecay.git.commits import Changes, File, Files, Repository
from memdecay.memory.looking import Looker
from memdecay.memory.opening import Memory
from memdecay.memory.tree import Tree, kept_in_cache
from memdecay.problem import Problem, Severity
from memdecay.state import State

_RELATIONS = frozenset({"clashing-path", "dead-end", "fork", "link", "missing-note", "shared-id"})
"""Rules by which a new file makes a fault in one that was there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fault, and the commit that brought it in where a range of commits is judged."""

    problem: Problem
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was looked at, and everything found."""

    findings: tuple[Finding, ...]
    files: int = 0
    entries: int | None = None
    commits: int | None = None
    allowances: int = 0
    elsewhere: int = 0
    """Faults in files that were there before and that nothing judged here touches."""
    amendable: tuple[str, ...] = ()
    """Files that may not change any more, but came with the last commit, which nobody else has yet."""

    def count(self, severity: Severity) -> int:
        return sum(1 for one in self.findings if one.problem.severity is severity)


def check_all(memory: Memory, repository: Repository | None) -> Report:
    """Every rule over the files as they are on disk, also against what is committed, where anything is."""
    from memdecay.memory.inspect import inspect  # late: a hook needs none of it
    from memdecay.memory.worktree import uncommitted

    inspected = inspect(memory)
    unread: list[Problem] = []
    on_pages: list[Problem] = []
    there: dict[str, File] = {}
    with ExitStack() as opened:
        looker = Looker(opened)
        for page in _pages_on_disk(memory, unread):  # one at a time: a ledger may be larger than the room
            there[page.path] = File("100644", "")
            on_pages += looker.faults(page)
    listed = unfit_names(there)
    undone = uncommitted(memory, repository, _pages_on_disk(memory, [])) if repository is not None else []
    found = exact({*inspected.problems, *unread, *on_pages, *listed, *undone})
    return Report(
        findings=tuple(Finding(problem=one) for one in found),
        files=len(there),
        entries=inspected.entries,
        allowances=looker.allowances,
    )


def check_staged(memory: Memory, repository: Repository) -> Report:
    """What a commit made now would do: its changes, and the memory as it would be then."""
    staged, conflicts = repository.staged()
    coming = repository.coming()
    changes = [*coming.values()]
    if not any(changes) and not conflicts:
        return Report(findings=())
    with ExitStack() as opened:
        shelf = opened.enter_context(repository.reading())
        tree = Tree(root=memory.root, files=staged, shelf=shelf, kept=kept_in_cache(memory.root))
        looker = Looker(opened)
        found = {*rewrites(changes, bases_of(repository, [*coming]), tree)}
        changed = {one.path for one in found} if len(coming) == 1 else set()
        amendable = repository.only_in_last(changed) if changed else ()
        fresh = fresh_files(changes)
        found |= {fault for page in pages_of(fresh, tree) for fault in looker.faults(page)}
        found |= {one for one in faults_in(staged) if one.path in fresh}
        touched = {path for one in changes for path in one}
        of_state, _ = faults_of_state(tree, tree.state_around(touched), memory, touched)
    return Report(
        findings=tuple(Finding(problem=one) for one in exact({*found, *of_state, *undecided(conflicts)})),
        files=len(touched),
        allowances=looker.allowances,
        amendable=amendable,
    )


def rewrites(changes: Sequence[Changes], bases: Bases, tree: Tree) -> Iterator[Problem]:
    """What a commit did to files that were there, against each parent."""
    for own in own_changes(changes, bases):
        ledger_then = partial(ledger_in, tree.files, tree.contents)
        yield from rewritten(Step(changes=own, read=tree.contents, known=ledger_then))


def bases_of(repository: Repository, parents: Sequence[str]) -> Bases:
    """The common ancestors of parents, read when they are asked for."""

    @cache
    def bases(one: int, other: int) -> tuple[Files, ...]:
        found = repository.bases(*sorted((parents[one], parents[other])))
        return tuple(repository.tree(base) for base in found) or ({},)

    return bases


def fresh_files(changes: Sequence[Changes]) -> dict[str, File]:
    """The files that no parent has as they are now."""
    first, *others = changes
    return {
        path: change.after
        for path, change in sorted(first.items())
        if change.after is not None and all(path in other for other in others)
    }


def pages_of(fresh: Files, tree: Tree) -> Iterator[Page]:
    """The pages among files of git."""
    for path, file in fresh.items():
        kind = kind_of(path)
        if kind is not None and file.is_regular:
            yield Page(path=path, kind=kind, data=tree.read(path, file), joiners=tree.joiners)


def faults_of_state(
    tree: Tree, state: State, memory: Memory, touched: Collection[str]
) -> tuple[list[Problem], int]:
    """What is wrong in the memory as a whole: where something is touched by it, and how much elsewhere."""
    found = {*tree.problems, *findings(state, memory.now, joiners=tree.joiners)}
    related = _related(state, touched)
    here = [
        one
        for one in found
        if one.path in touched or (one.rule in _RELATIONS and one.path in related)
    ]  # fmt: skip
    return here, len(found) - len(here)


def _related(state: State, touched: Collection[str]) -> set[str]:
    """The paths of the entries that what was touched links to, or shares an id with."""
    entries = [entry for entry in state.entries if entry.path in touched]
    ids = {one for entry in entries for one in (entry.id, *entry.supersedes, entry.superseded_by)}
    ids |= {one for note in state.notes.values() if note.path in touched for one in (note.closes,)}
    return {entry.path for entry in state.entries if entry.id in ids}


def exact(problems: Iterable[Problem]) -> list[Problem]:
    """By address; where a file as such holds hidden text, that is not named for each of its keys again."""
    found = set(problems)
    placed = {one.path for one in found if one.rule == "hidden-text" and one.column is not None}
    kept = [
        one
        for one in found
        if one.rule != "hidden-text" or one.column is not None or one.path not in placed
    ]  # fmt: skip
    return sorted(kept, key=lambda one: (one.address, one.rule))


def _pages_on_disk(memory: Memory, unread: list[Problem]) -> Iterator[Page]:
    """Every file that memdecay reads. `unread` collects those that cannot be; of entries the index knows."""
    stamps = [*memory.listing.stamps, *ledger.segments(memory.root)]
    stamps += files.scan_ending(memory.root, proposals.FOLDER, ".md")
    for path in sorted(stamp.path for stamp in stamps):
        kind = kind_of(path)
        if kind is not None:
            try:
                data = files.read(memory.root, path, LIMITS[kind])
            except OSError as fault:
                if kind in (Kind.SEGMENT, Kind.LIST):
                    message = f"cannot be read: {fault.strerror or fault}; check its permissions"
                    unread.append(Problem(rule="file", path=path, message=message))
            else:
                yield Page(path=path, kind=kind, data=data, joiners=memory.joiners)
