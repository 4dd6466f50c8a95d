"""Decision records: their status, their successors, and what contradicts itself."""

from __future__ import annotations

import pytest

from tests.importers.shop import Shop


def test_a_superseded_decision_is_closed_and_names_its_successor(folder: Shop) -> None:
    folder.put("docs/adr/0002-use-npm.md", "# 2. Use npm\n\nDate: 2025-01-02\n\n## Status\n\nSuperceded by [5. Use pnpm](0005-use-pnpm.md)\n\n## Decision\nnpm.\n")  # fmt: skip  # noqa: E501
    folder.put("docs/adr/0005-use-pnpm.md", "---\nstatus: accepted\ndate: 2026-02-03\ndeciders: Dana\n---\n# Use pnpm\n\npnpm.\n")  # fmt: skip  # noqa: E501
    folder.put("docs/adr/README.md", "- An index.\n")
    found = {one["id"]: one for one in folder.planned()["entries"]}
    old, new = found["adr-0002-use-npm"], found["adr-0005-use-pnpm"]
    assert (old["status"], old["superseded_by"], old["valid_from"]) == ("closed", new["id"], "2025-01-02")
    assert (new["status"], new["valid_from"], new["text"]) == ("active", "2026-02-03", "# Use pnpm\n\npnpm.")
    folder.run()
    assert folder.shell.standings() == {old["id"]: "closed", new["id"]: "active"}
    assert folder.shell.problems() == []
    assert folder.shell.recalled("npm")[0] == new["id"]


@pytest.mark.parametrize("days", [("20260102", "20260103"), ("2026-01-02", "2026-01-03")])
@pytest.mark.parametrize("said", ["[{0}]({0}.md)", "[the slug](../adr/{0}.md#decision)", "{0}"])
def test_a_record_that_is_numbered_by_its_day_is_known_by_its_name(
    folder: Shop, days: tuple[str, str], said: str
) -> None:
    old, new, other = f"{days[0]}-use-npm", f"{days[1]}-use-pnpm", f"{days[1]}-write-adrs"
    folder.put(f"docs/adr/{old}.md", f"# Use npm\n\n- Status: superseded by {said.format(new)}\n")
    folder.put(f"docs/adr/{new}.md", "# Use pnpm\n\n- Status: accepted\n")
    folder.put(f"docs/adr/{other}.md", "# Write records\n\n- Status: accepted\n")
    folder.put("docs/adr/0016-older.md", "# Older\n\n- Status: accepted\n")
    found = {one["id"]: one["superseded_by"] for one in folder.planned()["entries"]}
    assert found == {
        f"adr-{old}": f"adr-{new}",
        f"adr-{new}": None,
        f"adr-{other}": None,
        "adr-0016-older": None,
    }
    assert folder.problems() == []


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        ("Accepted.", "active"),
        ("accepted, amended by [ADR-0009](0009-x.md)", "active"),
        ("Deprecated", "closed"),
        ("Rejected", "closed"),
        ("Replaced by ADR-0009", "closed"),
    ],
)
def test_what_a_status_means(folder: Shop, status: str, wanted: str) -> None:
    folder.put("docs/adr/0001-one.md", f"# One\n\n* Status: {status}\n\nText.\n")
    assert folder.entry()["status"] == wanted


def test_a_successor_that_is_not_there_is_told_and_not_linked(folder: Shop) -> None:
    folder.put("docs/adr/0001-one.md", "# One\n\n**Status:** Superseded by ADR-0009\n")
    assert folder.entry()["superseded_by"] is None
    said = "docs/adr/0001-one.md:1-3 names a successor that was not imported with it"
    assert folder.problems() == [f"None: {said}"]


def test_two_statuses_that_disagree_are_told_and_change_nothing(folder: Shop) -> None:  # FORMATS 7, the ninth
    folder.put(
        "docs/adr/0001-one.md", "**Status:** Superseded by ADR-0016\n\n# One\n\n## Status\n\nAccepted\n"
    )
    assert folder.entry()["status"] == "active"
    said = (
        "docs/adr/0001-one.md: states two statuses, 'Superseded by ADR-0016' on line 1 and 'Accepted' "
        "on line 7; it was imported as in force, close it by hand if it is not"
    )
    assert folder.problems() == [said]


@pytest.mark.parametrize(
    ("status", "first"),
    [
        ("Accepted\n\nSuperseded by ADR-0016", "Accepted"),
        ("Accepted (superseded by ADR-0016", "Accepted"),
        ("Partially superseded by ADR-0016", "Partially"),
    ],
)
def test_two_statuses_in_one_place_are_told_as_well(folder: Shop, status: str, first: str) -> None:
    folder.put("docs/adr/0001-one.md", f"# One\n\n## Status\n\n{status}\n")
    assert folder.entry()["status"] == "active"
    (said,) = folder.problems()
    assert f"states two statuses, '{first}' on line 5 and '" in said


@pytest.mark.parametrize("status", ["Supersedes ADR-0001\n\nAccepted", "Supersedes [One](0001-one.md)"])
def test_a_decision_that_supersedes_another_holds(folder: Shop, status: str) -> None:
    folder.put("docs/adr/0002-two.md", f"# Two\n\n## Status\n\n{status}\n")
    assert (folder.entry()["status"], folder.problems()) == ("active", [])


def test_a_decision_in_the_midst_of_a_chain_is_closed(folder: Shop) -> None:
    for number, status in enumerate(("Superceded by [2](0002.md)", "Supercedes [1](0001.md)\n\nSuperceded by [3](0003.md)", "Accepted\n\nSupercedes [2](0002.md)"), 1):  # fmt: skip  # noqa: E501
        folder.put(f"docs/adr/000{number}.md", f"# Choice {number}\n\n## Status\n\n{status}\n")
    found = {one["id"]: (one["status"], one["superseded_by"]) for one in folder.planned()["entries"]}
    assert list(found.values()) == [("closed", "adr-0002"), ("closed", "adr-0003"), ("active", None)]


def test_two_successors_are_told_and_change_nothing(folder: Shop) -> None:
    text = "# One\n\n## Status\n\nSuperseded by [Two](ADR002-two.md) and [Three](ADR003-three.md)\n"
    folder.put("docs/adr/ADR001-one.md", text)
    assert folder.entry()["status"] == "active"
    assert folder.problems() == [
        "docs/adr/ADR001-one.md: names several successors (2, 3); it was imported as in force, decide by hand"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\nstatus: {proposed | rejected | accepted}\n---\n# Title\n", "unfilled template"),
        ("# One\n\n## Status\n\nAccepted | Pending\n", "unfilled template"),
        ("# One\n\n## Status\n\nProposed\n", "proposed and not decided yet"),
    ],
)
def test_what_is_no_decision_is_skipped(folder: Shop, text: str, reason: str) -> None:
    folder.put("docs/decisions/0001-one.md", text)
    found = folder.planned()
    assert found["entries"] == []
    assert reason in {one["reason"] for one in found["files"][0]["skipped"]}
