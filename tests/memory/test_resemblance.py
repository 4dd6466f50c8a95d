"""Which entries resemble which: the quick way finds what comparing every two finds."""

from __future__ import annotations

import math
import random

import pytest

from memdecay.embedding import vectors
from memdecay.memory.resemblance import most_differing, near_codes

DIMENSION = 256


def vector(chance: random.Random) -> list[float]:
    return [chance.gauss(0, 1) for _ in range(DIMENSION)]


def near(one: list[float], cosine: float, chance: random.Random) -> list[float]:
    """A vector at about that cosine from `one`."""
    noise = math.sqrt(1 - cosine**2) / cosine
    return [value + noise * chance.gauss(0, 1) for value in one]


def code(values: list[float]) -> bytes:
    return vectors.sign_code(vectors.quantise([value / math.hypot(*values) for value in values]))


@pytest.mark.parametrize("cosine", [0.9, 0.94, 0.98])
def test_two_that_are_as_near_as_asked_are_found(cosine: float) -> None:
    chance = random.Random(7)
    ones = [vector(chance) for _ in range(300)]
    others = [near(one, cosine + 0.01, chance) for one in ones]
    found = list(near_codes([code(one) for one in (*ones, *others)], cosine))
    assert sum(place in found[300 + place] for place in range(300)) >= 297


def test_what_has_little_in_common_is_not_compared() -> None:
    chance = random.Random(7)
    found = list(near_codes([code(vector(chance)) for _ in range(600)], 0.9))
    assert sum(map(len, found)) == 0


def test_earlier_ones_are_named_in_their_order() -> None:
    assert list(near_codes([b"\xff" * 32, b"\x00" * 32, b"\xff" * 32, b"\xff" * 32], 0.9)) == [
        [], [], [0], [0, 2],
    ]  # fmt: skip


def test_no_codes_have_no_neighbours() -> None:
    assert list(near_codes([], 0.9)) == []


def test_codes_of_one_byte_are_compared_too() -> None:
    assert list(near_codes([b"\xf0", b"\xf0"], 0.9)) == [[], [0]]


def test_more_signs_may_differ_the_wider_the_angle() -> None:
    assert most_differing(256, 1.0) == 0
    # A right angle: half of the signs, and three deviations of 8 more.
    assert most_differing(256, 0.0) == pytest.approx(128 + 3 * 8)
    assert most_differing(256, 0.5) == pytest.approx(256 / 3 + 3 * math.sqrt(256 * 2 / 9))
