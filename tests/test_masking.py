"""Of a secret a few letters are shown, of the words around it all, of a private key nothing."""

from __future__ import annotations

import pytest

from memdecay.masking import Hit, masked

TOKEN = "ghp_" + "a1B2" * 9


def hit(line: str, value: str) -> Hit:
    return Hit("a token", line.index(value), line.index(value) + len(value))


@pytest.mark.parametrize(
    ("line", "value", "shown"),
    [
        (f"Use {TOKEN} here.", TOKEN, "Use ghp_**** here."),
        (f'token = "{TOKEN}"', TOKEN, 'token = "ghp_****"'),
        (f"Use {TOKEN}-and-more here.", TOKEN, "Use ghp_**** here."),  # a pattern may know only its beginning
        ("The pin is hunter22 there.", "hunter22", "The pin is h**** there."),
        ("The pin is hunter2 there.", "hunter2", "The pin is **** there."),
    ],
)
def test_a_word_that_holds_a_secret_keeps_a_few_letters(line: str, value: str, shown: str) -> None:
    assert list(masked([line], [[hit(line, value)]])) == [shown]


def test_two_secrets_in_one_word_are_one() -> None:
    line = "curl https://dana:hunter22@example.org/x?key=abcdefgh now"
    hits = [hit(line, "abcdefgh"), hit(line, "hunter22")]
    assert list(masked([line], [hits])) == ["curl http**** now"]


def test_a_private_key_is_gone_from_its_first_line_to_its_last() -> None:
    lines = ["Before.", "-----BEGIN RSA PRIVATE KEY-----", "MIIE", "-----END RSA PRIVATE KEY-----", "After."]
    assert list(masked(lines, [[]] * 5)) == ["Before.", "****", "****", "****", "After."]


def test_hits_overlap_where_they_share_a_character() -> None:
    assert Hit("a", 0, 4).overlaps(Hit("b", 3, 5))
    assert not Hit("a", 0, 4).overlaps(Hit("b", 4, 5))
