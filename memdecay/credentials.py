"""Asks a detector library, and our own list of shapes, what in a text looks like a secret.

Offline; what was found is never kept. Each line is looked over, then what its breaks or base64 may hide.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from memdecay import key_shapes, masking, unwrapping
from memdecay.masking import Hit

_PLUGINS = (
    "ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector",
    "CloudantDetector", "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector",
    "IbmCloudIamDetector", "IbmCosHmacDetector", "JwtTokenDetector",
    "MailchimpDetector", "NpmDetector", "OpenAIDetector", "PrivateKeyDetector", "PypiTokenDetector",
    "SendGridDetector", "SlackDetector", "SoftlayerDetector", "SquareOAuthDetector", "StripeDetector",
    "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
"""All that the library has but the guesses by entropy, which take commit hashes for secrets. None of
them asks a server: that is the library's scanner, which is not used."""
_KEYWORDS = "KeywordDetector"
_KEYWORD = "Secret Keyword"

_REST = ""
"""The kind of what goes on from the line before: it is masked, and told only once."""

_LONGEST_PIECE = 4096
_SHORTEST_VALUE = 4
"""Of a group in a pattern; a shorter one is a beginning such as `ghp`."""
_MOST_ASSIGNED = 20
"""Times that a piece is searched for the next quoted value."""
_ALLOWED = re.compile(
    r"(?:#|//|/\*|--|')[ \t#]{0,20}pragma: ?(?:allow|white)list(?P<next>[ -]nextline)?[ -]secret\b",
    re.IGNORECASE,
)
"""The mark that many projects know. It covers one finding: the last one before it on its line, or with
`nextline` the first of the next line. What follows it may be the reason."""


class Credential(NamedTuple):
    """A line (counted from 1) that looks like it holds a secret, and of which kind."""

    kind: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind} at line {self.line}"


class Looked(NamedTuple):
    """What was found in a text, and the text with every value found in it shortened to a few letters.

    `is_whole` tells whether all of it was looked at before the time was up; where not, `masked` is empty.
    `allowed` is what a mark in the text says is none, and which is shown as it is.
    """

    found: tuple[Credential, ...]
    masked: str
    is_whole: bool
    allowed: tuple[Credential, ...] = ()


def spotted(text: str) -> tuple[Credential, ...]:
    """Every likely secret in `text`, in order, without its value."""
    with looking() as look:
        return look(text).found


def values(text: str) -> frozenset[str]:
    """Every likely secret itself, to take it away elsewhere too; never show or keep it."""
    lines = text.split("\n")
    return frozenset(line[hit.start : hit.end] for line in lines for hit in _of_line(line, math.inf))


@contextmanager
def looking(seconds: float = math.inf) -> Iterator[Callable[[str], Looked]]:
    """A function that looks over one text after the other, each for at most so many seconds.

    Lines are cut where they are very long, since a pattern takes the square of their length.
    """
    yield lambda text: _looked(text, time.monotonic() + seconds)


def _looked(text: str, deadline: float) -> Looked:
    lines = text.split("\n")
    hits: list[list[Hit]] = []
    try:
        hits += (_of_line(line, deadline) for line in lines)
        _look_behind_breaks(lines, hits, deadline)
    except _TimeIsUp:
        return Looked(_told(hits), "", is_whole=False)
    allowed = _take_allowed(lines, hits)
    return Looked(_told(hits), "\n".join(masking.masked(lines, hits)), is_whole=True, allowed=_told(allowed))


class _TimeIsUp(Exception):
    """A text is too long to be looked over to its end."""


def _refuse_late(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise _TimeIsUp


def _told(hits: Iterable[Sequence[Hit]]) -> tuple[Credential, ...]:
    return tuple(
        Credential(hit.kind, number)
        for number, found in enumerate(hits, 1)
        for hit in sorted(found, key=lambda one: (one.kind, one.start))
        if hit.kind != _REST
    )


# What stands in one line


def _of_line(line: str, deadline: float) -> list[Hit]:
    """Every likely secret in a line; of two that overlap the one that says more about its kind."""
    hits: list[Hit] = []
    for offset, piece in _pieces(line):
        _refuse_late(deadline)
        for kind, start, end in _of_piece(piece):
            hit = Hit(kind, offset + start, offset + end)
            if not any(hit.overlaps(one) for one in hits):
                hits.append(hit)
    return hits


def _pieces(line: str) -> Iterator[tuple[int, str]]:
    """A line, in overlapping parts where it is long: no secret is longer than the overlap."""
    step = _LONGEST_PIECE // 2
    yield 0, line[:_LONGEST_PIECE]
    for start in range(step, max(0, len(line) - step), step):
        yield start, line[start : start + _LONGEST_PIECE]


def _of_piece(piece: str) -> Iterator[Hit]:
    yield from _named(piece)
    yield from _assigned(piece)
    for start, end, said in unwrapping.decoded(piece):
        for hit in (*_named(said), *_assigned(said)):
            yield Hit(hit.kind, start, end)


def _named(text: str) -> Iterator[Hit]:
    """Keys that are known by their shape."""
    yield from (hit for hit, values in _shaped(text) if not any(key_shapes.is_filler(one) for one in values))


def _shaped(text: str) -> Iterator[tuple[Hit, list[str]]]:
    """Everything that has the shape of a key, with what of it must not be a filler."""
    if not key_shapes.MAY_HOLD.search(text):
        return
    for plugin in _plugins() if key_shapes.KNOWN_TO_THE_LIBRARY.search(text) else ():
        said = set(plugin.analyze_string(text))
        for shape in plugin.denylist if said else ():
            for found in shape.finditer(text):
                values = [found[0], *(group for group in found.groups() if group)]
                if said.intersection(values):
                    long = [value for value in values if len(value) >= _SHORTEST_VALUE]
                    yield Hit(plugin.secret_type, *found.span()), long
    if key_shapes.ANY_SHAPE.search(text):
        for kind, shape in key_shapes.shapes().items():
            yield from ((Hit(kind, *found.span()), [found[0]]) for found in shape.finditer(text))


def _assigned(text: str) -> Iterator[Hit]:
    """Values that are known by the name before them: bare ones by their mixture, others by the library."""
    if not key_shapes.KEYWORD.search(text):
        return
    for found in key_shapes.ASSIGNED.finditer(text):
        if key_shapes.is_password(found["value"]) and not key_shapes.is_filler(found["value"]):
            yield Hit(_KEYWORD, *found.span("value"))
    yield from _quoted(text)


def _quoted(text: str) -> Iterator[Hit]:
    from detect_secrets.filters import heuristic

    if heuristic.is_indirect_reference(text):
        return
    for _ in range(_MOST_ASSIGNED):  # the library tells of each line only its first
        values = [value for value in _keywords().analyze_string(text) if value and value in text]
        for value in dict.fromkeys(values):
            place = text.find(value)
            is_none = heuristic.is_sequential_string(value) or heuristic.is_templated_secret(value)
            if place >= 0 and not is_none and not key_shapes.is_filler(value):
                yield Hit(_KEYWORD, place, place + len(value))
            text = text.replace(value, "\0" * len(value), 1)
        if not values:
            return


@cache
def _plugins() -> tuple[Any, ...]:
    return tuple(_plugin(name) for name in _PLUGINS)


@cache
def _keywords() -> Any:
    return _plugin(_KEYWORDS)


def _plugin(name: str) -> Any:
    from detect_secrets.core.plugins import initialize

    return initialize.from_plugin_classname(name)


# What a break of the line hides


def _look_behind_breaks(lines: Sequence[str], hits: list[list[Hit]], deadline: float) -> None:
    """Add what is found in words that were broken over lines."""
    for chain in unwrapping.chains(lines):
        _refuse_late(deadline)
        for hit in _of_word(chain.text):
            first, *rest = chain.holding(hit.start, hit.end)
            if rest and not _is_whole(lines[first.line][first.start : first.end]):
                hits[first.line].append(Hit(hit.kind, first.start, first.end))
            for part in rest if hits[first.line] else ():
                hits[part.line].append(Hit(_REST, part.start, part.end))


def _is_whole(part: str) -> bool:
    """Whether the first part alone has the shape already, so that it was judged without the others."""
    return any(True for _ in _shaped(part))


def _of_word(text: str) -> Iterator[Hit]:
    yield from _named(text)
    for start, end, said in unwrapping.decoded(text):
        yield from (Hit(hit.kind, start, end) for hit in _named(said))


# What is allowed


def _take_allowed(lines: Sequence[str], hits: list[list[Hit]]) -> list[list[Hit]]:
    """Take out of `hits` what a mark covers, by line."""
    allowed: list[list[Hit]] = [[] for _ in hits]
    for place, line in enumerate(lines[: len(hits)]):
        for mark in _ALLOWED.finditer(line):
            there = place + 1 if mark["next"] else place
            here = hits[there] if there < len(hits) else []
            told = [hit for hit in here if hit.kind != _REST and (mark["next"] or hit.start < mark.start())]
            if told:
                one = min(told, key=masking.beginning) if mark["next"] else max(told, key=masking.beginning)
                here.remove(one)
                allowed[there].append(one)
    return allowed
