"""What the words of a block tell of the blocks around it: it denies them, announces them, or goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdecay.importers import comments
from memdecay.importers.blocks import Block, list_items

_DENIES = re.compile(
    r"(?i)\b(?:no|not|never|(?:do|does|must|should|ca)n[o'’]?t|avoid|avoided|stop|cannot|forbidden|prohibited|"
    r"disallowed|banned|anti-?patterns?|mistakes|pitfalls|bad|wrong|incorrect|deprecated)\b|[❌✖✘⛔🚫]"
)
_TAG = re.compile(r"<[^<>]*>")
_MOST_PARTS = 12
"""Items of a list that can be parts of one sentence; more are a list of their own."""


def denies(text: str) -> bool:
    """Whether a heading or an introduction turns what stands below it into its opposite."""
    return _DENIES.search(text) is not None


def introduces(block: Block) -> bool:
    """Whether a paragraph ends in a colon and so belongs to what follows."""
    return block.kind == "paragraph" and block.text.rstrip("*_ ").endswith((":", "："))


def goes_on(block: Block) -> bool:
    """Whether the items of a list finish the sentence before it: most begin with a small letter."""
    starts = [one.text.lstrip("*_ ")[:1] for one in list_items(block)]
    return sum(one.islower() for one in starts) * 2 > len(starts) and len(starts) <= _MOST_PARTS


def lone_title(blocks: Sequence[Block]) -> Block | None:
    """The one heading of the first level above all others: it names the file, not a part of it."""
    headings = [one for one in blocks if one.kind == "heading"]
    tops = [one for one in headings if one.tokens[0].tag == "h1"]
    return tops[0] if len(tops) == 1 and headings[0] is tops[0] else None


def says_something(block: Block) -> bool:
    """Whether a reader finds more in a block than a line across the page."""
    if block.kind == "html_block":
        return has_words(comments.visible(block.text), is_html=True)
    return block.kind != "hr"


def has_words(text: str, *, is_html: bool = False) -> bool:
    """Whether there is a letter or digit in a text, in one of HTML outside its tags."""
    return any(character.isalnum() for character in (_TAG.sub("", text) if is_html else text))
