"""The words of a question and of an entry, and how words and meaning become one number."""

from __future__ import annotations

import math
import sqlite3

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memdecay.relevance import Relevance, expression, full_score, fuse, indexed, terms

# Words of a question


def test_words_of_questions_are_left_out() -> None:
    assert terms("How do I install the packages?") == ("install", "packages")


def test_words_of_questions_count_where_nothing_else_is_asked() -> None:
    assert terms("What is it?") == ("what", "is", "it")
    assert terms("To be or not to be") == ("not",)


def test_each_word_comes_once_and_in_order() -> None:
    assert terms("test Test TESTS test") == ("test", "tests")


def test_signs_part_words() -> None:
    assert terms("snake_case post-merge lib/net 3.12 C++ a.b") == (
        "snake", "case", "post", "merge", "lib", "net", "3", "12", "c", "b",
    )  # fmt: skip


# B099
@pytest.mark.parametrize("question", ["", "   ", "☃☃", "🚀", "!?", "\n\t", "___"])
def test_a_question_without_words_has_no_terms(question: str) -> None:
    assert terms(question) == ()


# B103
def test_scripts_without_blanks_are_read_in_pairs() -> None:
    assert terms("单元测试") == ("单元", "元测", "测试")
    assert terms("uv を使う") == ("uv", "を使", "使う")
    assert terms("测") == ("测",)


def test_a_word_with_its_accent_apart_is_one_word() -> None:
    assert terms("nai\u0308ve cafe\u0301") == ("naïve", "café")


def test_the_names_in_code_are_found_by_their_humps_too() -> None:
    assert indexed("call getUserName") == "call getUserName get User Name"
    assert indexed("parseHTTP2Response") == "parseHTTP2Response parse HTTP2 Response"
    assert indexed("plain words") == "plain words"


# Full-text expressions


def matching(entries: list[str], question: str) -> list[str]:
    """The entries that a full-text index as ours finds for a question."""
    rows = sqlite3.connect(":memory:")
    rows.execute(
        "CREATE VIRTUAL TABLE d USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    rows.executemany("INSERT INTO d (rowid, text) VALUES (?, ?)", enumerate(map(indexed, entries)))
    found = rows.execute("SELECT rowid FROM d WHERE d MATCH ? ORDER BY rowid", (expression(terms(question)),))
    return [entries[number] for (number,) in found]


# B101, B102
@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("post-merge", "Run the post-merge hook."),
        ("can't retry", "You can't retry this."),
        ("NOTE: later", "NOTE: do it later."),
        ("lib/net", "Patch lib/net first."),
        ("3.12", "Needs Python 3.12."),
        ("C++", "Written in C++."),
        ("AND", "Search with AND."),
        ("NEAR(a b)", "It is near b."),
        ("net:proxy", "Set net:proxy."),
        ("proxy:refused", "Says proxy:refused."),
        ('"quoted', "A quoted word."),
        ("pre*", "Use pre."),
        ("^first", "The first one."),
        ("a OR b -c", "Take b."),
        ("{text}: x", "The text."),
    ],
)
def test_signs_of_the_search_language_are_words_like_any_other(question: str, entry: str) -> None:
    assert matching([entry, "Something else entirely."], question) == [entry]


def test_even_a_quote_inside_a_word_ends_no_quotation() -> None:
    assert expression(['a" OR "b']) == '"a"" OR ""b"'
    assert expression(["a", "AND"]) == '"a" OR "AND"'


# B103
@pytest.mark.parametrize(
    ("entry", "question"),
    [
        ("提交之前必须运行单元测试", "单元测试"),
        ("提交之前必须运行单元测试", "必"),
        ("テストは必ず実行する", "実行"),
        ("ﾃｽﾄは必ず実行する", "テスト"),
        ("커밋하기전에테스트를실행", "테스트"),
        ("ต้องรันเทสต์ก่อนคอมมิต", "เทสต์"),
        ("依存関係には uv を使う", "uv"),
        ("Ｕｓｅ　ｐｎｐｍ", "pnpm"),
        ("The café is naïve", "cafe\u0301 nai\u0308ve"),
        ("The cafe\u0301 is closed", "café"),
        ("call getUserName", "user name"),
        ("Running the tests", "run test"),
        ("Die Straße", "STRAßE"),
        ("İstanbul ofisi", "İstanbul"),
    ],
)
def test_a_word_inside_an_entry_is_found_however_it_is_written(entry: str, question: str) -> None:
    assert entry in matching([entry, "zzz"], question)
    assert "zzz" not in matching([entry, "zzz"], question)


@given(st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_no_question_stops_the_search(question: str) -> None:
    if terms(question):
        matching(["Use pnpm."], question)


words = st.from_regex(r"[a-zà-ÿа-я一-龥ぁ-んก-ฮ0-9]{1,8}", fullmatch=True)


@given(st.lists(words, min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_an_entry_is_found_by_its_own_words(entry: list[str]) -> None:
    text = " ".join(entry)
    assume(terms(text))
    assert matching([text], text) == [text]


# Fusing


def fused(
    scores: dict[int, float],
    cosines: dict[int, float],
    *,
    full: float = 10.0,
    dense_weight: float = 0.6,
) -> dict[int, float]:
    found = fuse(scores, cosines, full_score=full, dense_weight=dense_weight)
    return {number: one.fused for number, one in found.items()}


def test_words_and_meaning_are_added_by_their_weights() -> None:
    assert fuse({1: 5.0}, {1: 0.5}, full_score=10.0, dense_weight=0.6) == {
        1: Relevance(lexical=0.5, dense=0.5, dense_weight=0.6, fused=0.4 * 0.5 + 0.6 * 0.5)
    }


def test_what_was_found_in_one_way_only_counts_in_that_way() -> None:
    found = fused({1: 10.0}, {2: 1.0})
    assert found == {1: pytest.approx(0.4), 2: pytest.approx(0.6)}


def test_the_best_hit_stays_weak_where_the_telling_words_occur_nowhere() -> None:
    assert fused({1: 2.0}, {}, full=10.0)[1] == pytest.approx(0.4 * 0.2)


def test_a_score_above_the_full_one_is_the_new_measure() -> None:
    assert fused({1: 20.0, 2: 10.0}, {}, dense_weight=0.0) == {1: 1.0, 2: 0.5}


def test_an_opposite_meaning_counts_as_none() -> None:
    assert fused({}, {1: -0.9}) == {1: 0.0}


# B099
def test_nothing_to_measure_by_gives_no_relevance() -> None:
    assert fused({1: 0.0}, {1: 0.0}, full=0.0) == {1: 0.0}
    assert fused({}, {}) == {}
    assert fused({}, {1: math.nan}) == {1: 0.0}


shares = st.floats(0, 1)


@given(
    st.dictionaries(st.integers(0, 9), st.floats(-5, 50)),
    st.dictionaries(st.integers(0, 9), st.floats(-1.0001, 1.0001)),
    st.floats(0, 50),
    shares,
)
@settings(max_examples=300, deadline=None)
def test_relevance_lies_between_none_and_all_and_more_of_either_never_lowers_it(
    scores: dict[int, float], cosines: dict[int, float], full: float, dense_weight: float
) -> None:
    found = fuse(scores, cosines, full_score=full, dense_weight=dense_weight)
    assert found.keys() == {*scores, *cosines}
    for one in found.values():
        assert 0.0 <= one.fused <= 1.0
        for other in found.values():
            if one.lexical <= other.lexical and one.dense <= other.dense:
                assert one.fused <= other.fused


# The score of a perfect answer


def test_rarer_words_make_a_perfect_answer_worth_more() -> None:
    assert full_score([1], 1000) > full_score([10], 1000) > full_score([400], 1000) > 0


def test_a_word_that_occurs_nowhere_counts_like_one_that_occurs_once() -> None:
    assert full_score([0], 1000) == full_score([1], 1000)


def test_words_that_nearly_every_entry_has_still_count_a_little() -> None:
    assert full_score([1000], 1000) == pytest.approx(1e-6)
    assert full_score([5], 0) == pytest.approx(1e-6)


def test_the_full_score_is_what_the_index_gives_an_entry_of_mean_length() -> None:
    entries = ["pnpm alpha beta", "yarn gamma delta", "cargo epsilon zeta", "make eta theta", "go iota kappa"]
    rows = sqlite3.connect(":memory:")
    rows.execute("CREATE VIRTUAL TABLE d USING fts5 (text)")
    rows.executemany("INSERT INTO d VALUES (?)", ((one,) for one in entries))
    ((score,),) = rows.execute("SELECT -bm25(d) FROM d WHERE d MATCH 'pnpm'").fetchall()
    assert full_score([1], len(entries)) == pytest.approx(score)
