"""Quantised vectors and sign codes: pure functions on bytes, no files and no model.

A quantised vector is one signed byte per dimension; a sign code is one bit per dimension.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from math import hypot
from operator import mul

_BIT_COUNTS = bytes(value.bit_count() for value in range(256))
_SIGN_BITS = bytes(ord("1") if 0 < value < 128 else ord("0") for value in range(256))
# A lane of one byte holds the distance of 31 code bytes (at most 248) without overflowing.
_BYTES_PER_LANE = 31


def quantise(vector: Sequence[float]) -> bytes:
    """One signed byte per dimension, the largest magnitude scaled to 127; zeros stay zeros."""
    largest = max(map(abs, vector), default=0.0)
    if not largest:
        return bytes(len(vector))
    # Divided first: 127 / largest overflows when largest is subnormal.
    return bytes([round(value / largest * 127) & 0xFF for value in vector])


def mean(several: Sequence[bytes]) -> bytes:
    """The mean of quantised vectors, quantised again; of one, itself."""
    if len(several) == 1:
        return several[0]
    return quantise([float(sum(values)) for values in zip(*map(_decode, several), strict=True)])


def means(found: Iterable[tuple[int, bytes]]) -> dict[int, bytes]:
    """One vector for each number in pairs of numbers and vectors: of several their mean."""
    parts: dict[int, list[bytes]] = {}
    for number, vector in found:
        parts.setdefault(number, []).append(vector)
    return {number: mean(several) for number, several in parts.items()}


def cosine(left: bytes, right: bytes) -> float:
    """The cosine of two quantised vectors, in [-1, 1]; 0.0 if either is zero.

    Raises ValueError if their lengths differ.
    """
    return cosines(left, (right,))[0]


def cosines(query: bytes, others: Iterable[bytes]) -> list[float]:
    """`cosine` of `query` with each of `others`, decoding the query only once."""
    wanted = _decode(query)
    length = hypot(*wanted)
    return [_cosine(wanted, length, _decode(other)) for other in others]


def _decode(vector: bytes) -> list[int]:
    return memoryview(vector).cast("b").tolist()


def _cosine(query: list[int], query_length: float, other: list[int]) -> float:
    if len(query) != len(other):
        message = f"vectors of {len(query)} and {len(other)} dimensions cannot be compared"
        raise ValueError(message)
    lengths = query_length * hypot(*other)
    if not lengths:
        return 0.0
    product: int = sum(map(mul, query, other))
    return max(-1.0, min(1.0, product / lengths))


def sign_code(vector: bytes) -> bytes:
    """One bit per dimension, set where a quantised vector is positive; padded to whole bytes."""
    if not vector:
        return b""
    size = (len(vector) + 7) // 8
    return int(vector.translate(_SIGN_BITS).ljust(size * 8, b"0"), 2).to_bytes(size, "big")


def nearest_codes(query: bytes, codes: bytes, limit: int) -> list[int]:
    """Positions of the `limit` codes nearest to `query`, nearest first, ties by position.

    `codes` is a blob of codes as long as `query`; a distance is the number of differing bits.
    Raises ValueError if the blob does not divide into such codes.
    """
    if not query or len(codes) % len(query):
        message = f"{len(codes)} bytes do not divide into codes of {len(query)} bytes"
        raise ValueError(message)
    if limit < 1 or not codes:
        return []
    distances = _distances(query, codes)
    within = _cut(distances, limit).__ge__
    near = compress(range(len(distances)), map(within, distances))
    return sorted(near, key=distances.__getitem__)[:limit]


def _distances(query: bytes, codes: bytes) -> Sequence[int]:
    lanes = [_lane(query, codes, start) for start in range(0, len(query), _BYTES_PER_LANE)]
    return lanes[0] if len(lanes) == 1 else list(map(sum, zip(*lanes, strict=True)))


def _lane(query: bytes, codes: bytes, start: int) -> bytes:
    """Each code's distance over at most 31 of its bytes, one byte per code.

    Works down columns: byte `column` of every code is one slice, its differing bits one table,
    and all codes are added up at once as one long integer. Twice as fast as code by code.
    """
    width = len(query)
    total = 0
    for column in range(start, min(start + _BYTES_PER_LANE, width)):
        differing = bytes([_BIT_COUNTS[value ^ query[column]] for value in range(256)])
        total += int.from_bytes(codes[column::width].translate(differing), "little")
    return total.to_bytes(len(codes) // width, "little")


def _cut(distances: Sequence[int], limit: int) -> int:
    """The smallest distance that at least `limit` codes stay within, or the largest of all."""
    counts = Counter(distances)
    within = 0
    for distance in sorted(counts):
        within += counts[distance]
        if within >= limit:
            return distance
    return max(counts)
