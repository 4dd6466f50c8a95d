"""The order of results, and above all: what no longer holds never comes above what replaced it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memdecay.policy import Combination, Policy
from memdecay.ranking import Candidate, Ranking, Withheld, rank
from memdecay.relevance import Relevance
from memdecay.retention import UNFADED
from memdecay.state import Standing

ACTIVE, CLOSED, EXPIRED, PENDING = Standing.ACTIVE, Standing.CLOSED, Standing.EXPIRED, Standing.PENDING


def candidate(
    id: str,  # noqa: A002 - the domain's own word
    relevance: float,
    standing: Standing = ACTIVE,
    **values: Any,
) -> Candidate:
    match = Relevance(lexical=relevance, dense=relevance, dense_weight=0.6, fused=relevance)
    plain = {"number": 0, "path": f"{id}.md"}
    if "factor" in values:
        values["strength"] = replace(UNFADED, factor=values.pop("factor"))
    return Candidate(id=id, standing=standing, relevance=match, **{**plain, **values})


def ranked(*candidates: Candidate, limit: int = 10, history: bool = False, **numbers: float) -> Ranking:
    return rank(candidates, policy=Policy(**numbers), limit=limit, with_history=history)


def ids(ranking: Ranking) -> list[str]:
    return [one.candidate.id for one in ranking.results]


# What is shown


def test_the_strongest_comes_first() -> None:
    assert ids(ranked(candidate("b", 0.6), candidate("c", 0.9), candidate("a", 0.7))) == ["c", "a", "b"]


def test_the_factor_of_age_counts_for_the_order_but_hides_nothing() -> None:
    ranking = ranked(candidate("old", 0.9, factor=0.05), candidate("new", 0.5, factor=1.0))
    assert ids(ranking) == ["new", "old"]
    assert [round(one.score, 3) for one in ranking.results] == [0.5, 0.045]


# B051
def test_what_does_not_hold_is_left_out_and_counted() -> None:
    ranking = ranked(
        candidate("a", 0.9),
        candidate("b", 0.9, CLOSED),
        candidate("c", 0.9, EXPIRED),
        candidate("d", 0.9, PENDING),
    )
    assert ids(ranking) == ["a"]
    assert ranking.withheld == Withheld(closed=3)


def test_with_history_everything_is_shown_and_what_holds_comes_first_at_equal_scores() -> None:
    ranking = ranked(
        candidate("a", 0.9, CLOSED), candidate("b", 0.9, EXPIRED), candidate("c", 0.9), history=True
    )
    assert ids(ranking) == ["c", "a", "b"]
    assert ranking.withheld == Withheld()


# B163
def test_what_is_out_of_scope_is_left_out_and_takes_no_place_from_what_is_in_it() -> None:
    others = [candidate(f"b{n}", 0.95, is_in_scope=False) for n in range(100)]
    ours = [candidate(f"a{n}", 0.6, is_scoped=True) for n in range(3)]
    ranking = ranked(*others, *ours, limit=5)
    assert ids(ranking) == ["a0", "a1", "a2"]
    assert ranking.withheld == Withheld(scope=100)


# B164
def test_at_equal_scores_the_narrower_scope_comes_first() -> None:
    ranking = ranked(candidate("a", 0.8), candidate("b", 0.8, is_scoped=True))
    assert ids(ranking) == ["b", "a"]


def test_what_cannot_be_judged_is_left_out_and_counted() -> None:
    ranking = ranked(candidate("a", 0.9, can_be_judged=False), candidate("b", 0.8))
    assert ids(ranking) == ["b"]
    assert ranking.withheld == Withheld(unreadable=1)


def test_the_rest_beyond_the_limit_is_counted() -> None:
    ranking = ranked(*(candidate(f"a{n}", 0.8) for n in range(7)), limit=5)
    assert len(ranking.results) == 5
    assert ranking.withheld == Withheld(beyond=2)


def test_nothing_gives_nothing() -> None:
    assert ranked() == Ranking(results=(), withheld=Withheld())


# Weak hits


def test_a_hit_far_below_the_best_is_cut_and_counted() -> None:
    ranking = ranked(candidate("a", 0.9), candidate("b", 0.46), candidate("c", 0.44))
    assert ids(ranking) == ["a", "b"]
    assert ranking.withheld == Withheld(weak=1)


def test_a_hit_that_matches_too_little_is_cut_even_where_it_is_the_best() -> None:
    ranking = ranked(candidate("a", 0.24), candidate("b", 0.2))
    assert ids(ranking) == []
    assert ranking.withheld == Withheld(weak=2)


def test_what_was_left_out_for_another_reason_counts_only_where_it_matched_well() -> None:
    ranking = ranked(
        candidate("a", 0.9),
        candidate("b", 0.1, CLOSED),
        candidate("c", 0.1, is_in_scope=False),
        candidate("d", 0.1, can_be_judged=False),
    )
    assert ranking.withheld == Withheld()


def test_a_strong_hit_elsewhere_does_not_cut_what_is_here() -> None:
    ranking = ranked(
        candidate("a", 0.4),
        candidate("b", 1.0, is_in_scope=False),
        candidate("c", 1.0, EXPIRED),
        candidate("d", 1.0, can_be_judged=False),
    )
    assert ids(ranking) == ["a"]


# Successors


# B050
def test_a_closed_entry_answers_with_its_successor_that_uses_other_words() -> None:
    ranking = ranked(candidate("old", 0.9, CLOSED, tips=("new",)), candidate("new", 0.1))
    (only,) = ranking.results
    assert (only.candidate.id, only.relevance, only.via) == ("new", 0.9, "old")
    assert only.candidate.relevance.fused == 0.1


def test_a_successor_that_matches_better_itself_answers_for_itself() -> None:
    (only,) = ranked(candidate("old", 0.6, CLOSED, tips=("new",)), candidate("new", 0.8)).results
    assert (only.candidate.id, only.relevance, only.via) == ("new", 0.8, None)


def test_of_several_predecessors_the_best_speaks() -> None:
    (only,) = ranked(
        candidate("a", 0.6, CLOSED, tips=("c",)),
        candidate("b", 0.8, CLOSED, tips=("c",)),
        candidate("c", 0.3),
    ).results
    assert (only.relevance, only.via) == (0.8, "b")


def test_both_ends_of_a_fork_answer() -> None:
    ranking = ranked(candidate("a", 0.9, CLOSED, tips=("b", "c")), candidate("b", 0.1), candidate("c", 0.95))
    assert [(one.candidate.id, one.via) for one in ranking.results] == [("c", None), ("b", "a")]


def test_with_history_the_successor_comes_first_however_old_it_is() -> None:
    ranking = ranked(
        candidate("old", 1.0, CLOSED, tips=("new",)), candidate("new", 0.3, factor=0.05), history=True
    )
    assert ids(ranking) == ["new", "old"]
    assert [one.score for one in ranking.results] == [0.05, 0.05]


def test_a_predecessor_does_not_lend_its_relevance_to_a_successor_that_does_not_hold_yet() -> None:
    ranking = ranked(
        candidate("a", 0.9, EXPIRED, tips=("b",)), candidate("b", 0.3, PENDING), candidate("c", 0.5),
        history=True,
    )  # fmt: skip
    assert [(one.candidate.id, one.via) for one in ranking.results] == [("a", None), ("c", None)]


# Marks


def test_a_marked_entry_comes_below_every_unmarked_one() -> None:
    ranking = ranked(candidate("a", 1.0, marks=1), candidate("b", 0.5), candidate("c", 0.51))
    assert ids(ranking) == ["c", "b", "a"]


def test_what_misled_sets_no_bar_for_its_alternatives() -> None:
    bar = ranked(candidate("misled", 1.0, marks=1), candidate("other", 0.3), weakest=0.1, weakest_share=0.5)
    assert ids(bar) == ["other", "misled"]
    assert bar.withheld == Withheld()


def test_a_mark_on_a_successor_does_not_bring_what_it_replaced_above_it() -> None:
    ranking = ranked(
        candidate("old", 0.9, CLOSED, tips=("new",)), candidate("new", 0.9, marks=1), history=True
    )
    assert ids(ranking) == ["new", "old"]


# Whatever the numbers say

NAMES = "abcdef"
shares = st.floats(0, 1)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    """Up to eight candidates, ids twice included, whose ends are any of them or none."""
    return [
        candidate(
            draw(st.sampled_from(NAMES)),
            draw(shares | st.sampled_from([0.0, 0.25, 0.5, 1.0])),
            draw(st.sampled_from(Standing)),
            number=number,
            path=f"{number}.md",
            tips=draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple)),
            is_in_scope=draw(st.booleans() | st.just(True)),
            is_scoped=draw(st.booleans()),
            can_be_judged=draw(st.booleans() | st.just(True)),
            factor=draw(shares | st.just(1.0)),
            marks=draw(st.integers(0, 2) | st.just(0)),
        )
        for number in range(draw(st.integers(0, 8)))
    ]


policies = st.builds(
    Policy,
    weakest=shares,
    weakest_share=shares,
    combination=st.sampled_from(Combination),
    blend_retention=shares,
)


@given(candidates(), st.booleans(), policies)
@settings(max_examples=500, deadline=None)
def test_a_closed_entry_never_comes_above_its_live_successor(
    found: list[Candidate], history: bool, policy: Policy
) -> None:
    ranking = rank(found, policy=policy, limit=10, with_history=history)
    place = {one.candidate.path: rank for rank, one in enumerate(ranking.results)}
    for old in (one for one in found if one.standing is not ACTIVE and one.path in place):
        for new in (one for one in found if one.standing is ACTIVE and one.id in old.tips):
            if new.is_in_scope and new.can_be_judged:
                assert place[new.path] < place[old.path]


@given(candidates(), st.integers(1, 8))
@settings(max_examples=300, deadline=None)
def test_a_closed_entry_is_not_shown_where_the_limit_leaves_no_place_for_its_successor(
    found: list[Candidate], limit: int
) -> None:
    shown = {one.candidate.path for one in ranked(*found, history=True, limit=limit).results}
    for old in (one for one in found if one.standing is not ACTIVE and one.path in shown):
        for new in (one for one in found if one.standing is ACTIVE and one.id in old.tips):
            assert new.path in shown or not new.is_in_scope or not new.can_be_judged


@given(candidates(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_marked_entry_never_comes_above_an_unmarked_one_that_holds(
    found: list[Candidate], history: bool
) -> None:
    results = [one.candidate for one in ranked(*found, history=history, weakest=0.0).results]
    marked = [place for place, one in enumerate(results) if one.marks]
    unmarked = [place for place, one in enumerate(results) if not one.marks and one.standing is ACTIVE]
    assert max(unmarked, default=-1) < min(marked, default=len(results))


# B100
@given(candidates(), st.booleans(), st.integers(1, 8), st.integers())
@settings(max_examples=300, deadline=None)
def test_the_order_in_which_candidates_come_does_not_matter(
    found: list[Candidate], history: bool, limit: int, seed: int
) -> None:
    first = ranked(*found, history=history, limit=limit)
    Random(seed).shuffle(found)
    assert ranked(*found, history=history, limit=limit) == first


# B100
def test_of_many_equal_candidates_the_same_are_shown_by_id() -> None:
    found = [candidate(f"e{n:02}", 0.8) for n in range(30)]
    Random(1).shuffle(found)
    assert ids(ranked(*found, limit=5)) == ["e00", "e01", "e02", "e03", "e04"]


def test_files_that_share_an_id_are_ordered_by_path() -> None:
    twins = [candidate("a", 0.8, path="web/a.md"), candidate("a", 0.8, path="api/a.md")]
    for order in (twins, twins[::-1]):
        assert [one.candidate.path for one in ranked(*order).results] == ["api/a.md", "web/a.md"]


@given(candidates(), st.booleans(), shares)
@settings(max_examples=300, deadline=None)
def test_the_cut_never_takes_the_best_match_that_is_good_enough(
    found: list[Candidate], history: bool, share: float
) -> None:
    shown = [
        one for one in found
        if one.is_in_scope and one.can_be_judged and (history or one.standing is ACTIVE)
    ]  # fmt: skip
    best = max((one.relevance.fused for one in shown), default=0.0)
    assume(best >= 0.25)
    results = ranked(*found, history=history, weakest=0.25, weakest_share=share, limit=99).results
    assert max((one.relevance for one in results), default=0.0) >= best


@given(candidates(), st.booleans(), st.integers(1, 8))
@settings(max_examples=300, deadline=None)
def test_every_candidate_that_is_shown_or_not_is_accounted_for(
    found: list[Candidate], history: bool, limit: int
) -> None:
    # A policy that cuts nothing leaves no candidate out without saying why.
    ranking = ranked(*found, history=history, limit=limit, weakest=0.0, weakest_share=0.0)
    left_out = ranking.withheld
    unseen = sum(
        1 for one in found if one.can_be_judged and not one.is_in_scope and one.standing is not ACTIVE
    )
    twice = sum(
        1 for one in found if not one.can_be_judged and not one.is_in_scope and one.standing is ACTIVE
    )
    counted = left_out.closed + left_out.scope + left_out.unreadable + left_out.beyond
    assert left_out.weak == 0
    assert len(ranking.results) + counted + unseen - twice == len(found)


@given(candidates())
@settings(max_examples=200, deadline=None)
def test_scores_lie_between_none_and_all(found: list[Candidate]) -> None:
    for one in ranked(*found, history=True, weakest=0.0).results:
        assert 0.0 <= one.score <= one.relevance <= 1.0


@given(candidates(), st.integers(0, 7))
@settings(max_examples=200, deadline=None)
def test_a_mark_on_one_entry_changes_the_order_of_no_two_others(found: list[Candidate], which: int) -> None:
    alone = [replace(one, tips=()) for one in found]
    assume(which < len(alone))
    before = [one.candidate.path for one in ranked(*alone, history=True).results]
    marked = alone[which]
    alone[which] = replace(marked, marks=marked.marks + 1)
    after = [one.candidate.path for one in ranked(*alone, history=True).results]
    # What misled sets no bar any more, so more may be shown; who was shown keeps their order.
    assert [path for path in after if path in before and path != marked.path] == [
        path for path in before if path != marked.path
    ]
