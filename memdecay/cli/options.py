"""Options that several commands share, each declared once with its help."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from memdecay import moment
from memdecay.errors import Unusable
from memdecay.moment import Moment

Json = Annotated[bool, typer.Option("--json", help="One JSON document.")]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="DATE", help="As things stood at the end of that day.")
]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="DATE", help="By what had been recorded by then.")
]


def instant(text: str | None, option: str) -> datetime | None:
    """The instant an option asks about: the end of a day, or a time as it stands."""
    written = moment_of(text, option)
    return written.last if written else None


def moment_of(text: str | None, option: str) -> Moment | None:
    """The date or time that an option gives. Raises Unusable naming the option."""
    if text is None:
        return None
    try:
        return moment.parse(text)
    except ValueError as fault:
        raise Unusable(f"{option} {text!r}: {fault}") from None
