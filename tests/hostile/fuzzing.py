"""Feeds the parsers with broken input, and keeps what made them say something new to break it further.

    python -m tests.hostile.fuzzing --inputs 200000

An input is a well-formed file that was cut, spliced, doubled, or given a word that parsers stumble over.
Allowed is a value or one of our own errors, within a second of the processor. Same seed, same inputs.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from memdecay import event, proposals, settings
from memdecay.entry import read_entry, read_note
from memdecay.errors import MemdecayError
from memdecay.exporters import archive, managed_block
from memdecay.importers import header, markdown
from memdecay.importers.page import Page, tiled
from memdecay.memory import questions

LONGEST_SECONDS = 1.0
_LONGEST_INPUT = 96 * 1024

ENTRY = b"""\
---
id: install-with-pnpm
title: "How to install"
status: active
valid_from: 2026-06-03
valid_until: 2026-06-03T09:14:00+02:00
supersedes: [install-with-npm, 'other']
superseded_by:
scope: [web, "packages/web/**", "{a,b}"]
tags:
  - package-manager
  - pnpm
importance: 0.7
pinned: true
trust: unreviewed
created: 2026-06-03T09:14:00Z
author: Dana
source: >-
  cli and
  more
---
# Install

Install packages with pnpm, not npm.

---
status: closed
---
"""
NOTE = b"""\
---
closes: install-with-npm
status: closed
valid_until: 2026-06-02
superseded_by: install-with-pnpm
reason: "the workspace moved: to pnpm"
closed_by: Dana
recorded: 2026-06-03T09:14:00Z
---
Closed on 2026-06-02, replaced by [install-with-pnpm](install-with-pnpm.md).
"""
EVENTS = (
    b'{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000001","at":"2026-06-03T09:14:00Z","kind":"misled",'
    b'"entry":"install-with-npm","by":"Dana","query":"caf\\u00e9","note":"it hid \\"x\\"","outcome":-0.5}\n'
    b'{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000002","at":"2026-06-03T09:14:00Z","kind":"used",'
    b'"entry":"install-with-pnpm","by":"Tom","session":"7f3a"}\n'
)
LIST = b"""\
---
memdecay: proposals/1
created: 2026-11-29T21:00:00Z
base: 4b825dc
---
# Proposals of 2026-11-29

## Decay list

### cache-bug-workaround
> Pin cachelib to 2.3 until the crash upstream is fixed.

fading: last affirmed 2026-03-02 (272 days), retention 0.31

- [x] `close cache-bug-workaround` <!-- b1946ac92492d234 -->
- [ ] `delete scratch --reason secret` <!-- 7215ee9c7d9dc229 -->
"""
BLOCK = b"""\
# Agents

Read this first.

<!-- memdecay:begin v=1 sha256=05a1a262b19a -->
## Instructions that hold

Install packages with pnpm.
<!-- memdecay:end -->

```md
<!-- memdecay:begin v=1 -->
```
"""
QUESTIONS = b"""\
- query: how do I install packages
  expect: [install-with-pnpm, "other"]
  not: install-with-npm
  scope: web
  path: packages/web/src/app.ts
  at: 2026-03-31
  kind: 'in the past'
"""
ARCHIVE = (
    b'{"memdecay": "archive/1", "at": "2026-06-03T09:14:00Z", "entries": [{"id": "a", "closed": null, '
    b'"file": {"path": "a.md", "text": "---\\nid: a\\n---\\nUse pnpm.\\n"}}], "others": [{"path": "b.md", '
    b'"base64": "aGk="}], "events": [{"v": 1, "id": "019e8c6b-3b40-7000-8000-000000000001", '
    b'"at": "2026-06-03T09:14:00Z", "kind": "used", "entry": "a", "by": "Dana"}]}\n'
)
PAGE = b"""\
---
description: Rules
globs: packages/api/**
alwaysApply: false
---
# Rules [![badge](x)](y)

## Never

- commit secrets
  1. not even in tests
  2. nor in **notes**

| tool | use |
|------|-----|
| pnpm | yes |

```sh
make test
```
<!-- BEGIN OTHER -->
@docs/more.md
<!-- END OTHER -->
"""
SETTINGS = b"version: 1\nfloor: 0.5\ncurve: weibull # the law\nagents_may_apply: false\n"

STUMBLING_BLOCKS: tuple[bytes, ...] = (
    b"---\n", b"...\n", b"\n---\n", b"---", b"--- \n", b"+++\n", b": ", b"? ", b"- ", b"- - - ", b"&a ",
    b"*a ", b"&a [*a]", b"!!python/object:os.system ", b"!x ", b"%YAML 1.1\n", b"<<: ", b"{", b"}", b"[",
    b"]", b"[" * 400, b"{a: " * 200, b"- " * 400, b"|\n", b">\n", b"|9\n", b'"', b"'", b"\\x", b"\\ud800",
    b"\\u0000", b"\t", b"\r", b"\r\n", b"\x00", b"\x0b", b"\x1b[2J", b"\x7f", b"\x85", b"\xa0", b"\xc2\x85",
    b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xf0\x9f\x98\x80", b"2026-02-30", b"0000-00-00", b"9999-12-31T23:59:60Z",
    b"2026-06-03T09:14:00+99:99", b"1e999", b"-1e-999", b".inf", b".nan", b"NaN", b"Infinity", b"1" * 5000,
    b"83e4127", b"0x1F", b"12:30:45", b"~", b"null", b"true", b"a" * 300, b"../../etc/passwd", b"id: id\n",
    b"id:\n", b"status: [closed]\n", b"scope: {a: b}\n", b"- [x] ", b"- [X] ",
    b"* [x] `close a` <!-- 0 -->\n", b"<!-- ", b" -->", b"`" * 9, b"<<<<<<< HEAD\n", b"=======\n",
    b">>>>>>> b\n", b'{"v":1', b'"v":1,', b"[[" * 5000, b'{"a":' * 3000, b"\\", b"#", b" # ", b"%",
)  # fmt: skip


class Parser(NamedTuple):
    """Something that reads bytes of others, and a well-formed input to begin with."""

    read: Callable[[bytes], object]
    sample: bytes


def _lines_of(found: tuple[object, ...]) -> str:
    return " ".join(str(one) for one in found)


def _list_of(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    lines, problems = proposals.read(text)
    proposals.created(text)
    proposals.sections(text)
    proposals.ticked(text.encode(), [line.number for line in lines])
    return f"{len(lines)} {_lines_of(tuple(problems))}"


def _block_of(data: bytes) -> str:
    block = managed_block.find(data)
    again = managed_block.spliced(data, "Use pnpm.\n")
    assert managed_block.spliced(again, "Use pnpm.\n") == again, "a second run changes something"
    return f"{block is not None} {managed_block.is_in(data)}"


def _questions_of(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return str(len([questions._case(one) for one in questions._counted(questions._yaml_list(text))]))


def _page_of(data: bytes) -> str:
    data = data.decode("utf-8", "replace").encode()  # what is no text is passed over before
    page = Page(path="AGENTS.md", data=data, header=header.read(data))
    reasons = {tile.reason or "" for tile in tiled(markdown.read(page), data)}
    return " ".join(sorted(reasons))


REFUSALS = (MemdecayError, managed_block.Damaged, archive.ArchiveFault, questions._Fault)
"""What a parser may raise: each is turned into a sentence at its door."""

PARSERS: dict[str, Parser] = {
    "entry": Parser(lambda data: _lines_of(read_entry("a/b.md", data)[1]), ENTRY),
    "note": Parser(lambda data: _lines_of(read_note("install-with-npm.closed.md", data)[1]), NOTE),
    "events": Parser(lambda data: _lines_of(tuple(event.read_all("e.jsonl", data)[1])), EVENTS),
    "list": Parser(_list_of, LIST),
    "settings": Parser(
        lambda data: settings.parsed(data.decode("utf-8", "replace"), Path("memdecay.yaml")), SETTINGS
    ),
    "block": Parser(_block_of, BLOCK),
    "questions": Parser(_questions_of, QUESTIONS),
    "archive": Parser(lambda data: str(len(archive.load(data).files)), ARCHIVE),
    "page": Parser(_page_of, PAGE),
}


@dataclass(kw_only=True)
class Fuzzer:
    """One run over one parser; `broken` holds what was not allowed. Seconds are those of the processor."""

    name: str
    seed: int = 1
    tried: int = 0
    slowest: float = 0.0
    said: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def run(self, inputs: int) -> None:
        draw = random.Random(f"{self.seed} {self.name}")
        parser = PARSERS[self.name]
        kept = [parser.sample]
        for _ in range(inputs):
            data = mutated(draw.choice(kept), kept, draw)
            said = self._read(parser, data)
            if said not in self.said and len(kept) < 2_000:
                kept.append(data)
            self.said[said] += 1

    def _read(self, parser: Parser, data: bytes) -> str:
        started = time.process_time()
        try:
            said = str(parser.read(data))
        except REFUSALS as fault:
            said = str(fault)
        except Exception as fault:  # noqa: BLE001 - what this program looks for
            said = f"{type(fault).__name__}: {fault}"
            self.broken.append(f"{said} from {data[:2000]!r}")
        taken = time.process_time() - started
        self.tried += 1
        self.slowest = max(self.slowest, taken)
        if taken > LONGEST_SECONDS:
            self.broken.append(f"{taken:.2f} s for {len(data)} bytes beginning {data[:200]!r}")
        return shape(said)


def shape(said: str) -> str:
    """What was said without the particulars: quotations and numbers."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "_", said)[:400]


def mutated(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    """`data` after one to four changes."""
    for _ in range(draw.randint(1, 4)):
        data = draw.choice(_CHANGES)(data, kept, draw)[:_LONGEST_INPUT]
    return data


def _flip(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    if not data:
        return b"-"
    place = draw.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << draw.randrange(8))]) + data[place + 1 :]


def _cut(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    begin, end = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:begin] + data[end:]


def _double(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    begin, end = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:begin] + data[begin:end] * draw.choice((2, 2, 2, 3, 50)) + data[end:]


def _splice(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    other = draw.choice(kept)
    return data[: draw.randrange(len(data) + 1)] + other[draw.randrange(len(other) + 1) :]


def _stumble(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + draw.choice(STUMBLING_BLOCKS) + data[place:]


def _stumble_at_value(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    """In place of the value of a line, where parsers decide what it is."""
    rows = data.split(b"\n")
    number = draw.randrange(len(rows))
    key, colon, _ = rows[number].partition(b":")
    rows[number] = key + colon + b" " + draw.choice(STUMBLING_BLOCKS)
    return b"\n".join(rows)


def _shuffle(data: bytes, kept: list[bytes], draw: random.Random) -> bytes:
    rows = data.split(b"\n")
    one, other = draw.randrange(len(rows)), draw.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return b"\n".join(rows)


_CHANGES = (_flip, _cut, _double, _splice, _stumble, _stumble, _stumble_at_value, _stumble_at_value, _shuffle)


def runs(inputs: int, seed: int) -> Iterator[Fuzzer]:
    """Each parser after its share of so many inputs."""
    for name in PARSERS:
        fuzzer = Fuzzer(name=name, seed=seed)
        fuzzer.run(inputs // len(PARSERS))
        yield fuzzer


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--inputs", type=int, default=200_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    broken = 0
    for one in runs(given.inputs, given.seed):
        print(f"{one.name}: {one.tried:,} inputs, {len(one.said):,} different answers, "
              f"slowest {one.slowest * 1000:.0f} ms, {len(one.broken)} not allowed")  # fmt: skip
        for broken_input in one.broken[:10]:
            print(broken_input)
        broken += len(one.broken)
    raise SystemExit(bool(broken))


if __name__ == "__main__":
    main()
