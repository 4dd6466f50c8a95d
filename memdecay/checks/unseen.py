"""No file holds characters that a reader cannot see."""

from __future__ import annotations

from collections.abc import Iterator

from memdecay import characters
from memdecay.characters import Hidden, shown
from memdecay.checks.page import Page
from memdecay.problem import Problem

_MOST_NAMED = 3


def unseen(page: Page) -> Iterator[Problem]:
    """Hidden characters anywhere in a file, at the first of them."""
    for first_line, key, text in page.texts:
        found = characters.hidden(text, joiners=page.joiners)
        if found:
            place = (first_line, None) if key else (found[0].line, found[0].column)
            yield page.problem("hidden-text", message(found), line=place[0], column=place[1], key=key)


def message(found: tuple[Hidden, ...]) -> str:
    """What is hidden and where, with the words that it spells."""
    listed = ", ".join(str(one) for one in found[:_MOST_NAMED])
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    spelt = characters.spelt(found)
    words = f", which spell {shown(spelt)}" if spelt else ""
    return f"holds characters that cannot be seen ({listed}{more}{words}); remove them"
