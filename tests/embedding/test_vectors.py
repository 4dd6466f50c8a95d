from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.embedding.vectors import cosine, cosines, mean, nearest_codes, quantise, sign_code

FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=64)


def signed(vector: bytes) -> list[int]:
    return [value - 256 if value > 127 else value for value in vector]


def naive_cosine(left: list[int], right: list[int]) -> float:
    product = sum(a * b for a, b in zip(left, right, strict=True))
    lengths = math.sqrt(sum(a * a for a in left)) * math.sqrt(sum(b * b for b in right))
    return product / lengths if lengths else 0.0


def naive_nearest(query: bytes, codes: bytes, limit: int) -> list[int]:
    width = len(query)
    distances = [
        sum((a ^ b).bit_count() for a, b in zip(query, codes[i : i + width], strict=True))
        for i in range(0, len(codes), width)
    ]
    return sorted(range(len(distances)), key=lambda position: (distances[position], position))[:limit]


def test_the_largest_magnitude_becomes_127():
    assert signed(quantise((0.5, -1.0, 0.25, 0.0))) == [64, -127, 32, 0]


def test_a_zero_vector_stays_zero():
    assert quantise((0.0, -0.0, 0.0)) == bytes(3)
    assert quantise(()) == b""


@given(st.lists(FLOATS, max_size=40))
def test_quantising_is_off_by_half_a_step_at_most(vector: list[float]):
    largest = max(map(abs, vector), default=0.0)
    values = signed(quantise(vector))
    assert len(values) == len(vector)
    assert all(-127 <= value <= 127 for value in values)
    for value, original in zip(values, vector, strict=True):
        assert value == (round(original / largest * 127) if largest else 0)


@given(st.integers(0, 40).flatmap(lambda size: st.tuples(*[st.binary(min_size=size, max_size=size)] * 2)))
def test_cosine_is_that_of_the_definition(vectors: tuple[bytes, bytes]):
    left, right = vectors
    result = cosine(left, right)
    assert result == pytest.approx(naive_cosine(signed(left), signed(right)), abs=1e-12)
    assert -1.0 <= result <= 1.0
    assert result == cosine(right, left)


def test_a_vector_is_as_near_to_itself_as_can_be():
    vector = quantise([random.Random(1).gauss(0, 1) for _ in range(256)])
    assert cosine(vector, vector) == pytest.approx(1.0)


def test_nothing_is_near_a_zero_vector():
    assert cosine(bytes(4), b"\x01\x02\x03\x04") == 0.0
    assert cosine(bytes(4), bytes(4)) == 0.0


def test_vectors_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match=r"^vectors of 2 and 3 dimensions cannot be compared$"):
        cosine(b"\x01\x02", b"\x01\x02\x03")


def test_many_cosines_are_the_same_as_one_by_one():
    dice = random.Random(2)
    query, *others = (dice.randbytes(256) for _ in range(20))
    assert cosines(query, others) == [cosine(query, other) for other in others]
    assert cosines(query, []) == []


@given(st.binary(max_size=40))
def test_a_sign_code_has_one_bit_for_every_positive_dimension(vector: bytes):
    code = sign_code(vector)
    bits = "".join(f"{byte:08b}" for byte in code)
    expected = "".join("1" if value > 0 else "0" for value in signed(vector))
    assert len(code) == (len(vector) + 7) // 8
    assert bits[: len(vector)] == expected
    assert "1" not in bits[len(vector) :]


def test_the_sign_code_of_256_dimensions_has_32_bytes():
    assert len(sign_code(bytes(256))) == 32


@st.composite
def searches(draw: st.DrawFn) -> tuple[bytes, bytes, int]:
    width = draw(st.sampled_from((1, 3, 31, 32, 33, 48, 96)))
    query = draw(st.binary(min_size=width, max_size=width))
    opposite = bytes(255 - byte for byte in query)
    code = st.one_of(st.binary(min_size=width, max_size=width), st.sampled_from((query, opposite)))
    codes = draw(st.lists(code, max_size=12))
    return query, b"".join(codes), draw(st.integers(-1, 14))


@given(searches())
def test_the_nearest_codes_are_those_found_by_sorting_all(search: tuple[bytes, bytes, int]):
    query, codes, limit = search
    assert nearest_codes(query, codes, limit) == naive_nearest(query, codes, max(limit, 0))


def test_among_many_codes_ties_go_to_the_earlier_position():
    dice = random.Random(3)
    codes = b"".join(dice.randbytes(4) for _ in range(5000))
    query = dice.randbytes(4)
    assert nearest_codes(query, codes, 400) == naive_nearest(query, codes, 400)


@pytest.mark.parametrize("query", [b"", b"\x01\x02"])
def test_a_blob_that_does_not_divide_into_codes_is_refused(query: bytes):
    with pytest.raises(ValueError, match=rf"^3 bytes do not divide into codes of {len(query)} bytes$"):
        nearest_codes(query, b"\x01\x02\x03", 1)


def test_the_mean_of_one_vector_is_itself_and_of_several_lies_between():
    one, other = quantise([1.0, 0.0, 0.0]), quantise([0.0, 1.0, 0.0])
    assert mean([one]) == one
    assert mean([one, other]) == quantise([1.0, 1.0, 0.0])
    assert mean([one, one, one]) == one
