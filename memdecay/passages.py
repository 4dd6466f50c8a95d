"""The text of an entry as it is read: its title, its normalised form, its hash."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_HEADING = re.compile(r"#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BLOCK_MARK = re.compile(r"^(?:>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]*_`]*[ \t]+(?=[^a-z\s])|(?<=[。！？])")
_FENCE = re.compile(r"(```|~~~)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_EMPHASIS = re.compile(r"(\*\*|__|(?<!\w)[*_](?=\S))(.+?)\1")
_NOT_WORD = re.compile(r"[^\w+#/.%~$@-]+|[.](?!\w)")


def title(body: str) -> str:
    """The first heading, or the first sentence of the first paragraph; "" for an empty body.

    Links and emphasis are shown as their text.
    """
    lines = _text_lines(body)
    heading = _HEADING.match(lines[0]) if lines else None
    if heading and heading[1]:
        return plain(heading[1])
    paragraph = " ".join(_BLOCK_MARK.sub("", line) for line in lines)
    return plain(_SENTENCE_END.split(paragraph, maxsplit=1)[0].strip())


def _text_lines(body: str) -> list[str]:
    """The lines of the first block with words in it; a list item is a block."""
    block: list[str] = []
    for line in (line.strip() for line in body.split("\n")):
        is_blank = not line.strip("`~=-") or _FENCE.match(line) is not None
        begins = _BLOCK_MARK.match(line) or _HEADING.match(line)
        if (is_blank or begins) and any(c.isalnum() for c in " ".join(block)):
            break
        if is_blank or begins:
            block = []
        if not is_blank:
            block.append(line)
    return block


def plain(markdown: str) -> str:
    """One line of Markdown without the marks of links and emphasis; code keeps its text."""
    text = _LINK.sub(r"\1", markdown)
    text = _EMPHASIS.sub(r"\2", text)
    return text.replace("`", "").strip()


def normalised(text: str) -> str:
    """What two texts share when they say the same in the same words.

    Case, Markdown marks, punctuation between words and the kind of white space do not count;
    digits, paths, flags and signs inside words do.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_NOT_WORD.sub(" ", folded).split())


def digest(text: str) -> str:
    """SHA-256 of `text` with `\\r\\n` read as `\\n` and without a byte-order mark, in hex."""
    unified = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return hashlib.sha256(unified.encode("utf-8", "surrogatepass")).hexdigest()
