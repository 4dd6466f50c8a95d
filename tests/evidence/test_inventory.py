"""Gone is what the repository had once and has nowhere now."""

from __future__ import annotations

import pytest

from memdecay.evidence.inventory import Inventory, declared
from memdecay.evidence.mentions import Kind, Mention

PACKAGE = (
    b'{"name": "@shop/cli", "bin": "x.js", "scripts": {"test": "t"}, "devDependencies": {"vitest": "1"}}'
)
PYPROJECT = b"""[project]
dependencies = ["Rich_Text>=1", "typer"]
scripts = {shopctl = "x:y"}
[dependency-groups]
dev = ["pytest", {include-group = "x"}]
"""
MAKEFILE = b"VERSION := 1\n.PHONY: all lint\nall: lint\n\tnpm run x\ntest-%: x\nbuild/x.o: x.c\n"


@pytest.mark.parametrize(
    ("path", "data", "names"),
    [
        (
            "web/package.json",
            PACKAGE,
            {(Kind.SCRIPT, "test"), (Kind.DEPENDENCY, "vitest"), (Kind.COMMAND, "cli")},
        ),
        (
            "pyproject.toml",
            PYPROJECT,
            {(Kind.COMMAND, "shopctl"), *((Kind.DEPENDENCY, n) for n in ("rich-text", "typer", "pytest"))},
        ),
        ("requirements-dev.txt", b"-r x.txt\n# no\nflask==2\n", {(Kind.DEPENDENCY, "flask")}),
        ("Makefile", MAKEFILE, {(Kind.TARGET, n) for n in ("all", "lint", "test-%", "build/x.o")}),
        ("justfile", b"x := '1'\n@build arg='y':\n  z\n", {(Kind.RECIPE, "build")}),
        (".justfile", b"alias b := build\n", {(Kind.RECIPE, "b")}),
        ("requirements/dev.in", b"flask\n", {(Kind.DEPENDENCY, "flask")}),
        ("package.json", b"{", set()),
        ("package.json", b"[1]", set()),
        ("pyproject.toml", b"\xff = [", set()),
    ],
)
def test_manifests_declare_names(path: str, data: bytes, names: set[tuple[Kind, str]]) -> None:
    assert declared(path, data) == names


def path(name: str, *places: str) -> Mention:
    return Mention(Kind.PATH, name, places or (name,))


@pytest.mark.parametrize(
    "mention",
    [
        path("src/app.py"),
        path("src"),
        path("app.py"),
        path("lib/x.ts", "lib/x.ts", "packages/web/lib/x.ts"),
        path("never/was.py"),
        Mention(Kind.GLOB, "src/**", ("src/**",)),
        Mention(Kind.SCRIPT, "test"),
        Mention(Kind.SCRIPT, "vitest"),
        Mention(Kind.TARGET, "never"),
        Mention(Kind.TARGET, "test-unit.log"),
        path("vendor/theme/index.html"),
    ],
    ids=str,
)
def test_what_is_there_or_never_was_is_not_gone(mention: Mention) -> None:
    there = Inventory(
        paths=frozenset({"src/app.py", "packages/web/lib/x.ts", "vendor/theme"}),  # the last is a submodule
        names=frozenset({(Kind.SCRIPT, "test"), (Kind.DEPENDENCY, "vitest"), (Kind.TARGET, "test-%.log")}),
        removed_paths={"src/app.py": "2026-01-01", "vendor/theme/index.html": "2026-01-01"},
        removed_names={(Kind.SCRIPT, "test"): "2026-01-01", (Kind.TARGET, "test-unit.log"): "2026-01-01"},
    )
    assert there.gone([mention]) == {}


def test_what_was_removed_is_gone_since_the_last_day() -> None:
    left = Inventory(
        removed_paths={"old/a.py": "2026-01-01", "old/b.py": "2026-02-01"},
        removed_names={(Kind.DEPENDENCY, "left-pad"): "2026-03-01"},
    )
    mentioned = [
        path("old/a.py"),
        path("old"),
        Mention(Kind.GLOB, "old/*.{py,pyi}", ("old/*.{py,pyi}",)),
        Mention(Kind.COMMAND, "Left_Pad"),
    ]
    assert list(left.gone(mentioned).values()) == ["2026-01-01", "2026-02-01", "2026-01-01", "2026-03-01"]
