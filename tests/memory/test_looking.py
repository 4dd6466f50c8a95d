"""A file is looked over for what must not be in it; one that cannot be looked over is no clean file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from memdecay import credentials
from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.credentials import Credential, Looked
from memdecay.memory.looking import Looker
from tests.builders import happened, markdown
from tests.checks.test_rewrites import LIST, LIST_PATH, segment

LOGIN = "https://ci:Tr0ub4dor3@registry.fabrikam.io"


def told(data: bytes, path: str = "a.md", kind: Kind = Kind.ENTRY) -> list[str]:
    with ExitStack() as opened:
        page = Page(path=path, kind=kind, data=data)
        return [f"{one.rule} {one.line} {one.key or ''}".strip() for one in Looker(opened).faults(page)]


def test_secrets_are_found_in_entries_notes_events_and_lists() -> None:
    assert told(markdown("id: a", body=f"x\n{LOGIN}\n")) == ["secret 5"]
    assert told(markdown(f"reason: {LOGIN}"), "a.closed.md", Kind.NOTE) == ["secret 2"]
    assert told(LIST + LOGIN.encode() + b"\n", LIST_PATH, Kind.LIST) == [f"secret {LIST.count(10) + 1}"]
    path, data = segment(happened("used"), happened("misled", note=f"x\n{LOGIN}", query="y"))
    (found,) = told(data, path, Kind.SEGMENT)
    assert found.startswith("secret ")
    assert found.endswith(" note")


def test_data_about_a_person_is_found_but_not_where_a_writer_signs() -> None:
    assert told(markdown("id: a", "author: dana@fabrikam.io", "created: 2026-01-01T09:00:00Z")) == []
    assert told(markdown("id: a", "source: dana@fabrikam.io")) == ["personal-data 3"]
    assert told(markdown("id: a", body="Call +44 20 7946 0958 first.\n")) == ["personal-data 4"]
    path, data = segment(happened("used", id="x", by="dana@fabrikam.io", query="dana@fabrikam.io?"))
    assert told(data, path, Kind.SEGMENT) == ["personal-data 1 query"]


def test_no_message_holds_what_was_found() -> None:
    body = f"{LOGIN}\n-----BEGIN PRIVATE KEY-----\nabc\ndana@fabrikam.io\n"
    with ExitStack() as opened:
        page = Page(path="a.md", kind=Kind.ENTRY, data=markdown("id: a", body=body))
        said = " ".join(one.message for one in Looker(opened).faults(page))
    for value in ("Tr0ub4dor3", "BEGIN PRIVATE", "dana@", "fabrikam"):
        assert value not in said


def test_a_detector_that_is_missing_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def looking(*_: Any) -> Any:
        raise ModuleNotFoundError("No module named 'detect_secrets'")

    monkeypatch.setattr(credentials, "looking", looking)
    assert told(markdown("id: a")) == ["unchecked None"]


def test_a_detector_that_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def looking(seconds: float) -> Iterator[Any]:
        yield lambda _: Looked((Credential("Token", 1),), "", is_whole=False)

    monkeypatch.setattr(credentials, "looking", looking)
    assert told(markdown("id: a")) == ["unchecked None"]


def test_the_detectors_are_opened_once_for_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[float] = []

    @contextmanager
    def looking(seconds: float) -> Iterator[Any]:
        opened.append(seconds)
        yield lambda text: Looked((), text, is_whole=True)
        opened.append(-1)

    monkeypatch.setattr(credentials, "looking", looking)
    with ExitStack() as stack:
        looker = Looker(stack)
        for _ in range(3):
            list(looker.faults(Page(path="a.md", kind=Kind.ENTRY, data=markdown("id: a"))))
    assert opened == [5.0, -1]
