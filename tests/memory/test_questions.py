"""A file of questions is read, or refused in one line that says where it is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay import moment
from memdecay.errors import Unusable
from memdecay.evaluation import Case
from memdecay.memory.questions import KEYS, checked, read_cases
from memdecay.scope import Place


def put(folder: Path, text: str | bytes, name: str = "questions.yaml") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(Unusable) as fault:
        read_cases(path)
    return str(fault.value).replace(f"{path.parent}/", "")


WHOLE = """\
# Ask them in CI.
- query: how do I install packages
  expect: install-with-pnpm
  not: [install-with-npm]
  scope: web
  path: ./packages\\web/app.ts
  at: 2026-02-03
  kind: supersession
- query: "007"
  expect: [a, B, a]
"""


def test_every_key_is_read_as_it_is_written(tmp_path: Path) -> None:
    first, second = read_cases(put(tmp_path, WHOLE))
    assert (first.query, first.expect, first.never) == (
        "how do I install packages", ("install-with-pnpm",), ("install-with-npm",),
    )  # fmt: skip
    assert first.place == Place(names=("web",), path="packages/web/app.ts")
    assert (first.kind, first.line, first.lines["not"]) == ("supersession", 2, 4)
    assert first.at == moment.parse("2026-02-03").last
    assert (second.query, second.expect, second.never, second.kind) == ("007", ("a", "b"), (), "other")
    assert (second.at, second.place) == (None, Place())


def test_json_lines_say_the_same(tmp_path: Path) -> None:
    rows = [
        {"query": "how do I install packages", "expect": "install-with-pnpm", "not": ["install-with-npm"],
         "scope": "web", "path": "packages/web/app.ts", "at": "2026-02-03", "kind": "supersession"},
        {"query": "007", "expect": ["a", "B"], "not": None},
    ]  # fmt: skip
    text = "\n\n".join(json.dumps(row) for row in rows)
    read = read_cases(put(tmp_path, text, "questions.jsonl"))
    of_yaml = read_cases(put(tmp_path, WHOLE))

    def told(cases: tuple[Case, ...]) -> list[object]:
        return [(one.query, one.expect, one.never, one.place, one.at, one.kind) for one in cases]

    assert told(read) == told(of_yaml)
    assert [one.line for one in read] == [1, 3]


EMPTY = "questions.yaml holds no question; write a list of them, each with `query` and `expect`"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", EMPTY),
        ("# nothing\n", EMPTY),
        ("query: a\n", "questions.yaml:1: is not a list of questions; begin each with `- query:`"),
        ("- a\n- b\n", "questions.yaml:1: is not a question; begin it with `- query:`"),
        ("- query: a\n  expect: x\n- expect: x\n", "questions.yaml:3: query: is empty; write the question"),
        ("- query:\n  expect: x\n", "questions.yaml:1: query: is empty; write the question there"),
        ("- query: a\n", "questions.yaml:1: expect: names no id; write what answers it under `expect`"),
        ("- query: a\n  expect: x\n  not: x\n",
         "questions.yaml:3: not: x is expected as well; keep it in one of the two"),
        ("- query: a\n  expect: x\n  at: soon\n", "questions.yaml:3: at: 'soon': "),
        ("- query: a\n  expcet: x\n",
         f"questions.yaml:2: expcet: is not a key of a question; there are: {', '.join(KEYS)}"),
        ("- query: a\n  expect: x\n  expect: y\n", "questions.yaml:3: expect: appears twice"),
        ("- query: [a]\n  expect: x\n", "questions.yaml:1: query: is a list where one value is expected"),
        ("- query: a\n  expect: {x: y}\n", "questions.yaml:2: expect: is neither one value nor a plain list"),
        ("- query: a\n  expect: &x [x]\n  not: *x\n",
         "questions.yaml:2: uses an anchor or alias (& or *); write the value out"),
        ("- query: a\n  expect: [x\n", "questions.yaml:3: is not valid YAML: "),
        ("[" * 4000, "questions.yaml:1: is nested too deeply; write a list of questions"),
        (b"- query: \xff\n", "cannot read questions.yaml ("),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_line_and_key(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert refusal(put(tmp_path, text)).startswith(message)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", ":2: is not JSON: "),
        ("[]", ":2: is not a JSON object; write one a line"),
        ('{"query": 7, "expect": "x"}', ":2: query: is neither a text nor a list of texts"),
        ('{"query": "a", "expect": ["x", 7]}', ":2: expect: is neither a text nor a list of texts"),
        ('{"query": "a", "query": "b", "expect": "x"}', ":2: query: appears twice"),
        ('{"query": "a", "expect": "x", "at": ["2026"]}', ":2: at: is a list where one value is expected"),
        ("[" * 100_000, ":2: is nested too deeply"),
    ],
)
def test_what_is_wrong_in_json_lines_is_told_by_line_and_key(tmp_path: Path, row: str, message: str) -> None:
    path = put(tmp_path, f'{{"query": "a", "expect": "x"}}\n{row}\n', "questions.jsonl")
    assert refusal(path).startswith(f"questions.jsonl{message}")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.yaml") == "no.yaml is not there; name a file of questions"
    assert (
        refusal(put(tmp_path, b"#" * (4 * 1024 * 1024 + 1)))
        == "questions.yaml is larger than 4 MiB; split it"
    )


def test_too_many_questions_are_refused(tmp_path: Path) -> None:
    row = json.dumps({"query": "a", "expect": "x"})
    path = put(tmp_path, f"{row}\n" * 10_001, "questions.jsonl")
    assert (
        refusal(path) == "questions.jsonl:10001: is question 10,001, and 10,000 are the most; split the file"
    )


def test_an_id_that_nobody_has_is_refused_with_those_near_to_it(tmp_path: Path) -> None:
    path = put(tmp_path, WHOLE)
    cases = read_cases(path)
    with pytest.raises(Unusable) as fault:
        checked(path, cases, ["install-with-pnpm", "install-with-nmp", "a", "b"])
    assert str(fault.value) == (
        f"{path}:4: not: no entry has the id 'install-with-npm'; "
        "did you mean install-with-pnpm or install-with-nmp?"
    )
    checked(path, cases, ["install-with-pnpm", "install-with-npm", "a", "b"])


@given(st.text(max_size=60))
def test_whatever_stands_there_is_read_or_refused_in_one_line(text: str) -> None:
    for path in (Path("/nowhere/a.yaml"), Path("/nowhere/a.jsonl")):
        said, cases = _read(path, text)
        assert said is None or (said.startswith(str(path)) and "\n" not in said)
        assert all(one.query.strip() and (one.expect or one.never) for one in cases)


def _read(path: Path, text: str) -> tuple[str | None, tuple[Case, ...]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memdecay.memory.questions._text", lambda _: text)
        try:
            return None, read_cases(path)
        except Unusable as fault:
            return str(fault), ()
