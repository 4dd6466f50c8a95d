"""What goes between the markers: the sections of entries, as many as fit, under a title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from memdecay.entry import Entry
from memdecay.memory.context import UNFIT, LeftOut
from memdecay.packing import Sized, fit, tokens
from memdecay.sections import section

NOTHING = "No other instruction holds here now.\n"
"""The body of a block that was filled once and has nothing to say."""

_SENSITIVE = "that may hold a secret"
_UNWRITABLE = "with globs that this reader cannot read"

_MORE = "More instructions hold here: ask with `memdecay recall`.\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """The text of a block, and the entries that are not in it because of their length or a secret."""

    title: str
    sections: tuple[tuple[Entry, str], ...] = ()
    unfit: tuple[Entry, ...] = ()
    secret: tuple[Entry, ...] = ()
    unwritable: tuple[Entry, ...] = ()
    is_cut: bool = False
    """Whether a reader's limit, and not the budget, left some out."""

    @property
    def body(self) -> str:
        """The Markdown between the markers, with `\\n` line ends."""
        if not self.sections:
            return NOTHING
        texts = "".join(text for _, text in self.sections)
        return (self.title + texts + (_MORE if self.unfit else "")).rstrip("\n") + "\n"

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for entry, _ in self.sections)

    @property
    def left_out(self) -> list[LeftOut]:
        parts = ((UNFIT, self.unfit), (_SENSITIVE, self.secret), (_UNWRITABLE, self.unwritable))
        return [
            LeftOut(reason=why, number=len(found), ids=tuple(one.id for one in found))
            for why, found in parts
            if found
        ]

    def shorter(self) -> Filling:
        """The same without its last section."""
        *kept, (last, _) = self.sections
        return replace(self, sections=tuple(kept), unfit=(last, *self.unfit), is_cut=True)


def filled(entries: Iterable[Entry], budget: int, home: str, holds_secret: Callable[[str], bool]) -> Filling:
    """As many entries as fit in `budget` tokens, in their order; `home` is where people change them."""
    title = f"## Instructions that hold\n\nKept in `{home}`; change them there, then run `memdecay sync`.\n\n"
    entries = tuple(entries)
    secret: list[Entry] = []

    def drawn() -> Iterator[Sized[tuple[Entry, str]]]:
        for entry in entries:
            if holds_secret(f"{entry.section or ''}\n{entry.body}"):
                secret.append(entry)
            else:
                text = section(entry)
                yield Sized((entry, text), tokens(text))

    found = fit(drawn(), budget - tokens(title) - tokens(_MORE))
    sections = tuple(one.item for one in found.taken)
    done = {entry.path for entry, _ in sections} | {entry.path for entry in secret}
    return Filling(
        title=title,
        sections=sections,
        unfit=tuple(one for one in entries if one.path not in done),
        secret=tuple(secret),
    )
