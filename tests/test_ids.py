"""Ids are plain ASCII names that are safe on every disk; derived ones are always valid."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdecay import ids

readable = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
valid = st.from_regex(ids.PATTERN, fullmatch=True).filter(ids.is_valid)


@pytest.mark.parametrize(
    "text",
    ["a", "7", "007", "no", "40e91200", "install-with-pnpm", "a--b", "a-", "x" * 80, "console"],
)
def test_words_of_letters_digits_and_hyphens_are_ids(text: str) -> None:
    assert ids.is_valid(text)


@pytest.mark.parametrize(
    "text",
    [
        "../x",
        "/etc/x",
        "a/../../x",
        "a\\..\\x",
        "C:x",
        "",
        ".",
        "a//b",
        "x\0y",
        "~/x",  # to here B082
        "..",
        "-a",
        "Foo",
        "a b",
        "a.md",
        "a\n",
        "é",
        "ａ",
        "١",
        "x" * 81,
    ],
)
def test_whatever_could_be_a_path_or_have_a_second_spelling_is_no_id(text: str) -> None:
    assert not ids.is_valid(text)


# B087
@pytest.mark.parametrize("name", ["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"])
def test_device_names_of_windows_are_no_ids(name: str) -> None:
    assert not ids.is_valid(name)
    assert ids.is_valid(f"{name}-rule")


# B087
@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("Aux", "aux-rule"),
        ("con.", "con-rule"),
        ("NUL tests", "nul-tests"),
        ("a:b", "a-b"),
        ("what?", "what"),
        ("ends with dot.", "ends-with-dot"),
        ("Install packages with pnpm, not npm.", "install-packages-with-pnpm-not-npm"),
        ("Ünïcode café", "unicode-cafe"),
        ("2025-11-03", "2025-11-03"),
        ("../../AGENTS", "agents"),
    ],
)
def test_an_id_is_derived_from_the_words_of_a_text(text: str, id_: str) -> None:
    assert ids.derived(text) == id_


@given(readable)
@example("")
@example("\0")
@example("-" * 100)
@example("ﬁ" * 60)
@example("x" * 300)
def test_a_derived_id_is_valid_and_short_whatever_the_text(text: str) -> None:
    id_ = ids.derived(text)
    assert ids.is_valid(id_)
    assert len(id_) <= 60
    assert ids.derived(text) == id_


# B086
def test_long_titles_in_a_script_without_ascii_that_differ_late_get_different_ids() -> None:
    shared = "가나다라마바사아자차" * 10
    one, other = ids.derived(shared + "review"), ids.derived(shared + "tests")
    assert one != other
    assert max(len(f"{id_}.closed.md".encode()) for id_ in (one, other)) <= 200


def test_long_titles_stay_readable_and_a_count_tells_them_apart() -> None:
    shared = "Never commit straight to the main branch of the shared repository without "
    one = ids.derived(shared + "review")
    assert one == "never-commit-straight-to-the-main-branch-of-the"
    assert ids.free(ids.derived(shared + "tests"), {one}) == f"{one}-2"


def test_texts_in_a_script_without_ascii_get_different_ids() -> None:
    assert ids.derived("테스트를 먼저 실행") != ids.derived("테스트를 나중에 실행")
    assert ids.derived("테스트를 먼저 실행").startswith("entry-")


# B085
def test_a_composed_and_a_decomposed_name_are_one_name() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert ids.folded(composed) == ids.folded(decomposed)
    assert ids.derived(composed) == ids.derived(decomposed) == "cafe"


# B084, B088
def test_names_that_differ_in_case_only_are_one_name() -> None:
    assert ids.folded("Finance") == ids.folded("finance")
    assert ids.folded("STRASSE") == ids.folded("straße")
    assert ids.folded("finance") != ids.folded("finances")


def test_a_free_name_is_the_wanted_one_or_the_first_with_a_number() -> None:
    assert ids.free("rule", set()) == "rule"
    assert ids.free("rule", {"rule"}) == "rule-2"
    assert ids.free("rule", {"rule", "rule-2", "rule-4"}) == "rule-3"


@given(valid, st.integers(0, 120))
@example("x" * 80, 120)
def test_a_free_name_is_valid_and_not_taken(wanted: str, count: int) -> None:
    taken: set[str] = set()
    for _ in range(count):
        taken.add(ids.free(wanted, taken))
    assert len(taken) == count
    assert all(ids.is_valid(name) for name in taken)
