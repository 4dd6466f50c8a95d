"""Two entries that answer to one name are both pointed at."""

from __future__ import annotations

from memdecay.checks.names import clashing_paths, shared_ids
from memdecay.entry import ClosingNote, Entry
from memdecay.state import replay
from tests.builders import entry, instant, note

NOW = instant("2026-06-03")


def shared(*entries: Entry) -> list[str]:
    return [str(problem) for problem in shared_ids(replay(entries, []), NOW)]


def clashing(entries: list[Entry], notes: list[ClosingNote]) -> list[str]:
    return [str(problem) for problem in clashing_paths(replay(entries, notes), NOW)]


def test_entries_with_names_of_their_own_have_no_fault() -> None:
    assert shared(entry("a"), entry("b"), entry("a-b")) == []
    assert clashing([entry("a"), entry("b", path="web/a.md")], [note("a")]) == []


# B080
def test_each_file_of_a_shared_id_names_the_others() -> None:
    found = shared(
        entry("a", path="web/a.md"), entry("b"), entry("a", path="api/a.md"), entry("a", path="docs/x.md")
    )
    assert found == [
        "api/a.md: id: a is also the id of docs/x.md and web/a.md; give one of them another id",
        "docs/x.md: id: a is also the id of api/a.md and web/a.md; give one of them another id",
        "web/a.md: id: a is also the id of api/a.md and docs/x.md; give one of them another id",
    ]


def test_paths_that_differ_in_case_only_clash() -> None:
    assert clashing([entry("a", path="Web/a.md"), entry("b", path="web/A.md")], []) == [
        "Web/a.md: is the same file as web/A.md on some systems; rename one",
        "web/A.md: is the same file as Web/a.md on some systems; rename one",
    ]


def test_paths_that_differ_in_the_spelling_of_an_accent_only_clash() -> None:
    composed, apart = "caf\u00e9.md", "cafe\u0301.md"
    assert clashing([entry("a", path=composed), entry("b", path=apart)], []) == [
        f"{apart}: is the same file as {composed} on some systems; rename one",
        f"{composed}: is the same file as {apart} on some systems; rename one",
    ]


def test_a_note_can_clash_with_a_note() -> None:
    notes = [note("a", path="a.closed.md"), note("b", path="A.closed.md")]
    assert [text.split(":")[0] for text in clashing([entry("a"), entry("b")], notes)] == [
        "A.closed.md",
        "a.closed.md",
    ]
