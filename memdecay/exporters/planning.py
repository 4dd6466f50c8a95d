"""From a wish to a plan: which target is meant, what may stand there, and which files that makes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memdecay.entry import Entry
from memdecay.errors import Refused, Unusable
from memdecay.exporters import managed_block, targets
from memdecay.exporters.destination import Destination, destination
from memdecay.exporters.filling import Filling, filled
from memdecay.exporters.selection import Selection, looking_for_secrets
from memdecay.exporters.surroundings import surroundings
from memdecay.exporters.sync import (
    Change,
    Plan,
    Planned,
    Wish,
    bytes_elsewhere,
    outside,
    planned_file,
    planned_removal,
)
from memdecay.exporters.targets import Target
from memdecay.memory.context import LeftOut
from memdecay.memory.opening import Memory
from memdecay.scope import Place, applies, is_glob

_FOLDERS_OF_TOOLS = {".github", ".claude"}
"""What stands in them speaks for the folder around them."""
_EVERY_FILE = "**/*"
"""A folder is no file, so it does not fall under this by itself."""
_PREFIX = "memdecay-"
_ELSEWHERE = "of another scope"
_SAID = "that the file says itself"
_LONGEST_SLUG = 40


def plan(memory: Memory, wish: Wish) -> Plan:
    """Look what the files would hold, and change nothing.

    Raises Unusable for a file that no known agent reads; Refused for one that may not be written, whose
    markers are damaged, or that has no room; HandEdited where someone changed a block.
    """
    target = _target(wish)
    with looking_for_secrets() as holds_secret:
        office = _Office(memory=memory, wish=wish, target=target, holds_secret=holds_secret)
        return office.of_file() if target.header is None else office.of_folder()


def _target(wish: Wish) -> Target:
    name = wish.file.as_posix()
    known = ", ".join(one.name for one in targets.TARGETS)
    if wish.target is not None:
        stated = targets.named(wish.target)
        if stated is None:
            raise Unusable(f"--target {wish.target!r} is not one of: {known}")
        return stated
    found = targets.of_path(name)
    if found is None and targets.of_path(wish.file.parent.as_posix()):
        raise Unusable(f"memdecay keeps files of its own in {wish.file.parent}; name the folder, not {name}")
    if found is None:
        raise Unusable(f"no agent is known to read {name}; say whose file it is with --target ({known})")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Office:
    """Where a wish is worked on."""

    memory: Memory
    wish: Wish
    target: Target
    holds_secret: Callable[[str], bool]

    def of_file(self) -> Plan:
        """One block in one file."""
        at = destination(self.memory, self.wish.file, self.wish.file.as_posix())
        if self.wish.remove:
            return Plan(target=self.target, files=(planned_removal(at, self.wish),), left_out=())
        selection = Selection(memory=self.memory)
        place = Place(names=self.wish.scopes, path=_folder(at))
        here, away = _parted(selection.entries, lambda one: _is_for(one, place))
        said, unsaid = _parted(here, surroundings(outside(at)).say)
        shared = any(limit.is_shared for limit in self.target.limits)
        elsewhere = bytes_elsewhere(self.memory, at) if shared else 0
        filling = self._filled(unsaid)
        planned, filling = planned_file(at, filling, self.target, self.wish, elsewhere=elsewhere)
        aside = [*_named(_SAID, said), *_named(_ELSEWHERE, away)]
        left_out = [*filling.left_out, *aside, *selection.left_out]
        return Plan(target=self.target, files=(planned,), left_out=tuple(left_out))

    def of_folder(self) -> Plan:
        """A file of ours for each set of globs, in a folder of rules."""
        if self.wish.remove:
            raise Unusable(f"the files named {_PREFIX}* in {self.wish.file} are memdecay's own; remove them")
        selection = Selection(memory=self.memory)
        groups, away = self._grouped(selection.entries)
        files: dict[str, Planned] = {}
        left_out: list[LeftOut] = []
        for globs, entries in groups.items():
            planned, filling = self._rule(globs, entries)
            files[planned.at.path.name] = planned
            left_out += filling.left_out
        files |= self._emptied(set(files))
        left_out += [*_named(_ELSEWHERE, away), *selection.left_out]
        ordered = tuple(files[name] for name in sorted(files))
        return Plan(target=self.target, files=ordered, left_out=tuple(left_out))

    def _filled(self, entries: Iterable[Entry]) -> Filling:
        home = self.memory.spool.memory or self.memory.root.resolve().name
        return filled(entries, self.wish.budget, f"{home}/", self.holds_secret)

    def _grouped(self, entries: Iterable[Entry]) -> tuple[dict[tuple[str, ...], list[Entry]], list[Entry]]:
        """Entries by the globs they are for; those of a named scope that was not asked for are away."""
        groups: dict[tuple[str, ...], list[Entry]] = {}
        away: list[Entry] = []
        for entry in entries:
            globs = tuple(sorted({item for item in entry.scope if is_glob(item)}))
            if not entry.scope or globs or set(entry.scope) & set(self.wish.scopes):
                groups.setdefault(globs, []).append(entry)
            else:
                away.append(entry)
        return groups, away

    def _rule(self, globs: tuple[str, ...], entries: list[Entry]) -> tuple[Planned, Filling]:
        header = self.target.header(globs) if self.target.header else ""
        at = self._at(f"{_PREFIX}{_slug(globs)}{self.target.ending}")
        if header is None:
            return Planned(at=at, change=Change.NONE), Filling(title="", unwritable=tuple(entries))
        _refuse_foreign(at, header, self.wish)
        return planned_file(at, self._filled(entries), self.target, self.wish, header=header)

    def _emptied(self, current: set[str]) -> dict[str, Planned]:
        """Files of ours for globs that no entry has any more: they stay, and say that nothing holds."""
        found: dict[str, Planned] = {}
        for path in sorted(self.wish.file.glob(f"{_PREFIX}*{self.target.ending}")):
            at = self._at(path.name)
            if path.name not in current and managed_block.is_in(at.data or b""):
                found[path.name], _ = planned_file(at, Filling(title=""), self.target, self.wish)
        return found

    def _at(self, name: str) -> Destination:
        path = self.wish.file / name
        return destination(self.memory, path, path.as_posix())


def _parted(entries: Iterable[Entry], is_so: Callable[[Entry], bool]) -> tuple[list[Entry], list[Entry]]:
    """The entries of which something is so, and the others."""
    parts: tuple[list[Entry], list[Entry]] = ([], [])
    for entry in entries:
        parts[0 if is_so(entry) else 1].append(entry)
    return parts


def _is_for(entry: Entry, place: Place) -> bool:
    return applies(entry.scope, place) or _EVERY_FILE in entry.scope


def _folder(at: Destination) -> str:
    """The folder whose work a file is for."""
    parts = at.folder.split("/")
    while parts and parts[-1] in _FOLDERS_OF_TOOLS:
        parts.pop()
    return "/".join(parts)


def _named(reason: str, entries: list[Entry]) -> list[LeftOut]:
    ids = tuple(one.id for one in entries)
    return [LeftOut(reason=reason, number=len(ids), ids=ids)] if ids else []


def _slug(globs: tuple[str, ...]) -> str:
    """A name for a set of globs; the hash keeps those apart that read alike."""
    if not globs:
        return "everywhere"
    readable = re.sub(r"[^a-z0-9]+", "-", " ".join(globs).lower()).strip("-")[:_LONGEST_SLUG].strip("-")
    return f"{readable}-{hashlib.sha256(chr(10).join(globs).encode()).hexdigest()[:6]}".strip("-")


def _refuse_foreign(at: Destination, header: str, wish: Wish) -> None:
    """A file of ours begins with our header and then our block; of another there is nothing to replace."""
    if at.data is None or wish.overwrite:
        return
    if not at.data.replace(b"\r\n", b"\n").startswith(header.encode() + b"<!-- memdecay:begin"):
        raise Refused(
            f"{at.shown} does not begin as memdecay writes it, so nothing was written; "
            "move it away, or replace it with --overwrite"
        )
