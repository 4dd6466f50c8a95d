"""What an instruction is: an entry, the closing note beside it, and how a file becomes either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import PurePosixPath

from memdecay import ids, moment, passages
from memdecay.characters import shown
from memdecay.front_matter import Fields, Verbatim, compose, read
from memdecay.moment import Moment
from memdecay.problem import Problem, Severity

SUFFIX = ".md"
NOTE_SUFFIX = ".closed.md"
DEFAULT_IMPORTANCE = 0.5


class Declared(str, Enum):
    """What the file itself says; what is true now is its `memdecay.state.Standing`."""

    ACTIVE = "active"
    CLOSED = "closed"


class Trust(str, Enum):
    """Whether a person stands behind the text, or an import or agent wrote it unseen."""

    REVIEWED = "reviewed"
    UNREVIEWED = "unreviewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One instruction as its file holds it. `path` is POSIX and relative to the memory.

    What was imported says in `section` under which headings it stood, and in `dated_by` how its
    `valid_from` was found.
    """

    id: str
    path: str
    title: str
    body: str
    declared: Declared = Declared.ACTIVE
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    scope: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    importance: float = DEFAULT_IMPORTANCE
    pinned: bool = False
    trust: Trust = Trust.REVIEWED
    created: Moment | None = None
    author: str | None = None
    source: str | None = None
    section: str | None = None
    dated_by: str | None = None
    unreadable: frozenset[str] = frozenset()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def recorded(self) -> Moment | None:
        """When it became known: `created`, else the start of its window."""
        return self.created or self.valid_from

    @property
    def born(self) -> datetime | None:
        """From when its age counts: the start of its window, else when it was recorded."""
        start = self.valid_from or self.created
        return start.begins if start else None

    @property
    def can_be_judged(self) -> bool:
        """Whether every key that decides where and when it holds could be read."""
        return not self.unreadable & {"status", "valid_from", "valid_until", "scope"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingNote:
    """The record beside an entry that it no longer applies."""

    closes: str
    path: str
    body: str = ""
    valid_until: Moment | None = None
    superseded_by: str | None = None
    reason: str | None = None
    closed_by: str | None = None
    recorded: Moment | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


def read_entry(path: str, data: bytes) -> tuple[Entry | None, tuple[Problem, ...]]:
    """The entry in the bytes of one file, with what is wrong in it."""
    fields, problems = read(path, data)
    if fields is None:
        return None, problems
    entry = Entry(
        id=_entry_id(fields),
        path=path,
        body=fields.body,
        title=fields.text("title") or passages.title(fields.body),
        declared=Declared(fields.choice("status", [d.value for d in Declared], "active")),
        valid_from=fields.moment("valid_from"),
        valid_until=fields.moment("valid_until"),
        supersedes=_links(fields, "supersedes"),
        superseded_by=_link(fields, "superseded_by"),
        scope=_scope(fields),
        tags=fields.texts("tags"),
        importance=fields.fraction("importance", DEFAULT_IMPORTANCE),
        pinned=fields.boolean("pinned"),
        trust=Trust(fields.choice("trust", [t.value for t in Trust], "reviewed")),
        created=_created(fields),
        author=fields.text("author"),
        source=fields.text("source"),
        section=fields.text("section"),
        dated_by=fields.text("dated_by"),
        unreadable=frozenset(fields.unreadable),
        lines=fields.lines,
    )
    _check_window(fields, entry)
    return entry, tuple(fields.problems)


def read_note(path: str, data: bytes) -> tuple[ClosingNote | None, tuple[Problem, ...]]:
    """The closing note in the bytes of one file, with what is wrong in it."""
    fields, problems = read(path, data)
    if fields is None:
        return None, problems
    stem = PurePosixPath(path).name.removesuffix(NOTE_SUFFIX)
    note = ClosingNote(
        closes=_link(fields, "closes") or stem,
        path=path,
        body=fields.body,
        valid_until=fields.moment("valid_until"),
        superseded_by=_link(fields, "superseded_by"),
        reason=fields.text("reason"),
        closed_by=fields.text("closed_by"),
        recorded=fields.moment("recorded"),
        lines=fields.lines,
    )
    if note.closes != stem:
        message = f"names {shown(note.closes)}, but the note stands beside {shown(stem)}"
        fields.report("note", message, key="closes")
    return note, tuple(fields.problems)


def is_note(path: str) -> bool:
    return path.endswith(NOTE_SUFFIX)


def note_path(path: str, id: str) -> str:  # noqa: A002 - the domain's own word
    """Where the closing note of the entry `id` at `path` stands: beside it, named after its id."""
    folder = path.rpartition("/")[0]
    return f"{folder}/{id}{NOTE_SUFFIX}" if folder else id + NOTE_SUFFIX


def write_entry(entry: Entry) -> bytes:
    """The bytes of a new entry file, keys in the documented order, defaults left out."""
    window_end = entry.valid_until.text if entry.valid_until else None
    keys: list[tuple[str, object]] = [
        ("id", entry.id),
        ("status", Verbatim(entry.declared.value)),
        ("valid_from", _moment_text(entry.valid_from)),
        ("valid_until", Verbatim(window_end) if window_end else None),
        ("supersedes", entry.supersedes or ()),
        ("superseded_by", entry.superseded_by or ()),
        ("scope", entry.scope),
        ("tags", entry.tags),
        ("importance", Verbatim(repr(entry.importance))),
        ("pinned", Verbatim("true") if entry.pinned else ()),
        ("trust", Verbatim(entry.trust.value) if entry.trust is Trust.UNREVIEWED else ()),
        ("created", _moment_text(entry.created) or ()),
        ("author", entry.author or ()),
        ("source", entry.source or ()),
        ("section", entry.section or ()),
        ("dated_by", entry.dated_by or ()),
    ]
    return compose([(key, value) for key, value in keys if value != ()], entry.body)  # type: ignore[misc]


def write_note(note: ClosingNote) -> bytes:
    """The bytes of a new closing note, with a sentence that links the successor."""
    keys: list[tuple[str, str | None]] = [
        ("closes", note.closes),
        ("status", Verbatim("closed")),
        ("valid_until", _moment_text(note.valid_until)),
        ("superseded_by", note.superseded_by),
        ("reason", note.reason),
        ("closed_by", note.closed_by),
        ("recorded", _moment_text(note.recorded)),
    ]
    return compose([(key, value) for key, value in keys if value is not None], note.body)


def note_body(ended: Moment, successor: str | None, link: str | None) -> str:
    """The sentence of a closing note; `link` is the path from the note to its successor."""
    if successor is None:
        return f"Closed on {ended.day.isoformat()}, nothing replaces it."
    return f"Closed on {ended.day.isoformat()}, replaced by [{successor}]({link})."


def _moment_text(written: Moment | None) -> str | None:
    return Verbatim(written.text) if written else None


def _entry_id(fields: Fields) -> str:
    stem = PurePosixPath(fields.path).name.removesuffix(SUFFIX)
    stated = fields.text("id")
    if stated is None and ids.is_valid(stem):
        return stem
    if stated is not None and ids.is_valid(stated):
        return stated
    fallback = stem if ids.is_valid(stem) else ids.derived(stem)
    fields.report(
        "id",
        f"{shown(stated or stem)} is not an id: use 1 to 80 of a-z, 0-9 and hyphens, beginning "
        f"with a letter or digit; read as {fallback!r} meanwhile",
        key="id",
    )
    return fallback


def _links(fields: Fields, key: str) -> tuple[str, ...]:
    found = dict.fromkeys(fields.texts(key))
    for link in found:
        _check_link(fields, key, link)
    return tuple(link for link in found if ids.is_valid(link))


def _link(fields: Fields, key: str) -> str | None:
    link = fields.text(key)
    if link is None or not _check_link(fields, key, link):
        return None
    return link


def _check_link(fields: Fields, key: str, link: str) -> bool:
    if ids.is_valid(link):
        return True
    fields.refuse(key, f"{shown(link)} is not an id, so it names no entry")
    return False


def _scope(fields: Fields) -> tuple[str, ...]:
    value = fields.values.get("scope")
    if value is not None and value.lost_to_comment:
        fields.unreadable.add("scope")  # an empty scope would mean everywhere
    if value is not None and value.is_plain and value.text.lower() in {"true", "false"}:
        fields.refuse("scope", f"{shown(value.text)} names no scope: write names and path globs")
        return ()
    return fields.texts("scope")


def _created(fields: Fields) -> Moment | None:
    value = fields.values.get("created")
    if value is not None and value.is_empty:
        fields.report(
            "value",
            "is empty: write when it was recorded, or leave the key out",
            key="created",
            severity=Severity.WARNING,
        )
    return fields.moment("created")


def _check_window(fields: Fields, entry: Entry) -> None:
    begins = entry.valid_from.begins if entry.valid_from else moment.EARLIEST
    if entry.valid_until is not None and entry.valid_until.last < begins:
        fields.report("window", "is before valid_from, so it never applies", key="valid_until")
    if entry.superseded_by and entry.declared is Declared.ACTIVE:
        fields.report(
            "status",
            "names a successor while status is active; write status: closed",
            key="superseded_by",
            severity=Severity.WARNING,
        )
