"""What people wrote around a block, cut as an import would cut it, so that nothing stands in a file twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from memdecay import gate, passages
from memdecay.entry import Entry
from memdecay.importers import comments, markdown
from memdecay.importers.page import Page
from memdecay.memory import headings

_NO_SPEECH = re.compile(r"`{3}|~{3}| {4}|\t|>|\|")
"""How code, a quotation and a table begin: words in them may be an example."""


class _Piece(NamedTuple):
    """What one instruction shares with all that say the same, and the headings above it."""

    essence: tuple[object, ...]
    section: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The instructions of a page in their order, and all its words, with its comments and without."""

    pieces: tuple[_Piece, ...]
    words: str

    def say(self, entry: Entry) -> bool:
        """Whether the page says the whole of an entry, word for word and under no other heading.

        Words in the midst of an instruction do not count: "use npm" is not said by "never use npm".
        """
        if f" {passages.normalised(entry.body)} " not in self.words:
            return False
        whole = (_Piece(_essence(entry.body), ()),)  # an item without its mark is cut otherwise than with it
        return self._holds(whole, entry.section) or self._holds(_pieces(entry.body), entry.section)

    def _holds(self, wanted: tuple[_Piece, ...], section: str | None) -> bool:
        runs = (self.pieces[place : place + len(wanted)] for place in range(len(self.pieces)))
        return bool(wanted) and any(_is_said(wanted, run, section) for run in runs)


def surroundings(data: bytes) -> Surroundings:
    """What a file says, given without our block in it."""
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    words = " \0 ".join(passages.normalised(one) for one in (comments.visible(text), text))
    return Surroundings(pieces=_pieces(text), words=f" {words} ")


def _pieces(text: str) -> tuple[_Piece, ...]:
    page = Page(path="", data=text.encode("utf-8", "replace"))
    items = markdown.read(page).items
    return tuple(_Piece(_essence(one.body(page.data).decode()), one.section) for one in items)


def _essence(text: str) -> tuple[object, ...]:
    begun = _NO_SPEECH.match(text)
    return (begun[0] if begun else "", *gate.essence(text))


def _is_said(wanted: tuple[_Piece, ...], run: tuple[_Piece, ...], section: str | None) -> bool:
    """Whether a run of pieces is the wanted one, below the same headings and under `section`."""
    return len(run) == len(wanted) and all(
        said.essence == one.essence and _is_below(said.section, one.section, section)
        for one, said in zip(wanted, run, strict=True)
    )


def _is_below(said: tuple[str, ...], own: tuple[str, ...], section: str | None) -> bool:
    """Whether headings are the own ones of a text, with those of `section` above them."""
    above = said[: len(said) - len(own)]
    return (*above, *own) == said and headings.is_same_place(section, headings.joined(above))
