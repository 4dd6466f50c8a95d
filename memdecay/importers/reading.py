"""Reads the files that were found into drafts of entries: cut, dated, scoped, every byte accounted for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memdecay import files, moment
from memdecay.entry import Declared, Entry
from memdecay.importers import dating, header, history, references
from memdecay.importers.dating import Witnesses
from memdecay.importers.finding import Found, fits
from memdecay.importers.format import Format
from memdecay.importers.formats import FORMATS
from memdecay.importers.history import NOTHING_TOLD
from memdecay.importers.page import (
    LARGEST_FILE,
    LARGEST_ITEM,
    NO_LINES,
    Item,
    Lines,
    Note,
    Page,
    Reading,
    Span,
    Tile,
    tiled,
)  # fmt: skip
from memdecay.importers.scoping import scope_of
from memdecay.memory import headings, provenance
from memdecay.memory.drafts import Draft
from memdecay.memory.indexing import Progress
from memdecay.memory.provenance import Source
from memdecay.moment import Moment
from memdecay.passages import title


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One file as it was read: its drafts, what every byte became, and what should be known of it."""

    name: str
    label: str
    drafts: tuple[Draft, ...] = ()
    tiles: tuple[Tile, ...] = ()
    lines: Lines = NO_LINES
    notes: tuple[Note, ...] = ()
    is_read: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where and when files are read: `home` is the folder that sources are named from."""

    home: Path
    now: datetime
    progress: Progress

    def read(self, found: Sequence[Found]) -> Iterator[Leaf]:
        """Every file, and after it those it imports, each once."""
        waiting = deque(found)
        seen = {one.place for one in found}
        for _ in self.progress([one.path for one in found], "reading"):
            leaf, more = self._leaf(waiting.popleft(), seen)
            yield leaf
            waiting.extend(more)
        while waiting:
            leaf, more = self._leaf(waiting.popleft(), seen)
            yield leaf
            waiting.extend(more)

    def _leaf(self, found: Found, seen: set[Path]) -> tuple[Leaf, list[Found]]:
        name, made = self._name(found), found.made
        fault, data = _bytes(found)
        if fault:
            note = Note(path=name, message=fault)
            return Leaf(name=name, label=made.label, notes=(note,), is_read=False), []
        page = Page(
            path=found.path,
            data=data,
            folder=made.folder(found.path) if found.folder is None else found.folder,
            header=header.read(data, is_yaml=made.has_yaml)
            if not found.path.endswith(".json")
            else header.NO_HEADER,
        )
        notes = list(_remarks(page, made))
        off = made.switched_off(page)
        reading = Reading() if off else made.read(page)
        more = list(self._imports(page, found, seen, notes)) if made.depth and not off else []
        notes += reading.notes
        items = tuple(one for item in reading.items for one in fitting(item, data))
        tiles = _tiles(replace(reading, items=items), page, off)
        lines = Lines.of(data)
        drafts = tuple(self._drafts(items, page, found, lines, notes))
        named = tuple(replace(note, path=name) for note in notes)
        return Leaf(name=name, label=made.label, drafts=drafts, tiles=tiles, lines=lines, notes=named), more

    def _name(self, found: Found) -> str:
        """How sources call a file: from the home of the memory, from the person's home, or in full."""
        for root, prefix in ((self.home, ""), (Path.home(), "~/")):
            if root.resolve() in found.place.parents:
                return prefix + found.place.relative_to(root.resolve()).as_posix()
        return found.place.as_posix()

    def _imports(self, page: Page, found: Found, seen: set[Path], notes: list[Note]) -> Iterator[Found]:
        """The files that a page imports and that nobody read yet."""
        for mention in references.mentions(page):
            led = references.followed(mention.path, found.place.parent, found.base)
            if led.fault is not None:
                notes.append(Note(path=page.path, line=mention.line, message=f"@{mention.path} {led.fault}"))
            elif led.target is not None and led.target not in seen:
                if found.hops >= found.made.depth:
                    message = f"@{mention.path} is deeper than the {found.made.depth} hops that are followed"
                    notes.append(Note(path=page.path, line=mention.line, message=message))
                    continue
                seen.add(led.target)
                path = led.target.relative_to(found.base).as_posix()
                own = next((one for one in FORMATS if fits(path, one)), None)
                made = own or replace(found.made, label="imported file")
                folder = None if own else page.folder
                hops = found.hops + 1
                yield Found(
                    path=path, base=found.base, place=led.target, made=made, hops=hops, folder=folder
                )  # fmt: skip

    def _drafts(
        self, items: Sequence[Item], page: Page, found: Found, lines: Lines, notes: list[Note]
    ) -> Iterator[Draft]:
        if not items:
            return
        made, keys = found.made, found.made.keys
        by = replace(self._witnesses(page, found, lines, notes), is_one_item=len(items) == 1)
        scope = scope_of(page, made)
        above = page.header.text(*keys.heading) if keys.heading else None
        tags = (*(tag for key in keys.tags for tag in page.header.texts(key)), *made.modes(page))
        for item in items:
            day, dated_by = dating.dated(item, by)
            facts = item.facts
            section = headings.joined((above or "", *item.section))
            body = item.body(page.data).decode("utf-8", "surrogateescape").rstrip("\r\n")
            entry = Entry(
                id=facts.id or "",
                path="",
                title=title(body),
                body=body + "\n",
                declared=Declared.CLOSED if facts.is_closed else Declared.ACTIVE,
                valid_from=day,
                valid_until=facts.ends or _key(page, keys.ends),
                scope=scope if facts.scope is None else facts.scope,
                tags=tuple(dict.fromkeys((*tags, *facts.tags))),
                trust=made.trust,
                author=facts.author or page.header.text(*keys.author),
                section=section[: headings.LONGEST] or None,
                dated_by=dated_by,
            )
            yield Draft(
                entry=entry, source=self._source(item, body, found, lines), names=facts.names,
                successor=facts.successor,
            )  # fmt: skip

    def _source(self, item: Item, body: str, found: Found, lines: Lines) -> Source:
        return Source(
            path=self._name(found),
            lines=(lines.number(item.begin), lines.number(max(item.begin, item.end - 1))),
            span=(item.begin, item.end),
            digest=provenance.digest(body),
        )

    def _witnesses(self, page: Page, found: Found, lines: Lines, notes: list[Note]) -> Witnesses:
        key = _key(page, found.made.keys.begins)
        told = NOTHING_TOLD if key is not None else history.told(found, lines)
        notes += told.notes
        return Witnesses(
            path=page.path,
            data=page.data,
            lines=lines,
            now=self.now,
            key=key,
            history=told.history,
            modified=told.modified,
        )


def fitting(item: Item, data: bytes) -> Iterator[Item]:
    """An item in parts that fit into an entry, cut between lines; a table's head stands over each part."""
    if len(item.body(data)) <= LARGEST_ITEM or item.text is not None:
        yield item
        return
    rows = [row for begin, end in item.ranges for row in _rows(data, begin, end)]
    is_table = len(rows) > 1 and set(data[slice(*rows[1])].strip()) <= set(b"|-: ")
    head = tuple(rows[:2]) if is_table else ()
    part: list[tuple[int, int]] = []
    size = count = 0
    for row in rows:
        if part and size + row[1] - row[0] > LARGEST_ITEM - sum(end - begin for begin, end in head):
            yield _part(item, part, head if count else ())
            part, size, count = [], 0, count + 1
        part.append(row)
        size += row[1] - row[0]
    yield _part(item, part, head if count else ())


def _part(item: Item, rows: Sequence[tuple[int, int]], head: tuple[tuple[int, int], ...]) -> Item:
    joined: list[tuple[int, int]] = []
    for begin, end in rows:
        if joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return replace(item, ranges=tuple(joined), lead=head)


def _rows(data: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a range; one that is too long by itself is cut between characters."""
    place = begin
    while place < end:
        feed = data.find(b"\n", place, end)
        last = min(end if feed < 0 else feed + 1, place + LARGEST_ITEM // 2)
        while last < end and data[last] & 0xC0 == 0x80:
            last -= 1
        yield place, last
        place = last


def _bytes(found: Found) -> tuple[str | None, bytes]:
    """The bytes of a file, or why it is passed over as a whole."""
    try:
        data = files.read(found.place.parent, found.place.name, LARGEST_FILE)
    except OSError as fault:
        return f"cannot be read ({fault.strerror or fault}); check its permissions", b""
    if len(data) > LARGEST_FILE:
        return f"is larger than {LARGEST_FILE // 1024 // 1024} MiB and was passed over", b""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return f"is not UTF-8 text (byte {fault.start}) and was passed over; save it as UTF-8", b""
    return None, data


def _remarks(page: Page, made: Format) -> Iterator[Note]:
    if page.header.fault:
        message = (
            f"its front matter is not what its tool expects ({page.header.fault}); it was read line by line"
        )
        yield Note(path=page.path, line=1, message=message)
    if made.most_characters and len(page.data.decode("utf-8")) > made.most_characters:
        message = f"is longer than the {made.most_characters:,} characters that {made.name} reads of it"
        yield Note(path=page.path, message=message)
    denied = [one for key in made.keys.globs for one in page.header.texts(key) if one.startswith("!")]
    if denied:
        yield Note(
            path=page.path, line=1, message=f"the glob {denied[0]!r} takes away, which a scope cannot say"
        )


def _tiles(reading: Reading, page: Page, off: str | None) -> tuple[Tile, ...]:
    """What each byte of a page became, its front matter included."""
    begin, start, end = page.header.begin, page.start, len(page.data)
    spans = [Span(0, begin, "byte-order mark"), Span(begin, start, "front matter")]
    spans += [Span(start, end, off)] if off else []
    return tuple(tiled(replace(reading, spans=(*spans, *reading.spans)), page.data))


def _key(page: Page, keys: Sequence[str]) -> Moment | None:
    written = page.header.text(*keys) if keys else None
    try:
        return moment.parse(written) if written else None
    except ValueError:
        return None
