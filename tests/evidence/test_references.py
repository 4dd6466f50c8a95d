"""A reference that leads nowhere any more is told, each name once."""

from __future__ import annotations

from memdecay.evidence.mentions import mentions
from memdecay.evidence.references import references
from memdecay.state import Standing
from tests.builders import entry
from tests.evidence.cases import around, case, sentences

BODY = "Run `pnpm db:seed`, see `docs/a.md`, `docs/b.md`, `docs/c.md` and use `tiercache`.\n"


def test_what_is_gone_is_told_with_the_day_it_went() -> None:
    path = next(one for one in mentions(entry(body=BODY)) if one.name == "docs/a.md")
    told = sentences(references(case(body=BODY), around(gone={path: "2026-02-01"})))
    assert told == ["mentions `docs/a.md` (removed 2026-02-01), which no longer exists"]


def test_three_are_named_and_the_rest_is_counted() -> None:
    gone = dict.fromkeys(mentions(entry(body=BODY)), "2026-02-01")
    (told,) = sentences(references(case(body=BODY), around(gone=gone)))
    assert told == (
        "mentions the script `db:seed` (removed 2026-02-01) and `docs/a.md` (removed 2026-02-01) and "
        "`docs/b.md` (removed 2026-02-01) and 2 more, which no longer exist"
    )


def test_what_is_still_there_or_holds_no_more_is_not_told() -> None:
    assert not list(references(case(body=BODY), around()))
    gone = dict.fromkeys(mentions(entry(body=BODY)), "2026-02-01")
    assert not list(references(case(body=BODY, standing=Standing.EXPIRED), around(gone=gone)))
