"""Labels and histories as entries, closing notes and questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from memdecay import moment
from tests.benchmarks import histories
from tests.benchmarks.histories import (
    ALL,
    NOTHING,
    THIS_ONE,
    Remembering,
    RememberingJudge,
    duplicates,
    entry_id,
    entry_of,
    pairs,
    snapshot,
    units,
)
from tests.benchmarks.miniature import _unit

BAKERY = "made-up/bakery"


def test_a_unit_is_an_entry_of_a_plain_name() -> None:
    assert entry_id("Owner/Some_Name.js#12") == "owner-some-name-js-12"


def test_a_unit_becomes_an_open_entry_under_its_headings(data: Path) -> None:
    one = entry_of(units()[BAKERY][1])
    assert (one.id, one.path, one.body) == (
        "made-up-bakery-2", "made-up-bakery-2.md", "Install packages with pnpm, not npm.",
    )  # fmt: skip
    assert (one.tags, one.source, one.valid_until) == (("Shop", "Work"), "AGENTS.md", None)
    assert one.valid_from == one.created == moment.parse("2025-06-01T09:00:00+00:00")


def test_of_a_supersession_the_new_text_is_right_and_the_old_one_stale(data: Path) -> None:
    [pair] = [one for one in pairs("supersession") if one.repo == BAKERY]
    assert (pair.question, pair.date) == ("How do I install packages?", "2025-06-01T09:00:00+00:00")
    assert pair.right == {f"{BAKERY}#2"}
    assert pair.stale == {f"{BAKERY}#1"}


def test_of_look_alikes_the_one_that_was_asked_about_is_right_and_none_is_stale(data: Path) -> None:
    [pair] = [one for one in pairs("lookalike") if one.repo == BAKERY]
    assert pair.right == {f"{BAKERY}#5"}
    assert not pair.stale
    assert pair.date == "2025-03-01T09:00:00+00:00"


def test_copies_of_the_right_text_are_right_and_copies_of_the_old_one_stale(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = next(histories._rows(data / "labelled.jsonl"))
    pair = histories._pair({**row, "copies_of_new": ["r#8"], "stale_copies_of_old": ["r#9"]})
    assert pair.right == {f"{BAKERY}#2", "r#8"}
    assert pair.stale == {f"{BAKERY}#1", "r#9"}


def test_nothing_closed_holds_what_was_ever_written_until_the_day(data: Path) -> None:
    """All 42 units of the shop and the two copies were written by then; no note closes any."""
    entries, notes = snapshot(pairs("supersession")[0], NOTHING)
    assert (len(entries), notes) == (44, [])
    before, _ = snapshot(pairs("lookalike")[0], NOTHING)
    assert len(before) == 44 - 2 - 2  # pnpm, the pin and two copies came in June


def test_this_one_closed_closes_the_old_text_of_the_question_alone(data: Path) -> None:
    pair = pairs("supersession")[0]
    _, [note] = snapshot(pair, THIS_ONE)
    assert (note.closes, note.superseded_by) == ("made-up-bakery-1", "made-up-bakery-2")
    assert note.valid_until == moment.parse(pair.date)


def test_all_closed_closes_what_had_ended_by_the_day_and_nothing_that_ends_later(data: Path) -> None:
    """Replaced, reworded, the Mondays, and 30 shelves; the pin of June goes in December."""
    _, notes = snapshot(pairs("supersession")[0], ALL)
    closed = {note.closes: note.superseded_by for note in notes}
    assert len(closed) == 33
    assert closed["made-up-bakery-3"] == "made-up-bakery-4"
    assert closed["made-up-bakery-7"] is None
    assert "made-up-bakery-8" not in closed


def test_a_right_answer_is_never_closed_and_a_successor_of_later_is_not_named(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = pairs("lookalike")[0]
    died = "2025-02-01T09:00:00+00:00"
    rows = [{**row, "died": died, "replaced_by": f"{BAKERY}#2"} for row in units()[BAKERY][:6]]
    monkeypatch.setattr(histories, "units", lambda *_: {BAKERY: rows})
    _, notes = snapshot(pair, ALL)
    closed = {note.closes: note.superseded_by for note in notes}
    assert "made-up-bakery-5" not in closed
    assert closed["made-up-bakery-6"] is None  # pnpm was written in June, after the day of the question


def test_a_text_that_was_merged_into_another_is_no_entry(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{**row, "how_died": "merged"} for row in units()[BAKERY]]
    monkeypatch.setattr(histories, "units", lambda *_: {BAKERY: rows})
    assert snapshot(pairs("supersession")[0], ALL) == ([], [])


def test_a_copy_of_what_still_stands_is_a_duplicate(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(duplicates())
    assert [(one.old, one.new) for one in found if one.repo == BAKERY] == [
        (f"{BAKERY}#5", f"{BAKERY}#43"), (f"{BAKERY}#5", f"{BAKERY}#44"),
    ]  # fmt: skip
    assert found[0].right == {f"{BAKERY}#5", f"{BAKERY}#43"}


@pytest.mark.parametrize(
    ("died", "how", "is_one"),
    [
        (None, None, True),
        ("2024-06-01T09:00:00+00:00", "removed", True),
        ("2024-01-01T09:00:00+00:00", "removed", False),
        (None, "merged", False),
    ],
)
def test_a_copy_of_what_had_gone_is_none(
    died: str | None, how: str | None, is_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _unit(BAKERY, 1, "Do this.", "2022-01-01T09:00:00+00:00", died, how, None)
    copy = {
        **_unit(BAKERY, 2, "Do this.", "2024-01-01T09:00:00+00:00", None, None, None),
        "dup_of": first["id"],
    }
    monkeypatch.setattr(histories, "units", lambda *_: {BAKERY: (first, copy)})
    assert bool(list(duplicates())) is is_one


class Counting:
    """A model that counts what it was given to read."""

    identity, window = "counting", None

    def __init__(self) -> None:
        self.read: list[str] = []

    def size(self, text: str) -> int:
        return len(text)

    def grasp(self, text: str) -> float:
        return 1 / len(text)

    def encode(self, text: str) -> tuple[float, ...]:
        self.read.append(text)
        return (float(len(text)),)

    def encode_all(self, texts: Sequence[str]) -> Iterator[tuple[float, ...]]:
        return map(self.encode, texts)


def test_a_remembering_model_reads_each_text_once_as_a_question_and_once_as_an_answer() -> None:
    model = Counting()
    remembering = Remembering(model)
    assert list(remembering.encode_all(["aa", "b", "aa"])) == [(2.0,), (1.0,), (2.0,)]
    assert list(remembering.encode_all(["b", "ccc"])) == [(1.0,), (3.0,)]
    assert [remembering.encode("b"), remembering.encode("b")] == [(1.0,), (1.0,)]
    assert model.read == ["aa", "b", "ccc", "b"]
    assert (remembering.identity, remembering.size("four"), remembering.grasp("xx")) == ("counting", 4, 0.5)


@dataclass(frozen=True)
class _Judge:
    """Judges a text by its length, and keeps what it was asked."""

    asked: list[tuple[str, list[str]]]
    identity: str = "length"
    window: int = 9

    def size(self, text: str) -> int:
        return len(text)

    def judge(self, question: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((question, list(texts)))
        return [len(text) / 10 for text in texts]


def test_a_remembering_judge_reads_a_text_beside_a_question_once() -> None:
    judge = RememberingJudge(within := _Judge([]))
    assert judge.judge("which", ["a", "bcd", "a"]) == [0.1, 0.3, 0.1]
    assert judge.judge("which", ["bcd", "ef"]) == [0.3, 0.2]
    assert judge.judge("which", ["ef"]) == [0.2]
    assert judge.judge("what", ["a"]) == [0.1]
    assert within.asked == [("which", ["a", "bcd"]), ("which", ["ef"]), ("what", ["a"])]
    assert (judge.identity, judge.window, judge.size("abc")) == ("length", 9, 3)
