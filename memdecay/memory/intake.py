"""What may enter a memory at all: nothing that a person cannot see, and nothing secret."""

from __future__ import annotations

from collections.abc import Iterable

from memdecay import characters
from memdecay.errors import Refused

_MOST_NAMED = 3
_SECONDS = 20.0
"""For one text; the longest that fits into a file takes a second."""


def refuse_unfit(texts: Iterable[tuple[str, str | None]], *, joiners: bool = False) -> None:
    """Look over each text with the name it has for its writer; `joiners` as the memory allows them.

    Raises Refused for hidden characters and for what looks like a secret, which is never echoed.
    """
    for name, text in texts:
        if text:
            _refuse_hidden(name, text.replace("\r\n", "\n"), joiners=joiners)
            _refuse_secret(name, text)


def _refuse_hidden(name: str, text: str, *, joiners: bool) -> None:
    found = characters.hidden(text, joiners=joiners)
    if found:
        raise Refused(f"{name} holds characters that cannot be seen ({_listed(found)}); remove them")


def _refuse_secret(name: str, text: str) -> None:
    from memdecay import credentials  # late: a hook that only answers needs no detector

    with credentials.looking(_SECONDS) as look:
        found, _, is_whole, _ = look(text)
    if not found and not is_whole:
        raise Refused(f"{name} is too long to be looked over for secrets; split it into several entries")
    if found:
        raise Refused(
            f"{name} looks like it holds a secret ({_listed(found)}) and nothing was written; take it out, "
            "and rotate it if it is real (one that only looks like it passes with the words "
            "`pragma: allowlist secret` in a comment behind it)"
        )


def _listed(found: tuple[object, ...]) -> str:
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    return ", ".join(str(one) for one in found[:_MOST_NAMED]) + more
