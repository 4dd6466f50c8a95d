"""Entry text as a part of another Markdown document, out of which it cannot break.

A body stands verbatim where it can. Its headings go below those around it, and what could swallow or
imitate the text after it (HTML, a fence left open) is put as a whole into a fence of its own.
"""

from __future__ import annotations

import re

from memdecay.characters import escaped

OWN_MARK = re.compile(r"<!--(?=\s*/?memdecay:)", re.IGNORECASE)
_FENCE = re.compile(r"( *)(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"^( {0,3})(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_HTML = re.compile(r"[\s>*+\-\d.)]*<[!?/A-Za-z]")
_CONTAINER = re.compile(r"\s*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))")
_TICKS = re.compile(r"`+")
_DEEPEST = 6


def quoted(body: str, level: int) -> str:
    """`body` under a heading of `level`: without outer blank lines, ending in none.

    Our own markers in it are spelled so that nobody takes them for markers.
    """
    text = _neutral(body.strip("\n"))
    return _below(text, level) or fenced(text)


def fenced(text: str) -> str:
    """Text in a fence that nothing in it can close."""
    longest = max((len(run[0]) for run in _TICKS.finditer(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}markdown\n{text}\n{fence}"


def code(text: str) -> str:
    """One line of text as code inside a line, whatever it holds."""
    shown = escaped(" ".join(_neutral(text).split()))
    longest = max((len(run[0]) for run in _TICKS.finditer(shown)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}" if shown else ""


def _neutral(text: str) -> str:
    return OWN_MARK.sub("&lt;!--", text)


def _below(text: str, level: int) -> str | None:
    """The text with its headings demoted; None where that would not make it safe."""
    shown: list[str] = []
    opening: re.Match[str] | None = None
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if opening is not None:
            if _is_doubtful(line, mark, opening):
                return None
            opening = None if mark and _closes(mark, opening) else opening
            shown.append(line)
        elif mark and "`" in mark[3]:
            return None  # after ticks that is code in a line, and not after tildes
        elif mark:
            opening = mark
            shown.append(line)
        elif _HTML.match(line) or "<!--" in line or "\t" in line[: len(line) - len(line.lstrip())]:
            return None
        elif _UNDERLINE.match(line) and shown and shown[-1].strip():
            if not _underlined(shown, line, level):
                return None
        else:
            shown.append(_HEADING.sub(lambda found: _demoted(found, level), line))
    return None if opening is not None else "\n".join(shown)


def _closes(mark: re.Match[str], opening: re.Match[str]) -> bool:
    return mark[2][0] == opening[2][0] and len(mark[2]) >= len(opening[2]) and not mark[3].strip()


def _is_doubtful(line: str, mark: re.Match[str] | None, opening: re.Match[str]) -> bool:
    """Whether it depends on the list around a fence if this line is still code."""
    if mark and _closes(mark, opening) and mark[1] != opening[1]:
        return True
    return bool(line.strip()) and not line.startswith(opening[1])


def _demoted(heading: re.Match[str], level: int) -> str:
    return heading[1] + "#" * min(_DEEPEST, level + len(heading[2]))


def _underlined(shown: list[str], line: str, level: int) -> bool:
    """Take a line of `=` or `-` behind text as what it is, heading or rule. False where neither is sure."""
    above = shown[-1]
    if _FENCE.match(above) and above.startswith(" "):
        return False  # the end of a fence, if no list around it says otherwise
    if _HEADING.match(above) or _FENCE.match(above):
        shown.append(line)  # a rule: these take no underline
        return True
    is_alone = len(shown) == 1 or not shown[-2].strip() or _HEADING.match(shown[-2]) is not None
    if not is_alone or above.startswith("    ") or "|" in above:
        return False
    if _CONTAINER.match(above):
        shown.append(line)
        return True
    depth = 1 if line.lstrip().startswith("=") else 2
    shown[-1] = "#" * min(_DEEPEST, level + depth) + " " + above.strip()
    return True
