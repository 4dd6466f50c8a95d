"""What is true now: windows, closings and successors folded into one standing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import moment
from memdecay.entry import ClosingNote, Declared, Entry
from memdecay.moment import EARLIEST, LATEST
from memdecay.state import Lifetime, Standing, State, known_at, lifetime, replay
from tests.builders import entry, instant, note

PENDING, ACTIVE = Standing.PENDING, Standing.ACTIVE
EXPIRED, CLOSED = Standing.EXPIRED, Standing.CLOSED


@pytest.fixture(params=["PST8PDT", "UTC0", "JST-9"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the test once on a machine in each of these time zones."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system cannot change its time zone within a process")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def standing(
    one: Entry, at: str, closing: ClosingNote | None = None, successors: Sequence[Entry] = ()
) -> Standing:
    return lifetime(one, closing, successors).standing(instant(at))


def standings(state: State, at: str) -> dict[str, str]:
    """Every entry's standing, by its path without the ending."""
    when = instant(at)
    return {path.removesuffix(".md"): found.standing(when).value for path, found in state.lifetimes.items()}


# An entry by itself


def test_an_entry_without_a_window_always_holds() -> None:
    assert lifetime(entry(), None, []) == Lifetime()
    for at in (EARLIEST, instant("2026-06-03"), LATEST):
        assert Lifetime().standing(at) is ACTIVE


# B030
@pytest.mark.usefixtures("_zone")
@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2025-03-13T23:00:00-08:00", ACTIVE),
        ("2025-03-14T12:00:00Z", ACTIVE),
        ("2025-03-14T23:59:00Z", ACTIVE),
        ("2025-03-14T23:59:59.999999Z", ACTIVE),
        ("2025-03-15T00:00:00Z", EXPIRED),
    ],
)
def test_a_bare_last_day_is_inside_to_its_end_in_utc(at: str, expected: Standing) -> None:
    assert standing(entry(valid_until="2025-03-14"), at) is expected


# B031
def test_a_window_of_one_day_holds_on_that_day_only() -> None:
    one = entry(valid_from="2025-09-18", valid_until="2025-09-18")
    assert standing(one, "2025-09-17") is PENDING
    assert standing(one, "2025-09-17T23:59:59Z") is PENDING
    assert standing(one, "2025-09-18") is ACTIVE
    assert standing(one, "2025-09-18T23:59:59Z") is ACTIVE
    assert standing(one, "2025-09-19") is EXPIRED


def test_a_question_about_a_day_asks_for_its_end() -> None:
    began_at_noon = lifetime(entry(valid_from="2025-09-18T12:00:00Z"), None, [])
    ended_at_noon = lifetime(entry(valid_until="2025-09-18T12:00:00Z"), None, [])
    asked = moment.parse("2025-09-18").last
    assert began_at_noon.standing(asked) is ACTIVE
    assert ended_at_noon.standing(asked) is EXPIRED


def test_a_timestamp_ends_at_that_instant() -> None:
    one = entry(valid_until="2025-03-14T12:00:00+02:00")
    assert standing(one, "2025-03-14T09:59:59.999999Z") is ACTIVE
    assert standing(one, "2025-03-14T10:00:00Z") is EXPIRED


# B051
def test_a_window_that_is_over_is_expired_and_not_closed() -> None:
    assert standing(entry(valid_until="2026-05-31"), "2026-06-15") is EXPIRED


# Closed by hand


def test_an_entry_closed_by_hand_is_closed_from_the_end_of_its_window() -> None:
    one = entry(declared=Declared.CLOSED, valid_from="2026-01-01", valid_until="2026-06-02")
    assert standing(one, "2025-12-31") is PENDING
    assert standing(one, "2026-06-02T23:59:59Z") is ACTIVE
    assert standing(one, "2026-06-03") is CLOSED


def test_an_entry_closed_by_hand_without_a_date_is_closed_at_all_times() -> None:
    one = entry(declared=Declared.CLOSED, valid_from="2026-01-01")
    for at in ("2020-01-01", "2026-06-03"):
        assert standing(one, at) is CLOSED


def test_an_entry_closed_by_hand_for_a_successor_is_closed_when_that_began() -> None:
    one = entry(declared=Declared.CLOSED, superseded_by="b")
    successor = entry("b", valid_from="2026-06-03")
    assert standing(one, "2026-06-02", None, [successor]) is ACTIVE
    assert standing(one, "2026-06-03", None, [successor]) is CLOSED


# Closed by a note


def test_a_note_closes_after_the_last_day_it_names() -> None:
    closing = note(valid_until="2026-06-02", recorded="2026-06-10T09:00:00Z")
    assert standing(entry(), "2026-06-02T23:59:59Z", closing) is ACTIVE
    assert standing(entry(), "2026-06-03", closing) is CLOSED


def test_a_note_that_names_an_instant_closes_at_that_instant() -> None:
    closing = note(valid_until="2026-06-02T09:14:00Z")
    assert standing(entry(), "2026-06-02T09:13:59Z", closing) is ACTIVE
    assert standing(entry(), "2026-06-02T09:14:00Z", closing) is CLOSED


def test_a_note_without_a_last_day_closes_when_it_was_recorded() -> None:
    closing = note(recorded="2026-06-03T09:14:00Z", reason="no longer needed")
    assert standing(entry(), "2026-06-03T09:13:59Z", closing) is ACTIVE
    assert standing(entry(), "2026-06-03T09:14:00Z", closing) is CLOSED


def test_a_note_with_only_a_reason_closes_at_all_times() -> None:
    closing = note(reason="it never was true")
    for at in ("2020-01-01", "2026-06-03"):
        assert standing(entry(valid_from="2026-01-01"), at, closing) is CLOSED


def test_a_note_with_only_a_successor_closes_when_that_began() -> None:
    closing = note(superseded_by="b")
    successor = entry("b", valid_from="2026-06-03")
    assert standing(entry(), "2026-06-02", closing, [successor]) is ACTIVE
    assert standing(entry(), "2026-06-03", closing, [successor]) is CLOSED


def test_a_note_ends_a_longer_window() -> None:
    one, closing = entry(valid_until="2026-12-31"), note(valid_until="2026-06-02")
    assert standing(one, "2026-06-03", closing) is CLOSED
    assert standing(one, "2027-06-03", closing) is CLOSED


def test_an_entry_that_expired_before_it_was_closed_was_expired_in_between() -> None:
    one, closing = entry(valid_until="2026-01-31"), note(valid_until="2026-06-02")
    assert standing(one, "2026-02-01", closing) is EXPIRED
    assert standing(one, "2026-06-03", closing) is CLOSED


# Closed by a successor


# B034
def test_on_each_day_either_the_old_or_the_new_instruction_holds() -> None:
    a = entry("a", valid_from="2026-01-01")
    b = entry("b", valid_from="2026-01-10", supersedes=("a",))
    for notes in ([], [note("a", valid_until="2026-01-09", superseded_by="b")]):
        state = replay([a, b], notes)
        assert standings(state, "2026-01-05") == {"a": "active", "b": "pending"}
        assert standings(state, "2026-01-09T23:59:59.999999Z") == {"a": "active", "b": "pending"}
        assert standings(state, "2026-01-10") == {"a": "closed", "b": "active"}
        assert standings(state, "2026-01-15") == {"a": "closed", "b": "active"}


def test_where_two_windows_touch_the_successor_wins() -> None:
    state = replay(
        [
            entry("a", valid_until="2026-06-03"),
            entry("b", valid_from="2026-06-03", supersedes=("a",)),
        ],
        [],
    )
    assert standings(state, "2026-06-02T23:59:59Z") == {"a": "active", "b": "pending"}
    assert standings(state, "2026-06-03") == {"a": "closed", "b": "active"}


def test_a_note_that_reaches_into_the_successors_window_gives_way_to_it() -> None:
    state = replay(
        [entry("a"), entry("b", valid_from="2026-06-03")],
        [note("a", valid_until="2026-06-30", superseded_by="b")],
    )
    assert standings(state, "2026-06-03") == {"a": "closed", "b": "active"}


def test_a_pending_successor_leaves_the_old_instruction_active_until_it_begins() -> None:
    state = replay(
        [entry("a"), entry("b", valid_from="2027-01-01", supersedes=("a",))],
        [],
    )
    assert standings(state, "2026-06-03") == {"a": "active", "b": "pending"}
    assert standings(state, "2027-01-01") == {"a": "closed", "b": "active"}


# B055
def test_supersedes_alone_closes_so_that_a_crash_before_the_note_leaves_no_doubt() -> None:
    old, new = entry("a"), entry("b", created="2026-06-03T09:14:00Z", supersedes=("a",))
    assert standings(replay([old], []), "2026-06-04") == {"a": "active"}
    assert standings(replay([old, new], []), "2026-06-04") == {"a": "closed", "b": "active"}


# B050
def test_a_successor_link_in_a_note_closes_too() -> None:
    state = replay([entry("o"), entry("n")], [note("o", superseded_by="n")])
    assert standings(state, "2026-06-03") == {"n": "active", "o": "closed"}
    assert state.lineage.tips("o") == ("n",)


def test_a_successor_that_says_no_date_closes_at_all_times() -> None:
    state = replay([entry("a"), entry("b", supersedes=("a",))], [])
    assert standings(state, "2020-01-01") == {"a": "closed", "b": "active"}


def test_a_successor_that_is_over_does_not_bring_the_old_instruction_back() -> None:
    state = replay(
        [
            entry("a"),
            entry("b", valid_from="2026-02-01", valid_until="2026-03-31", supersedes=("a",)),
        ],
        [],
    )
    assert standings(state, "2026-06-03") == {"a": "closed", "b": "expired"}


def test_of_two_successors_the_first_to_begin_closes() -> None:
    successors = [entry("c", valid_from="2026-07-01"), entry("b", valid_from="2026-06-03")]
    assert standing(entry(), "2026-06-03", None, successors) is CLOSED
    assert standing(entry(), "2026-06-02", None, successors) is ACTIVE


# B054
def test_an_instruction_in_the_same_words_changes_nothing() -> None:
    state = replay([entry("a", body="Use pnpm.\n"), entry("b", body="Use pnpm.\n")], [])
    assert standings(state, "2026-06-03") == {"a": "active", "b": "active"}


def test_a_note_beside_nothing_changes_nothing() -> None:
    state = replay([entry("a")], [note("gone", superseded_by="a")])
    assert standings(state, "2026-06-03") == {"a": "active"}


@pytest.mark.parametrize("circle", ["aa", "aba", "abca", "abcdefa"])
def test_in_a_circle_each_entry_stays_as_its_own_window_says(circle: str) -> None:
    names = sorted(set(circle))
    entries = [
        entry(new, supersedes=(old,), valid_from="2026-01-01", valid_until="2026-12-31")
        for old, new in pairwise(circle)
    ]
    state = replay(entries, [])
    assert standings(state, "2025-06-03") == dict.fromkeys(names, "pending")
    assert standings(state, "2026-06-03") == dict.fromkeys(names, "active")
    assert standings(state, "2027-06-03") == dict.fromkeys(names, "expired")
    assert len(state.problems) == len(names)


def test_in_two_circles_that_share_an_entry_nothing_is_closed() -> None:
    entries = [
        entry("a", supersedes=("b", "c")),
        entry("b", supersedes=("a",)),
        entry("c", supersedes=("b",)),
    ]
    state = replay(entries, [])
    assert standings(state, "2026-06-03") == {"a": "active", "b": "active", "c": "active"}


# B080
def test_two_files_with_one_id_both_stand_and_share_their_note() -> None:
    twins = [entry("a", path="web/a.md"), entry("a", path="api/a.md")]
    state = replay(twins, [])
    assert standings(state, "2026-06-03") == {"api/a": "active", "web/a": "active"}
    state = replay(twins, [note("a", reason="gone")])
    assert standings(state, "2026-06-03") == {"api/a": "closed", "web/a": "closed"}


def test_faults_in_links_are_part_of_the_state() -> None:
    state = replay([entry("a", supersedes=("gone",), lines={"supersedes": 3})], [])
    assert [str(problem) for problem in state.problems] == [
        "a.md:3: supersedes: names gone, but no entry has that id"
    ]


def test_a_chain_of_ten_thousand_is_replayed_without_running_away() -> None:
    entries = [entry(f"e{n}", supersedes=(f"e{n - 1}",) if n else ()) for n in range(10_000)]
    started = time.process_time()
    state = replay(entries, [])
    assert time.process_time() - started < 10
    at = instant("2026-06-03")
    assert [p for p, found in state.lifetimes.items() if found.standing(at) is ACTIVE] == ["e9999.md"]


# Two clocks


def test_what_was_recorded_later_is_not_known_yet() -> None:
    entries = [
        entry("a", created="2026-01-01T00:00:00Z"),
        entry("b", created="2026-06-03T09:14:00Z", valid_from="2026-01-01"),
        entry("c", valid_from="2026-07-01"),
        entry("d"),
    ]
    notes = [
        note("a", recorded="2026-06-03T09:14:00Z"),
        note("d", reason="no date"),
    ]
    known, closed = known_at(entries, notes, instant("2026-06-03T09:13:59Z"))
    assert ([e.id for e in known], [n.closes for n in closed]) == (["a", "d"], ["d"])
    known, closed = known_at(entries, notes, instant("2026-06-03T09:14:00Z"))
    assert ([e.id for e in known], [n.closes for n in closed]) == (["a", "b", "d"], ["a", "d"])


def test_a_closing_backdated_later_leaves_the_earlier_answer_as_it_was() -> None:
    one = entry("a", created="2026-01-01")
    closing = note("a", valid_until="2026-02-01", recorded="2026-06-03T09:14:00Z")
    before = replay(*known_at([one], [closing], instant("2026-05-01")))
    after = replay(*known_at([one], [closing], instant("2026-07-01")))
    assert standings(before, "2026-03-01") == {"a": "active"}
    assert standings(after, "2026-03-01") == {"a": "closed"}


# Whatever the files say

NAMES = "abcdef"
some_names = st.lists(st.sampled_from(NAMES), max_size=3, unique=True).map(tuple)
days = st.none() | st.sampled_from(["2026-01-01", "2026-06-03", "2026-06-03T09:14:00Z"])


@st.composite
def memories(draw: st.DrawFn) -> tuple[list[Entry], list[ClosingNote]]:
    """Up to six entries and four notes that link each other in any way, ids twice included."""
    entries = [
        entry(
            draw(st.sampled_from(NAMES)),
            path=f"{number}.md",
            supersedes=draw(some_names),
            superseded_by=draw(st.none() | st.sampled_from(NAMES)),
            declared=draw(st.sampled_from(Declared)),
            valid_from=draw(days),
            valid_until=draw(days),
            created=draw(days),
        )
        for number in range(draw(st.integers(0, 6)))
    ]
    notes = [
        note(
            draw(st.sampled_from(NAMES)),
            path=f"{number}.closed.md",
            superseded_by=draw(st.none() | st.sampled_from(NAMES)),
            valid_until=draw(days),
            recorded=draw(days),
        )
        for number in range(draw(st.integers(0, 4)))
    ]
    return entries, notes


@given(memories(), st.integers())
@settings(max_examples=200, deadline=None)
def test_the_order_in_which_files_are_read_does_not_matter(
    memory: tuple[list[Entry], list[ClosingNote]], seed: int
) -> None:
    entries, notes = memory
    state = replay(entries, notes)
    random = Random(seed)
    random.shuffle(entries)
    random.shuffle(notes)
    again = replay(entries, notes)
    assert again == state
    assert list(again.lifetimes) == list(state.lifetimes)


@given(memories(), st.sampled_from([EARLIEST, instant("2026-06-03"), LATEST]))
@settings(max_examples=200, deadline=None)
def test_every_entry_has_one_standing_whatever_the_links(
    memory: tuple[list[Entry], list[ClosingNote]], at: datetime
) -> None:
    entries, notes = memory
    state = replay(entries, notes)
    assert state.lifetimes.keys() == {one.path for one in entries}
    for one in entries:
        found = state.lifetimes[one.path].standing(at)
        nothing_closes_it = (
            one.declared is Declared.ACTIVE
            and one.id not in state.notes
            and one.id not in state.lineage.successors
        )
        if nothing_closes_it:
            assert found is not CLOSED
            assert found is lifetime(one, None, []).standing(at)
