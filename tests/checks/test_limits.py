"""What is made to be expensive is refused in milliseconds, with a place and without a traceback."""

from __future__ import annotations

import time

import pytest

from memdecay import event
from memdecay.checks import faults_of
from memdecay.checks.kinds import Kind
from memdecay.checks.page import Page
from memdecay.memory.indexing import parsed

BOMB = "a: &a [x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
FRONT_MATTERS = {
    "laughs": BOMB,
    "alias": "id: *x\n",
    "anchor": "id: &x a\n",
    "merge": "<<: {id: a}\nx: &y 1\nz: *y\n",
    "tag": "id: !!python/object/apply:os.system ['true']\n",
    "own tag": "id: !x a\n",
    "binary": "id: !!binary YQ==\n",
    "set": "id: !!set {a, b}\n",
    "nested lists": "tags: " + "[" * 500 + "]" * 500 + "\n",
    "nested lists without end": "tags: " + "[" * 5000 + "\n",
    "nested mappings": "tags: " + "{a: " * 500 + "}" * 500 + "\n",
    "nested blocks": "".join(f"{' ' * depth}a:\n" for depth in range(200)),
    "nested items": "tags:\n" + "- " * 500 + "\n",
    "two documents": "id: a\n--- \n...\nid: b\n",
    "directive": "%YAML 1.1\nid: a\n",
    "twice": "id: a\nid: b\n",
    "complex key": "? [a, b]\n: c\n",
    "tab": "id:\ta\n\tb: c\n",
    "quote without end": 'id: "a\n',
    "long key": "k" * 2000 + ": a\n",
    "too long": "tags: [" + "x, " * 12000 + "]\n",
    "NUL": "id: a\x00\n",
    "escape of half a character": 'id: "\\ud800"\n',
    "a value for a list": "id: [a, [b, [c]]]\n",
    "a list for a document": "- id: a\n",
    "a text for a document": "just text\n",
    "many keys": "".join(f"k{n}: v\n" for n in range(4000)),
    "many colons": "a: b: c: d: " * 500 + "\n",
    "many question marks": "? " * 5000 + "\n",
    "many stars": "*" * 10000 + "\n",
    "many hashes": "a: " + "#" * 20000 + "\n",
    "blanks": "a:" + " " * 30000 + "b\n",
    "folded": "a: >\n" + "".join(f"  {'x' * 70}\n" for _ in range(400)),
    "date": "valid_from: 2026-02-30\n",
    "huge number": "importance: 1e999999\n",
    "not a number": "importance: .nan\n",
    "long id": f"id: {'a' * 300}\n",
    "id that leads away": "id: ../../etc/passwd\n",
    "id of a device": "id: con\n",
    "ANSI id": 'id: "\\e[31m"\n',
}
SEGMENTS = {
    "NaN": b'{"v":1,"outcome":NaN}',
    "huge number": b'{"v":1,"outcome":1e999}',
    "twice": b'{"v":1,"v":1}',
    "half a character": b'{"v":1,"id":"\\ud800","at":"2026-01-01","kind":"used","entry":"a","by":"x"}',
    "nested lists": b"[" * 100_000,
    "nested mappings": b'{"a":' * 20_000,
    "long": b'{"v":"' + b"x" * 200_000 + b'"}',
    "no object": b"[1]",
    "not UTF-8": b'{"v":"\xff"}',
    "U+2028": '{"v":"\u2028"}'.encode(),
    "digits": b'{"v":' + b"9" * 5_000 + b"}",
    "future": b'{"v":2}',
    "conflict": b"<<<<<<< HEAD",
    "no text": b'{"v":1,"id":1,"at":2,"kind":3,"entry":4,"by":5}',
}


@pytest.mark.parametrize("name", FRONT_MATTERS)
def test_a_hostile_front_matter_costs_milliseconds(name: str) -> None:
    data = f"---\n{FRONT_MATTERS[name]}---\nbody\n".encode()
    taken, problems = _within(lambda: parsed("a.md", data)[2])
    assert taken < 0.5, taken
    assert all(one.path == "a.md" and one.line for one in problems)
    if name in {"laughs", "alias", "anchor", "tag", "own tag", "nested lists", "twice", "too long", "NUL"}:
        assert [one.rule for one in problems] == ["front-matter"]


@pytest.mark.parametrize("name", SEGMENTS)
def test_a_hostile_line_of_a_segment_costs_milliseconds_and_only_itself(name: str) -> None:
    good = b'{"v":1,"id":"x","at":"2026-01-01T00:00:00Z","kind":"used","entry":"a","by":"Dana"}\n'
    data = good + SEGMENTS[name] + b"\n" + good.replace(b'"x"', b'"y"')
    page = Page(path="ledger/2026-01/0.jsonl", kind=Kind.SEGMENT, data=data)
    taken, problems = _within(lambda: faults_of(page))
    assert taken < 0.5, taken
    kept, _ = event.read_all(page.path, data)
    assert [one.id for one in kept if one.id in "xy"] == ["x", "y"]
    if name != "half a character":
        assert [one.line for one in problems if one.rule == "event"] == [2]


def _within(run: object) -> tuple[float, object]:
    start = time.process_time()
    found = run()  # type: ignore[operator]
    return time.process_time() - start, found
