"""Checks the file of a commit message: the entries that its trailers name must hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from memdecay.checks.trailers import named, not_in_force
from memdecay.errors import Unusable
from memdecay.git.commits import Repository
from memdecay.memory.checking import Finding, Report
from memdecay.memory.opening import Memory
from memdecay.memory.tree import Tree, kept_in_cache


def check_message(memory: Memory, repository: Repository, message: Path) -> Report:
    """What the trailers of a message name that does not hold, in the memory as it is staged."""
    if not message.is_file():
        raise Unusable(f"there is no file {message}; name the one that git gave to the hook")
    names = named(repository.trailers(message))
    if not names:
        return Report(findings=(), entries=0)
    with repository.reading() as shelf:
        files, _ = repository.staged()
        tree = Tree(root=memory.root, files=files, shelf=shelf, kept=kept_in_cache(memory.root))
        found = [
            Finding(problem=replace(one, path=message.name))
            for one in not_in_force(names, tree.state, memory.now)
        ]
        return Report(findings=tuple(found), entries=len(tree.state.entries))
