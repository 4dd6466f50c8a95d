"""Closing an entry by hand is the one edit of it that is no rewrite."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.checks.by_hand import is_closed_by_hand
from tests.builders import markdown

TITLE = 'title: "Use npm"  # said so'
OPEN = markdown("id: a", "status: active", TITLE, "valid_until:", "tags: [x]")


def closed(*block: str, body: str = "Use pnpm.\n") -> bytes:
    return markdown(*block, body=body)


@pytest.mark.parametrize(
    "after",
    [
        closed("id: a", "status: closed", TITLE, "valid_until:", "tags: [x]"),
        closed("id: a", "status: closed", TITLE, "valid_until: 2026-06-02", "tags: [x]"),
        closed(
            "id: a", "status: closed", TITLE, "valid_until: 2026-06-02T09:00:00Z",
            "superseded_by: b", "tags: [x]",
        ),
        closed("superseded_by: b", "id: a", TITLE, "tags: [x]", "status: 'closed' # now"),
    ],
)  # fmt: skip
def test_the_keys_that_close_may_change_come_and_go(after: bytes) -> None:
    assert is_closed_by_hand("a.md", OPEN, after)


def test_an_entry_that_states_no_status_is_active_and_can_be_closed() -> None:
    assert is_closed_by_hand("a.md", markdown("id: a"), markdown("id: a", "status: closed"))


def test_line_ends_and_a_byte_order_mark_stay_as_they_are() -> None:
    before = b"\xef\xbb\xbf" + OPEN.replace(b"\n", b"\r\n")
    assert is_closed_by_hand("a.md", before, before.replace(b"active", b"closed"))
    assert not is_closed_by_hand("a.md", before, OPEN.replace(b"active", b"closed"))


@pytest.mark.parametrize(
    "after",
    [
        OPEN.replace(b"valid_until:", b"valid_until: 2026-06-02"),  # it is not closed
        OPEN.replace(b"active", b"closed").replace(b"Use pnpm.", b"Use yarn."),
        OPEN.replace(b"active", b"closed").replace(b"[x]", b"[x, y]"),
        OPEN.replace(b"active", b"closed").replace(b"# said so", b"# said no"),
        OPEN.replace(b"active", b"closed").replace(b"tags: [x]\n", b""),
        OPEN.replace(b"active", b"closed").replace(b"tags: [x]", b"tags:  [x]"),
        OPEN.replace(b"active", b"closed").replace(b"valid_until:", b"valid_until: soon"),
        OPEN.replace(b"active", b"closed").replace(b"valid_until:", b"superseded_by: ../b"),
        OPEN.replace(b"active", b"closed") + b"\n",
        OPEN.replace(b"active", b"closed").replace(b"---\nUse", b"---\nstatus: active\nUse"),
        OPEN.replace(b"active", b"closed").removesuffix(b"\n"),
        OPEN.replace(b"status: active", b"status: closed\nstatus: closed"),
        b"",
    ],
)
def test_any_other_edit_is_a_rewrite(after: bytes) -> None:
    assert not is_closed_by_hand("a.md", OPEN, after)


def test_an_entry_that_is_closed_stays_as_it_was_closed() -> None:
    before = markdown("id: a", "status: closed", "valid_until: 2026-06-02")
    assert not is_closed_by_hand("a.md", before, before.replace(b"06-02", b"06-03"))
    assert not is_closed_by_hand("a.md", before, before.replace(b"closed", b"active"))


def test_a_line_that_looks_like_a_key_inside_a_longer_value_is_no_key() -> None:
    before = b'---\nid: a\ntitle: "never\nstatus: was\n push"\n---\nx\n'
    after = b'---\nid: a\nstatus: closed\ntitle: "never\n push"\n---\nx\n'
    assert not is_closed_by_hand("a.md", before, after)


def test_lines_of_the_body_that_look_like_keys_are_the_body() -> None:
    before = markdown("id: a", body="x\n---\nstatus: active\n")
    after = markdown("id: a", "status: closed", body="x\n---\nstatus: closed\n")
    assert not is_closed_by_hand("a.md", before, after)


CLOSED = OPEN.replace(b"active", b"closed")
OWN_LINES = [
    range(CLOSED.index(key), CLOSED.index(b"\n", CLOSED.index(key))) for key in (b"status", b"valid_until")
]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(CLOSED) - 1), st.integers(1, 255))
def test_no_byte_outside_of_the_closing_lines_can_change_with_it(place: int, by: int) -> None:
    if any(place in line for line in OWN_LINES):
        return
    after = bytearray(CLOSED)
    after[place] ^= by
    assert not is_closed_by_hand("a.md", OPEN, bytes(after))
