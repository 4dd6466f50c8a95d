"""The text of an entry as it is read: its title, its normalised form, its hash."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence

_BLOCK_MARK = re.compile(r"(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]*_`]*[ \t]+(?=[^a-z\s])|(?<=[。！？])")
_FENCE = re.compile(r"(```|~~~)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_CODE = re.compile(r"(?<!`)(`+)(?!`)([^`]*)\1(?!`)")
_EMPHASIS = (
    re.compile(r"(?<![\w*])\*\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*\*(?!\*)"),
    re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?!\*)"),
    re.compile(r"(?<!\w)__(?=[^\s_])([^_]+?)(?<=[^\s_])__(?!\w)"),
    re.compile(r"(?<!\w)_(?=[^\s_])([^_]+?)(?<=[^\s_])_(?!\w)"),
)
"""As CommonMark has it: a mark opens before a word and closes behind one."""

_SIGNS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u06ed\u0900-\u0963\u0966-\u0fff\u1000-\u17ff"
"""Scripts whose vowels are signs on a letter, which are part of the word but no letters."""

_NOT_WORD = re.compile(rf"[^\w{_SIGNS}+#/.%~$@<>=&|*!-]+|[.!](?![\w=])")


def title(body: str) -> str:
    """The first heading, or the first sentence of the first paragraph; "" for an empty body.

    Links and emphasis are shown as their text.
    """
    lines = _text_lines(body)
    if lines and _is_heading(lines[0]):
        return plain(_without_closing_marks(_unmarked(lines[0])))
    paragraph = " ".join(_unmarked(line) for line in lines)
    return plain(_SENTENCE_END.split(paragraph, maxsplit=1)[0])


def blocks(body: str) -> list[str]:
    """The paragraphs, items and rows of a Markdown text, without headings; code goes line by line."""
    found: list[list[str]] = [[]]
    is_code = False
    for line in (line.strip() for line in body.split("\n")):
        if _FENCE.match(line):
            is_code = not is_code
        elif not line.strip("`~=-|: ") or _is_heading(line):
            found.append([])
        elif is_code or line.startswith("|") or _BLOCK_MARK.match(line):
            found.append([line])
        else:
            found[-1].append(line)
    return [" ".join(block) for block in found if block]


def parts(text: str, size: Callable[[str], int], most: int) -> list[str]:
    """`text` in runs of whole blocks, each at most `most` by `size`; joined again they are the text.

    A block that is longer is cut between lines, or else sentences, words, or characters. Sizes may add up
    to one more for each joint, as with word pieces.
    """
    cuts = (_whole_blocks, _lines, _sentences, _words, _halves)
    return _parts(text, size, most, cuts) if text.strip() else []


def _parts(
    text: str, size: Callable[[str], int], most: int, cuts: Sequence[Callable[[str], list[str]]]
) -> list[str]:
    if size(text) <= most or len(text) < 2:
        return [text]
    found: list[str] = []
    room = 0
    for piece in cuts[0](text):
        length = size(piece) + 1
        if found and length <= room:
            found[-1] += piece
            room -= length
        else:
            found += _parts(piece, size, most, cuts[1:] or cuts)
            room = most - size(found[-1]) - 1
    return found


def _whole_blocks(text: str) -> list[str]:
    """Cut at blank lines outside code, and before headings; a heading stays with what it heads."""
    found = [""]
    is_code = is_over = False
    is_headed = True
    for line in _lines(text):
        bare = line.strip()
        is_heading = not is_code and _is_heading(bare)
        if bare and not is_code and (is_over or (is_heading and not is_headed)):
            found.append("")
        found[-1] += line
        is_over = not bare and not is_code and not is_headed
        is_headed = is_heading if bare else is_headed
        is_code ^= _FENCE.match(bare) is not None
    return found


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])(?=\s)|(?<=[。！？])", text)


def _words(text: str) -> list[str]:
    return re.findall(r"\S+\s*|\s+", text)


def _halves(text: str) -> list[str]:
    middle = len(text) // 2
    return [text[:middle], text[middle:]]


def _text_lines(body: str) -> list[str]:
    """The lines of the first block with words in it; a heading or list item is a block."""
    block: list[str] = []
    for line in (line.strip() for line in body.split("\n")):
        is_blank = not line.strip("`~=-#") or _FENCE.match(line) is not None
        begins = _BLOCK_MARK.match(line)
        is_over = is_blank or begins or (block and _is_heading(block[0]))
        if is_over and any(c.isalnum() for c in " ".join(block)):
            break
        if is_over:
            block = []
        if not is_blank:
            block.append(line)
    return block


def _is_heading(line: str) -> bool:
    return line.startswith("#") and _BLOCK_MARK.match(line) is not None


def _unmarked(line: str) -> str:
    """A line without the mark that makes it a heading, an item or a quotation."""
    mark = _BLOCK_MARK.match(line)
    return line[mark.end() :] if mark else line


def _without_closing_marks(heading: str) -> str:
    """`Title ##` is closed by its marks, `C#` is not."""
    bare = heading.rstrip("#")
    return bare.rstrip() if bare.endswith((" ", "\t")) else heading


def plain(markdown: str) -> str:
    """One line of Markdown without the marks of links and emphasis; code keeps its text."""
    parts = _CODE.split(markdown)  # text, fence, code, text, fence, code, …, text
    shown = []
    for place in range(0, len(parts), 3):
        text = _LINK.sub(r"\1", parts[place])
        for marks in _EMPHASIS:
            text = marks.sub(r"\1", text)
        shown += [text.replace("`", ""), *parts[place + 2 : place + 3]]
    return "".join(shown).strip()


def normalised(text: str) -> str:
    """What two texts share when they say the same in the same words.

    Case, Markdown marks, punctuation between words and the kind of white space do not count;
    digits, paths, flags, operators and signs inside words do.
    """
    lines = " ".join(plain(_unmarked(line.strip())) for line in text.split("\n"))
    folded = unicodedata.normalize("NFKC", lines).casefold()
    return " ".join(_NOT_WORD.sub(" ", folded).split())


def digest(text: str) -> str:
    """SHA-256 of `text` with `\\r\\n` read as `\\n` and without a byte-order mark, in hex."""
    unified = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return hashlib.sha256(unified.encode("utf-8", "surrogatepass")).hexdigest()
