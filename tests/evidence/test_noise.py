"""Noise is what could go without a loss; everything else is not."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from memdecay.entry import Trust
from memdecay.evidence.noise import noise
from memdecay.state import Standing
from memdecay.track_record import TrackRecord
from tests.evidence.cases import around, case, near, sentences

PNPM = "Install packages with pnpm."


def test_what_says_nothing_is_noise() -> None:
    assert sentences(noise(case(body="---\n\n- \n"), around())) == ["noise: it holds no words"]


def test_what_another_says_word_for_word_is_noise() -> None:
    one = case(body=PNPM, near=(near("b", "install *packages* with pnpm"),))
    assert sentences(noise(one, around())) == ["noise: `b` says the same word for word"]


def test_what_nobody_accepted_or_used_and_has_faded_is_noise() -> None:
    assert sentences(noise(case(trust=Trust.UNREVIEWED), around())) == [
        "noise: no person accepted it, nobody used it, and it has faded"
    ]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"trust": Trust.UNREVIEWED, "valid_from": "2026-01-01"},
        {"trust": Trust.UNREVIEWED, "created": "2026-06-02T09:00:00Z"},
        {"trust": Trust.UNREVIEWED, "importance": 0.9, "valid_from": "2020-01-01"},
        {"trust": Trust.UNREVIEWED, "record": TrackRecord(is_reviewed=True)},
        {"trust": Trust.UNREVIEWED, "record": TrackRecord(affirmed_days=frozenset([date(2025, 1, 2)]))},
        {"body": "", "pinned": True},
        {"body": "", "standing": Standing.CLOSED},
        {"body": "", "valid_from": "2026-06-01"},
        {"body": PNPM, "near": (near("b", PNPM, is_stronger=False),)},
        {"body": PNPM, "near": (near("b", PNPM, scope=("web",)),)},
        {"body": "Use Node 20.", "near": (near("b", "Use Node 22."),)},
    ],
    ids=[
        "reviewed", "strong", "imported yesterday", "important", "accepted", "used", "pinned", "closed",
        "young", "the stronger", "elsewhere", "another number",
    ],
)  # fmt: skip
def test_what_could_be_a_loss_is_not_noise(values: dict[str, Any]) -> None:
    assert sentences(noise(case(**values), around())) == []
