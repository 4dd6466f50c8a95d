"""Which entries resemble which, of all that hold: found by buckets of their sign codes, judged by vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memdecay.embedding import vectors
from memdecay.index.reading import Reader

_FEWEST_BANDS = 2
"""Bytes that two sign codes must share; of 32, nearly all pairs from a cosine of 0.85 on share two."""
_MOST_IN_A_BUCKET = 2000
"""A byte that so many codes share tells nothing; without a limit the work grows with the square."""


class Pair(NamedTuple):
    """Two entries, by number, and the cosine of their vectors."""

    one: int
    other: int
    cosine: float


def pairs(reader: Reader, chosen: Iterable[int], embedder: str, least: float) -> Iterator[Pair]:
    """Every two of the `chosen` entries whose vectors have at least that cosine, but for rare misses."""
    known = whole_vectors(reader, frozenset(chosen), embedder)
    numbers = list(known)
    for one, near in enumerate(near_codes([vectors.sign_code(vector) for vector in known.values()])):
        here = numbers[one]
        others = [numbers[other] for other in near]
        cosines = vectors.cosines(known[here], (known[other] for other in others)) if others else []
        yield from (
            Pair(here, other, cosine)
            for other, cosine in zip(others, cosines, strict=True)
            if cosine >= least
        )


def whole_vectors(reader: Reader, chosen: frozenset[int], embedder: str) -> dict[int, bytes]:
    """One vector for each entry, in the order of their codes: of several passages their mean.

    Two entries that share one passage of many do not say the same.
    """
    found = vectors.means(reader.vectors(chosen, embedder))
    ordered = dict.fromkeys(number for number in reader.codes()[0] if number in found)
    return {number: found[number] for number in ordered}


def near_codes(codes: Sequence[bytes]) -> Iterator[list[int]]:
    """For each code the earlier ones that it shares enough bytes with and that differ in few bits."""
    buckets: list[dict[int, list[int]]] = [{} for _ in range(len(codes[0]) if codes else 0)]
    whole = [int.from_bytes(code, "big") for code in codes]
    most_bits = len(buckets) * 8 // 4
    for place, code in enumerate(codes):
        shared: Counter[int] = Counter()
        for bucket, byte in zip(buckets, code, strict=True):
            found = bucket.setdefault(byte, [])
            shared.update(found)
            if len(found) < _MOST_IN_A_BUCKET:
                found.append(place)
        yield [
            other for other, bands in shared.items()
            if bands >= _FEWEST_BANDS and (whole[place] ^ whole[other]).bit_count() <= most_bits
        ]  # fmt: skip
