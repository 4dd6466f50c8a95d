"""Who replaced whom: chains, forks, circles, and links to nothing."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.entry import Entry
from memdecay.lineage import Lineage, Link, links_of, trace
from memdecay.problem import Severity
from tests.builders import entry, note

LONG = 10_000


def supersedes(newer: str, older: str) -> Link:
    return Link(older=older, newer=newer, path=f"{newer}.md", key="supersedes", line=3)


def traced(*links: Link, known: str = "abcdef") -> tuple[Lineage, list[str]]:
    lineage, problems = trace(links, frozenset(known))
    return lineage, [str(problem) for problem in problems]


def chain(length: int) -> tuple[list[Link], frozenset[str]]:
    """`length` links, each entry replaced by the next."""
    links = [supersedes(f"e{number + 1}", f"e{number}") for number in range(length)]
    return links, frozenset(f"e{number}" for number in range(length + 1))


def ring(length: int) -> tuple[list[Link], frozenset[str]]:
    links, known = chain(length - 1)
    return [*links, supersedes("e0", f"e{length - 1}")], known


# What is a link


def test_a_link_comes_from_either_end_or_from_a_note_and_knows_its_place() -> None:
    stated = [
        entry("b", supersedes=("a",), lines={"supersedes": 6}),
        entry("a", superseded_by="b", lines={"superseded_by": 4}),
    ]
    closing = note("a", superseded_by="b", lines={"superseded_by": 5})
    assert links_of(stated, [closing]) == (
        Link(older="a", newer="b", path="a.closed.md", key="superseded_by", line=5),
        Link(older="a", newer="b", path="a.md", key="superseded_by", line=4),
        Link(older="a", newer="b", path="b.md", key="supersedes", line=6),
    )


# B054
def test_entries_that_say_the_same_are_not_linked() -> None:
    alike = [entry("a", body="Use pnpm.\n"), entry("b", body="Use pnpm.\n")]
    assert links_of(alike, [note("a", reason="the same as b")]) == ()


# Following chains


def test_a_chain_is_followed_to_its_tip_and_back_to_its_start() -> None:
    lineage, faults = traced(supersedes("b", "a"), supersedes("c", "b"))
    assert faults == []
    assert lineage.tips("a") == lineage.tips("b") == lineage.tips("c") == ("c",)
    assert lineage.ancestors("c") == ("b", "a")
    assert lineage.ancestors("a") == ()
    assert lineage.family("b") == ("a", "b", "c")


def test_all_tips_at_once_are_those_of_each_entry() -> None:
    pairs = [("b", "a"), ("c", "b"), ("d", "a"), ("e", "d")]
    lineage, _ = traced(*(supersedes(newer, older) for newer, older in pairs))
    assert lineage.all_tips()["a"] == ("c", "e")
    assert lineage.all_tips() == {one: lineage.tips(one) for one in "abcde"}


def test_an_entry_without_links_is_its_own_tip_and_family() -> None:
    lineage, faults = traced()
    assert faults == []
    assert (lineage.tips("a"), lineage.ancestors("a"), lineage.family("a")) == (("a",), (), ("a",))
    assert lineage.tips("unknown") == ("unknown",)


def test_the_same_link_stated_at_both_ends_is_one_link() -> None:
    other_end = Link(older="a", newer="b", path="a.closed.md", key="superseded_by")
    lineage, faults = traced(supersedes("b", "a"), other_end)
    assert faults == []
    assert lineage.successors == {"a": ("b",)}
    assert lineage.predecessors == {"b": ("a",)}


def test_one_entry_may_replace_several() -> None:
    lineage, faults = traced(supersedes("c", "a"), supersedes("c", "b"))
    assert faults == []
    assert lineage.ancestors("c") == ("a", "b")
    assert lineage.family("a") == ("a", "b", "c")


def test_paths_that_meet_again_are_walked_once() -> None:
    links = [supersedes(newer, older) for newer, older in ("ba", "ca", "db", "dc")]
    lineage, _ = traced(*links)
    assert lineage.tips("a") == ("d",)
    assert lineage.ancestors("d") == ("b", "c", "a")


def test_a_chain_of_ten_thousand_is_followed_without_recursion_without_running_away() -> None:
    links, known = chain(LONG)
    started = time.process_time()
    lineage, problems = trace(links, known)
    assert lineage.tips("e0") == (f"e{LONG}",)
    assert len(lineage.ancestors(f"e{LONG}")) == LONG
    assert len(lineage.family("e5")) == LONG + 1
    assert time.process_time() - started < 10
    assert problems == ()


# Links that cannot hold


def test_a_fork_holds_and_is_named_at_both_places() -> None:
    lineage, problems = trace([supersedes("b", "a"), supersedes("c", "a")], frozenset("abc"))
    sentence = "a has 2 successors: b (b.md) and c (c.md); keep one, or close the others"
    assert [str(problem) for problem in problems] == [
        f"b.md:3: supersedes: {sentence}",
        f"c.md:3: supersedes: {sentence}",
    ]
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert {problem.rule for problem in problems} == {"fork"}
    assert lineage.tips("a") == ("b", "c")


def test_a_fork_stated_twice_is_named_once_for_each_successor() -> None:
    closing = Link(older="a", newer="b", path="a.closed.md", key="superseded_by", line=4)
    _, faults = traced(closing, supersedes("b", "a"), supersedes("c", "a"))
    sentence = "a has 2 successors: b (a.closed.md) and c (c.md); keep one, or close the others"
    assert faults == [
        f"a.closed.md:4: superseded_by: {sentence}",
        f"c.md:3: supersedes: {sentence}",
    ]


def test_a_link_to_itself_does_not_hold() -> None:
    lineage, faults = traced(supersedes("a", "a"), supersedes("b", "a"))
    assert faults == ["a.md:3: supersedes: a names itself as its successor"]
    assert lineage.tips("a") == ("b",)


# B053
def test_a_link_to_an_entry_that_is_not_there_does_not_hold() -> None:
    gone = Link(older="a", newer="new", path="a.closed.md", key="superseded_by", line=4)
    lineage, faults = traced(supersedes("a", "old"), gone)
    assert faults == [
        "a.md:3: supersedes: names old, but no entry has that id",
        "a.closed.md:4: superseded_by: names new, but no entry has that id",
    ]
    assert lineage == Lineage()


def test_a_note_beside_nothing_links_nothing() -> None:
    orphan = Link(older="gone", newer="a", path="gone.closed.md", key="superseded_by")
    lineage, _ = traced(orphan)
    assert lineage == Lineage()


@pytest.mark.parametrize(
    ("ids", "shown"), [("ab", "a -> b -> a"), ("abc", "a -> b -> c -> a"), ("bca", "a -> b -> c -> a")]
)
def test_a_circle_does_not_hold_and_each_of_its_links_is_named(ids: str, shown: str) -> None:
    pairs = list(zip(ids, ids[1:] + ids[0], strict=True))
    lineage, faults = traced(*(supersedes(newer, older) for older, newer in pairs))
    assert lineage == Lineage()
    assert sorted(faults) == sorted(
        f"{newer}.md:3: supersedes: replaces in a circle: {shown}" for _, newer in pairs
    )


def test_circles_apart_are_each_named_and_the_chain_beside_them_holds() -> None:
    links = [supersedes(newer, older) for older, newer in ("ab", "ba", "cd", "dc", "ef", "be")]
    lineage, faults = traced(*links)
    assert sorted(faults) == [
        "a.md:3: supersedes: replaces in a circle: a -> b -> a",
        "b.md:3: supersedes: replaces in a circle: a -> b -> a",
        "c.md:3: supersedes: replaces in a circle: c -> d -> c",
        "d.md:3: supersedes: replaces in a circle: c -> d -> c",
    ]
    assert lineage.successors == {"b": ("e",), "e": ("f",)}


def test_circles_that_share_an_entry_hold_nowhere() -> None:
    lineage, faults = traced(*(supersedes(newer, older) for older, newer in ("ab", "ba", "bc", "ca")))
    assert lineage == Lineage()
    assert len(faults) == 4


def test_a_ring_of_a_thousand_is_named_in_sentences_that_can_be_read() -> None:
    links, known = ring(1_000)
    started = time.process_time()
    lineage, problems = trace(links, known)
    assert time.process_time() - started < 10
    assert lineage == Lineage()
    assert problems
    assert max(len(problem.message) for problem in problems) < 500


def test_five_hundred_circles_are_found_without_running_away() -> None:
    pairs = [(f"a{number}", f"b{number}") for number in range(500)]
    links = [link for a, b in pairs for link in (supersedes(a, b), supersedes(b, a))]
    started = time.process_time()
    lineage, problems = trace(links, frozenset(link.newer for link in links))
    assert time.process_time() - started < 20
    assert (lineage, len(problems)) == (Lineage(), 1_000)


pairs = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=12)


def reachable(start: str, edges: set[tuple[str, str]]) -> set[str]:
    reached: set[str] = set()
    frontier = {start}
    while frontier:
        frontier = {newer for older, newer in edges if older in frontier} - reached
        reached |= frontier
    return reached


@given(pairs)
@settings(max_examples=300, deadline=None)
def test_exactly_the_links_outside_all_circles_hold(stated: list[tuple[str, str]]) -> None:
    links = [supersedes(newer, older) for older, newer in stated if newer != "f"]
    lineage, problems = trace(links, frozenset("abcde"))
    edges = {(older, newer) for older, newer in stated if "f" not in (older, newer)}
    holding = {(older, newer) for older, newer in edges if older not in reachable(newer, edges)}
    holding -= {(one, one) for one in "abcde"}
    assert {(old, new) for old, news in lineage.successors.items() for new in news} == holding
    assert {(old, new) for new, olds in lineage.predecessors.items() for old in olds} == holding
    if len(holding) < len(edges):
        assert problems


@given(pairs, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_entries_does_not_matter(stated: list[tuple[str, str]], random: object) -> None:
    newer = {new: tuple(old for old, n in stated if n == new) for _, new in stated}
    entries: list[Entry] = [entry(new, supersedes=old) for new, old in newer.items()]
    first = trace(links_of(entries, []), frozenset("abcde"))
    random.shuffle(entries)  # type: ignore[attr-defined]
    assert trace(links_of(entries, []), frozenset("abcde")) == first


@given(pairs, st.sampled_from("abcdef"))
@settings(deadline=None)
def test_walks_end_and_agree_with_each_other(stated: list[tuple[str, str]], start: str) -> None:
    lineage, _ = traced(*(supersedes(newer, older) for older, newer in stated))
    family = lineage.family(start)
    tips = lineage.tips(start)
    assert tips
    assert {start, *tips, *lineage.ancestors(start)} <= set(family)
    assert start not in lineage.ancestors(start)
    assert all(lineage.tips(tip) == (tip,) for tip in tips)
    assert all(start in lineage.ancestors(tip) for tip in tips if tip != start)
    assert all(lineage.family(relative) == family for relative in family)


def test_the_ends_of_all_chains_are_those_of_each_also_where_they_fork() -> None:
    forked = Lineage(successors={"a": ("b", "c"), "b": ("d",)}, predecessors={})
    assert forked.all_tips()["a"] == forked.tips("a") == ("c", "d")
    assert forked.all_tips()["b"] == forked.tips("b") == ("d",)
