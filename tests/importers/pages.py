"""Small makers of pages, and what a test reads of them."""

from __future__ import annotations

from memdecay.importers import header
from memdecay.importers.format import Format, Reader
from memdecay.importers.page import Page, Reading, tiled


def page(text: str | bytes, path: str = "AGENTS.md", *, is_yaml: bool = True) -> Page:
    data = text.encode() if isinstance(text, str) else text
    return Page(path=path, data=data, header=header.read(data, is_yaml=is_yaml))


def bodies(reading: Reading, of: Page) -> list[str]:
    """What each item says, in order."""
    return [item.body(of.data).decode().rstrip("\r\n") for item in reading.items]


def said(read: Reader, text: str | bytes, path: str = "AGENTS.md") -> list[str]:
    one = page(text, path)
    return bodies(read(one), one)


def skips(read: Reader, text: str | bytes, path: str = "AGENTS.md") -> dict[str, str]:
    """The bytes that became no instruction, by reason; blank ones left out."""
    one = page(text, path)
    found: dict[str, str] = {}
    for tile in tiled(read(one), one.data):
        if tile.item is None and tile.reason != "blank":
            found[tile.reason] = found.get(tile.reason, "") + one.data[tile.begin : tile.end].decode()
    return found


def made(formats: tuple[Format, ...], label: str) -> Format:
    return next(one for one in formats if one.label == label)
