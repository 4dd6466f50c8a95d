"""Every pattern of the detector library is asked where it could match, though it is rarely loaded."""

from __future__ import annotations

import re

import pytest
from detect_secrets.core.plugins import initialize
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import credentials, key_shapes

KNOWN = {
    f"{name} {number}": shape
    for name in credentials._PLUGINS
    for number, shape in enumerate(initialize.from_plugin_classname(name).denylist)
}


@pytest.mark.parametrize("shape", KNOWN.values(), ids=KNOWN.keys())
@settings(max_examples=8)
@given(data=st.data())
def test_the_library_is_asked_about_whatever_a_pattern_of_it_matches(
    shape: re.Pattern[str], data: st.DataObject
) -> None:
    assert key_shapes.KNOWN_TO_THE_LIBRARY.search(data.draw(st.from_regex(shape)))


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30valid_until:", "2026-01-01---", "2026-11-30T09:14:00Zauthor:", "install-with-pnpmstatus:",
        "dependencies-installed", "vendor/cachelib.patch", "e83c5163316f89bfbde7d9ab23ca2e25604af290",
    ],
)  # fmt: skip
def test_an_ordinary_entry_does_not_load_the_library(text: str) -> None:
    assert key_shapes.MAY_HOLD.search(text)
    assert not key_shapes.KNOWN_TO_THE_LIBRARY.search(text)
