"""A list in which anything is not as it was reviewed does nothing, and says what is wrong with it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memdecay import proposals
from memdecay.memory import deleting, planning
from tests.front_door import Shell, contents
from tests.memory.cellar import applied, faults, kinds
from tests.memory.happenings import commit, git
from tests.pruning import LIST, line, put_entries, put_list

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")


# What refuses a list, whole


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            ["*close apples", "*confirm apples"],
            "`close apples` and `confirm apples` contradict each other; tick one",
        ),
        (["*close apples", "close apples"], "`close apples` stands in the list 2 times; keep one"),
        (["*close apples", "*close apples"], "`close apples` stands in the list 2 times; keep one"),
        (["*close apples", "*delete apples --reason secret"], "contradict each other; tick one of them"),
    ],
)
def test_lines_that_contradict_or_repeat_each_other(cellar: Shell, said: list[str], fault: str) -> None:
    put_list(cellar.memory, "*confirm bread", *said)
    _refused(cellar, fault)


def test_an_entry_that_changed_since(cellar: Shell) -> None:
    put_list(cellar.memory, "*confirm bread", "*close apples")
    cellar.write("apples.md", (cellar.memory / "apples.md").read_bytes() + b"\n")
    _refused(
        cellar, "apples or this line has changed since the list was written; run `memdecay propose` again"
    )


def test_an_entry_that_is_not_there(cellar: Shell) -> None:
    put_list(cellar.memory, "*confirm bread", "*close apples")
    (cellar.memory / "apples.md").unlink()
    _refused(cellar, "no entry has the id apples; run `memdecay propose` again")


def test_an_entry_that_two_files_claim(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    cellar.write("more/apples.md", (cellar.memory / "apples.md").read_bytes())
    _refused(cellar, "2 files share the id apples; run `memdecay propose` again")


def test_a_confirmation_of_what_is_over(cellar: Shell) -> None:
    cellar.write("apples.md", "---\nid: apples\nvalid_until: 2026-01-01\n---\nBuy apples.\n")
    put_list(cellar.memory, "*confirm apples")
    _refused(cellar, "apples is expired, so it cannot be confirmed; untick the line")


def test_a_closing_before_the_beginning(cellar: Shell) -> None:
    cellar.write("apples.md", "---\nid: apples\nvalid_from: 2027-01-01\n---\nBuy apples.\n")
    put_list(cellar.memory, "*close apples")
    _refused(cellar, "apples applies only from 2027-01-01; --on 2026-06-03T09:14:00Z is before that")


@pytest.mark.parametrize(
    ("depends", "fault"),
    [
        (("used", "figs"), "figs is depended on (it was used); close it instead"),
        (
            ("add", "Eat `figs` first.", "--id", "eat"),
            "figs is depended on (`eat` names it); close it instead",
        ),
        (
            ("close", "figs", "--reason", "eaten"),
            "figs is depended on (`figs.closed.md` closes it); close it instead",
        ),
    ],
)
def test_noise_that_something_depends_on(cellar: Shell, depends: tuple[str, ...], fault: str) -> None:
    put_list(cellar.memory, "*delete figs --reason noise")
    cellar.did(*depends)
    _refused(cellar, fault)


def test_noise_that_a_commit_names(cellar: Shell) -> None:
    put_list(cellar.memory, "*delete figs --reason noise")
    commit(cellar.folder, "Make jam\n\nMemory: figs")
    _refused(cellar, "names it); close it instead")


def _propose_copies(cellar: Shell) -> Path:
    """What is really proposed where `plums` says what `figs` says; the deletion of `figs` is ticked."""
    copy = (cellar.memory / "figs.md").read_text().replace("id: figs", "id: plums")
    cellar.write("plums.md", copy)
    cellar.did("confirm", "plums")
    cellar.did("propose", "--only", "deletion", "--out", f"memory/{LIST}")
    place = cellar.memory / LIST
    place.write_bytes(place.read_bytes().replace(b"[ ] `delete figs", b"[x] `delete figs"))
    return place


def _close_plums(cellar: Shell, place: Path) -> None:
    cellar.did("close", "plums", "--reason", "eaten")


def _rewrite_plums(cellar: Shell, place: Path) -> None:
    cellar.write("plums.md", "---\nid: plums\n---\nEat.\n")


def _remove_plums(cellar: Shell, place: Path) -> None:
    (cellar.memory / "plums.md").unlink()


def _retire_plums(cellar: Shell, place: Path) -> None:
    with place.open("a") as file:
        file.write(f"{proposals.written(line(cellar.memory, '*close plums'))}\n")


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (_close_plums, "is closed"),
        (_rewrite_plums, "does not say it any more"),
        (_remove_plums, "is gone"),
        (_retire_plums, "this list retires too"),
    ],
)
def test_noise_whose_other_copy_does_not_stay(
    cellar: Shell, happens: Callable[[Shell, Path], None], why: str
) -> None:
    happens(cellar, _propose_copies(cellar))
    _refused(
        cellar,
        f"figs was noise because `plums` says the same, which {why}; untick the line, or run "
        "`memdecay propose` again",
    )


def test_noise_whose_other_copy_stays(cellar: Shell) -> None:
    _propose_copies(cellar)
    assert applied(cellar, "--by", "Dana").code == 0
    assert not (cellar.memory / "figs.md").exists()
    assert (cellar.memory / "plums.md").exists()


@posix_only
def test_a_file_with_a_second_name_is_not_deleted(cellar: Shell) -> None:
    put_list(cellar.memory, "*delete figs --reason secret")
    os.link(cellar.memory / "figs.md", cellar.folder / "copy.md")
    _refused(cellar, "figs.md has another name on this disk (a hard link); remove that one first")


def test_every_fault_is_named_with_its_line(cellar: Shell) -> None:
    place = put_list(cellar.memory, "*close apples", "*close bread", "*confirm jam")
    (cellar.memory / "apples.md").unlink()
    cellar.write("bread.md", "---\nid: bread\n---\nBake.\n")
    place.write_bytes(place.read_bytes() + b"- [x] close jam\n")
    ran = applied(cellar)
    assert [one.partition(":")[0] for one in faults(ran)] == ["17", "25", "34"]
    assert (
        ran.err == f"error: {LIST} has 3 faults, so nothing of it was done; mend or untick the lines named\n"
    )
    assert "jam" not in {entry for _, entry, _ in kinds(cellar)}


def test_faults_in_json(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    (cellar.memory / "apples.md").unlink()
    ran = applied(cellar, "--json")
    assert ran.code == 1
    assert [(one["path"], one["line"]) for one in ran.document["problems"]] == [(LIST, 17)]


def test_what_is_no_list(cellar: Shell) -> None:
    cellar.write(LIST, "# Groceries\n\n- [x] close apples\n")
    ran = applied(cellar)
    assert "is no prune list that this program reads" in ran.out
    assert ran.code == 1


@posix_only
@pytest.mark.parametrize("kind", ["link", "folder", "fifo", "missing"])
def test_only_a_regular_file_is_a_list(cellar: Shell, kind: str) -> None:
    place = cellar.memory / LIST
    place.parent.mkdir()
    if kind == "link":
        place.symlink_to(put_list(cellar.memory, "*close apples", path="proposals/other.md"))
    elif kind == "folder":
        place.mkdir()
    elif kind == "fifo":
        os.mkfifo(place)
    ran = applied(cellar)
    assert ran.code == 2
    assert ran.err.startswith(f"error: cannot read memory/{LIST} (")
    assert cellar.standings()["apples"] == "active"


def test_a_list_may_lie_anywhere_and_no_path_of_the_machine_is_recorded(
    cellar: Shell, tmp_path: Path
) -> None:
    place = put_list(cellar.memory, "*confirm apples")
    outside = tmp_path / "elsewhere.md"
    shutil.move(place, outside)
    cellar.did("apply", str(outside))
    (event,) = cellar.ask("log", "apples")["events"]
    assert event["note"].startswith("approved in elsewhere.md (sha256 ")


def _refused(shell: Shell, fault: str) -> None:
    """Refused, with that fault, and with nothing changed; a dry run says the same."""
    before = contents(shell.folder)
    ran = applied(shell)
    assert any(fault in one for one in faults(ran)), ran.out
    assert contents(shell.folder) == before
    assert applied(shell, "--dry-run").out == ran.out


# Many at once


def test_more_than_a_fifth_needs_a_word(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "*close bread", "*close jam")
    ran = applied(cellar)
    assert (
        ran.out
        == f"error: {LIST}: would retire 3 of 10 entries at once; if that is meant, add --allow-many\n"
    )
    assert applied(cellar, "--allow-many").lines[-1] == "Done: 3 closed."


def test_two_of_ten_and_one_of_one_do_not(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "*delete bread --reason noise", "*confirm jam", "*confirm figs")
    assert applied(cellar).code == 0


def test_more_than_fifty_needs_a_word_in_the_largest_memory(memory: Shell) -> None:
    ids = [f"e{number}" for number in range(300)]
    put_entries(memory.memory, *ids)
    put_list(memory.memory, *(f"*close {one}" for one in ids[:51]))
    assert "would retire 51 of 300 entries at once" in applied(memory).out
    put_list(memory.memory, *(f"*close {one}" for one in ids[:50]))
    assert applied(memory).lines[-1] == "Done: 50 closed."


# Who approved


def test_git_knows_who_ticked_which_line(cellar: Shell) -> None:
    place = put_list(cellar.memory, "close apples", "confirm bread")
    commit(cellar.folder)
    place.write_bytes(place.read_bytes().replace(b"[ ] `close", b"[x] `close"))
    git(
        cellar.folder,
        "-c",
        "user.name=Priya",
        "commit",
        "--quiet",
        "-am",
        "tick",
        "--author=Priya <p@example.org>",
    )
    place.write_bytes(place.read_bytes().replace(b"[ ] `confirm", b"[x] `confirm"))
    assert applied(cellar).lines[:2] == ["close apples  approved by Priya", "confirm bread  approved by Dana"]


def test_who_is_named_is_recorded(cellar: Shell) -> None:
    put_list(cellar.memory, "*confirm bread")
    applied(cellar, "--by", " Priya ")
    assert kinds(cellar) == [("confirmed", "bread", "Priya")]


AGENT = {"CLAUDECODE": "1"}
REFUSAL = (
    "error: Claude Code (CLAUDECODE) runs this command, and no agent approves its own list; let a person run "
    "it, or set `agents_may_apply: true` in memdecay.yaml and name who approved with --by\n"
)


def test_an_agent_approves_nothing(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    agent = Shell(folder=cellar.folder, environment=AGENT)
    for words in ([], ["--by", "Dana"]):
        ran = applied(agent, *words)
        assert (ran.code, ran.err) == (1, REFUSAL)
    assert applied(agent, "--dry-run").code == 0
    assert cellar.standings()["apples"] == "active"


def test_an_agent_that_may_apply_names_a_person(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    cellar.write("memdecay.yaml", "version: 1\nagents_may_apply: true\n")
    agent = Shell(folder=cellar.folder, environment=AGENT)
    assert applied(agent).err == REFUSAL
    assert applied(agent, "--by", "Dana").code == 0


def test_a_setting_that_is_neither_true_nor_false_is_named(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    cellar.write("memdecay.yaml", "version: 1\nagents_may_apply: perhaps\n")
    ran = applied(Shell(folder=cellar.folder, environment=AGENT), "--by", "Dana")
    assert ran.code == 2
    assert "memdecay.yaml:2: agents_may_apply: 'perhaps' is neither true nor false" in ran.err


# The limits


def test_the_limits_are_those_of_the_design() -> None:
    assert (planning.MOST_SHARE, planning.MOST_RETIRED) == (0.2, 50)
    assert proposals.REASONS == ("secret", "personal-data", "noise")
    assert deleting.NOISE == "noise"
