"""Asks a detector library what in a text looks like a secret. Offline; what was found is never kept."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

_PLUGINS = (
    "ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector",
    "CloudantDetector", "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector",
    "IbmCloudIamDetector", "IbmCosHmacDetector", "JwtTokenDetector", "KeywordDetector",
    "MailchimpDetector", "NpmDetector", "OpenAIDetector", "PrivateKeyDetector", "PypiTokenDetector",
    "SendGridDetector", "SlackDetector", "SoftlayerDetector", "SquareOAuthDetector", "StripeDetector",
    "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
"""All that the library has but the guesses by entropy, which take commit hashes for secrets."""

_FILTERS = (
    "allowlist.is_line_allowlisted",  # `pragma: allowlist secret`, as elsewhere
    "heuristic.is_indirect_reference",
    "heuristic.is_not_alphanumeric_string",
    "heuristic.is_prefixed_with_dollar_sign",
    "heuristic.is_sequential_string",
    "heuristic.is_templated_secret",
)
"""None of them asks a server: the library's own default would verify what it finds."""

_LONGEST_PIECE = 4096
_MOST_SHOWN = 4
"""Letters of a secret that may be shown, so that its owner knows which it is."""
_MASK = "****"
_KEY_MARK = re.compile(r"-----(BEGIN|END) [A-Z ]{0,40}PRIVATE KEY")
"""The lines between hold the key itself, of which the detector names the first only."""


class Credential(NamedTuple):
    """A line (counted from 1) that looks like it holds a secret, and of which kind."""

    kind: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind} at line {self.line}"


def spotted(text: str) -> tuple[Credential, ...]:
    """Every likely secret in `text`, in order, without its value."""
    with looking() as look:
        return look(text).found


class Looked(NamedTuple):
    """What was found in a text, and the text with every value found in it shortened to a few letters.

    `is_whole` tells whether all of it was looked at before the time was up; the rest is left out of `masked`.
    """

    found: tuple[Credential, ...]
    masked: str
    is_whole: bool


@contextmanager
def looking(seconds: float = math.inf) -> Iterator[Callable[[str], Looked]]:
    """A function that looks over one text after the other, each for at most so many seconds.

    Lines are cut where they are very long, since a pattern takes the square of their length.
    """
    from detect_secrets.settings import transient_settings

    settings = {
        "plugins_used": [{"name": name} for name in _PLUGINS],
        "filters_used": [{"path": f"detect_secrets.filters.{name}"} for name in _FILTERS],
    }
    with transient_settings(settings):
        yield lambda text: _looked(text, time.monotonic() + seconds)


def _looked(text: str, deadline: float) -> Looked:
    from detect_secrets.core.scan import scan_line

    found: list[Credential] = []
    shown: list[str] = []
    is_key = False
    for number, line in enumerate(text.split("\n"), 1):
        values = set()
        for piece in _pieces(line):
            if time.monotonic() > deadline:
                return Looked(_in_order(found), "\n".join(shown), is_whole=False)
            for secret in scan_line(piece):
                found.append(Credential(secret.type, number))
                values.add(secret.secret_value or "")
        marks = _KEY_MARK.findall(line)
        shown.append(_MASK if is_key or marks else _masked(line, values))
        is_key = marks[-1] == "BEGIN" if marks else is_key
    return Looked(_in_order(found), "\n".join(shown), is_whole=True)


def _in_order(found: Iterable[Credential]) -> tuple[Credential, ...]:
    """Each once; the library asks its detectors in any order."""
    return tuple(sorted(set(found), key=lambda one: (one.line, one.kind)))


def _pieces(line: str) -> Iterator[str]:
    """A line, in overlapping parts where it is long: no secret is longer than the overlap."""
    step = _LONGEST_PIECE // 2
    yield line[:_LONGEST_PIECE]
    for start in range(step, max(0, len(line) - step), step):
        yield line[start : start + _LONGEST_PIECE]


def _masked(line: str, values: set[str]) -> str:
    """The line with the words that hold a secret masked; where none holds it as it was found, all of it."""
    for value in sorted(values, key=lambda one: (-len(one), one)):
        # The library gives of some tokens only their beginning, so the whole word goes.
        word = re.compile(rf"[^\s\"'`<>]*{re.escape(value)}[^\s\"'`<>]*")
        if not value or value not in line:
            return _MASK
        line = word.sub(lambda found: _shortened(found[0]), line)
    return line


def _shortened(secret: str) -> str:
    return secret[: min(_MOST_SHOWN, len(secret) // 8)] + _MASK
