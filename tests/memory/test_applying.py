"""Exactly what a person ticked happens, all of it or nothing, and once."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from memdecay import fsio
from memdecay.fsio import quarantine
from tests.front_door import Shell, contents
from tests.memory.cellar import applied, kinds
from tests.memory.happenings import commit, git
from tests.pruning import FOOD, LIST, put_entries, put_list

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")


# What a list does


def test_what_is_ticked_is_done_and_what_is_not_is_left(cellar: Shell) -> None:
    put_list(
        cellar.memory,
        "*close apples",
        "confirm apples",
        "*confirm bread",
        "*delete figs --reason noise",
        "close jam",
    )
    ran = applied(cellar)
    assert ran.out == (
        "close apples  approved by Dana\n"
        "confirm bread  approved by Dana\n"
        "delete figs --reason noise  approved by Dana\n"
        "Done: 1 closed, 1 confirmed, 1 deleted.\n"
    )
    assert cellar.standings()["apples"] == "closed"
    assert not (cellar.memory / "figs.md").exists()
    assert cellar.standings()["jam"] == "active"
    assert sorted(kinds(cellar)) == [("confirmed", "bread", "Dana"), ("deleted", "figs", "Dana")]
    assert not (cellar.memory / fsio.QUARANTINE_FOLDER).exists()


def test_the_closing_note_names_the_list_and_who_approved(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples")
    applied(cellar, "--by", "Priya")
    note = (cellar.memory / "apples.closed.md").read_text("utf-8")
    assert re.search(r'reason: "approved in proposals/2026-06-02.md \(sha256 [0-9a-f]{64}\)"', note)
    assert "closed_by: Priya" in note


def test_a_deletion_is_recorded_with_its_reason_and_without_content(cellar: Shell) -> None:
    put_list(cellar.memory, "*delete figs --reason personal-data")
    applied(cellar, "--by", "Priya")
    (event,) = cellar.ask("log", "figs")["events"]
    assert (event["kind"], event["by"], event["query"]) == ("deleted", "Priya", None)
    assert re.fullmatch(
        r"personal-data: approved in proposals/2026-06-02.md \(sha256 [0-9a-f]{64}, line [0-9a-f]{16}\)",
        event["note"],
    )


def test_a_dry_run_says_the_same_and_changes_nothing(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "*confirm bread", "*delete figs --reason secret")
    before = contents(cellar.folder)
    dry = applied(cellar, "--dry-run")
    assert contents(cellar.folder) == before
    wet = applied(cellar)
    assert dry.lines[:3] == wet.lines[:3]
    assert dry.lines[3] == "Nothing was changed; without --dry-run: 1 closed, 1 confirmed, 1 deleted."


def test_a_second_run_says_what_was_done_and_does_nothing(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "*confirm bread", "*delete figs --reason noise")
    applied(cellar)
    before = contents(cellar.folder)
    again = applied(cellar)
    assert again.code == 0
    assert again.out == (
        "close apples  done already\n"
        "confirm bread  done already\n"
        "delete figs --reason noise  done already\n"
        "All of it was done already.\n"
    )
    assert contents(cellar.folder) == before


def test_the_same_entry_can_be_confirmed_again_by_another_list(cellar: Shell) -> None:
    place = put_list(cellar.memory, "*confirm bread")
    applied(cellar)
    place.write_bytes(place.read_bytes().replace(b"created: 2026-06-02", b"created: 2026-09-02"))
    assert applied(cellar).lines[-1] == "Done: 1 confirmed."
    assert len(kinds(cellar)) == 2


def test_who_confirms_what_nobody_had_accepted_accepts_it(cellar: Shell) -> None:
    cellar.write("kiwis.md", "---\nid: kiwis\ntrust: unreviewed\n---\nBuy kiwis.\n")
    put_list(cellar.memory, "*confirm kiwis")
    applied(cellar)
    assert sorted(kinds(cellar)) == [("confirmed", "kiwis", "Dana"), ("reviewed", "kiwis", "Dana")]
    assert cellar.ask("show", "kiwis")["entries"][0]["trust"] == "reviewed"
    (result,) = cellar.ask("recall", "buy kiwis", "-k", "1")["results"]
    assert (result["id"], result["trust"]) == ("kiwis", "reviewed")
    assert "unreviewed" not in cellar.did("recall", "buy kiwis", "-k", "1").out
    assert applied(cellar).lines[-1] == "All of it was done already."
    assert len(kinds(cellar)) == 2


def test_an_old_list_still_says_what_was_done_to_what_another_deleted(cellar: Shell) -> None:
    put_list(cellar.memory, "*confirm figs", "*close jam", path="proposals/old.md")
    cellar.did("apply", "memory/proposals/old.md")
    put_list(cellar.memory, "*delete jam --reason secret", "*delete figs --reason secret")
    applied(cellar)
    again = cellar.did("apply", "memory/proposals/old.md")
    assert again.lines == [
        "confirm figs  done already",
        "close jam  done already",
        "All of it was done already.",
    ]


def test_what_another_list_deleted_cannot_be_confirmed(cellar: Shell) -> None:
    put_list(cellar.memory, "*confirm figs", path="proposals/late.md")
    put_list(cellar.memory, "*delete figs --reason noise")
    applied(cellar)
    ran = cellar.run("apply", "memory/proposals/late.md")
    assert ran.code == 1
    assert "no entry has the id figs; run `memdecay propose` again" in ran.out


def test_a_list_without_ticks_does_nothing(cellar: Shell) -> None:
    put_list(cellar.memory, "close apples")
    ran = applied(cellar)
    assert (ran.code, ran.out) == (0, f"Nothing is ticked in {LIST}.\n")


def test_json_names_every_action(cellar: Shell) -> None:
    put_list(cellar.memory, "*close apples", "*delete figs --reason noise")
    document = applied(cellar, "--json").document
    assert [(one["action"], one["id"], one["state"], one["by"]) for one in document["actions"]] == [
        ("close", "apples", "done", "Dana"),
        ("delete", "figs", "done", "Dana"),
    ]
    assert (document["list"], document["problems"], document["erased"]) == (LIST, [], [])


def test_an_entry_whose_successor_is_known_gets_the_note_that_is_missing(cellar: Shell) -> None:
    cellar.write("kiwis.md", "---\nid: kiwis\nsupersedes: [apples]\ncreated: 2026-02-01\n---\nBuy kiwis.\n")
    put_list(cellar.memory, "*close apples")
    assert applied(cellar).code == 0
    assert "superseded_by: kiwis" in (cellar.memory / "apples.closed.md").read_text("utf-8")


# Between approval and deletion


def test_a_file_that_changes_at_the_last_moment_is_put_back(
    cellar: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_list(cellar.memory, "*delete figs --reason noise")
    set_aside = quarantine.set_aside

    def write_first(root: Path, relative: str, label: str) -> Path:
        with (root / relative).open("ab") as file:
            file.write(b"But keep it dry.\n")
        return set_aside(root, relative, label)

    monkeypatch.setattr(quarantine, "set_aside", write_first)
    ran = applied(cellar)
    assert ran.code == 1
    assert "figs.md is not as it was when it was approved, so it is back at its place" in ran.err
    assert (cellar.memory / "figs.md").read_bytes().endswith(b"But keep it dry.\n")
    assert kinds(cellar) == []
    assert not (cellar.memory / fsio.QUARANTINE_FOLDER).exists()


def test_what_was_killed_before_the_end_is_finished_by_any_list(cellar: Shell) -> None:
    put_list(cellar.memory, "*delete figs --reason noise")
    _kill_at(cellar, "erase")
    assert (cellar.memory / fsio.QUARANTINE_FOLDER).is_dir()
    put_list(cellar.memory, "confirm bread")
    assert applied(cellar).code == 0
    assert not (cellar.memory / fsio.QUARANTINE_FOLDER).exists()
    assert not (cellar.memory / "figs.md").exists()


def test_what_lies_in_the_quarantine_without_an_approval_is_put_back(cellar: Shell) -> None:
    before = contents(cellar.memory)
    quarantine.set_aside(cellar.memory, "figs.md", "0123456789abcdef")
    put_list(cellar.memory, "confirm bread")
    ran = applied(cellar)
    assert "figs.md is not as it was when it was approved, so it is back at its place" in ran.err
    (cellar.memory / LIST).unlink()
    (cellar.memory / LIST).parent.rmdir()
    assert contents(cellar.memory) == before


def test_what_is_put_back_replaces_nothing(cellar: Shell) -> None:
    aside = quarantine.set_aside(cellar.memory, "figs.md", "0123456789abcdef")
    cellar.write("figs.md", "---\nid: figs\n---\nAnother.\n")
    put_list(cellar.memory, "confirm bread")
    assert "figs.md is there again" in applied(cellar).err
    assert aside.exists()
    assert (cellar.memory / "figs.md").read_bytes().endswith(b"Another.\n")


def _kill_at(shell: Shell, name: str) -> None:
    """Apply, and stop at the first call of that function of `fsio`."""
    with pytest.MonkeyPatch.context() as patched:

        def stop(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        patched.setattr(f"memdecay.fsio.{name}", stop)
        assert applied(shell).code == 130


# Erasing

CANARY = "ZQX-canary"


def _hits(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "objects" not in path.parts and CANARY.encode() in path.read_bytes()
    )


@pytest.fixture
def leaky(cellar: Shell) -> Shell:
    """A memory in which a secret stands in every place that a memory has."""
    text = f"---\nid: leak\ncreated: 2026-01-01\n---\n# {CANARY} in the title\n\nThe {CANARY} in the body.\n"
    cellar.write("leak.md", text)
    cellar.did("used", "leak", "bread", "--query", f"where is the {CANARY} kept")
    cellar.did("seal")
    commit(cellar.folder)
    cellar.did("misled", "leak", "--note", f"the {CANARY} was wrong")
    cellar.did("used", "leak", "jam", "--query", f"and again the {CANARY}")
    cellar.did("close", "leak", "--reason", f"no {CANARY} any more")
    cellar.did("recall", CANARY, "--record")
    (cellar.memory / ".memdecay-0123456789abcdef.tmp").write_text(text)
    (cellar.memory / ".cache/.memdecay-0123456789abcdef.tmp").write_text(text)
    return cellar


@pytest.mark.parametrize("reason", ["secret", "personal-data"])
def test_nothing_of_it_is_left(leaky: Shell, reason: str) -> None:
    before = [one for one in leaky.ask("log")["events"] if one["kind"] != "recalled"]
    assert len(_hits(leaky.folder)) >= 9
    put_list(leaky.memory, f"*delete leak --reason {reason}")
    ran = applied(leaky)
    assert ran.code == 0, ran
    assert "delete leak --reason " + reason + "  approved by Dana, with leak.closed.md" in ran.lines
    assert _hits(leaky.folder) == []
    after = {one["id"]: one for one in leaky.ask("log")["events"]}
    for one in before:  # no event is lost, only its words
        assert after[one["id"]] == {**one, "note": None, "query": None}
    assert leaky.run("recall", CANARY, "--json").document["results"] == []


def test_who_still_holds_it_is_listed_exactly(leaky: Shell) -> None:
    folder = leaky.folder
    holding = git(folder, "rev-parse", "--short", "HEAD").strip()
    git(folder, "worktree", "add", "--quiet", str(folder.parent / "tree"), "HEAD")
    leaky.write("bread.md", "---\nid: bread\n---\nChanged.\n")
    git(folder, "stash", "--quiet")
    git(folder, "checkout", "--quiet", "--detach")
    leaky.write("sub/leak.md", "---\nid: other\n---\nNo more.\n")
    commit(folder, "lost")
    lost = git(folder, "rev-parse", "--short", "HEAD").strip()
    git(folder, "checkout", "--quiet", "main")
    put_list(leaky.memory, "*delete leak --reason secret")
    (erased,) = applied(leaky, "--json").document["erased"]
    held = {(one["kind"], one["name"]) for one in erased["held"]}
    assert held == {
        ("commit", holding), ("reflog", lost), ("stash", "stash@{0}"),
        ("worktree", str(folder.parent / "tree")),
    }  # fmt: skip
    assert erased["command"].startswith("git filter-repo --invert-paths --path memory/leak.closed.md --path ")
    assert " --path memory/leak.md" in erased["command"]


def test_a_person_is_told_what_to_do(leaky: Shell) -> None:
    put_list(leaky.memory, "*delete leak --reason secret")
    shown = applied(leaky).out
    assert "Rotate the secret of leak first: whoever saw it still has it.\n" in shown
    assert "Still held by\n  commit " in shown
    assert (
        "To rewrite the history, in a fresh clone:\n  git filter-repo --invert-paths --path memory/" in shown
    )


def test_a_list_that_quotes_it_is_named(leaky: Shell) -> None:
    put_list(leaky.memory, "*delete leak --reason secret", quoted=f"The {CANARY} in the body.")
    assert f"{LIST} still quotes it; take that out by hand.\n" in applied(leaky).out


def test_outside_of_git_there_is_nothing_more_to_do(memory: Shell) -> None:
    put_entries(memory.memory, *FOOD)
    put_list(memory.memory, "*delete figs --reason secret")
    assert applied(memory).lines[-1] == "Git holds no copy of it here."


def test_a_trace_that_a_merge_brought_back_is_erased_by_the_same_list(leaky: Shell) -> None:
    (segment,) = (leaky.memory / "ledger").rglob("*.jsonl")
    held = segment.read_bytes()
    put_list(leaky.memory, "*delete leak --reason secret")
    applied(leaky)
    segment.write_bytes(held)
    assert applied(leaky).lines[1] == "All of it was done already."
    assert _hits(leaky.folder) == []


@pytest.mark.parametrize(
    "where", ["quarantine.set_aside", "exchange", "erase", "empty_cache", "quarantine.end"]
)
def test_an_erasure_that_was_killed_is_finished(leaky: Shell, where: str) -> None:
    put_list(leaky.memory, "*delete leak --reason secret")
    _kill_at(leaky, where)
    assert applied(leaky).code == 0
    assert _hits(leaky.folder) == []


def test_what_happened_to_others_in_other_words_is_kept(leaky: Shell) -> None:
    leaky.did("used", "cheese", "--query", "what goes with grapes")
    put_list(leaky.memory, "*delete leak --reason secret")
    applied(leaky)
    assert [one["query"] for one in leaky.ask("log", "cheese")["events"]] == ["what goes with grapes"]


# The parts


def test_a_note_of_ours_is_told_from_the_words_of_others() -> None:
    from memdecay.memory.erasing import APPROVED

    ours = f"secret: approved in proposals/a.md (sha256 {'0' * 64}, line {'0' * 16})"
    assert APPROVED.fullmatch(ours)
    assert not APPROVED.fullmatch(f"{ours} and more")
