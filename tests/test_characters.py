"""What a reader cannot see is refused, and what a reader can see passes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdecay.characters import Hidden, hidden, is_refused, shown, spelled_out, spelt

DEFAULT_IGNORABLE = [
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
]  # fmt: skip
"""Default_Ignorable_Code_Point of DerivedCoreProperties.txt, Unicode 16."""


def found(text: str) -> list[str]:
    return [str(one) for one in hidden(text)]


def test_ordinary_text_in_any_script_passes() -> None:
    for text in (
        "Use pnpm, never npm!\n\tand run `make test`\n",
        "Façade naïve ΣΊΣΥΦΟΣ Запускай тесты",
        "使用 pnpm 安装依赖，不要使用npm。\u3000テスト 한국어",
        "مرحبا بالعالم नमस्ते שלום กี่โมง",
        "“quoted” ‘it’s’ — … ¿qué? → ≠ € ½ ①\u00a0non-breaking",
    ):
        assert found(text) == []


def test_every_default_ignorable_character_is_refused() -> None:
    assert [f"U+{code:04X}" for code in DEFAULT_IGNORABLE if not is_refused(chr(code))] == []
    assert [f"U+{code:04X}" for code in DEFAULT_IGNORABLE if not hidden(f"a{chr(code)}b")] == []


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x07",
        "\x1b",
        "\r",
        "\x7f",
        "\x85",
        "\u2028",
        "\u2029",
        "\ud800",
        "\ue000",
        "\uffff",
        "\u2800",
    ],
    ids=lambda character: f"U+{ord(character):04X}",
)
def test_controls_separators_private_and_unassigned_characters_are_refused(character: str) -> None:
    assert hidden(f"ab{character}c") == (Hidden(character, 1, 3),)


def test_a_hidden_character_is_named_with_its_line_and_column() -> None:
    assert found("Use pnpm.\nUse\u200b npm\u202e.\n") == ["U+200B at 2:4", "U+202E at 2:9"]


def test_characters_beyond_the_first_plane_are_named_by_their_whole_number() -> None:
    assert found("a\U000e0041") == ["U+E0041 at 1:2"]


@pytest.mark.parametrize(
    "emoji",
    ["✅", "❤\ufe0f", "👍🏽", "👩\u200d👩\u200d👧", "👩🏽\u200d💻", "🏳\ufe0f\u200d🌈", "1\ufe0f\u20e3", "🇩🇪"],
)
def test_joiners_and_selectors_pass_inside_an_emoji(emoji: str) -> None:
    assert found(f"Deploy {emoji} now") == []


def test_the_three_flags_made_of_tags_pass() -> None:
    for region in ("gbeng", "gbsct", "gbwls"):
        tags = "".join(chr(0xE0000 + ord(letter)) for letter in region)
        assert found(f"\U0001f3f4{tags}\U000e007f") == []


def test_a_message_in_tags_behind_a_flag_is_refused_letter_by_letter() -> None:
    message = "".join(chr(0xE0000 + ord(letter)) for letter in "rm")
    assert found(f"\U0001f3f4{message}\U000e007f") == [
        "U+E0072 at 1:2", "U+E006D at 1:3", "U+E007F at 1:4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("a\u200db", ["U+200D at 1:2"]),
        ("👩\u200d", ["U+200D at 1:2"]),
        ("👩\u200dx", ["U+200D at 1:2"]),
        ("\u200d👩", ["U+200D at 1:1"]),
        ("x\ufe0f", ["U+FE0F at 1:2"]),
        ("❤\ufe0f\ufe0f", ["U+FE0F at 1:3"]),
        ("1\ufe0f", ["U+FE0F at 1:2"]),
        ("👩\u200d\u200d👧", ["U+200D at 1:2", "U+200D at 1:3"]),
    ],
)
def test_joiners_and_selectors_outside_an_emoji_are_refused(text: str, refused: list[str]) -> None:
    assert found(text) == refused


def test_the_column_counts_characters_before_it_emoji_included() -> None:
    assert found("👩\u200d👧 a\u200b") == ["U+200B at 1:6"]


# Joiners, where a memory allows them


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",  # Persian: "I want"
        "کتاب\u200cها را بخوان",
        "क्\u200dष",  # Hindi: a half form
        "শ্রীমান্\u200c",  # Bengali: a consonant without its vowel ends the word
        "ന്\u200d",  # Malayalam: a chillu, as it was written before it had a letter
        "ක්\u200dර",  # Sinhala
        "ᠮᠣᠩ\u200dᠭᠣᠯ",  # Mongolian
    ],
)
def test_scripts_that_need_joiners_have_them_where_they_are_allowed(text: str) -> None:
    assert hidden(text, joiners=True) == ()
    assert len(hidden(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a\u200cb",
        "pnpm\u200d",
        "می\u200c\u200cخواهم",
        "می\u200c",
        "\u200cمی",
        "می\u200c خواهم",
        "می\u200bخواهم",
        "می\u202eخواهم",
        "می\u200c\u200d\u200cخواهم",
        "می\u2060خواهم",
        "1\u200d2",
        "שלום\u200dעולם",
    ],
)
def test_what_no_script_needs_is_refused_although_joiners_are_allowed(text: str) -> None:
    assert hidden(text, joiners=True) != ()


def test_letters_of_unseen_tags_are_spelt_out() -> None:
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in "rm -rf /")
    assert spelt(hidden(f"Format JSON.{tags}\u200b")) == "rm -rf /"
    assert spelt(hidden("a\u200b\U000e0001\U000e007f")) == ""


RESERVED_PICTOGRAPHS = range(0x1F000, 0x1FB00)
EVERY_REFUSED = [
    code
    for code in range(0x110000)
    if code != 0x0A and code not in RESERVED_PICTOGRAPHS and is_refused(chr(code))
]
CLEAN = "Use pnpm, never npm.\n\n```sh\nmake test\n```\n日本語のテスト ✅\n"


def test_each_refused_character_is_found_at_the_start_in_the_middle_and_at_the_end() -> None:
    # Private, unassigned and surrogate code points fill whole planes: of those every 997th.
    many = {"Cn", "Co", "Cs"}
    chosen = [
        c for n, c in enumerate(EVERY_REFUSED) if unicodedata.category(chr(c)) not in many or n % 997 == 0
    ]
    assert len(chosen) > 430
    for joiners in (False, True):
        missed = [
            f"U+{code:04X} at {place}"
            for code in chosen
            for place in (0, 11, len(CLEAN))
            if not hidden(CLEAN[:place] + chr(code) + CLEAN[place:], joiners=joiners)
        ]
        assert missed == []


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"])), st.sampled_from(DEFAULT_IGNORABLE))
@settings(max_examples=100, deadline=None)
@example("", 0x200B)
def test_no_surroundings_hide_a_character_that_belongs_to_no_emoji(text: str, code: int) -> None:
    places = [(one.line, one.column) for one in hidden(f"{text}\n.{chr(code)}.")]
    assert places[-1] == (2, 2)


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_every_place_that_is_named_holds_the_character_that_is_named(text: str) -> None:
    lines = text.split("\n")
    for one in hidden(text):
        assert lines[one.line - 1][one.column - 1] == one.character
        assert is_refused(one.character)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=40))
@settings(max_examples=100, deadline=None)
def test_letters_digits_and_punctuation_always_pass_unless_they_have_no_shape(text: str) -> None:
    seen = "".join(one for one in text if ord(one) not in DEFAULT_IGNORABLE)
    assert all(unicodedata.category(one)[0] in "LNPZ" for one in seen)
    assert hidden(seen) == ()


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_spelled_out_nothing_is_hidden_and_what_was_visible_stays(text: str) -> None:
    spelled = spelled_out(text)
    assert hidden(spelled) == ()
    if not hidden(text):
        assert spelled == text


def test_control_characters_are_spelled_as_terminals_do_and_others_by_number() -> None:
    assert (
        spelled_out("a\x1b[2J\rb\u202ec\x9bd\te\nf\U000e0041") == "a^[[2J^Mb<U+202E>c<U+009B>d\te\nf<U+E0041>"
    )


def test_a_value_in_a_message_is_escaped_and_cut() -> None:
    assert shown("a\x1b[2Jb\n") == "'a\\u001b[2Jb\\u000a'"
    assert shown("x" * 100) == "'" + "x" * 59 + "…'"
    assert shown("caf\u00e9 \U0001f600") == "'caf\u00e9 \U0001f600'"
    assert shown("\u202e\u200b") == "'\\u202e\\u200b'"
