"""An approval is of one entry and its bytes; an event is kept unless an erasure took its words."""

from __future__ import annotations

from dataclasses import replace

from memdecay.checks.approvals import Ledger
from memdecay.event import Event, Kind
from tests.builders import instant

USED = Event(
    id="0197341c-0000-7000-8000-000000000001",
    at=instant("2026-06-03"),
    kind=Kind.USED,
    entry="npm",
    by="Dana",
    note="it worked",
)
WORDLESS = replace(USED, note=None)


def deleted(entry: str, reason: str) -> Event:
    note = f"{reason}: approved in proposals/2026-06-03.md (sha256 {64 * 'a'}, line {16 * 'b'})"
    return replace(USED, id="0197341c-0000-7000-8000-000000000002", kind=Kind.DELETED, entry=entry, note=note)


def ledger(*events: Event) -> Ledger:
    return Ledger(events={one.id: one for one in events})


def test_an_entry_is_erased_by_its_own_approval_only() -> None:
    found = ledger(deleted("token", "secret"))
    assert found.has_erased("token")
    assert not found.has_erased("npm")
    assert not ledger(deleted("token", "noise")).has_erased("token")


def test_an_event_that_changed_or_went_is_not_kept() -> None:
    assert ledger(USED).keeps(USED)
    assert not ledger().keeps(USED)
    assert not ledger(replace(USED, entry="pnpm")).keeps(USED)
    assert not ledger(replace(USED, kind=Kind.MISLED), deleted("token", "secret")).keeps(USED)


def test_words_may_go_from_an_event_with_an_erasure_only() -> None:
    assert not ledger(WORDLESS).keeps(USED)
    assert not ledger(WORDLESS, deleted("token", "noise")).keeps(USED)
    assert ledger(WORDLESS, deleted("token", "secret")).keeps(USED)
