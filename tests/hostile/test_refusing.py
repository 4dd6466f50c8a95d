"""Everything hostile that can be decided is refused by `check --staged`, and nothing clean is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.corpus import ESCAPES, SHAPES, Hostile, clean, corpus, entry, unseen_characters
from tests.hostile.refusing import Counted, counted


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> Counted:
    return counted([*corpus()], tmp_path_factory.mktemp("hostile"), are_clean=False)


DECIDABLE = (
    "unseen", "escape", "identifier", "name", "front matter", "event", "link", "marker", "oversized",
)  # fmt: skip


@pytest.mark.parametrize("kind", DECIDABLE)
def test_what_can_be_decided_is_refused_without_exception(refused: Counted, kind: str) -> None:
    assert refused.wrong.get(kind, []) == []
    assert refused.staged[kind] > 0


def test_of_secrets_with_a_named_shape_at_least_95_in_100_are_found(refused: Counted) -> None:
    assert refused.share_right("secret") >= 0.95, refused.wrong["secret"]


def test_private_keys_are_always_found(refused: Counted) -> None:
    assert not [one for one in refused.wrong.get("secret", []) if "private key" in one]


def test_clean_instructions_in_many_scripts_pass(tmp_path: Path) -> None:
    found = counted([*clean()], tmp_path, are_clean=True)
    assert found.wrong == {}
    assert found.staged["clean"] >= 100


def test_the_corpus_is_as_large_as_it_claims() -> None:
    assert len(unseen_characters()) >= 430
    assert len(ESCAPES) >= 60
    assert len(SHAPES) >= 40
    paths = [one.path for one in corpus()]
    assert len(paths) == len(set(paths)) >= 1_800


def test_a_clean_file_among_hostile_ones_would_show(tmp_path: Path) -> None:
    planted = Hostile("unseen", "nothing hidden", "plain.md", entry("plain", "Run the tests.\n"))
    assert counted([planted], tmp_path, are_clean=False).wrong == {"unseen": ["plain.md: nothing hidden"]}
