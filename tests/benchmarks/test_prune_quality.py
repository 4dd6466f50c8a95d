"""What would have been named on a past day, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from memdecay.policy import Policy
from tests.benchmarks.looks import KEPT, UNCLOSED, Look, Text, Told, retired, texts_of
from tests.benchmarks.prune_quality import (
    ANY,
    CONTRADICTION,
    COPY,
    DUPLICATE,
    FADING,
    LEFT_ALONE,
    UNUSED,
    naming,
)

START = datetime.fromisoformat("2025-01-01T00:00:00+00:00")


def row(id: str, born: int, died: int | None = None, how: str | None = None, **values: Any) -> dict[str, Any]:  # noqa: A002
    """A text of a history; days are counted from its beginning."""
    dates = {
        key: None if at is None else (START + timedelta(days=at)).isoformat()
        for key, at in {"born": born, "died": died}.items()
    }
    plain = {"how_died": how, "replaced_by": None, "section": "", "file": "CLAUDE.md", "text": f"Say {id}."}
    return {"id": id, **plain, **dates, **values}


def look(rows: list[dict[str, Any]], day: int, memory: str = KEPT, *told: Told) -> Look:
    at = START + timedelta(days=day)
    return Look(repo="one", memory=memory, at=at, texts=texts_of(rows), told=told)


def two(weaker: str, stronger: str, cosine: float, rule: str = "", *, is_copy: bool = False) -> Told:
    return Told(weaker=weaker, stronger=stronger, cosine=cosine, rule=rule, is_copy=is_copy)


def names(kind: str, seen: Look, **numbers: Any) -> set[str]:
    return naming(kind, replace(Policy(), **numbers))(seen)


FATES = [
    row("gone", 0, 120, "removed"),
    row("later", 0, 191, "replaced"),
    row("rewritten", 0, 120, "bulk"),
    row("reworded", 0, 120, "edited", replaced_by="reworded-2"),
    row("reworded-2", 120, 150, "replaced"),
    row("kept", 0),
]


def test_in_a_memory_kept_up_what_goes_within_90_days_is_retired_through_its_wordings() -> None:
    fates = retired(look(FATES[:4] + FATES[5:], 100), rewrite_ends=False)
    assert fates == {"gone": True, "later": False, "rewritten": None, "reworded": False, "kept": False}
    assert retired(look(FATES, 100), rewrite_ends=False)["reworded"] is True
    assert retired(look(FATES, 100), rewrite_ends=True)["rewritten"] is True


def test_where_nothing_is_closed_what_no_longer_stands_is_retired_however_it_went() -> None:
    fates = retired(look(FATES, 130, UNCLOSED), rewrite_ends=False)
    assert fates == {
        "gone": True, "later": False, "rewritten": None, "reworded": True, "reworded-2": False, "kept": False,
    }  # fmt: skip


def test_the_weaker_of_two_is_named_from_the_threshold_on() -> None:
    told = (two("a", "b", 0.9, DUPLICATE), two("b", "c", 0.91, CONTRADICTION), two("a", "c", 0.99))
    seen = look([row("a", 0), row("b", 1), row("c", 2)], 10, KEPT, *told)
    assert names(DUPLICATE, seen, duplicate_from=0.9) == {"a"}
    assert names(DUPLICATE, seen, duplicate_from=0.91) == set()
    assert names(CONTRADICTION, seen, contradiction_from=0.9) == {"b"}
    assert names(ANY, seen, duplicate_from=0.9, contradiction_from=0.9) == {"a", "b"}


@pytest.mark.parametrize(("days", "expected"), [(30.0, {"a"}), (41.0, set())])
def test_a_copy_is_noise_after_the_days_of_grace(days: float, expected: set[str]) -> None:
    seen = look([row("a", 0), row("b", 1)], 40, KEPT, two("a", "b", 1.0, DUPLICATE, is_copy=True))
    assert names(COPY, seen, grace_days=days) == expected


def test_what_is_old_has_faded_and_been_left_alone_and_a_version_sooner() -> None:
    seen = look([row("plain", 0), row("version", 0, text="Use node 20.1."), row("young", 199)], 200)
    assert names(FADING, seen) == {"version"}
    assert names(LEFT_ALONE, seen) == {"version"}
    assert names(LEFT_ALONE, seen, unused_after_days=201) == set()
    assert names(FADING, seen, fading_below=0.6) == {"plain", "version"}
    assert names(UNUSED, seen) == {"plain", "version"}
    assert names(UNUSED, seen, unused_after_days=201) == set()


def test_a_text_is_placed_in_the_folder_of_its_file_but_not_in_that_of_a_tool() -> None:
    files = {"a": "web/CLAUDE.md", "b": ".github/copilot-instructions.md", "c": "AGENTS.md"}
    texts: dict[str, Text] = texts_of([row(id_, 0, file=file) for id_, file in files.items()])
    assert [texts[id_].entry.scope for id_ in files] == [("web/**",), (), ()]


def test_a_text_stands_among_those_of_about_its_age() -> None:
    seen = look([row("a", 0), row("b", 5), row("c", 80), row("d", 99), row("e", 100)], 100)
    assert seen.by_age() == [{"a", "b"}, {"c"}, {"d"}, {"e"}]
