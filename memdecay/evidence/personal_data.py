"""It holds data about a person: an e-mail address, a phone number, a bank account, a card.

Few patterns, each with a check that keeps look-alikes out. Names cannot be found this way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdecay.evidence.case import Case, Surroundings
from memdecay.evidence.clue import Clue, fingerprint

_EMAIL = re.compile(
    r"(?<![\w.+%/:@-])([A-Za-z0-9][\w.+%-]{0,63})@((?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24})\b"
)
_PHONE = re.compile(r"(?<![\w+.-])\+[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,4}\)?){2,6}(?![\w-]|\.\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_CARD = re.compile(r"(?<![\w.-])(?:\d{4}[ -]){3}\d{4}(?![\w-]|\.\d)|(?<![\w.-])[3-6]\d{14,15}(?![\w-]|\.\d)")

_ROLES = frozenset(
    """abuse admin api billing bot build ci code contact conduct dev developers devops dpo email git
    hello help hostmaster info jobs legal licensing mail maintainers me name no-reply noreply office ops
    opensource oss postmaster press privacy root sales security service someone support sysadmin team test
    user username webmaster you your-email your.email""".split()
)
"""What an address begins with that reaches an office, a program, or nobody."""
_NOBODY = re.compile(
    r"(?:^|\.)(?:example|test|invalid|local|localhost|internal)$|(?:^|\.)example\.(?:com|net|org)$"
    r"|(?:^|\.)(?:acme|domain|email|company|yourcompany|yourdomain|corp|foo|bar)\.(?:com|org|net|io)$"
    r"|noreply|gserviceaccount\.com$|\.(?:py|js|ts|md|json|git|png|sh|service|timer)$"
)
"""Domains that are set aside for examples (RFC 2606), used for them, or no domains at all."""
_FICTION = re.compile(r"555-?01\d\d$")
_FEWEST_DIGITS, _MOST_DIGITS = 9, 15
"""Of a phone number with its country, after E.164."""
_MOST_NAMED = 3


class Datum(NamedTuple):
    """A datum about a person: of which kind, in which line (from 1), and from where to where in the text."""

    kind: str
    line: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.kind} at line {self.line}"


def found(text: str) -> tuple[Datum, ...]:
    """Everything in `text` that looks like data about a person, in order, none overlapping."""
    spans: list[tuple[int, int, str]] = []
    for kind, pattern, is_meant in _KINDS:
        for match in pattern.finditer(text):
            is_taken = any(match.start() < end and start < match.end() for start, end, _ in spans)
            if not is_taken and is_meant(match):
                spans.append((match.start(), match.end(), kind))
    return tuple(
        Datum(kind, text.count("\n", 0, start) + 1, start, end) for start, end, kind in sorted(spans)
    )


def values(text: str) -> frozenset[str]:
    """The data themselves, to find them elsewhere and take them away."""
    return frozenset(text[datum.start : datum.end] for datum in found(text))


def masked(text: str) -> str:
    """`text` with every such datum shown as its first character and stars."""
    while data := found(text):  # again, since one may have hidden in the other's digits
        for datum in reversed(data):
            text = f"{text[: datum.start + 1]}****{text[datum.end :]}"
    return text


def personal_data(case: Case, around: Surroundings) -> Iterator[Clue]:  # noqa: ARG001
    """An entry, open or closed, that holds data about a person, or about which something else does.

    The address of who wrote it is told beside other evidence; alone it is no reason to delete.
    """
    listed = [str(datum) for datum in found(case.entry.body)]
    listed += _attached(case, is_provenance=False)
    by = _attached(case, is_provenance=True)
    if not listed and not by:
        return
    told = [*listed, *by]
    more = f" and {len(told) - _MOST_NAMED} more" if len(told) > _MOST_NAMED else ""
    yield Clue(
        rule="personal-data",
        sentence=f"personal data: {', '.join(told[:_MOST_NAMED])}{more}",
        fingerprint=fingerprint("personal-data", *told),
        numbers={"found": len(told)},
        is_enough=bool(listed),
    )


def _attached(case: Case, *, is_provenance: bool) -> list[str]:
    """Kinds and places, each once: one address may stand in many events."""
    texts = (one for one in case.attached if one.is_provenance == is_provenance)
    whose = " (who wrote it)" if is_provenance else ""
    named = (f"{datum.kind} {one.place}{whose}" for one in texts for datum in found(one.text))
    return list(dict.fromkeys(named))


def _is_address(match: re.Match[str]) -> bool:
    local, domain = match[1].lower(), match[2].lower()
    behind = match.string[match.end() : match.end() + 1]
    # git@host:path is a place to clone from, user@host/ a part of a URL.
    return local not in _ROLES and behind not in (":", "/") and not _NOBODY.search(domain) and local != "git"


def _is_phone(match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match[0])
    return _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS and not _FICTION.search(match[0])


def _is_iban(match: re.Match[str]) -> bool:
    """The check digits of ISO 13616: moved to the end, letters as numbers, remainder 1 of 97."""
    account = match[0].replace(" ", "")
    if not 15 <= len(account) <= 34:
        return False
    return int("".join(str(int(sign, 36)) for sign in account[4:] + account[:4])) % 97 == 1


def _is_card(match: re.Match[str]) -> bool:
    """The check digit of Luhn, and not one digit over and over."""
    digits = [int(sign) for sign in match[0] if sign.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (
        len(set(digits)) > 1 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0 and digits[0] in {3, 4, 5, 6}
    )


_KINDS = (
    ("e-mail address", _EMAIL, _is_address),
    ("bank account", _IBAN, _is_iban),
    ("payment card", _CARD, _is_card),
    ("phone number", _PHONE, _is_phone),
)
