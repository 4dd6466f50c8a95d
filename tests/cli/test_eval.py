"""`eval`: a team's own questions, measured, compared, and required to be answered."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memdecay.memory import models
from tests.builders import markdown
from tests.front_door import Shell, contents
from tests.memory.meadow import LetterEmbedder

SAMPLE = Path(__file__).parents[2] / "sample-memory"


@pytest.fixture
def asked(memory: Shell) -> Shell:
    """A memory of three entries, and a file with one question it answers and two that it does not."""
    memory.write("memdecay.yaml", "version: 1\nweakest: 0.05\nweakest_share: 0.05\n")
    memory.write("install-with-npm.md", markdown("id: install-with-npm", "valid_from: 2026-01-01",
                                                 body="Install packages with npm.\n"))  # fmt: skip
    memory.write("install-with-npm.closed.md", markdown(
        "closes: install-with-npm", "valid_until: 2026-02-01", "superseded_by: install-with-pnpm"
    ))  # fmt: skip
    memory.write("install-with-pnpm.md", markdown("id: install-with-pnpm", "valid_from: 2026-02-02",
                                                  body="Install packages with pnpm.\n"))  # fmt: skip
    memory.write(
        "pack.md",
        markdown("id: pack", "valid_from: 2026-02-02", body="Pack the packages before you install zebras.\n"),
    )
    put(memory, [
        {"query": "how do I install packages", "expect": "install-with-pnpm", "not": "install-with-npm",
         "kind": "now"},
        {"query": "how do I install packages", "expect": "install-with-pnpm", "not": "install-with-npm",
         "at": "2026-01-15", "kind": "then"},
        {"query": "pack the packages", "expect": "install-with-pnpm", "kind": "now"},
    ])  # fmt: skip
    return memory


def put(shell: Shell, rows: list[dict[str, object]], name: str = "questions.jsonl") -> None:
    (shell.folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")


def test_the_questions_of_the_sample_memory_are_all_answered(shell: Shell) -> None:
    shutil.copytree(SAMPLE, shell.memory, ignore=shutil.ignore_patterns(".cache"))
    found = shell.ask("eval", "memory/questions.yaml", "--require", "success@1=1", "--require", "stale@1=0")
    assert [one["query"] for one in found["results"] if one["answers"][0]["failed"]] == []
    assert found["settings"][0]["measures"]["success@1"] == {
        "value": 1.0, "low": 1.0, "high": 1.0, "questions": 29,
    }  # fmt: skip
    assert contents(shell.memory) == contents(SAMPLE)


def test_the_document_tells_every_measure_and_every_answer(asked: Shell) -> None:
    found = asked.ask("eval", "questions.jsonl")
    assert list(found) == [
        "cases", "at", "model", "limit", "settings", "differences", "required", "results",
    ]  # fmt: skip
    (own,) = found["settings"]
    assert (own["name"], own["changed"], found["differences"]) == ("in force", {}, {})
    assert {name: one["value"] for name, one in own["measures"].items()} == {
        "success@1": 0.3333, "success@5": 0.6667, "stale@1": 0.5, "stale@5": 0.5, "MRR": 0.5,
        "nDCG@10": 0.5436, "precision": own["measures"]["precision"]["value"],
    }  # fmt: skip
    assert list(own["kinds"]) == ["now", "then"]
    assert own["kinds"]["then"]["success@1"] == {"value": 0.0, "low": 0.0, "high": 0.0, "questions": 1}
    then = found["results"][1]
    assert (then["line"], then["kind"], then["at"]) == (2, "then", "2026-01-15T23:59:59.999999Z")
    assert then["answers"] == [
        {"settings": "in force", "failed": True, "place": None, "stale_place": 1, "ids": ["install-with-npm"]}
    ]


def test_failures_say_what_came_instead_and_why_the_expected_did_not(asked: Shell) -> None:
    said = asked.did("eval", "questions.jsonl", "--failures").out
    assert said.startswith("3 questions; 2 failed.\n\nmeasure\t")
    assert said.endswith(
        "\n\nquestions.jsonl:2  how do I install packages  then\n"
        "   expected install-with-pnpm: not among the first 10, it is pending\n"
        "   not install-with-npm: place 1\n"
        "   came: install-with-npm\n\n"
        "questions.jsonl:3  pack the packages  now\n"
        "   expected install-with-pnpm: place 2\n"
        "   came: pack, install-with-pnpm\n"
    )


def test_a_threshold_that_is_missed_ends_with_one_and_names_it(asked: Shell) -> None:
    missed = asked.run("eval", "questions.jsonl", "--require", "success@1=0.8", "--require", "stale@1=0.2",
                       "--require", "mrr=0.5")  # fmt: skip
    assert (missed.code, missed.err) == (1, "")
    assert missed.lines[-2:] == [
        "success@1 is 0.333, required is at least 0.8.",
        "stale@1 is 0.500, required is at most 0.2.",
    ]
    told = asked.run(
        "eval", "questions.jsonl", "--require", "success@1=0.8", "--require", "MRR=0.5", "--json"
    )
    assert told.code == 1
    assert told.document["required"] == [
        {"measure": "success@1", "value": 0.8, "met": False},
        {"measure": "MRR", "value": 0.5, "met": True},
    ]
    assert asked.run("eval", "questions.jsonl", "--require", "success@1=0.3").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--require", "success"), "--require 'success': is not NAME=VALUE"),
        (("--require", "speed=1"), "--require 'speed=1': there is no measure 'speed'; there are: success@1"),
        (("--require", "mrr=2"), "--require 'mrr=2': '2' is not a number from 0 to 1"),
        (("--require", "mrr=nan"), "--require 'mrr=nan': 'nan' is not a number from 0 to 1"),
        (("--set", "floor=2"), "--set floor: '2' is not a number from 0.01 to 1"),
        (("--set", "flor=0.2"), "--set flor: is not a setting; did you mean floor?"),
        (("--compare", "no.yaml"),
         "no.yaml is not there; name a file of `key: value` lines, as memdecay.yaml is one"),
        (("--compare", "other.yaml"), "other.yaml:2: shape: 'round' is not a number from 0.05 to 5"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused_before_anything_is_measured(
    asked: Shell, words: tuple[str, ...], message: str
) -> None:
    (asked.folder / "other.yaml").write_text("version: 1\nshape: round\n", "utf-8")
    refused = asked.run("eval", "questions.jsonl", *words)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"error: {message}")


def test_a_measure_that_no_question_speaks_of_cannot_be_required(asked: Shell) -> None:
    put(asked, [{"query": "install", "expect": "pack"}])
    refused = asked.run("eval", "questions.jsonl", "--require", "stale@1=0")
    assert refused.err == (
        "error: --require stale@1: no question in questions.jsonl has `not`, so it cannot be measured\n"
    )


def test_two_settings_are_compared_question_by_question(asked: Shell) -> None:
    words = ("eval", "questions.jsonl", "--set", "weakest_share=1", "--failures")
    found = asked.ask(*words)
    mine, other = found["settings"]
    assert (other["name"], other["changed"]) == ("compared", {"weakest_share": 1.0})
    assert found["differences"]["success@5"]["value"] == pytest.approx(-1 / 3, abs=1e-4)
    assert other["measures"]["success@5"]["value"] < mine["measures"]["success@5"]["value"]
    assert [one["settings"] for one in found["results"][2]["answers"]] == ["in force", "compared"]
    said = asked.did(*words).out
    assert "\nCompared with weakest_share: 1.0:\n" in said
    assert "   came: pack, install-with-pnpm\n   compared: pack\n" in said


def test_a_file_of_settings_stands_for_itself_and_set_comes_on_top(asked: Shell) -> None:
    asked.write("memdecay.yaml", "version: 1\nfloor: 0.3\n")
    (asked.folder / "other.yaml").write_text("version: 1\ndense_weight: 0.1\n", "utf-8")
    by_file = asked.ask("eval", "questions.jsonl", "--compare", "other.yaml", "--set", "shape=1")
    assert by_file["settings"][1]["changed"] == {"dense_weight": 0.1, "shape": 1.0, "floor": 0.5}
    by_words = asked.ask("eval", "questions.jsonl", "--set", "combination=blend")
    assert by_words["settings"][1]["changed"] == {"combination": "blend"}


def test_a_whole_settings_file_can_be_compared_with_though_not_all_of_it_is_numbers(asked: Shell) -> None:
    (asked.folder / "other.yaml").write_text(
        "version: 1\nmodel: builtin\nrerank: none\ndevice: cpu\nbatch_size: 1\njoiners: true\n"
        "agents_may_apply: true\nfloor: 0.3\nweakest: 0.05\nweakest_share: 0.05\n", "utf-8",
    )  # fmt: skip
    found = asked.ask("eval", "questions.jsonl", "--compare", "other.yaml")
    assert found["settings"][1]["changed"] == {"floor": 0.3}
    asked.write("memdecay.yaml", "version: 1\njoiners: true\nweakest: 0.05\nweakest_share: 0.05\n")
    by_words = asked.ask("eval", "questions.jsonl", "--set", "floor=0.3")
    assert by_words["settings"][1]["changed"] == {"floor": 0.3}


def test_another_model_is_really_asked_and_named(asked: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    builtin = models.embedder
    other = LetterEmbedder(identity="a/letters@1", letters="zebras")
    monkeypatch.setattr(models, "embedder", lambda choice, say: (
        builtin(choice, say) if choice.model == "builtin" else other
    ))  # fmt: skip
    (asked.folder / "other.yaml").write_text("version: 1\nmodel: a/letters\n", "utf-8")
    for words in (("--compare", "other.yaml"), ("--set", "model=a/letters")):
        other.encoded.clear()
        mine, theirs = asked.ask("eval", "questions.jsonl", *words)["settings"]
        assert theirs["changed"]["model"] == "a/letters"
        assert (mine["model"], theirs["model"]) == (builtin(models.BUILT_IN, print).identity, "a/letters@1")
        assert "pack the packages" in str(other.encoded)
    asked.environment["MEMDECAY_MODEL"] = "builtin"  # overrules the settings, and nothing that is compared
    assert asked.ask("eval", "questions.jsonl", "--compare", "other.yaml")["settings"][1]["changed"] == {
        "model": "a/letters", "weakest": 0.15, "weakest_share": 0.4,
    }  # fmt: skip


def test_a_settings_file_to_compare_with_may_name_no_folder_but_a_user_may(asked: Shell) -> None:
    pytest.importorskip("platformdirs")
    (asked.folder / "other.yaml").write_text("version: 1\nmodel: /opt/x\n", "utf-8")
    refused = asked.run("eval", "questions.jsonl", "--compare", "other.yaml")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: other.yaml:2: model: '/opt/x' is a folder, and ")
    missing = asked.run("eval", "questions.jsonl", "--set", "model=/opt/x")
    assert (missing.code, missing.out) == (2, "")
    assert missing.err.startswith("error: /opt/x ")
    assert missing.err.count("\n") == 1


def test_asking_records_nothing_and_writes_only_the_cache(asked: Shell) -> None:
    before = contents(asked.folder)
    asked.did("eval", "questions.jsonl", "--failures", "--set", "floor=0.2")
    assert contents(asked.folder) == before
    assert asked.ask("log")["events"] == []


def test_an_id_that_nobody_has_is_refused_with_its_place(asked: Shell) -> None:
    put(asked, [{"query": "install", "expect": "instal-with-pnpm"}])
    refused = asked.run("eval", "questions.jsonl")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "error: questions.jsonl:1: expect: no entry has the id 'instal-with-pnpm'; "
        "did you mean install-with-pnpm or install-with-npm?\n"
    )


def test_hostile_text_of_a_question_reaches_the_terminal_spelled_out(asked: Shell) -> None:
    put(asked, [{"query": "install \x1b[31m zebras", "expect": "install-with-npm", "kind": "\u202eevil"}])
    said = asked.did("eval", "questions.jsonl", "--failures").out
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_a_broken_file_is_told_before_its_id_is_missed(asked: Shell) -> None:
    asked.write("pack.md", "no front matter\n")
    put(asked, [{"query": "install", "expect": "pack"}])
    refused = asked.run("eval", "questions.jsonl")
    assert refused.err == (
        "memdecay: 1 file could not be used; `memdecay doctor` names the faults\n"
        "error: questions.jsonl:1: expect: no entry has the id 'pack'; `memdecay list` shows all ids\n"
    )
