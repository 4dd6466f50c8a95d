"""Which files to read: those a person names, and in folders those that tools keep. Links are read once."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memdecay import git
from memdecay.errors import Unusable
from memdecay.importers.format import Format, matches
from memdecay.importers.formats import FORMATS, NAMES, OWN_EXPORT
from memdecay.importers.page import Note

AUTO = "auto"
_NEVER = {".git", "node_modules", ".venv", "venv", "__pycache__", ".tox"}
_NOT_AT_THE_TOP = {"vendor", "dist", "build", "out", "target", "coverage"}
_WILDCARD = re.compile(r"[*?\[{]")
_FALLBACKS = {".json": "mem0"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file to read. `path` is relative to `base`, the root of what it belongs to; `place` is no link."""

    path: str
    base: Path
    place: Path
    made: Format
    hops: int = 0
    folder: str | None = None
    """Where it applies, if its path does not say so: something there imports it or links to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The files to read, in order, and what was passed over and why."""

    found: tuple[Found, ...]
    passed: tuple[Note, ...]


def find(wanted: Sequence[Path], tool: str, own: Path) -> Findings:
    """The files that `wanted` paths mean, for one tool or for all of them (`auto`).

    `own` is the memory itself, which is never read. Raises Unusable for a path that is not there.
    """
    made = FORMATS if tool == AUTO else tuple(one for one in FORMATS if one.name == tool)
    if not made:
        raise Unusable(f"no tool is called {tool!r}; --from takes {', '.join((AUTO, *NAMES, OWN_EXPORT))}")
    search = _Search(made=made, is_stated=tool != AUTO, own=own.resolve())
    for path in wanted:
        search.take(path)
    return Findings(found=tuple(search.found), passed=tuple(search.passed))


class _Search:
    def __init__(self, *, made: Sequence[Format], is_stated: bool, own: Path) -> None:
        self.made, self.is_stated, self.own = made, is_stated, own
        self.found: list[Found] = []
        self.passed: list[Note] = []
        self._seen: set[Path] = set()

    def take(self, path: Path) -> None:
        if path.is_dir():
            self._take_folder(path.resolve())
        elif path.is_file():
            self._take_file(path.resolve(), _base(path.resolve().parent))
        elif path.is_symlink():
            raise Unusable(f"{path} is a link to nothing; mend it or name another file")
        elif path.exists():
            raise Unusable(f"{path} is neither a file nor a folder; name one")
        else:
            raise Unusable(f"{path} is not there; name a file or a folder to import")

    def _take_file(self, place: Path, base: Path) -> None:
        """A file that a person named: whatever it is, it is meant."""
        path = place.relative_to(base).as_posix()
        made = self._format(path) or (self._format_within(path) if self.is_stated else None)
        if made is None:
            name = self.made[0].name if self.is_stated else _FALLBACKS.get(place.suffix, "plain")
            made = next(one for one in FORMATS if one.name == name)
        self._add(Found(path=path, base=base, place=place, made=made))

    def _take_folder(self, folder: Path) -> None:
        base = _base(folder)
        prefix = "" if folder == base else f"{folder.relative_to(base).as_posix()}/"
        names = [f"{prefix}{name}" for name in _listed(folder) if self._is_not_own(folder / name)]
        listed = list(self._reached(names, base))
        chosen = {path: made for path in listed if (made := self._format(path)) is not None}
        if not chosen and self.is_stated:
            chosen = {
                path: made
                for path in listed
                if (made := self._format_within(path.removeprefix(prefix))) is not None
            }
        # Files before links, so that what a link leads to is read under its own name.
        for path in sorted(chosen, key=lambda one: ((base / one).is_symlink(), one)):
            self._take_listed(path, base, chosen[path], is_below_tool=chosen[path].globs == ())
        self._name_linked_folders(listed, base)
        self._name_ignored(folder, prefix, set(listed))

    def _reached(self, listed: Iterable[str], base: Path) -> Iterator[str]:
        """What can be looked at; what would be read and stands in a folder that is closed to us is told."""
        for path in listed:
            try:
                (base / path).lstat()
            except FileNotFoundError:
                continue  # a sparse checkout, or gone since it was listed
            except OSError as fault:
                if self._format(path) is not None:
                    message = f"cannot be read ({fault.strerror}); check the permissions of its folder"
                    self.passed.append(Note(path=path, message=message))
                continue
            yield path

    def _take_listed(self, path: str, base: Path, made: Format, *, is_below_tool: bool) -> None:
        place, folder = base / path, None
        if place.is_symlink():
            fault = _fault_of_link(place, base)
            target = place.resolve() if fault is None else place
            if fault is None and target in self._seen:
                self._widen(target, made.folder(path))
                fault = f"is a link to {target.relative_to(base).as_posix()}, which is read once"
            if fault is not None:
                self.passed.append(Note(path=path, message=fault))
                return
            path, place, folder = target.relative_to(base).as_posix(), target, made.folder(path)
        if not place.is_file():
            return
        is_named = self.is_stated and not made.needs_its_path
        if made.only_named and not is_named and not is_below_tool:
            self.passed.append(Note(path=path, message=f"{made.only_named}; name the file to import it"))
            return
        self._add(Found(path=path, base=base, place=place, made=made, folder=folder))

    def _widen(self, place: Path, folder: str) -> None:
        """A file is in force in the folder of a link to it too, where that holds the file's own folder."""
        for number, one in enumerate(self.found):
            own = one.made.folder(one.path) if one.folder is None else one.folder
            if one.place == place and (not folder or own.startswith(f"{folder}/")):
                self.found[number] = replace(one, folder=folder)

    def _add(self, found: Found) -> None:
        if found.place not in self._seen:
            self._seen.add(found.place)
            self.found.append(found)

    def _format(self, path: str) -> Format | None:
        return next((one for one in self.made if fits(path, one)), None)

    def _format_within(self, path: str) -> Format | None:
        return next(
            (one for one in self.made if matches(path, one.within) and not matches(path, one.excluded)), None
        )

    def _is_not_own(self, place: Path) -> bool:
        return not str(place).startswith(f"{self.own}{os.sep}")

    def _name_linked_folders(self, listed: Iterable[str], base: Path) -> None:
        """Say of a link to a folder in which rules would stand that it was not gone into."""
        for path in listed:
            place = base / path
            # Not the methods of Path, which raise where what a link leads to is closed to us.
            is_folder = place.is_symlink() and os.path.isdir(place)  # noqa: PTH112
            if is_folder and self._format(f"{path}/a.md") is not None:
                fault = (
                    _fault_of_link(place, base) or "is a link to a folder; its files are read where they are"
                )
                self.passed.append(Note(path=path, message=fault))

    def _name_ignored(self, folder: Path, prefix: str, listed: set[str]) -> None:
        """Say of files of a usual name that git is told to ignore them; they may be private."""
        for one in self.made:
            for pattern in one.globs:
                name = pattern.removeprefix("**/")
                path = f"{prefix}{name}"
                is_there = not _WILDCARD.search(name) and os.path.isfile(folder / name)  # noqa: PTH113
                if is_there and path not in listed and self._is_not_own(folder / name):
                    message = "git is told to ignore it; name the file to import it"
                    self.passed.append(Note(path=path, message=message))


def fits(path: str, made: Format) -> bool:
    """Whether a format reads the file at a path from the root of its repository."""
    return matches(path, made.globs) and not matches(path, made.excluded)


def _base(folder: Path) -> Path:
    """The root that paths and globs count from: that of the repository, else the folder itself."""
    found = git.work_tree(folder)
    return found.top.resolve() if found else folder


def _listed(folder: Path) -> list[str]:
    """The files and links below a folder, relative to it: those git knows, or without git nearly all."""
    known = git.present(folder) if git.work_tree(folder) else None
    names = known if known is not None else sorted(_walked(folder))
    return [name for name in names if not any("\ud800" <= character <= "\udfff" for character in name)]


def _walked(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        is_top = Path(place) == folder
        links = [name for name in folders if (Path(place) / name).is_symlink()]
        folders[:] = sorted(n for n in folders if n not in _NEVER and not (is_top and n in _NOT_AT_THE_TOP))
        for name in [*names, *links]:
            yield (Path(place) / name).relative_to(folder).as_posix()


def _fault_of_link(place: Path, base: Path) -> str | None:
    """Why a link is not followed: it leads nowhere, in a circle, or out of what is read."""
    try:
        place.stat()
        target = place.resolve()
    except FileNotFoundError:
        return "is a dangling link"
    except (OSError, RuntimeError) as fault:
        is_circle = not isinstance(fault, OSError) or fault.errno == errno.ELOOP
        return "is a link to itself" if is_circle else "is a link that cannot be followed"
    return None if base in (target, *target.parents) else "is a link that leads outside and was not followed"
