"""The title, the normalised form and the hash of an entry's text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay import passages


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("Install packages with pnpm, not npm.\n", "Install packages with pnpm, not npm."),
        ("# Package manager\n\nUse pnpm.\n", "Package manager"),
        ("\n\n### Package manager ###\nUse pnpm.\n", "Package manager"),
        ("Use pnpm. It is faster.\n", "Use pnpm."),
        ("Is it slow? Use pnpm.", "Is it slow?"),
        ("Pin cachelib to 2.3 until the crash is fixed.", "Pin cachelib to 2.3 until the crash is fixed."),
        ("Use a tool, e.g. ruff, for this.", "Use a tool, e.g. ruff, for this."),
        ("パッケージはpnpmで入れる。npmは使わない。", "パッケージはpnpmで入れる。"),
        ("- Use pnpm\n- Use node 20\n", "Use pnpm"),
        ("1. Run the tests\n2. Commit\n", "Run the tests"),
        ("- [x] Use pnpm\n", "Use pnpm"),
        ("> Use pnpm\n", "Use pnpm"),
        ("Read [the guide](docs/guide.md) first\n", "Read the guide first"),
        ("**Always** run `make test`\n", "Always run make test"),
        ("Keep snake_case_names here\n", "Keep snake_case_names here"),
        ("---\n\nUse pnpm\n", "Use pnpm"),
        ("```\nmake test\n```\n", "make test"),
        ("#no heading, a tag\n", "#no heading, a tag"),
        ("Install packages with\npnpm. Not npm.\n", "Install packages with pnpm."),
        ("# One\nline", "One"),
        ("#\n\nUse pnpm", "Use pnpm"),
        ("2025-11-03", "2025-11-03"),
        ("", ""),
        ("\n \n", ""),
    ],
)
def test_a_title_is_the_first_heading_or_sentence_without_marks(body: str, title: str) -> None:
    assert passages.title(body) == title


@pytest.mark.parametrize(
    "line",
    ["Use pnpm - not npm", "Keep node > 18", "2 * 3 is 6", "Pick 1) pnpm or 2) npm", "a + b"],
)
def test_signs_in_the_middle_of_a_line_are_no_list_marks(line: str) -> None:
    assert passages.title(line) == line


# CommonMark closes emphasis only behind a word, and never inside code.
@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("Lint `*.ts` and `*.js`", "Lint *.ts and *.js"),
        ("Import `__init__` and `__main__`", "Import __init__ and __main__"),
        ("Pass **kwargs and **options", "Pass **kwargs and **options"),
        ("Lint *.ts and *.js", "Lint *.ts and *.js"),
    ],
)
def test_stars_and_underscores_that_are_not_emphasis_stay_in_a_title(body: str, title: str) -> None:
    assert passages.title(body) == title


# CommonMark 0.31.2, examples 75 and 76: closing signs stand behind a blank.
@pytest.mark.parametrize("heading", ["# Write it in C#", "## Write it in C# ##"])
def test_a_sign_that_belongs_to_the_last_word_of_a_heading_stays(heading: str) -> None:
    assert passages.title(heading) == "Write it in C#"


# B052
def test_a_title_keeps_the_marks_of_struck_text() -> None:
    body = "~~Format with tool A~~ Format with tool B"
    assert passages.title(body) == body


@pytest.mark.parametrize(
    "line",
    [
        "# a" + " " * 60_000 + "b",
        "# a" + " #" * 30_000 + "b",
        "[" * 60_000,
        "[a](" * 15_000,
        "**a" * 20_000,
        "*a " * 20_000,
        "_" * 60_000 + "a",
        "a." + ")" * 60_000,
        "a." + " " * 60_000 + "b",
        "- " * 30_000 + "a",
        "1" * 60_000,
    ],
)
def test_no_line_makes_the_title_slow(line: str) -> None:
    # A cubic pattern would need hours for the whole line; ask for a part of it first.
    for part in (line[:400] + line[-1], line[:1_200] + line[-1], line):
        started = time.process_time()
        passages.title(part)
        assert time.process_time() - started < 5, f"{len(part)} characters"


@given(st.text())
def test_a_title_is_one_line_of_any_text(body: str) -> None:
    title = passages.title(body)
    assert "\n" not in title
    assert title == title.strip()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use PNPM", "use pnpm"),
        ("Use pnpm.", "Use pnpm"),
        ("Use\n  pnpm", "Use pnpm"),
        ("Use **pnpm**!", "Use pnpm"),
        ("Use `pnpm`", "Use pnpm"),
        ("Use “pnpm”, please", 'Use "pnpm" please'),
        ("Ｕｓｅ pnpm", "Use pnpm"),
        ("cafe\u0301", "caf\u00e9"),
    ],
)
def test_case_marks_punctuation_and_blanks_do_not_make_another_text(left: str, right: str) -> None:
    assert passages.normalised(left) == passages.normalised(right)


@pytest.mark.parametrize("marked", ["# Use pnpm", "- Use pnpm", "+ Use pnpm", "_Use_ pnpm"])
def test_marks_of_headings_lists_and_emphasis_do_not_make_another_text(marked: str) -> None:
    assert passages.normalised(marked) == passages.normalised("Use pnpm")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use node 18", "Use node 20"),
        ("Use cachelib 2.3", "Use cachelib 23"),
        ("Write it in C", "Write it in C++"),
        ("Write it in C", "Write it in C#"),
        ("Run with --fast", "Run with fast"),
        ("Edit src/app.py", "Edit src app.py"),
        ("Read .env", "Read env"),
        ("Do not use pnpm", "Do use pnpm"),
        ("Fill to 100%", "Fill to 100"),
        ("Set $HOME", "Set HOME"),
    ],
)
def test_numbers_paths_flags_and_signs_make_another_text(left: str, right: str) -> None:
    assert passages.normalised(left) != passages.normalised(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use node >= 18", "Use node <= 18"),
        ("Pin node>=18", "Pin node<18"),
        ("Compare with ===", "Compare with !=="),
        ("Lint src/*.ts", "Lint src/.ts"),
        ("Chain with &&", "Chain with ||"),
    ],
)
def test_operators_make_another_text_because_they_turn_its_meaning(left: str, right: str) -> None:
    assert passages.normalised(left) != passages.normalised(right)


@given(st.text())
def test_a_normalised_text_is_normal(text: str) -> None:
    once = passages.normalised(text)
    assert "  " not in once
    assert once == once.strip()


# B142, B009
def test_a_windows_checkout_has_the_same_hash() -> None:
    text = "First.\nSecond.\n"
    assert passages.digest(text.replace("\n", "\r\n")) == passages.digest(text)
    assert passages.digest("\ufeff" + text) == passages.digest(text)


# B143
def test_a_lone_carriage_return_changes_the_hash() -> None:
    assert passages.digest("safe text\rrm -rf") != passages.digest("safe text\nrm -rf")


def test_a_hash_is_sha_256_of_utf_8_in_hex() -> None:
    assert passages.digest("abc") == ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")


@given(st.text(), st.text())
def test_texts_that_differ_in_more_than_line_ends_have_different_hashes(a: str, b: str) -> None:
    def unified(text: str) -> str:
        return text.removeprefix("\ufeff").replace("\r\n", "\n")

    assert (passages.digest(a) == passages.digest(b)) == (unified(a) == unified(b))


# Parts


def words(text: str) -> int:
    return len(text.split())


def test_blocks_stay_whole_and_neighbours_that_fit_together_stay_together() -> None:
    text = "One two three.\n\nFour five.\n\nSix seven eight nine.\n"
    assert passages.parts(text, words, 8) == ["One two three.\n\nFour five.\n\n", "Six seven eight nine.\n"]


def test_a_text_that_fits_is_one_part_and_a_blank_one_is_none() -> None:
    assert passages.parts("One two.\n\nThree.", words, 3) == ["One two.\n\nThree."]
    assert passages.parts(" \n", words, 3) == []


def test_a_heading_stays_with_what_it_heads_and_code_with_itself() -> None:
    text = "Intro here now.\n\n# Deploy\n\nPush a tag.\n\n```sh\ngit tag\n\n# no heading\ngit push\n```\n"
    assert passages.parts(text, words, 10) == [
        "Intro here now.\n\n# Deploy\n\nPush a tag.\n\n",
        "```sh\ngit tag\n\n# no heading\ngit push\n```\n",
    ]
    assert passages.parts(text, words, 6)[:2] == ["Intro here now.\n\n", "# Deploy\n\nPush a tag.\n\n"]


def test_a_block_that_is_too_long_is_cut_between_lines_then_sentences_then_words() -> None:
    assert passages.parts("- a b c\n- d e f\n", words, 4) == ["- a b c\n", "- d e f\n"]
    assert passages.parts("One two. Three four.", words, 2) == ["One two.", " Three four."]
    assert passages.parts("one two three four", words, 2) == ["one ", "two ", "three ", "four"]


def test_a_word_that_is_too_long_is_cut_between_characters() -> None:
    assert passages.parts("abcdefgh", len, 3) == ["ab", "cd", "ef", "gh"]


# B104
@given(st.text(alphabet="ab.# \n`-é。", max_size=80), st.integers(1, 12))
def test_nothing_is_cut_off_and_no_part_is_too_long(text: str, most: int) -> None:
    for size in (words, len):
        found = passages.parts(text, size, most)
        assert "".join(found) == (text if text.strip() else "")
        assert all(size(part) <= most for part in found)
