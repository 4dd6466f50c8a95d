"""No text makes a pattern run away: 64 kB of whatever it likes best take it less than 50 ms."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from memdecay import characters
from memdecay.checks import approvals, by_hand, leaks, markers, places, trailers
from memdecay.memory import looking

LENGTH = 64 * 1024
SEEDS = (
    "a", " ", "\t", "0", "0 ", "-", "--", "---", "<!--", "<!-- ", "<!-- memdecay:", "memdecay:begin ",
    "pragma: ", "pragma: allowlist secret", "pragma:allowlist ", "status:", "status: a\n", "valid_until :",
    "author:\t", "@", "a@", "1a", "12345678\n", "12345678x", "con.", "con/", "nul.nul.", ". ", "./", "\\",
    " (sha256 ", "(sha256 " + "0" * 64 + ", line ", "\u200d", "👩\u200d", "क्\u200d", "\ufe0f", ", ", "é",
)  # fmt: skip
PATTERNS: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {
    f"{module.__name__}.{name}": pattern
    for module in (approvals, by_hand, characters, leaks, looking, markers, places, trailers)
    for name, pattern in vars(module).items()
    if isinstance(pattern, re.Pattern)
}


def seconds(run: Callable[[], object]) -> float:
    """Processor time; of two runs the shorter where the first took long."""
    taken = []
    while not taken or (len(taken) < 2 and 0.05 <= taken[0] < 1):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pump_string_holds_a_pattern_up(name: str) -> None:
    pattern = PATTERNS[name]
    slow = {}
    for seed in SEEDS:
        for end in ("", "!", "\n"):
            text = (seed * (LENGTH // len(seed) + 1))[:LENGTH] + end
            data: str | bytes = text.encode() if isinstance(pattern.pattern, bytes) else text
            for how in (pattern.search, pattern.fullmatch):
                taken = seconds(lambda how=how, data=data: how(data))  # type: ignore[misc]
                if taken >= 0.05:
                    slow[seed, end, how.__name__] = taken
    assert slow == {}


def test_the_patterns_are_found_at_all() -> None:
    assert len(PATTERNS) >= 12, sorted(PATTERNS)
