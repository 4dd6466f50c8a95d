"""Which entries resemble which, of all that hold: found by rows of their sign codes, judged by vectors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memdecay.embedding import vectors
from memdecay.index.reading import Reader

_ROW, _STEP = 12, 4
"""Two codes that share no row of so many bits, beginning at any such step, are not compared.

Of 6,808 pairs from a cosine of 0.9 on among 10,000 real instructions none was missed, of 35,227 from 0.82
on one in a hundred.
"""
_MOST_ALIKE = 2000
"""A row that so many codes share tells nothing; without a limit the work grows with the square."""
_DEVIATIONS = 3
"""How far beyond what is expected of a cosine the number of differing bits may lie."""


class Pair(NamedTuple):
    """Two entries, by number, and the cosine of their vectors."""

    one: int
    other: int
    cosine: float


def pairs(reader: Reader, chosen: Iterable[int], embedder: str, least: float) -> Iterator[Pair]:
    """Every two of the `chosen` entries whose vectors have at least that cosine, but for rare misses."""
    known = whole_vectors(reader, frozenset(chosen), embedder)
    numbers = list(known)
    for one, near in enumerate(near_codes([vectors.sign_code(one) for one in known.values()], least)):
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


def near_codes(codes: Sequence[bytes], least: float) -> Iterator[list[int]]:
    """For each code the earlier ones that share a row of its bits and may have that cosine at least."""
    bits = 8 * len(codes[0]) if codes else 0
    row, most = min(_ROW, bits), most_differing(bits, least)
    places = range(0, bits - row + 1, _STEP)
    alike: list[dict[int, list[int]]] = [{} for _ in places]
    whole = [int.from_bytes(code, "big") for code in codes]
    for number, code in enumerate(whole):
        shared: set[int] = set()
        for place, group in zip(places, alike, strict=True):
            found = group.setdefault((code >> place) & ((1 << row) - 1), [])
            shared.update(found)
            if len(found) < _MOST_ALIKE:
                found.append(number)
        yield sorted(other for other in shared if (code ^ whole[other]).bit_count() <= most)


def most_differing(bits: int, cosine: float) -> float:
    """How many of so many signs may differ between two vectors of that cosine.

    Each does with probability angle / pi (Charikar, Similarity Estimation Techniques from Rounding
    Algorithms, 2002, section 3).
    """
    share = math.acos(max(-1.0, min(1.0, cosine))) / math.pi
    return bits * share + _DEVIATIONS * math.sqrt(bits * share * (1 - share))
