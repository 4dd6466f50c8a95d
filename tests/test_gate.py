"""What a new entry resembles: the same, a likely correction, or neither. The gate only proposes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.gate import Draft, Finding, Neighbour, Verdict, decisive_difference, judge
from memdecay.policy import Policy

POLICY = Policy(correction_from=0.82, neighbour_from=0.7)


def neighbour(text: str, cosine: float = 0.95, id: str = "a", scope: tuple[str, ...] = ()) -> Neighbour:  # noqa: A002
    return Neighbour(id=id, text=text, scope=scope, cosine=cosine)


def judged(text: str, *neighbours: Neighbour, scope: tuple[str, ...] = ()) -> Verdict:
    return judge(Draft(text=text, scope=scope), neighbours, POLICY)


# The same


@pytest.mark.parametrize(
    "text",
    [
        "Install packages with pnpm.",
        "install PACKAGES with pnpm",
        "  Install packages\nwith `pnpm`.\n",
        "**Install** packages, with pnpm!",
        "Install packages with [pnpm](https://pnpm.io).",
    ],
)
def test_the_same_words_are_a_duplicate_whatever_the_model_says(text: str) -> None:
    known = neighbour("Install packages with pnpm.\n", cosine=0.0)
    assert judged(text, known) == Verdict(finding=Finding.DUPLICATE, of="a")


# B058
@pytest.mark.parametrize(
    ("text", "known", "differing"),
    [
        ("Freeze starts on May 4", "Freeze starts on May 3", ("3", "4")),
        ("Use Java 21", "Use Java 17", ("17", "21")),
        ("batch of 2000 rows", "batch of 200 rows", ("200", "2000")),
        ("Needs Node >= 20", "Needs Node < 20", ("<", ">=")),
        ("Needs Node ≥ 20", "Needs Node < 20", ("<", ">=")),
        ("❌ Push to main", "✅ Push to main", ("✅", "❌")),
    ],
)
def test_texts_that_differ_in_a_number_or_a_sign_are_never_duplicates(
    text: str, known: str, differing: tuple[str, ...]
) -> None:
    assert judged(text, neighbour(known, cosine=1.0)) == Verdict(
        finding=Finding.CORRECTION, of="a", differing=differing, neighbours=("a",)
    )
    assert judged(text, neighbour(known, cosine=0.5)).finding is Finding.NEW


@pytest.mark.parametrize(("text", "known"), [("कि करो", "कु करो"), ("อย่าดี", "อย่าดู")])
def test_words_that_differ_in_a_vowel_sign_are_never_duplicates(text: str, known: str) -> None:
    assert judged(text, neighbour(known)).finding is not Finding.DUPLICATE


# B060
def test_the_same_words_in_another_scope_are_new_and_named() -> None:
    known = neighbour("Use tabs.", scope=("backend/",))
    assert judged("Use tabs.", known, scope=("frontend/",)) == Verdict(finding=Finding.NEW, elsewhere=("a",))
    assert judged("Use tabs.", known).finding is Finding.DUPLICATE


def test_a_duplicate_here_counts_although_another_stands_elsewhere() -> None:
    verdict = judged(
        "Use tabs.",
        neighbour("Use tabs.", 1.0, "a", ("backend/",)),
        neighbour("Use tabs.", 0.9, "b", ("frontend/",)),
        scope=("frontend/",),
    )
    assert (verdict.finding, verdict.of) == (Finding.DUPLICATE, "b")


# A likely correction


def test_a_near_text_with_another_tool_looks_like_a_correction() -> None:
    verdict = judged("Install packages with pnpm.", neighbour("Install packages with npm."))
    assert verdict == Verdict(
        finding=Finding.CORRECTION, of="a", differing=("npm", "pnpm"), neighbours=("a",)
    )


def test_the_nearest_entry_that_differs_decisively_is_the_one_to_correct() -> None:
    verdict = judged(
        "Use Java 21 here.",
        neighbour("Use Java 17 here.", 0.9, "far"),
        neighbour("Use Java 11 here.", 0.95, "near"),
        neighbour("Please use Java 21 here.", 0.99, "same-meaning"),
    )
    assert (verdict.of, verdict.neighbours) == ("near", ("same-meaning", "near", "far"))


def test_a_near_text_in_another_scope_is_no_correction() -> None:
    known = neighbour("Use Java 17", scope=("backend/",))
    assert judged("Use Java 21", known, scope=("frontend/",)) == Verdict(finding=Finding.NEW)


def test_a_far_text_is_no_correction_whatever_differs() -> None:
    assert judged("Use Java 21", neighbour("Use Java 17", 0.81)) == Verdict(
        finding=Finding.NEW, neighbours=("a",)
    )


# B054
def test_near_texts_without_a_decisive_difference_are_only_named_nearest_first_and_at_most_three() -> None:
    said = {"b": "Run tests.", "a": "Please run the tests.", "c": "Run our tests.", "d": "Run it: tests."}
    near = [neighbour(text, 0.9 - n / 100, id_) for n, (id_, text) in enumerate(said.items())]
    verdict = judged("Please always run all our unit and browser tests.", *near)
    assert verdict == Verdict(finding=Finding.NEW, neighbours=("b", "a", "c"))


def test_an_empty_memory_holds_nothing_near() -> None:
    assert judged("Use pnpm.") == Verdict(finding=Finding.NEW)


# Decisive words


@pytest.mark.parametrize(
    ("text", "other", "differing"),
    [
        ("Do not commit to main.", "Commit to main.", ("not",)),
        ("Don't commit to main.", "Commit to main.", ("don't",)),
        ("Don’t commit to main.", "Commit to main.", ("don't",)),
        ("Never commit to main.", "Always commit to main.", ("never",)),
        ("You can't retry the job.", "You can retry the job.", ("can't",)),
        ("Deploy with --force.", "Deploy with --dry-run.", ("--dry-run", "--force")),
        ("Run `npm ci` first.", "Run `npm install` first.", ("ci", "install")),
        ("See docs/a.md for it.", "See docs/b.md for it.", ("docs/a.md", "docs/b.md")),
        ("Pin it to 2.3.1.", "Pin it to 2.3.", ("2.3", "2.3.1")),
        ("Service alpha owns the billing queue.", "Service beta owns the billing queue.", ("alpha", "beta")),
    ],
)
def test_a_decisive_word_is_named(text: str, other: str, differing: tuple[str, ...]) -> None:
    assert decisive_difference(text, other) == differing


# B057
def test_a_negation_decides_nothing_where_the_texts_say_other_things_too() -> None:
    assert (
        decisive_difference(
            "Never forget to clear the schema cache after the import job.",
            "Cache the schema for the import job.",
        )
        == ()
    )


# B059
def test_one_sentence_pattern_about_other_subjects_is_no_duplicate_and_no_correction() -> None:
    known = neighbour("We took Redis instead of Kafka to keep the queue small.", 0.95)
    verdict = judged("We took Ruff instead of Flake8 to keep linting fast.", known)
    assert verdict.finding is not Finding.DUPLICATE


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Install packages with `pnpm`.", "Install all packages with pnpm."),
        ("Commit often.", "Committing often."),
        ("Run the tests.", "Please run our tests!"),
        ("Don’t push it.", "Don't push it, please."),
        ("It’s in `src/a.py`.", "It's in src/a.py."),
    ],
)
def test_another_spelling_of_the_same_is_no_decisive_difference(text: str, other: str) -> None:
    assert decisive_difference(text, other) == ()


def test_words_that_came_on_top_are_no_decisive_difference() -> None:
    assert decisive_difference("Run the tests before every commit and push.", "Run the tests.") == ()


# Whatever the texts say

parts = [
    *("use", "not", "don't", "don’t", "`npm`", "npm", "pnpm", "Node", "17", "21", ">=", "<", "v2.3"),
    *("--force", "src/a.py", "✅", "❌", "commit", "committing", "and", "tests.", "测试", "!", "\n"),
]
texts = st.lists(st.sampled_from(parts), min_size=1, max_size=8).map(" ".join)
neighbourhoods = st.lists(
    st.builds(
        neighbour,
        texts,
        st.floats(0, 1) | st.sampled_from([0.82, 0.9]),
        st.sampled_from("abc"),
        st.sampled_from([(), ("web",), ("api/**",)]),
    ),
    max_size=6,
)


@given(texts, texts)
@settings(max_examples=300, deadline=None)
def test_what_differs_is_the_same_from_both_sides(text: str, other: str) -> None:
    assert decisive_difference(text, other) == decisive_difference(other, text)


@given(texts)
@settings(max_examples=200, deadline=None)
def test_a_text_differs_in_nothing_from_itself_in_other_clothes(text: str) -> None:
    assert decisive_difference(text, text) == ()
    assert decisive_difference(f"**{text.upper()}**\n", text) == ()


@given(texts, neighbourhoods, st.sampled_from([(), ("web",), ("docs",)]))
@settings(max_examples=300, deadline=None)
def test_the_same_text_in_an_overlapping_scope_is_always_a_duplicate(
    text: str, around: list[Neighbour], scope: tuple[str, ...]
) -> None:
    known = neighbour(f"{text}\n", cosine=0.0, id="known", scope=scope)
    verdict = judge(Draft(text=text, scope=scope), [*around, known], POLICY)
    assert verdict.finding is Finding.DUPLICATE


@given(texts, neighbourhoods, st.integers())
@settings(max_examples=300, deadline=None)
def test_the_order_in_which_neighbours_come_does_not_matter(
    text: str, around: list[Neighbour], seed: int
) -> None:
    first = judged(text, *around)
    Random(seed).shuffle(around)
    assert judged(text, *around) == first


@given(texts, neighbourhoods)
@settings(max_examples=300, deadline=None)
def test_a_correction_is_near_and_says_what_differs(text: str, around: list[Neighbour]) -> None:
    verdict = judged(text, *around)
    if verdict.finding is Finding.CORRECTION:
        assert verdict.differing
        assert any(one.id == verdict.of and one.cosine >= POLICY.correction_from for one in around)
    else:
        assert verdict.differing == ()


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_stops_the_gate(text: str, other: str) -> None:
    assert judged(text, neighbour(other)).finding in Finding


def test_languages_that_differ_in_their_sign_are_two() -> None:
    assert decisive_difference("Run the C# tests first.", "Run the C++ tests first.") == ("C#", "C++")
    near = Neighbour(id="a", text="Run the C# tests first.", scope=(), cosine=1.0)
    assert judge(Draft(text="Run the C++ tests first."), [near], Policy()).finding is Finding.CORRECTION
