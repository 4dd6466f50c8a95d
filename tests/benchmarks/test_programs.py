"""Every program by its front door: its help, its one sentence without data, and a run on made-up data."""

from __future__ import annotations

import argparse
import json
import runpy
import sys
from pathlib import Path

import pytest

from memdecay.errors import Refused, Unusable
from tests.benchmarks.program import options_of, run, say

HERE = Path(__file__).parent
NO_DATA = ("hook_cost", "import_wild")
"""Programs that make what they measure, or are told where it lies."""
QUALITY = {
    "calibration": (), "fading_gain": ("--days-later", "0", "--floors", "0.5"), "gate_quality": (),
    "model_quality": ("--skip", "speed"), "neighbour_quality": (), "real_memory": (), "recall_quality": (),
    "sensitivity": ("--only", "floor", "correction_from", "fading_below"),
}  # fmt: skip
WORDS = {"memories": ("made", "3"), "token_counts": ("made=made.json",)}


def programs() -> list[str]:
    found = [path.stem for path in HERE.glob("*.py") if "run(main)\n" in path.read_text("utf-8")]
    return sorted([*(one for one in found if not one.startswith("test_")), "peers"])


def start(name: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a program as `python -m` would, and give its exit code."""
    module = f"tests.benchmarks.{name}"
    monkeypatch.setattr(sys, "argv", [name, *words])
    monkeypatch.delitem(sys.modules, module, raising=False)
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
def test_help_needs_no_data(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MEMDECAY_DATA", raising=False)
    assert start(name, "--help", monkeypatch=monkeypatch) == 0
    said = capsys.readouterr()
    assert said.out.startswith("usage: ")
    assert "--json" in said.out
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


def test_a_folder_that_is_not_there_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = str(tmp_path / "gone")
    assert start("import_wild", gone, monkeypatch=monkeypatch) == 2
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
    assert start(name, "--json", *QUALITY[name], monkeypatch=monkeypatch) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["tables", "measured"]
    assert all(table["rows"] for table in document["tables"])


def test_recall_finds_the_successor_in_made_up_histories(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("recall_quality", "--json", monkeypatch=monkeypatch) == 0
    rows = json.loads(capsys.readouterr().out)["tables"][0]["rows"]
    closed = {row["ranker"]: row for row in rows if row["setting"] == "all closed"}
    assert (closed["fused as shipped"]["n"], closed["fused as shipped"]["success@1"]) == (2, 1.0)
    assert {row["stale ahead"] for row in closed.values()} == {0.0}


def test_the_gate_refuses_a_copy_in_made_up_histories(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("gate_quality", "--json", monkeypatch=monkeypatch) == 0
    copied = json.loads(capsys.readouterr().out)["tables"][0]["rows"][0]
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
