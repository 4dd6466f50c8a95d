from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import memdecay.embedding
from memdecay.embedding.wordpiece import WordPiece
from tests.embedding.texts import many

BUILTIN = Path(memdecay.embedding.__file__).parent / "builtin"
VOCABULARY = (BUILTIN / "vocab.txt").read_text("utf-8").split("\n")
# What tokenizers takes for something else than Unicode has said since its 8.0 or since 3.2.
RECLASSIFIED = {0x166D, 0x1734, 0x1885, 0x1886}


def pieces(text: str) -> list[str]:
    return [VOCABULARY[position] for position in WordPiece(VOCABULARY).ids(text)]


def test_words_are_lowered_and_split_into_their_longest_pieces():
    assert pieces("Unbelievably TYPED pnpm") == [
        "un", "##bel", "##ie", "##va", "##bly", "typed", "p", "##np", "##m",
    ]  # fmt: skip


def test_accents_are_stripped_and_final_sigma_is_like_any_sigma():
    assert pieces("Naïve ΣΑΣ") == pieces("naive σασ")
    assert pieces("naïve") == ["naive"]


def test_punctuation_and_chinese_characters_stand_alone():
    assert pieces("a.b,中文$") == ["a", ".", "b", ",", "中", "文", "$"]


def test_control_characters_vanish_and_every_kind_of_space_separates():
    assert pieces("in\x00st\u200ball now\u2028then\u3000here") == pieces("install now then here")


def test_a_word_with_an_unknown_character_is_left_out_whole():
    assert pieces("run tests🚀 now") == ["run", "now"]


def test_a_word_of_a_hundred_characters_is_read_and_a_longer_one_left_out():
    assert pieces("a" * 100) != []
    assert pieces("a" * 101) == []


def test_names_of_special_tokens_in_a_text_are_only_text():
    assert pieces("[UNK]") == ["[", "un", "##k", "]"]


def test_the_sharp_sign_is_never_mistaken_for_the_mark_of_a_continuation():
    assert pieces("##ing") == ["#", "#", "ing"]
    assert WordPiece(["#", "##b", "a"]).ids("ac") == []


def test_a_remembered_word_gives_the_same_ids_again():
    tokenizer = WordPiece(VOCABULARY)
    assert tokenizer.ids("flaky flaky") == tokenizer.ids("flaky") * 2


def test_forgetting_words_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memdecay.embedding.wordpiece._REMEMBERED_WORDS", 2)
    tokenizer = WordPiece(VOCABULARY)
    text = "install the packages with pnpm and the lock file"
    assert tokenizer.ids(text) == tokenizer.ids(text) == WordPiece(VOCABULARY).ids(text)


@given(st.text(alphabet="abc", max_size=12), st.sets(st.text(alphabet="abc", min_size=1, max_size=4)))
def test_the_longest_piece_is_taken_as_by_trying_every_length(word: str, entries: set[str]):
    vocabulary = sorted(entries | {f"##{entry}" for entry in entries if len(entry) < 3})
    assert WordPiece(vocabulary).ids(word) == greedy(word, vocabulary)


def greedy(word: str, vocabulary: list[str]) -> list[int]:
    ids, start = [], 0
    while start < len(word):
        prefix = "##" if start else ""
        known = [end for end in range(start + 1, len(word) + 1) if prefix + word[start:end] in vocabulary]
        if not known:
            return []
        ids.append(vocabulary.index(prefix + word[start : known[-1]]))
        start = known[-1]
    return ids


def test_the_vocabulary_is_sorted_and_the_same_as_the_libraries_read():
    tokenizer = json.loads((BUILTIN / "tokenizer.json").read_bytes())
    assert sorted(VOCABULARY) == VOCABULARY
    assert tokenizer["model"]["vocab"] == {token: i for i, token in enumerate(VOCABULARY)}


@pytest.mark.models
def test_ids_are_those_of_the_tokenizers_library():
    library = pytest.importorskip("tokenizers").Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
    tokenizer = WordPiece(VOCABULARY)
    for text in many():
        assert tokenizer.ids(text) == library_ids(library.encode(text, add_special_tokens=False))


@pytest.mark.models
def test_every_character_of_old_unicode_is_read_as_the_tokenizers_library_reads_it():
    library = pytest.importorskip("tokenizers").Tokenizer.from_file(str(BUILTIN / "tokenizer.json"))
    category = unicodedata.ucd_3_2_0.category
    characters = [
        chr(point)
        for point in range(sys.maxunicode + 1)
        if category(chr(point)) not in ("Cn", "Cs", "Co") and point not in RECLASSIFIED
    ]
    texts = [f"a{character}b {character}" for character in characters]
    encodings = library.encode_batch(texts, add_special_tokens=False)
    tokenizer = WordPiece(VOCABULARY)
    different = [
        text
        for text, encoding in zip(texts, encodings, strict=True)
        if tokenizer.ids(text) != library_ids(encoding)
    ]
    assert different == []


def library_ids(encoding) -> list[int]:
    return [position for position in encoding.ids if VOCABULARY[position] != "[UNK]"]
