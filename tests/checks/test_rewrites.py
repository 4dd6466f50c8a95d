"""A commit may add; what is there stays, but for what a person may do."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import event, proposals
from memdecay.event import Event
from memdecay.proposals import Action
from tests.builders import happened, markdown
from tests.checks.commits import Stated, rules, told

ENTRY = markdown("id: a")
NOTE = markdown("closes: a", "valid_until: 2026-06-02")
LINE = "- [ ] `close a` <!-- b1946ac92492d234 -->"
LIST = f"""---
memdecay: proposals/1
created: 2026-11-29T21:00:00Z
---
# Proposals of 2026-11-29

## Decay list

### a

>     Use pnpm.

fading

{LINE}
""".encode()
LIST_PATH = "proposals/2026-11-29.md"


def segment(*events: Event) -> tuple[str, bytes]:
    """A segment, as a seal names it."""
    data = b"".join(event.write(one) for one in events)
    return f"ledger/2026-11/{hashlib.sha256(data).hexdigest()[:24]}.jsonl", data


def approval(data: bytes, entry: str = "a", reason: str = "noise", **values: str) -> Event:
    """The event of an approved deletion of these bytes."""
    digest = proposals.digest(Action.DELETE, entry, reason, data)
    note = f"{reason}: approved in {LIST_PATH} (sha256 {'0' * 64}, line {digest})"
    return happened("deleted", entry=entry, **{"note": note, **values})


SEGMENT_PATH, SEGMENT = segment(happened("used"), happened("misled", note="it cost an hour"))


# What may be done


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"a.md": ENTRY, "a.closed.md": NOTE, SEGMENT_PATH: SEGMENT, LIST_PATH: LIST}),
        ({"a.md": ENTRY}, {"a.md": ENTRY, "web/b.md": markdown("id: b")}),
        ({"a.md": ENTRY}, {"a.md": markdown("id: a", "status: closed")}),
        ({"a.md": ENTRY}, {"web/a.md": ENTRY}),
        ({"web/a.closed.md": NOTE}, {"a.closed.md": NOTE}),
        ({LIST_PATH: LIST}, {LIST_PATH: LIST.replace(b"[ ]", b"[x]")}),
        ({LIST_PATH: LIST.replace(b"[ ]", b"[X]")}, {LIST_PATH: LIST}),
        ({LIST_PATH: LIST}, {}),
        ({"memdecay.yaml": b"version: 1\n", "a.txt": b"x"}, {"memdecay.yaml": b"joiners: true\n"}),
        ({".cache/a.md": ENTRY, "web/.trash/a.md": ENTRY}, {}),
    ],
    ids=[
        "adding anything", "adding an entry", "closing by hand", "moving an entry", "moving a note",
        "ticking", "unticking", "taking an unticked list away", "other files", "what is not in the memory",
    ],
)  # fmt: skip
def test_a_commit_may_add_and_a_person_may_close_tick_and_move(before: Stated, after: Stated) -> None:
    assert told(before, after) == []


@pytest.mark.parametrize(
    "broken", [b"no fences\n", b"---\nid: [\n---\nx\n", b"---\nid: a\nid: b\n---\nx\n", b"\xff"]
)
def test_a_file_that_never_was_a_readable_entry_or_note_may_be_mended_or_removed(broken: bytes) -> None:
    assert told({"a.md": broken, "a.closed.md": broken}, {"a.md": ENTRY, "a.closed.md": NOTE}) == []
    assert told({"a.md": broken, "a.closed.md": broken}, {}) == []


def test_a_link_may_be_replaced_by_the_file_itself_or_removed() -> None:
    assert told({"a.md": ("120000", b"b.md")}, {"a.md": ENTRY}) == []
    assert told({"a.md": ("160000", b"")}, {}) == []


# What may not


def test_an_edit_is_named_with_the_way_to_say_something_new() -> None:
    assert told({"web/a.md": ENTRY}, {"web/a.md": ENTRY + b"More.\n"}) == [
        (
            "web/a.md: this entry was rewritten; restore it and write what holds now with "
            "`memdecay add --supersedes a`"
        )
    ]


def test_a_note_a_segment_and_a_list_are_not_edited_either() -> None:
    before = {"a.closed.md": NOTE, SEGMENT_PATH: SEGMENT, LIST_PATH: LIST}
    after = {path: data + b"\n" for path, data in before.items()}
    assert told(before, after) == [
        (
            "a.closed.md: this closing note was rewritten; restore it, and write what holds now with "
            "`memdecay add`"
        ),
        (
            f"{SEGMENT_PATH}: this segment was rewritten; restore it from git; what happened since goes "
            "into a segment of its own"
        ),
        (
            f"{LIST_PATH}: this prune list was rewritten; restore it; only ticks may change, and "
            "`memdecay propose` writes a new one"
        ),
    ]


def test_deleting_an_entry_is_named_with_both_ways_to_end_it() -> None:
    assert told({"a.md": ENTRY}, {}) == [
        (
            "a.md: this entry was deleted; restore it and run `memdecay close a --reason ...`; or let a "
            "person approve it with `memdecay propose` and `memdecay apply`, and commit the ledger with it"
        )
    ]


def test_a_note_a_segment_and_a_ticked_list_are_not_deleted_either() -> None:
    before = {"a.closed.md": NOTE, SEGMENT_PATH: SEGMENT, LIST_PATH: LIST.replace(b"[ ]", b"[x]")}
    assert told(before, {}) == [
        (
            "a.closed.md: this closing note was deleted; restore it; write what holds now as a new "
            "entry with `memdecay add`"
        ),
        f"{SEGMENT_PATH}: this segment was deleted; restore it: it is the only record of its events",
        f"{LIST_PATH}: this prune list was deleted; restore it: it is the record of what its ticks approved",
    ]


@pytest.mark.parametrize(
    ("after", "rule"),
    [
        ({"b.md": ENTRY}, "rename"),
        ({"A.md": ENTRY}, "rename"),
        ({"A.md": ENTRY + b"x\n"}, "rename"),
        ({"web/a.md": ENTRY + b"x\n"}, "deletion"),
        ({"b.md": ENTRY + b"x\n"}, "deletion"),
        ({"a.closed.md": ENTRY}, "rename"),
        ({".a.md": ENTRY}, "rename"),
        ({"proposals/a.md": ENTRY}, "rename"),
        ({"a.txt": ENTRY}, "rename"),
        ({"a.md": ("100755", ENTRY)}, "mode-change"),
        ({"a.md": ("120000", b"/etc/passwd")}, "rewrite"),
        ({"a.md": ("160000", b"1" * 40)}, "rewrite"),
        ({"a.md/b.md": ENTRY}, "rename"),
        ({"a.md": b""}, "rewrite"),
        ({"a.md": ENTRY.replace(b"\n", b"\r\n")}, "rewrite"),
        ({"a.md": b"\xef\xbb\xbf" + ENTRY}, "rewrite"),
    ],
)
def test_what_a_diff_would_show_as_something_else_is_named(after: Stated, rule: str) -> None:
    assert rules({"a.md": ENTRY}, after) == [f"{rule} a.md"]


def test_a_new_name_is_told_with_the_old_and_the_new_one() -> None:
    assert told({"web/a.md": ENTRY}, {"web/B.md": ENTRY}) == [
        "web/a.md: this entry was renamed to web/B.md; give it its name back (its folder may change)"
    ]


def test_a_folder_that_only_changes_its_case_is_another_spelling_of_the_same_file() -> None:
    assert rules({"web/a.md": ENTRY}, {"Web/a.md": ENTRY}) == ["rename web/a.md"]


def test_a_link_in_place_of_an_entry_is_named_as_such() -> None:
    assert told({"a.md": ENTRY}, {"a.md": ("120000", b"b.md")}) == [
        "a.md: this entry was replaced by a symbolic link; restore it"
    ]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_bytes_replace_those_of_an_entry_it_is_a_rewrite(data: st.DataObject) -> None:
    after = bytearray(ENTRY)
    for _ in range(data.draw(st.integers(1, 3))):
        after[data.draw(st.integers(0, len(after) - 1))] ^= data.draw(st.integers(1, 255))
    assert rules({"a.md": ENTRY}, {"a.md": bytes(after)}) in ([], ["rewrite a.md"])
    assert rules({"a.md": ENTRY}, {"a.md": bytes(after)}) == ["rewrite a.md"] or bytes(after) == ENTRY


# Deletions that a person approved


def test_an_entry_may_go_with_its_approval_in_the_ledger() -> None:
    path, data = segment(happened("used", entry="b"), approval(ENTRY))
    assert told({"a.md": ENTRY}, {path: data}) == []
    assert told({"a.md": ENTRY, path: data}, {path: data}) == []


@pytest.mark.parametrize(
    "one",
    [
        approval(ENTRY + b"x"),
        approval(ENTRY, entry="b"),
        approval(ENTRY, note="noise: approved by me"),
        approval(ENTRY, note="noise"),
        approval(ENTRY, reason="old"),
        happened("confirmed", note=approval(ENTRY).note),
    ],
    ids=["other bytes", "another entry", "no list", "no word", "no reason of ours", "another kind"],
)
def test_an_approval_of_something_else_approves_nothing(one: Event) -> None:
    path, data = segment(one)
    assert rules({"a.md": ENTRY}, {path: data}) == ["deletion a.md"]


def test_an_approval_that_is_in_no_segment_approves_nothing() -> None:
    _, data = segment(approval(ENTRY))
    assert rules({"a.md": ENTRY}, {"ledger/approval.txt": data, "approval.jsonl": data}) == ["deletion a.md"]
    assert rules({"a.md": ENTRY}, {"ledger/a.jsonl": ("120000", data)}) == ["deletion a.md"]


def test_a_closing_note_goes_only_with_an_entry_that_is_erased() -> None:
    for reason, expected in (("secret", []), ("personal-data", []), ("noise", ["deletion a.closed.md"])):
        path, data = segment(approval(ENTRY, reason=reason))
        assert rules({"a.md": ENTRY, "a.closed.md": NOTE}, {path: data}) == expected


def test_a_segment_may_lose_its_words_with_an_erasure_but_no_event() -> None:
    worded = happened("misled", note="the token ghp_x failed", query="which token")
    old_path, old = segment(happened("used"), worded)
    wordless_path, wordless = segment(happened("used"), happened("misled"))
    fewer_path, fewer = segment(happened("used"))
    path, data = segment(approval(ENTRY, reason="secret"))
    before = {"a.md": ENTRY, old_path: old}
    assert rules(before, {path: data, wordless_path: wordless}) == []
    assert rules(before, {path: data, fewer_path: fewer}) == [f"deletion {old_path}"]
    assert rules({old_path: old}, {wordless_path: wordless}) == [f"deletion {old_path}"]
    kept_path, kept = segment(approval(ENTRY))  # noise erases nothing
    assert rules(before, {kept_path: kept, wordless_path: wordless}) == [f"deletion {old_path}"]


def test_of_a_list_the_section_about_an_erased_entry_may_go_and_no_other() -> None:
    other = LIST.replace(b"### a", b"### b").replace(b"`close a`", b"`close b`")
    both = LIST + b"\n" + other[other.index(b"### b") :]
    path, data = segment(approval(ENTRY, reason="secret"))
    before: Stated = {LIST_PATH: both, path: data}
    without_a = both[: both.index(b"### a")] + both[both.index(b"### b") :]
    without_b = both[: both.index(b"### b")]
    assert rules(before, {LIST_PATH: without_a, path: data}) == []
    assert rules(before, {LIST_PATH: without_b, path: data}) == [f"rewrite {LIST_PATH}"]


def test_a_segment_that_was_damaged_may_be_restored_and_nothing_else() -> None:
    damaged = SEGMENT[:-5]
    assert rules({SEGMENT_PATH: damaged}, {SEGMENT_PATH: SEGMENT}) == []
    assert rules({SEGMENT_PATH: damaged}, {SEGMENT_PATH: SEGMENT[:-6]}) == [f"rewrite {SEGMENT_PATH}"]
    assert rules({SEGMENT_PATH: SEGMENT}, {SEGMENT_PATH: damaged}) == [f"rewrite {SEGMENT_PATH}"]
