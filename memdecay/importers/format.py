"""What is known of one tool's files: where they are, what their keys mean, what the tool reads of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath

from memdecay.entry import Trust
from memdecay.importers.markdown import read
from memdecay.importers.page import Page, Reading

Reader = Callable[[Page], Reading]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Which keys of the front matter say what; of several the first that is there counts.

    `always` is a key and the value of it with which globs do not count; `heading` is put before the
    headings of the page.
    """

    globs: tuple[str, ...] = ()
    always: tuple[str, str] | None = None
    heading: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    author: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One kind of file of one tool.

    `name` is the word for `--from`; `globs` are matched against paths from the root of a repository,
    `within` against those from a folder that is named together with the tool. `tool_folders` are the
    folders of the tool itself: what stands in them applies where they stand. `depth` is how many hops
    of `@path` the tool follows. `only_named` is why it is read only where a person names the tool, or
    the very file where it `needs_its_path`.
    `switched_off` says why a page is not in force, `modes` how its tool comes to read it.
    """

    name: str
    label: str
    globs: tuple[str, ...]
    verified: str
    read: Reader = read
    excluded: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    tool_folders: tuple[str, ...] = ()
    keys: Keys = field(default_factory=Keys)
    has_yaml: bool = True
    globs_match_any_depth: bool = False
    switched_off: Callable[[Page], str | None] = lambda _: None
    modes: Callable[[Page], tuple[str, ...]] = lambda _: ()
    depth: int = 0
    only_named: str | None = None
    needs_its_path: bool = False
    holds_where_it_stands: bool = True
    most_characters: int | None = None
    trust: Trust = Trust.UNREVIEWED

    def folder(self, path: str) -> str:
        """The folder in which the file at `path` is in force; "" is everywhere."""
        if not self.holds_where_it_stands:
            return ""
        parts = PurePosixPath(path).parts[:-1]
        for place, part in enumerate(parts):
            if part in self.tool_folders:
                return "/".join(parts[:place])
        return "/".join(parts)


def matches(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a path, from the root of its repository, is meant by any of the patterns."""
    return bool(patterns) and _compiled(patterns).fullmatch(path) is not None


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """All patterns as one: a repository has many files, and few of them are asked for."""
    from wcmatch import glob

    positive, _ = glob.translate(
        list(patterns), flags=glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX
    )
    return re.compile("|".join(f"(?:{one})" for one in positive))
