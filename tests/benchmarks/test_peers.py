"""How what other tools say is read and judged; none of them is installed for it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memdecay import relevance
from tests.benchmarks.peers import __main__ as peers
from tests.benchmarks.peers import basic_memory, memdecay_itself, memsearch, qmd, tool
from tests.benchmarks.peers.basic_memory import BasicMemory
from tests.benchmarks.peers.memdecay_itself import Memdecay
from tests.benchmarks.peers.notes import Asked, asked, notes_in, write_notes
from tests.benchmarks.peers.plain_grep import Grep
from tests.benchmarks.peers.qmd import Qmd
from tests.benchmarks.peers.tool import Failed, Place, Question, clean, new_environment, run, run_many

QUESTION = Question("How do I install packages?", "2025-06-01T09:00:00Z", ("install", "packages"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for name in ("home", "notes", "state"):
        (tmp_path / name).mkdir()
    return Place(home=tmp_path / "home", notes=tmp_path / "notes", state=tmp_path / "state")


def test_grep_puts_first_what_holds_most_of_the_words_and_then_goes_by_name(place: Place) -> None:
    """A word counts once, however often it stands there and however it is written."""
    texts = {"b": "Install packages.", "a": "INSTALL and install.", "c": "A package."}
    for name, text in texts.items():
        (place.notes / f"{name}.md").write_text(text)
    (place.notes / "d.txt").write_text("install packages")
    assert Grep().search(place, QUESTION) == ["b.md", "a.md"]


def test_basic_memory_is_read_by_the_files_it_names_each_once() -> None:
    paths = ("notes/b.md", "a.md", "notes/b.md")
    found = [*({"file_path": one} for one in paths), {"title": "x"}]
    assert basic_memory._names(json.dumps({"results": found})) == ["b.md", "a.md"]


def test_what_basic_memory_says_instead_of_results_is_told() -> None:
    with pytest.raises(Failed, match=r"^No model could be loaded, see the log\.$"):
        basic_memory._names("No model could be loaded,\n  see the log.\n")


def test_memsearch_is_read_from_where_its_results_begin() -> None:
    said = 'Loading…\n[{"source": "/notes/b.md"}, {"source": "/notes/a.md"}, {"source": "/notes/b.md"}]'
    assert memsearch._names(said) == ["b.md", "a.md"]
    assert memsearch._names("nothing found") == []


def _saying(said: str, asked_for: list[list[str]]) -> Callable[[Sequence[object], object], str]:
    """A stand-in for running a command, which says this and keeps what it was asked."""

    def run_it(command: Sequence[object], _: object) -> str:
        asked_for.append([str(word) for word in command])
        return said

    return run_it


@pytest.mark.parametrize(
    ("said", "expected"),
    [('[{"file": "qmd://notes/b.md"}, {"file": "qmd://notes/a.md"}]', ["b.md", "a.md"]), ("No results.", [])],
)
def test_qmd_is_asked_whole_questions_or_telling_words(
    said: str, expected: list[str], place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[list[str]] = []
    monkeypatch.setattr(qmd, "run", _saying(said, asked_for))
    assert Qmd().search(place, QUESTION) == expected
    assert Qmd(only_telling_words=True).search(place, QUESTION) == expected
    assert [command[3] for command in asked_for] == ["How do I install packages?", "install packages"]


def test_memdecay_is_asked_as_of_the_instant_of_the_question(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = json.dumps({"results": [{"path": "shop/b.md"}, {"path": "a.md"}]})
    asked_for: list[list[str]] = []
    monkeypatch.setattr(memdecay_itself, "run", _saying(said, asked_for))
    assert Memdecay().search(place, QUESTION) == ["b.md", "a.md"]
    assert "2025-06-01T09:00:00Z" in asked_for[0]


def test_many_calls_of_one_command_line_are_answered_in_one_process(tmp_path: Path) -> None:
    """A made-up tool of the kind that is run so: it answers in capitals and fails at the word `fail`."""
    (tmp_path / "made_up.py").write_text(
        "class CliRunner:\n"
        "    def invoke(self, app, words):\n"
        "        return app(words)\n"
        "class Done:\n"
        "    def __init__(self, words):\n"
        "        self.exit_code = int('fail' in words)\n"
        "        self.stdout = self.output = ' '.join(words).upper()\n"
        "        self.exception = None\n"
    )
    app, python = ("made_up", "Done", "made_up"), Path(sys.executable)
    environment = {"PYTHONPATH": str(tmp_path)}
    assert run_many(python, app, [["a", "b"], ["c"]], environment) == ["A B", "C"]
    with pytest.raises(Failed, match=r"^X FAIL$"):
        run_many(python, app, [["a"], ["x", "fail"]], environment)
    with pytest.raises(Failed, match="No module named 'gone'"):
        run_many(python, ("gone", "app", "gone"), [["a"]], environment)


def test_a_tool_that_fails_is_told_with_the_last_line_it_said() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('first\\nlast')"]
    with pytest.raises(Failed, match=r"^last$"):
        run(command, {})
    assert run(command, {}, may_fail=True) == ""


def test_a_tool_knows_nothing_of_ours_and_asks_no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/ours")
    monkeypatch.setenv("MEMDECAY_DIR", "/ours")
    environment = clean({"HOME": "/theirs"})
    assert not {"PYTHONPATH", "MEMDECAY_DIR"} & environment.keys()
    assert (environment["HOME"], environment["HF_HUB_OFFLINE"]) == ("/theirs", "1")


def test_an_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def pretend(command: Sequence[Any], _: object) -> str:
        (tmp_path / "tool").mkdir(exist_ok=True)
        ran.append(str(command[-1]))
        return ""

    monkeypatch.setattr(tool, "run", pretend)
    assert new_environment(tmp_path / "tool", "made-up==1") == tmp_path / "tool" / "bin"
    new_environment(tmp_path / "tool", "made-up==1")
    assert ran == [str(tmp_path / "tool"), "made-up==1"]


def test_basic_memory_needs_a_python_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(basic_memory, "PYTHONS", ("python-of-nowhere",))
    with pytest.raises(Failed, match=r"^none of python-of-nowhere runs here$"):
        BasicMemory().install(tmp_path)


def test_every_labelled_question_knows_its_right_and_stale_files_and_those_that_were_there(
    data: Path,
) -> None:
    first = asked()[0]
    assert first.question == Question(
        "How do I install packages?",
        "2025-06-01T09:00:00+00:00",
        relevance.terms("How do I install packages?"),
    )
    assert first.right == {"made-up-bakery-2.md"}
    assert first.stale == {"made-up-bakery-1.md"}
    assert len(first.there) == notes_in(first.repo) == 44


def test_notes_are_the_same_files_with_and_without_what_was_closed(data: Path, tmp_path: Path) -> None:
    """34 units of a shop ended, one of them, the pin, after the last question: it is closed as well."""
    questions = asked()
    write_notes(tmp_path / "open", questions, closed=False)
    write_notes(tmp_path / "closed", questions, closed=True)
    found, with_notes = (
        {path.name for path in (tmp_path / kind / "made-up-bakery").glob("*.md")}
        for kind in ("open", "closed")
    )
    assert len(found) == 44
    assert found < with_notes
    assert len(with_notes - found) == 34
    assert all(name.endswith(".closed.md") for name in with_notes - found)


@dataclass(frozen=True, kw_only=True)
class Made:
    """A tool that answers what it was made to."""

    name: str = "made"
    answer: tuple[str, ...] = ()
    fault: str = ""

    def install(self, home: Path) -> None:
        (home / "installed").touch()
        if self.fault:
            raise Failed(self.fault)

    def index(self, place: Place) -> None:
        (place.state / "index").touch()

    def search(self, place: Place, question: Question) -> list[str]:
        return [name for name in self.answer if place.notes.is_dir() and question.text]

    def search_all(self, place: Place, questions: Sequence[Question]) -> list[list[str]]:
        return [self.search(place, one) for one in questions]


def _questions() -> list[Asked]:
    return [one for one in asked() if one.repo == "made-up/bakery"]


def test_what_nobody_had_written_yet_is_passed_over_in_favour_of_a_tool(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes first was not there, so the stale text is first and the right one second: MRR 1/2."""
    answer = ("of-tomorrow.md", "made-up-bakery-1.md", "made-up-bakery-2.md")
    row = peers._quality_row(Made(answer=answer), _questions(), tmp_path)
    assert row[:6] == ("made", 1, 1.0, 0.0, 1.0, 0.5)
    assert row[7:] == (1.0, "")
    assert capsys.readouterr().err == "made: made-up/bakery\n"
    assert not (tmp_path / "state").exists()


def test_a_tool_that_finds_nothing_has_answered_nothing(data: Path, tmp_path: Path) -> None:
    row = peers._quality_row(Made(answer=("of-tomorrow.md",)), _questions(), tmp_path)
    assert row == ("made", 1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "")


def test_a_tool_that_does_not_run_here_is_told_with_what_it_said(data: Path, tmp_path: Path) -> None:
    broken = Made(fault="no model could be had")
    row = peers._quality_row(broken, _questions(), tmp_path)
    assert row == ("made", 0, None, None, None, None, None, None, "no model could be had")
    assert peers._speed_row(broken, 3, [QUESTION], tmp_path) == (
        3, "made", None, 0, None, "no model could be had",
    )  # fmt: skip


def test_times_are_told_as_so_many_of_memdecay_s_over_the_same_notes(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 ms are twice 20 over ten notes and four times 10 over five; what failed has no ratio."""
    took = {"other": {5: 40.0, 10: 40.0}, "memdecay recall": {5: 10.0, 10: 20.0}}
    monkeypatch.setattr(peers, "prepare", lambda *_: None)
    monkeypatch.setattr(
        peers,
        "_speed_row",
        lambda one, size, *_: (size, one.name, 1.0, 2, took.get(one.name, {}).get(size), ""),
    )
    tools = [Made(name=one) for one in ("other", "other, vectors", "memdecay recall", "broken")]
    rows = peers.speed(tools, tmp_path, [5, 10]).rows
    assert [(row[0], row[1], row[5]) for row in rows] == [
        (5, "other", 4.0), (5, "memdecay recall", 1.0), (5, "broken", None),
        (10, "other", 2.0), (10, "memdecay recall", 1.0), (10, "broken", None),
    ]  # fmt: skip
