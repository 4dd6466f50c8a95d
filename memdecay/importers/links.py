"""What in a paragraph is no text of its own: badges, links to elsewhere, links down the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_EDGE = " \t\n|•·*–—-,;:.()[]"


def only_links(tokens: Sequence[Any]) -> str | None:
    """What the inline tokens are, where they hold nothing but links and pictures; None for any text."""
    depth = links = pictures = anchors = 0
    for token in tokens:
        if token.type == "link_open":
            depth += 1
            links += 1
            anchors += str(token.attrs.get("href", "")).startswith("#")
        elif token.type == "link_close":
            depth -= 1
        elif token.type == "image":
            pictures += 1
        elif token.type == "html_inline" or (depth == 0 and _says_something(token)):
            return None
    if pictures:
        return "badges"
    if links:
        return "table of contents" if anchors == links else "links only"
    return None


def _says_something(token: Any) -> bool:
    return token.type in {"text", "code_inline"} and bool(token.content.strip(_EDGE))
