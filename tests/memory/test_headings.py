"""Where a text stood: the nearest heading decides, as far as it was kept."""

from __future__ import annotations

import pytest

from memdecay.memory import headings

LONG = headings.joined(["Contributing", "What gets closed", "Beyond the licence, " * 12 + "so:"])
DEEP = headings.joined(["A heading " * 19 + "that ends", "Setup"])


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("Web › Setup", "Setup", True),
        ("Web › Setup", "Web › Tests", False),
        ("Web › Setup", None, True),
        (LONG[: headings.LONGEST], LONG, True),
        (f"Rules › {LONG}"[: headings.LONGEST], LONG, True),
        (DEEP[: headings.LONGEST], DEEP, True),
        (LONG[: headings.LONGEST], "Contributing › What gets closed", False),
        (LONG[: headings.LONGEST], DEEP, False),
        (LONG[:150], LONG, False),
    ],
)
def test_two_places_are_one_by_their_nearest_heading(one: str, other: str | None, wanted: bool) -> None:
    assert headings.is_same_place(one, other) is wanted
    assert headings.is_same_place(other, one) is wanted
