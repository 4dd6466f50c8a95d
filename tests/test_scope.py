"""Where an entry applies, and which entries can meet."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.scope import EVERYWHERE, Place, applies, is_glob, overlap


def at(path: str) -> Place:
    return Place(path=path)


def within(*names: str) -> Place:
    return Place(names=names)


# Names


def test_an_entry_without_a_scope_applies_everywhere() -> None:
    for place in (EVERYWHERE, within("web"), at("packages/web/a.ts")):
        assert applies((), place)


# B163
def test_a_named_scope_applies_only_where_it_is_asked_for() -> None:
    assert applies(("web", "api"), within("api"))
    assert not applies(("web",), within("api"))
    assert not applies(("web",), within("Web"))
    assert not applies(("web",), at("web/a.ts"))


def test_a_question_that_names_no_place_asks_everywhere() -> None:
    assert applies(("web", "packages/web/**"), EVERYWHERE)


def test_one_of_several_names_is_enough() -> None:
    assert applies(("web",), within("api", "web"))


def test_a_name_or_a_path_is_enough_where_both_are_given() -> None:
    scope = ("web", "packages/api/**")
    assert applies(scope, Place(names=("web",), path="docs/a.md"))
    assert applies(scope, Place(names=("docs",), path="packages/api/a.ts"))
    assert not applies(scope, Place(names=("docs",), path="docs/a.md"))


# Paths


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("packages/web", "packages/web"),
        ("packages/web", "packages/web/src/a.ts"),
        ("packages/web/", "packages/web/src/a.ts"),
        ("./packages/web/", "packages/web/src/a.ts"),
        ("packages/web/**", "packages/web/a.ts"),
        ("packages/web/**", "packages/web/src/deep/a.ts"),
        ("packages/web/**", "packages/web"),
        ("packages/*/src", "packages/web/src"),
        ("**/*.py", "a.py"),
        ("**/*.py", "src/deep/a.py"),
        ("src/**/a.py", "src/a.py"),
        ("*.py", "a.py"),
        ("src/[ab].py", "src/b.py"),
        ("src/?.py", "src/b.py"),
        ("packages/{web,api}/**", "packages/api/a.ts"),
        (".github/**", ".github/workflows/.hidden.yml"),
        ("**", "anything/at/all"),
        ("docs/日本語/*.md", "docs/日本語/規則.md"),
    ],
)
def test_a_path_falls_under_a_glob(scope: str, path: str) -> None:
    assert is_glob(scope)
    assert applies((scope,), at(path))


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("packages/web", "packages/website/a.ts"),
        ("packages/web", "packages"),
        ("packages/web/**", "packages/website"),
        ("packages/web/**", "packages"),
        ("packages/web/*", "packages/web"),
        ("*.py", "src/a.py"),
        ("src/*.py", "src/deep/a.py"),
        ("packages/{web,api}/**", "packages/docs/a.ts"),
        ("packages/{web,api/**", "packages/api/a.ts"),
        ("/", "a.ts"),
        ("[z-a]/x", "a/x"),
    ],
)
def test_a_path_does_not_fall_under_a_glob(scope: str, path: str) -> None:
    assert not applies((scope,), at(path))


# Unknown scope is not everywhere
@pytest.mark.parametrize(
    "bomb",
    [
        "{1..1000000}/a",
        "{a,b}" * 30 + "/a",
        "{" * 3000 + "a" + "}" * 3000 + "/a",
        "**/a/" * 30 + "b",
        "{**/a/**/,**/a/}" * 5 + "**/a/**/b",
        "*a" * 40 + "/b",
    ],
    ids=["range", "braces", "nesting", "depths", "depths in braces", "stars"],
)
def test_a_glob_made_to_cost_time_covers_nothing_and_costs_none(bomb: str) -> None:
    started = time.process_time()
    assert not applies((bomb,), at("a/" * 40 + "c"))
    assert time.process_time() - started < 20


@given(st.text("ab*?[]{},/.!-\\(|)+@~", max_size=12), st.text("ab/.", max_size=8))
@settings(max_examples=300, deadline=None)
def test_no_glob_however_malformed_stops_a_question(scope: str, path: str) -> None:
    assert applies((scope,), at(path)) in {True, False}
    assert overlap((scope,), (scope,))


# Meeting


def test_an_entry_without_a_scope_meets_every_other() -> None:
    assert overlap((), ("web",))
    assert overlap(("packages/web/**",), ())
    assert overlap((), ())


# B060
def test_entries_of_other_names_or_folders_do_not_meet() -> None:
    assert not overlap(("backend",), ("frontend",))
    assert not overlap(("backend/",), ("frontend/",))
    assert not overlap(("packages/web/**",), ("packages/website/**",))
    assert not overlap(("web",), ("packages/web/**",))


def test_entries_that_share_a_name_or_a_folder_meet() -> None:
    assert overlap(("web", "api"), ("docs", "api"))
    assert overlap(("packages/web/**",), ("packages/web/src/*.ts",))
    assert overlap(("packages/web",), ("packages/*/src",))
    assert overlap(("**/*.py",), ("src/a/*.py",))


items = st.lists(st.sampled_from(["a", "b", "*", "**", "{a,b}", "a*"]), min_size=1, max_size=3).map("/".join)
scopes = st.lists(items, max_size=3).map(tuple)
paths = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=4).map("/".join)


@given(scopes, scopes)
@settings(max_examples=200, deadline=None)
def test_meeting_is_mutual(left: tuple[str, ...], right: tuple[str, ...]) -> None:
    assert overlap(left, right) is overlap(right, left)


@given(scopes, scopes, paths)
@settings(max_examples=300, deadline=None)
def test_entries_that_apply_at_one_path_always_meet(
    left: tuple[str, ...], right: tuple[str, ...], path: str
) -> None:
    if applies(left, at(path)) and applies(right, at(path)):
        assert overlap(left, right)
