"""Joining instructions to long entries, and reading those whole or in passages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdecay.evaluation import Case, Outcome
from tests.benchmarks import long_entries
from tests.benchmarks.histories import pairs
from tests.benchmarks.long_entries import Asked, gained, groups_of, join, living, measured, words_in
from tests.benchmarks.test_programs import start
from tests.builders import entry

_OTHERS = (
    "Name every branch after its ticket.", "Keep secrets out of the settings file.",
    "Write commit messages in the imperative.", "The garden is watered on Mondays.",
    "Errors are logged with their stack.", "Ask before a release is made.",
)  # fmt: skip


def test_instructions_are_joined_within_their_file_in_the_order_they_were_written() -> None:
    entries = [entry(name, source=file) for name, file in
               (("one", "A.md"), ("two", "B.md"), ("three", "A.md"), ("four", "A.md"))]  # fmt: skip
    assert [[one.id for one in group] for group in groups_of(entries, 2)] == [
        ["one", "three"], ["four"], ["two"],
    ]  # fmt: skip


def test_a_long_entry_says_what_all_of_its_instructions_say() -> None:
    one = join([entry("one", body="Do this.", tags=("Work",)), entry("two", body="Leave that.")])
    assert (one.id, one.body, one.tags) == ("one", "Do this.\n\nLeave that.", ())


def test_words_are_counted_over_the_entries_of_a_question(data: Path) -> None:
    """Three words and five are four in the mean."""
    bodies = ("Leave that alone.", "Do it as you like.")
    entries = tuple(entry(f"entry-{n}", body=body) for n, body in enumerate(bodies))
    assert words_in(Asked(pair=pairs()[0], entries=entries, right=frozenset())) == 4


def test_what_was_closed_by_the_day_of_the_question_is_gone(data: Path) -> None:
    """On the day of the supersession npm is replaced; what ends later (cachelib) still stands."""
    [pair] = [one for one in pairs("supersession") if one.repo.endswith("bakery")]
    texts = [one.body for one in living(pair)]
    assert "Install packages with npm." not in texts
    assert "Install packages with pnpm, not npm." in texts
    assert "Pin cachelib to 2.3 until the crash is fixed." in texts


def test_passages_find_what_goes_under_in_a_long_entry(data: Path) -> None:
    long = join([entry(f"part-{n}", body=text) for n, text in
                 enumerate((*_OTHERS[:3], "Install packages with pnpm.", *_OTHERS[3:]))])  # fmt: skip
    short = entry("parcels", body="Packages leave the shop by post.")
    asked = Asked(pair=pairs("supersession")[0], entries=(long, short), right=frozenset({long.id}))
    found = measured([asked], [None, 8])
    assert {key: outcomes[0].place for key, outcomes in found.items() if key[1] == "dense"} == {
        (None, "dense"): 2, (8, "dense"): 1,
    }  # fmt: skip


def test_a_gain_is_the_mean_of_the_differences_question_by_question() -> None:
    """Whole: second and first, so MRR is (1/2 + 1) / 2. In passages both are first: 1/4 is gained.

    A resample of two questions gains 0, 1/4 or 1/2 and both ends come often, so the interval is 0 to 1/2.
    """
    found = {(None, "dense"): [_at(2), _at(1)], (64, "dense"): [_at(1), _at(1)]}
    assert list(gained(found, 10, "dense", 64)) == [
        (10, "dense", "64", "success@1", 0.5, 0.0, 1.0),
        (10, "dense", "64", "success@5", 0.0, 0.0, 0.0),
        (10, "dense", "64", "MRR", 0.25, 0.0, 0.5),
    ]


def _at(place: int) -> Outcome:
    ids = [f"other-{n}" for n in range(1, place)]
    return Outcome(case=Case(query="", expect=("right",)), ids=(*ids, "right"), shown=5)


def test_a_question_of_too_small_a_memory_is_left_out(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the day of a supersession nine texts stand in one file of each shop and two in another: six groups
    of two, four of three. The look-alikes are asked about before the second file came.
    """
    assert len(list(long_entries.questions(2))) == 2
    assert not list(long_entries.questions(3))
    words = ("--json", "--joined", "2", "--passages", "8")
    assert start("long_entries", *words, monkeypatch=monkeypatch) == 0
    shares, gains = json.loads(capsys.readouterr().out)["tables"]
    assert [(row["joined"], row["n"], row["ranker"], row["passages"]) for row in shares["rows"]] == [
        (2, 2, "dense", "whole"), (2, 2, "dense", "8"), (2, 2, "hybrid", "whole"), (2, 2, "hybrid", "8"),
    ]  # fmt: skip
    assert {row["MRR"] for row in shares["rows"]} == {1.0}
    assert len(gains["rows"]) == 6


def test_where_no_question_is_left_that_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("long_entries", "--joined", "3", monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err == "no question has five entries of 3 joined; join fewer\n"
