"""Every program by its front door: its help, its one sentence without data, and a run on made-up data."""

from __future__ import annotations

import argparse
import ast
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memdecay.errors import Refused, Unusable
from tests.benchmarks import calibration
from tests.benchmarks.program import options_of, run, say
from tests.benchmarks.timing import CHECKOUT

HERE = Path(__file__).parent
NO_DATA = ("hook_cost", "import_wild", "own_reranker")
"""Programs that make what they measure, or are told where it lies."""
SILENT = ("memories",)
"""Programs that make something and print nothing."""
QUALITY = {
    "calibration": (), "fading_gain": ("--days-later", "0", "--floors", "0.5"), "gate_quality": (),
    "long_entries": ("--joined", "2", "--passages", "8"), "model_quality": ("--skip", "speed"),
    "neighbour_quality": (), "peers": ("--only", "grep", "--skip", "speed"),
    "prune_quality": ("--only", "grace_days"), "real_memory": (), "recall_quality": (),
    "sensitivity": ("--only", "floor", "correction_from", "fading_below"),
}  # fmt: skip
ONE_AFTER_THE_OTHER = tuple(one for one in QUALITY if one not in {"peers", "real_memory", "sensitivity"})
"""Those that take no time to speak of, and start nothing."""
WORDS = {"memories": ("made", "3"), "token_counts": ("made=made.json",)}


def programs() -> list[str]:
    found = [path.stem for path in HERE.glob("*.py") if "run(main)\n" in path.read_text("utf-8")]
    return sorted([*(one for one in found if not one.startswith("test_")), "peers"])


def start(name: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a program as `python -m` would, and give its exit code."""
    module = f"tests.benchmarks.{name}"
    monkeypatch.setattr(sys, "argv", [name, *words])
    for known in (module, f"{module}.__main__"):
        monkeypatch.delitem(sys.modules, known, raising=False)
    try:
        runpy.run_module(module, run_name="__main__")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def test_every_program_of_the_page_is_tried_here() -> None:
    page = (HERE / "README.md").read_text("utf-8")
    listed = {line.split("`")[1].split()[0] for line in page.split("\n") if line.startswith("| `")}
    assert set(programs()) - {"memories"} <= listed


@pytest.mark.parametrize("name", programs())
def test_a_program_begins_with_what_it_measures_and_how_it_is_run(name: str) -> None:
    module = HERE / (f"{name}/__main__.py" if name == "peers" else f"{name}.py")
    said = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    first, blank, command, *_ = said.split("\n")
    assert first.endswith((".", "?"))
    assert not blank
    needed = "" if name in NO_DATA else "MEMDECAY_DATA=... "
    assert command.strip().startswith(f"{needed}python -m tests.benchmarks.{name} ")


@pytest.mark.parametrize("name", programs())
def test_help_needs_no_data(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MEMDECAY_DATA", raising=False)
    assert start(name, "--help", monkeypatch=monkeypatch) == 0
    said = capsys.readouterr()
    assert said.out.startswith("usage: ")
    assert ("--json" in said.out) is (name not in SILENT)
    assert not said.err


@pytest.mark.parametrize("name", [one for one in programs() if one not in NO_DATA])
@pytest.mark.parametrize("is_set", [False, True])
def test_without_data_one_sentence_says_what_to_do(
    name: str,
    is_set: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MEMDECAY_DATA", raising=False)
    expected = "MEMDECAY_DATA is not set; name the folder that holds labelled.jsonl with it\n"
    if is_set:
        monkeypatch.setenv("MEMDECAY_DATA", str(tmp_path))
        expected = f"{tmp_path} holds no labelled.jsonl; name the folder of the data with MEMDECAY_DATA\n"
    assert start(name, *WORDS.get(name, ()), monkeypatch=monkeypatch) == 2
    said = capsys.readouterr()
    assert said.err == expected
    assert not said.out
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "words"), [("import_wild", ()), ("own_reranker", ("--base", "minilm", "--out", "judge"))]
)
def test_a_folder_that_is_not_there_is_said(
    name: str,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = str(tmp_path / "gone")
    assert start(name, gone, *words, monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err == f"there is no folder {gone!r}; name one that holds repositories\n"


def test_a_broken_line_of_the_data_is_named(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data / "labelled.jsonl"
    path.write_text('{"kind": "lookalike"\n', "utf-8")
    assert start("gate_quality", monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err == f"line 1 of {path} is no JSON; fetch the data anew\n"


@pytest.mark.parametrize("name", QUALITY)
def test_a_program_of_quality_measures_made_up_histories(
    name: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = measured(name, monkeypatch, capsys)
    assert list(document) == ["tables", "measured"]
    assert all(table["rows"] for table in document["tables"])


def measured(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    """The one document that a program prints of the made-up histories."""
    assert start(name, "--json", *QUALITY[name], monkeypatch=monkeypatch) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_figures_are_the_same_whatever_order_python_keeps_sets_in(data: Path, tmp_path: Path) -> None:
    said = [_said_with_seed(seed) for seed in ("1", "2")]
    assert said[0] == said[1]
    assert said[0].count('"tables"') == len(ONE_AFTER_THE_OTHER)


def _said_with_seed(seed: str) -> str:
    """What a process whose sets are ordered by this seed says of every program of quality in turn."""
    lines = [
        "import sys",
        "from importlib import import_module",
        *(f"sys.argv = {[name, '--json', *QUALITY[name]]!r}\nimport_module('tests.benchmarks.{name}').main()"
          for name in ONE_AFTER_THE_OTHER),
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=CHECKOUT, check=True, capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )  # fmt: skip
    return done.stdout


def test_recall_finds_the_successor_in_made_up_histories(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = measured("recall_quality", monkeypatch, capsys)["tables"][0]["rows"]
    closed = {row["ranker"]: row for row in rows if row["setting"] == "all closed"}
    assert (closed["fused as shipped"]["n"], closed["fused as shipped"]["success@1"]) == (2, 1.0)
    assert {row["stale ahead"] for row in closed.values()} == {0.0}


def test_calibration_asks_every_life_of_made_up_histories(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who never doubts is wrong about just those that did not hold: their share is his Brier score."""
    scores, _ = measured("calibration", monkeypatch, capsys)["tables"]
    certain = [row for row in scores["rows"] if row["forecast"] == "no decay"]
    asked = [calibration.asked(rewrite_ends=ends) for ends in (True, False)]
    expected = [
        [one.held for one in part if one.horizon == days] for part in asked for days in calibration.HORIZONS
    ]
    assert [(row["n"], row["Brier"]) for row in certain] == [
        (len(held), pytest.approx(held.count(False) / len(held))) for held in expected
    ]


def test_the_real_command_answers_made_up_questions(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """pnpm stands in the file for npm, and one entry tells how to name a branch."""
    rates, places = measured("real_memory", monkeypatch, capsys)["tables"]
    assert rates["rows"][0] == {
        "ranker": "memdecay recall", "n": 2, "success@1": 1.0, "success@5": 1.0, "stale@1": 0.0,
    }  # fmt: skip
    assert [row["memdecay recall"] for row in places["rows"]] == [1, 1]


def test_grep_finds_both_texts_and_cannot_tell_which_holds(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both hold "install" and "packages", and the older one goes by the lower number."""
    [row] = measured("peers", monkeypatch, capsys)["tables"][0]["rows"]
    assert (row["tool"], row["n"], row["answered"]) == ("grep", 2, 1.0)
    assert (row["success@1"], row["success@5"], row["stale ahead"]) == (0.0, 1.0, 1.0)


def test_a_default_differs_from_itself_by_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    floor, *_ = measured("sensitivity", monkeypatch, capsys)["tables"]
    [default] = [row for row in floor["rows"] if row["floor"].startswith("**")]
    assert (default["change of MRR"], default["from"], default["to"]) == (0.0, 0.0, 0.0)
    without = floor["rows"][-1]  # no fading at all: the superseded text comes first again
    assert (without["floor"], without["stale ahead"], default["stale ahead"]) == ("1", 1.0, 0.0)


def test_touches_says_nothing_of_fewer_than_ten(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either made-up shop has one new wording and two copies."""
    assert start("touches", "--json", monkeypatch=monkeypatch) == 0
    assert [table["rows"] for table in json.loads(capsys.readouterr().out)["tables"]] == [[], []]


def test_the_gate_refuses_a_copy_in_made_up_histories(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = measured("gate_quality", monkeypatch, capsys)["tables"][0]["rows"][0]
    assert (copied["new text is a"], copied["n"], copied["refused"]) == ("copied to a second file", 2, 1.0)


@pytest.mark.parametrize(
    ("fault", "code", "sentence"),
    [
        (Refused("no; do this"), 1, "no; do this\n"),
        (Unusable("not so; do that"), 2, "not so; do that\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
)
def test_a_program_ends_with_a_sentence_and_a_code(
    fault: BaseException, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> None:
        raise fault

    with pytest.raises(SystemExit) as ended:
        run(main)
    assert ended.value.code == code
    assert capsys.readouterr() == ("", sentence)


def test_options_show_the_first_sentence_of_a_module_alone() -> None:
    parser = options_of("What it measures.\n\n    python -m it\n")
    assert parser.description == "What it measures."
    assert parser.parse_args(["--json"]) == argparse.Namespace(as_json=True)


def test_what_a_memory_says_is_kept_out_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    say("re-embedding")
    assert capsys.readouterr() == ("", "re-embedding\n")
