"""Since when an instruction holds: the best witness counts, and is named."""

from __future__ import annotations

from datetime import datetime

from memdecay import moment
from memdecay.importers.dating import History, Witnesses, dated
from memdecay.importers.page import Facts, Item, Lines
from tests.builders import instant

NOW = instant("2026-06-03T09:14:00Z")


def told(
    text: str, section: tuple[str, ...] = (), facts: Facts | None = None, **values: object
) -> tuple[str, str]:
    data = text.encode()
    by = Witnesses(**{"path": "AGENTS.md", "data": data, "lines": Lines.of(data), "now": NOW, **values})  # type: ignore[arg-type]
    item = Item(ranges=((0, len(data)),), section=section, facts=facts or Facts())
    day, name = dated(item, by)
    return (day.text if day else "", name or "")


def history(*commits: tuple[str, str]) -> History:
    """One commit a line, each with its day."""
    times: dict[str, datetime] = {name: instant(day) for name, day in commits}
    return History(commits={n: name for n, (name, _) in enumerate(commits, 1)}, times=times)


def test_what_the_source_says_goes_before_all() -> None:
    stated = Facts(begins=moment.parse("2026-01-02"))
    assert told("Since 2026-03-01 use pnpm.", facts=stated, key=moment.parse("2026-02-02")) == (
        "2026-01-02",
        "key",
    )
    assert told("Since 2026-03-01 use pnpm.", key=moment.parse("2026-02-02")) == ("2026-02-02", "key")


def test_a_date_in_the_text_counts_where_a_word_says_what_it_is() -> None:
    for text in ("Use pnpm (2026-03-01).", "As of 2026-03-01 use pnpm.", "Use pnpm, added 2026-03-01."):
        assert told(text) == ("2026-03-01", "text")
    for text in ("Release 2026-03-01 broke it.", "Use pnpm (2026-13-01).", "Use pnpm (2026-12-01)."):
        assert told(text) == ("", ""), text  # of no meaning, no date, in the future


def test_then_the_headings_then_the_name_of_the_file() -> None:
    assert told("Use pnpm.", section=("Log", "2026-03-01 Standup")) == ("2026-03-01", "heading")
    assert told("Use pnpm.", path="memory/2026-03-02.md") == ("2026-03-02", "file name")
    assert told("Use pnpm.", path="docs/adr/2026-03-02-use-pnpm.md") == ("2026-03-02", "file name")
    assert told("Use pnpm.", path="docs/adr/20260302-use-pnpm.md") == ("2026-03-02", "file name")
    assert told("Use pnpm.", path="docs/20269902-x.md") == told("Use pnpm.", path="docs/202603021-x.md")


def test_then_the_oldest_commit_of_its_lines() -> None:
    lines = history(("new", "2026-03-01"), ("old", "2024-05-01"))
    assert told("Use pnpm,\nnot npm.\n", history=lines) == ("2024-05-01", "git blame")


def test_a_commit_that_most_lines_came_with_is_named_as_such() -> None:
    many = history(*[("import", "2026-03-01")] * 9, ("late", "2026-04-01"))
    text = "".join(f"line {number}\n" for number in range(10))
    assert told(text, history=many) == ("2026-03-01", "bulk commit")
    assert told(text, history=many, is_one_item=True) == ("2026-03-01", "git blame")


def test_then_when_the_file_was_written_and_never_the_future() -> None:
    assert told("Use pnpm.", modified=instant("2026-05-05")) == ("2026-05-05", "modification time")
    assert told("Use pnpm.", modified=instant("2027-05-05")) == ("2026-06-03", "modification time")
    assert told("Use pnpm.") == ("", "")
