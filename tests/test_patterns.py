"""No text makes a pattern run away: 64 kB of whatever it likes best take it less than 50 ms."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

import memdecay
from memdecay import key_shapes

Pattern = re.Pattern[str] | re.Pattern[bytes]

LENGTHS = (256, 4096, 64 * 1024)
"""A pattern that takes the square of the length is told before it takes minutes."""
PATIENCE = 0.05
"""Seconds of processor time, of which a busy machine is granted three tries."""
SEEDS = (
    "a", "A", " ", "\t", "\n", "0", "0 ", "1.", "-", "---", "_", ".", "./", "/", "\\", "*", "**a",
    "`", "(", "[", "[a](", "a/", "{", "<", "<!--", "<!-- memdecay:", "#", "|", ":", "=", '"', "'",
    ",", "+", "://a:", "@", "a@", "a.", "a b ", "@a.", "pragma: ", "pragma: allowlist secret",
    "status: a\n", "12345678x", "con.", "key=", "token: ", "eyJa.", " (sha256 ", "\u200d",
    "\U0001f469\u200d", "\u0915\u094d\u200d", "\ufe0f", "\u00e9",
)  # fmt: skip
PACKAGE = Path(memdecay.__file__).parent
SOURCES = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
METHODS = {"search", "match", "fullmatch", "finditer", "findall", "split", "sub"}
BOUNDED: Mapping[str, int] = {"key_shapes.ASSIGNED 0": 16 * 1024}
"""Patterns that by their nature take more, each with the length that its caller cuts texts to."""


def modules() -> Iterator[tuple[str, object]]:
    for found in pkgutil.walk_packages(memdecay.__path__, "memdecay."):
        if not found.name.endswith("__main__"):
            with suppress(ModuleNotFoundError):  # of a library that is installed on demand
                importlib.import_module(found.name)
    for name, module in sorted(sys.modules.items()):
        if name.split(".")[0] == "memdecay":
            yield from ((f"{name}.{key}", value) for key, value in vars(module).items())


def held(value: object) -> Iterator[Pattern]:
    """Every pattern in a value, however deep in lists and tables."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from held(one)
    elif isinstance(value, dict):
        yield from held(list(value.values()))


def inline() -> Iterator[tuple[str, Pattern, frozenset[str]]]:
    """Patterns that are written where they are used: `re.sub(r"...", ...)`."""
    for path, source in SOURCES.items():
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=how), args=[ast.Constant(value=text), *_]
                ) if how in METHODS:
                    yield f"{path.stem}:{node.lineno}", re.compile(text), frozenset({how})


def used(name: str) -> frozenset[str]:
    """In which ways the value of that name is used: a private one in its module, others anywhere."""
    module, _, short = name.rpartition(".")
    of = {path: text for path, text in SOURCES.items() if not short.startswith("_") or path.stem in module}
    uses = re.compile(rf"\b{re.escape(short)}\.({'|'.join(METHODS)})\(")
    return frozenset(way for source in of.values() for way in uses.findall(source)) or frozenset({"search"})


def collected() -> dict[str, tuple[Pattern, frozenset[str]]]:
    """Every pattern of the package, with the ways in which it is used; `search` where that is not plain."""
    found: dict[str, tuple[Pattern, frozenset[str]]] = {}
    seen = set()
    named = [*modules(), *((f"key_shapes.{kind}", one) for kind, one in key_shapes.shapes().items())]
    for name, value in named:
        for number, pattern in enumerate(held(value)):
            if pattern not in seen:
                seen.add(pattern)
                found[f"{name.removeprefix('memdecay.')} {number}"] = pattern, used(name)
    return found | {name: (pattern, ways) for name, pattern, ways in inline() if pattern not in seen}


PATTERNS = collected()


def seconds(pattern: Pattern, how: str, text: str) -> float:
    data: str | bytes = text.encode() if isinstance(pattern.pattern, bytes) else text
    run = getattr(pattern, how if how in {"search", "match", "fullmatch"} else "finditer")
    taken = []
    while not taken or (len(taken) < 3 and PATIENCE <= min(taken) < 10 * PATIENCE):
        start = time.process_time()
        found = run(data)
        if not (found is None or isinstance(found, re.Match)):
            for _ in found:
                pass
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pump_string_holds_a_pattern_up(name: str) -> None:
    pattern, ways = PATTERNS[name]
    longest = BOUNDED.get(name, LENGTHS[-1])
    for length in (*LENGTHS[:-1], longest):
        slow = {
            (seed, how): taken
            for seed in SEEDS
            for how in sorted(ways)
            if (taken := seconds(pattern, how, (seed * length)[:length] + "!")) >= PATIENCE
        }
        assert slow == {}, f"{pattern.pattern!r} takes this long for {length} characters"


def test_the_patterns_are_found_at_all() -> None:
    assert len(PATTERNS) >= 200, len(PATTERNS)
