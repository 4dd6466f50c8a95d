"""A merge brings along what a side did; what it drops or takes back is its own doing."""

from __future__ import annotations

from memdecay.checks.merges import changes_between, own_changes
from tests.checks.commits import Stated, files

OLD, NEW, OTHER = b"old", b"new", b"other"


def own(result: Stated, base: Stated, *parents: Stated) -> list[list[str]]:
    """The paths that a merge itself changed, against each parent."""
    changes = [changes_between(files(parent), files(result)) for parent in parents]
    return [sorted(one) for one in own_changes(changes, lambda *_: [files(base)])]


def test_what_one_side_changed_or_took_away_comes_along() -> None:
    base: Stated = {"a.md": OLD, "b.md": OLD, "c.md": OLD}
    ours, theirs = {"a.md": NEW, "b.md": OLD, "c.md": OLD}, {"a.md": OLD, "b.md": OLD}
    assert own({"a.md": NEW, "b.md": OLD}, base, ours, theirs) == [[], []]


def test_what_neither_side_has_is_a_change_against_both() -> None:
    base: Stated = {"a.md": OLD}
    assert own({"a.md": OTHER}, base, {"a.md": NEW}, {"a.md": OLD}) == [["a.md"], ["a.md"]]


def test_to_take_back_what_one_side_did_is_a_change_against_that_side() -> None:
    base: Stated = {"a.md": OLD}
    assert own({"a.md": OLD}, base, {"a.md": NEW}, {"a.md": OLD}) == [["a.md"], []]
    assert own({"a.md": OLD}, base, {}, {"a.md": OLD}) == [["a.md"], []]


def test_to_drop_what_one_side_added_is_a_change_against_that_side() -> None:
    assert own({}, {}, {"a.md": NEW}, {}) == [["a.md"], []]


def test_where_both_sides_changed_a_file_either_may_be_kept() -> None:
    base: Stated = {"a.md": OLD}
    assert own({"a.md": NEW}, base, {"a.md": NEW}, {"a.md": OTHER}) == [[], []]
    assert own({}, base, {}, {"a.md": OTHER}) == [[], []]


def test_where_both_sides_added_a_file_neither_replaces_the_other() -> None:
    assert own({"a.md": NEW}, {}, {"a.md": NEW}, {"a.md": OTHER}) == [[], ["a.md"]]


def test_of_two_notes_that_close_the_same_entry_either_may_be_kept_and_no_third_put_in_place() -> None:
    ours, theirs = {"a.closed.md": NEW}, {"a.closed.md": OTHER}
    assert own({"a.closed.md": NEW}, {}, ours, theirs) == [[], []]
    assert own({"a.closed.md": OTHER}, {}, ours, theirs) == [[], []]
    assert own({"a.closed.md": OLD}, {}, ours, theirs) == [["a.closed.md"], ["a.closed.md"]]
    assert own({}, {}, ours, theirs) == [["a.closed.md"], ["a.closed.md"]]
    assert own({}, {}, ours, {}) == [["a.closed.md"], []]


def test_of_three_parents_each_is_compared_with_each() -> None:
    base: Stated = {"a.md": OLD, "b.md": OLD}
    one, two, three = {"a.md": NEW, "b.md": OLD}, {"a.md": OLD, "b.md": NEW}, {"a.md": OLD, "b.md": OLD}
    assert own({"a.md": NEW, "b.md": NEW}, base, one, two, three) == [[], [], []]
    assert own({"a.md": OLD, "b.md": NEW}, base, one, two, three) == [["a.md"], [], []]


def test_what_a_merge_adds_counts_for_every_parent() -> None:
    assert own({"a.md": OLD, "b.md": NEW}, {}, {"a.md": OLD}, {}) == [["b.md"], ["a.md", "b.md"]]


def test_against_one_parent_everything_is_its_own() -> None:
    changes = changes_between(files({"a.md": OLD}), files({"b.md": OLD}))
    assert own_changes([changes], lambda *_: []) == [changes]
    assert sorted(changes) == ["a.md", "b.md"]
