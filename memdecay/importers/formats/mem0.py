"""mem0: the JSON in which its API lists memories."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from memdecay import moment
from memdecay.importers.format import Format
from memdecay.importers.page import Facts, Item, Note, Page, Reading
from memdecay.moment import Moment

_BETWEEN = " \t\r\n,"


def read_list(page: Page) -> Reading:
    """Each result is an entry; its text is that of the JSON string."""
    text = page.data.decode("utf-8-sig")
    offset = len(page.data) - len(text.encode())
    try:
        start = _start(text)
        items = tuple(_items(text, start, offset))
    except (ValueError, RecursionError) as fault:
        message = f"is no list of memories as the API of mem0 gives it ({fault})"
        return Reading(notes=(Note(path=page.path, message=message),))
    return Reading(items=items)


def _start(text: str) -> int:
    """Where the list begins: at once, or under `results`."""
    held = json.loads(text)
    if isinstance(held, list):
        return text.index("[") + 1
    if not isinstance(held, dict) or not isinstance(held.get("results"), list):
        raise ValueError("it has no `results`")
    return text.index("[", text.index('"results"')) + 1


def _items(text: str, place: int, offset: int) -> Iterator[Item]:
    decoder = json.JSONDecoder()
    while True:
        while text[place] in _BETWEEN:
            place += 1
        if text[place] == "]":
            return
        found, end = decoder.raw_decode(text, place)
        begin, place = place, end
        if isinstance(found, dict) and isinstance(found.get("memory"), str) and found["memory"].strip():
            first = offset + len(text[:begin].encode())
            last = first + len(text[begin:end].encode())
            yield Item(ranges=((first, last),), text=found["memory"], facts=_facts(found))


def _facts(found: dict[str, Any]) -> Facts:
    categories = found.get("categories")
    tags = tuple(str(one) for one in categories) if isinstance(categories, list) else ()
    begins, ends = _moment(found.get("created_at")), _moment(found.get("expiration_date"))
    return Facts(tags=tags, begins=begins, ends=ends)


def _moment(written: Any) -> Moment | None:
    try:
        return moment.parse(written) if isinstance(written, str) else None
    except ValueError:
        return None


FORMATS = (
    Format(
        name="mem0",
        label="mem0 export",
        globs=(),
        within=("**/*.json",),
        verified="2026-08-22",
        holds_where_it_stands=False,
        read=read_list,
    ),
)
