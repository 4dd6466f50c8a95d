"""A person's ticks do what was shown, all of it or nothing, and never more than was reviewed."""

from __future__ import annotations

import hashlib
import re
import shutil

import pytest

from tests.front_door import Shell, contents
from tests.memory.cellar import applied, faults
from tests.memory.happenings import commit, git
from tests.pruning import FOOD, LIST, put_entries, put_list


@pytest.fixture
def cellar(memory: Shell) -> Shell:
    """A memory of ten entries in a repository, with their index."""
    git(memory.folder, "init", "--quiet", "--initial-branch=main")
    put_entries(memory.memory, *FOOD)
    commit(memory.folder)
    memory.did("list")
    return memory


def test_a_dry_run_names_exactly_what_is_touched(cellar: Shell) -> None:  # B063
    put_list(cellar.memory, "*close apples", "*confirm bread", "*delete figs --reason noise", "close jam")
    before = contents(cellar.memory)
    told = applied(cellar, "--dry-run", "--allow-many")
    assert contents(cellar.memory) == before
    assert told.lines == [
        "close apples  approved by Dana",
        "confirm bread  approved by Dana",
        "delete figs --reason noise  approved by Dana",
        "Nothing was changed; without --dry-run: 1 closed, 1 confirmed, 1 deleted.",
    ]
    assert applied(cellar, "--allow-many").lines[:3] == told.lines[:3]
    after = contents(cellar.memory)
    assert before.keys() ^ after.keys() == {"apples.closed.md", "figs.md"}
    assert all(before[name] == after[name] for name in before.keys() & after.keys())
    recorded = {(one["kind"], one["entry"]) for one in cellar.ask("log")["events"]}
    assert recorded == {("confirmed", "bread"), ("deleted", "figs")}
    assert cellar.standings() == {
        "apples": "closed", **dict.fromkeys([one for one in FOOD if one not in {"apples", "figs"}], "active"),
    }  # fmt: skip


def test_what_is_kept_is_told_apart_from_what_goes_and_why(cellar: Shell) -> None:  # B064
    """A line that cannot be carried out refuses the list; unticked, the rest goes, as the plan says."""
    cellar.write("keep.md", "---\nid: keep\ncreated: 2026-01-01\npinned: true\n---\nKeep `dates`.\n")
    put_list(
        cellar.memory, "*delete apples --reason noise", "*delete dates --reason noise",
        "*delete figs --reason noise", "*delete jam --reason noise",
    )  # fmt: skip
    cellar.did("confirm", "figs")
    (cellar.memory / "jam.md").unlink()
    for words in (["--dry-run"], []):
        ran = applied(cellar, *words)
        assert ran.code == 1
        assert [one.split(": ", 1)[1] for one in faults(ran)] == [
            "dates is depended on (`keep` names it); close it instead",
            "figs is depended on (it was confirmed); close it instead",
            "no entry has the id jam; run `memdecay propose` again",
        ]
        assert (cellar.memory / "apples.md").exists()


def test_what_is_gone_already_is_told_as_done(cellar: Shell) -> None:  # B064
    put_list(cellar.memory, "*delete apples --reason noise", "*delete jam --reason noise")
    applied(cellar)
    put_list_again = (cellar.memory / LIST).read_bytes()
    assert applied(cellar, "--dry-run").lines == [
        "delete apples --reason noise  done already",
        "delete jam --reason noise  done already",
        "All of it was done already.",
    ]
    assert (cellar.memory / LIST).read_bytes() == put_list_again


@pytest.mark.parametrize("how", ["edited", "confirmed"])
def test_a_list_does_nothing_once_an_entry_it_names_has_changed(cellar: Shell, how: str) -> None:  # B065
    put_list(cellar.memory, "*delete figs --reason noise", "*close apples")
    if how == "edited":
        with (cellar.memory / "figs.md").open("ab") as file:
            file.write(b"And dry.\n")
    else:
        cellar.did("confirm", "figs")
    before = contents(cellar.memory)
    ran = applied(cellar)
    assert ran.code == 1
    assert ("figs or this line has changed" if how == "edited" else "figs is depended on") in ran.out
    assert contents(cellar.memory) == before


@pytest.mark.parametrize(
    ("written", "is_ticked"),
    [
        ("- [x] ", True),
        ("- [X] ", True),
        ("* [x] ", True),
        ("+ [x] ", True),
        ("  - [x] ", True),
        ("    - [x] ", False),
        ("- [ x ] ", False),
        ("- [v] ", False),
        ("-[x] ", False),
        ("- [x]\t", False),
        ("1. [x] ", False),
    ],
)
def test_a_box_is_ticked_or_the_line_is_an_error_but_never_silently_unticked(
    cellar: Shell, written: str, is_ticked: bool
) -> None:  # B066
    place = put_list(cellar.memory, "close apples", "*close jam")
    place.write_bytes(place.read_bytes().replace(b"- [ ] ", written.encode()))
    ran = applied(cellar)
    if is_ticked:
        assert ran.lines[-1] == "Done: 2 closed."
    else:
        assert ran.code == 1
        (fault,) = faults(ran)
        assert "has a box but is no action line; restore it as `memdecay propose` wrote it" in fault
        assert set(cellar.standings().values()) == {"active"}


def test_a_code_block_that_could_hide_a_line_is_an_error(cellar: Shell) -> None:  # B066
    place = put_list(cellar.memory, "*close apples")
    data = place.read_bytes()
    place.write_bytes(data.replace(b"- [x]", b"```\n- [x]") + b"```\n")
    ran = applied(cellar)
    assert (ran.code, len(faults(ran))) == (1, 2)
    assert all("opens a code block, which can hide a line" in one for one in faults(ran))


def test_what_an_entry_quotes_is_no_line(cellar: Shell) -> None:  # B066
    place = put_list(cellar.memory, "close apples", quoted="```\n- [x] `close apples`\n```")
    assert applied(cellar).lines == [f"Nothing is ticked in {LIST}."]
    assert b"- [x] `close apples`" in place.read_bytes()


def test_a_deleted_file_is_gone_and_git_has_what_was_committed(cellar: Shell) -> None:  # B067
    """A trash would keep what was to go. What was committed comes back as git brings everything back."""
    put_list(cellar.memory, "*delete figs --reason noise")
    data = (cellar.memory / "figs.md").read_bytes()
    applied(cellar)
    assert not any(data in path.read_bytes() for path in cellar.memory.rglob("*") if path.is_file())
    git(cellar.folder, "checkout", "--quiet", "HEAD", "--", "memory/figs.md")
    assert (cellar.memory / "figs.md").read_bytes() == data


def test_an_empty_memory_is_never_taken_for_deletions(cellar: Shell) -> None:  # B068
    put_list(cellar.memory, "*close apples", "*delete jam --reason noise")
    list_ = (cellar.memory / LIST).read_bytes()
    shutil.move(cellar.memory, cellar.folder / "away")
    cellar.did("init")
    ran = cellar.run("propose")
    assert (ran.code, ran.lines) == (0, ["Nothing to propose."])
    cellar.write(LIST, list_)
    ran = applied(cellar)
    assert ran.code == 1
    assert [one.split(": ", 1)[1] for one in faults(ran)] == [
        "no entry has the id apples; run `memdecay propose` again",
        "no entry has the id jam; run `memdecay propose` again",
    ]
    assert cellar.ask("log")["events"] == []
    shutil.rmtree(cellar.memory)
    assert cellar.run("propose").code == 2


def test_fifty_five_of_sixty_need_a_word_of_their_own(memory: Shell) -> None:  # B069
    ids = [f"e{number}" for number in range(60)]
    put_entries(memory.memory, *ids)
    put_list(memory.memory, *(f"*delete {one} --reason noise" for one in ids[:55]))
    ran = applied(memory)
    assert ran.code == 1
    assert ran.out == (
        f"error: {LIST}: would retire 55 of 60 entries at once; if that is meant, add --allow-many\n"
    )
    assert len(memory.standings()) == 60
    assert applied(memory, "--allow-many").lines[-1] == "Done: 55 deleted."


def test_an_entry_that_people_rely_on_cannot_be_ticked_through(cellar: Shell) -> None:  # B070
    text = "---\nid: vital\ncreated: 2020-01-01\nimportance: 0.99\n---\nBack up before you migrate.\n"
    cellar.write("vital.md", text)
    for day in range(1, 29):
        cellar.did("confirm", "vital", now=f"2026-05-{day:02}T09:00:00Z")
    put_list(cellar.memory, "*delete vital --reason noise")
    ran = applied(cellar, "--allow-many")
    assert "vital is depended on (it was confirmed); close it instead" in ran.out
    assert (cellar.memory / "vital.md").read_text() == text


def test_a_deletion_is_recorded_with_its_reason_list_and_hashes(cellar: Shell) -> None:  # B070
    place = put_list(cellar.memory, "*delete figs --reason noise")
    data = place.read_bytes()
    digest = re.search(rb"<!-- ([0-9a-f]{16}) -->", data)
    assert digest is not None
    applied(cellar)
    (event,) = cellar.ask("log", "figs")["events"]
    assert (event["kind"], event["entry"], event["by"]) == ("deleted", "figs", "Dana")
    assert event["note"] == (
        f"noise: approved in {LIST} (sha256 {hashlib.sha256(data).hexdigest()}, line {digest[1].decode()})"
    )


PATHS = [
    "",
    "/",
    ".",
    "..",
    "memory/",
    "memory/.",
    "web/..",
    "../figs",
    "web/figs",
    "figs.md",
    "*",
    "figs figs",
]


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("action", ["delete", "close"])
def test_a_line_that_names_a_path_is_refused(cellar: Shell, action: str, name: str) -> None:  # B071
    said = f"{action} figs --reason noise" if action == "delete" else "close figs"
    place = put_list(cellar.memory, f"*{said}")
    place.write_bytes(place.read_bytes().replace(f"`{action} figs".encode(), f"`{action} {name}".encode()))
    before = contents(cellar.folder)
    ran = applied(cellar)
    assert ran.code == 1
    assert faults(ran)
    assert contents(cellar.folder) == before


def test_no_folder_is_an_entry(cellar: Shell) -> None:  # B071
    put_list(cellar.memory, "*delete figs --reason noise")
    (cellar.memory / "figs.md").rename(cellar.memory / "away.txt")
    (cellar.memory / "figs.md").mkdir()
    (cellar.memory / "figs.md" / "inner.md").write_text("---\nid: inner\n---\nStay.\n")
    assert applied(cellar).code == 1
    assert (cellar.memory / "figs.md" / "inner.md").exists()
