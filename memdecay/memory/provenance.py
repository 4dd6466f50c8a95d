"""Where imported entries come from, down to the byte, and whether it still stands there.

`AGENTS.md#L12-L15@b120-340 sha256:9f86d081884c7d65` names lines, bytes and a hash of the text. An entry with
several sources lists them all; `after ID` behind them says that its text took the place of another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memdecay import files, passages
from memdecay.entry import Entry
from memdecay.evidence.case import Vanished
from memdecay.git import history

_SOURCE = re.compile(
    r"(?P<path>[^;]+)#L(?P<first>\d{1,10})-L(?P<last>\d{1,10})@b(?P<begin>\d{1,10})-(?P<end>\d{1,10}) "
    r"sha256:(?P<digest>[0-9a-f]{16})"
)
_AFTER = re.compile(r"; after ([a-z0-9][a-z0-9-]{0,79})$")
_DIGITS = 16
_LARGEST = 4 * 1024 * 1024
_UNSAFE = re.compile(r"[%;#\x00-\x1f\x7f-\x9f]")
_COMMENT_BEGINS, _COMMENT_ENDS = "<!--", "-->"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A part of a file: lines from 1, both included; bytes from 0, the last excluded; a hash of the text."""

    path: str
    lines: tuple[int, int]
    span: tuple[int, int]
    digest: str

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same where the text stays and only moves within its file."""
        return self.path, self.digest

    @property
    def place(self) -> str:
        """The file and its lines, as a person would look it up."""
        first, last = self.lines
        return f"{self.path}:{first}" if first == last else f"{self.path}:{first}-{last}"


def digest(text: str) -> str:
    """The hash by which the text of a source is known again, whatever its line ends are."""
    return passages.digest(text.rstrip("\r\n"))[:_DIGITS]


def written(sources: Iterable[Source], after: str | None = None) -> str:
    """The sources as one line of text."""
    parts = [f"{_escaped(one.path)}{_address(one)} sha256:{one.digest}" for one in sources]
    return "; ".join([*parts, f"after {after}"] if after else parts)


def _address(one: Source) -> str:
    return f"#L{one.lines[0]}-L{one.lines[1]}@b{one.span[0]}-{one.span[1]}"


def sources(text: str | None) -> tuple[Source, ...]:
    """The sources that a line of text names; none where it was not written by an import."""
    found = []
    for part in _AFTER.sub("", text or "").split("; "):
        named = _SOURCE.fullmatch(part)
        if named is None:
            return ()
        numbers = {key: int(named[key]) for key in ("first", "last", "begin", "end")}
        found.append(
            Source(
                path=_unescaped(named["path"]),
                lines=(numbers["first"], numbers["last"]),
                span=(numbers["begin"], numbers["end"]),
                digest=named["digest"],
            )
        )
    return tuple(found)


def after(text: str | None) -> str | None:
    """The entry whose place the text of this one took at its source."""
    found = _AFTER.search(text or "")
    return found[1] if found else None


def vanished(home: Path, entries: Sequence[Entry]) -> Mapping[str, Vanished]:
    """The imported entries whose text stands at none of its sources any more, by id.

    Only files below `home` are asked. One that is not there proves something only where the history of
    git saw it go.
    """
    paths = {one.path for entry in entries for one in sources(entry.source) if _is_below(one.path)}
    pages = {path: _page(home, path) for path in sorted(paths)}
    missing = [path for path, page in pages.items() if page is None]
    removed = history.changes(home, [f":(top,literal){path}" for path in missing], only_removals=True)
    pages |= {one.path: "" for one in removed if one.path in missing and not (home / one.path).exists()}
    came_after = {old: entry.id for entry in entries if (old := after(entry.source)) is not None}
    gone: dict[str, Vanished] = {}
    for entry in entries:
        named = list(dict.fromkeys(one.path for one in sources(entry.source)))
        held = [pages.get(path) for path in named]
        wanted = f" {passages.normalised(entry.body)} "
        if held and all(page is not None and wanted not in page for page in held):
            gone[entry.id] = Vanished(
                path=named[0], is_file_gone=not any(held), after=came_after.get(entry.id)
            )
    return gone


def _is_below(path: str) -> bool:
    """Whether a path can be one of Markdown in the repository; in JSON a text reads otherwise."""
    return not path.startswith(("/", "~")) and ".." not in path.split("/") and not path.endswith(".json")


def _page(top: Path, path: str) -> str | None:
    """All words of a file, between spaces, with its comments and without; None where it is not there."""
    try:
        text = files.read(top, path, _LARGEST).decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, ValueError):
        return None
    return f" {passages.normalised(_without_comments(text))} \0 {passages.normalised(text)} "


def _without_comments(text: str) -> str:
    parts, place = [], 0
    while (begin := text.find(_COMMENT_BEGINS, place)) >= 0:
        end = text.find(_COMMENT_ENDS, begin)
        if end < 0:
            break
        parts.append(text[place:begin])
        place = end + len(_COMMENT_ENDS)
    return "".join([*parts, text[place:]])


def _escaped(path: str) -> str:
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02x}", path)


def _unescaped(path: str) -> str:
    return re.sub(r"%([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), path)
