"""What was done on disk to files that are committed: the guard, before anything is staged."""

from __future__ import annotations

from collections.abc import Iterable

from memdecay import git
from memdecay.checks.approvals import Ledger
from memdecay.checks.page import Page
from memdecay.checks.rewrites import Step, rewritten
from memdecay.git.commits import LINK, Change, File, Repository
from memdecay.ledger import LONGEST_SEGMENT
from memdecay.memory.log import events
from memdecay.memory.opening import Memory
from memdecay.problem import Problem


def uncommitted(memory: Memory, repository: Repository, pages: Iterable[Page]) -> list[Problem]:
    """What a commit of all that is on disk would do to what is checked out."""
    touched = repository.touched_on_disk()
    if not touched:
        return []
    before = repository.tree("HEAD")
    digits = len(repository.nothing)
    contents: dict[str, bytes] = {}
    disk: dict[str, File] = {}
    for page in pages:
        if page.path in touched or page.path not in before:
            name = git.blob_name(page.data, digits)
            contents[name], disk[page.path] = page.data, File("100644", name)
    changes = {path: Change(None, file) for path, file in disk.items() if path not in before}
    for path in touched & before.keys():
        found = _as_is(memory, path, before[path], disk.get(path))
        if found != before[path]:  # only staged, or its mode, which is git's business
            changes[path] = Change(before[path], found)
    with repository.reading() as shelf:
        step = Step(
            changes=changes,
            read=lambda blob: contents[blob] if blob in contents else shelf.read(blob, LONGEST_SEGMENT),
            known=lambda: Ledger(events={one.id: one for one in events(memory)}),
        )
        return list(rewritten(step))


def _as_is(memory: Memory, path: str, before: File, found: File | None) -> File | None:
    """The file on disk; modes are git's business until it is staged."""
    if found is not None:
        return found._replace(mode=before.mode if before.is_regular else found.mode)
    return File(LINK, "") if (memory.root / path).is_symlink() else None
