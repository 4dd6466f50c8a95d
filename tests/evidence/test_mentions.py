"""References are read from code and links, and not from sentences about what is gone or forbidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.evidence.mentions import Kind, mentions
from tests.builders import entry


def named(body: str, kind: Kind) -> list[str]:
    return [one.name for one in mentions(entry(body=body)) if one.kind is kind]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("See `docs/setup.md` first.", ["docs/setup.md"]),
        ("See [the guide](docs/setup.md#top).", ["docs/setup.md"]),
        ("The helper in src/lib/money.ts formats it.", ["src/lib/money.ts"]),
        ("Look at `src/app.py:42`.", ["src/app.py"]),
        ("The version is in `.node-version`.", [".node-version"]),
        ("Run `bash scripts/deploy.sh web`.", ["scripts/deploy.sh"]),
        ("```sh\n$ ./bin/setup.sh && cat out.txt\n```\n", ["./bin/setup.sh", "out.txt"]),
        ("It needs `patches/a+2.3.1.patch`, so do not bump it.", ["patches/a+2.3.1.patch"]),
    ],
)
def test_paths_are_read(body: str, paths: list[str]) -> None:
    assert named(body, Kind.PATH) == paths


@pytest.mark.parametrize(
    "body",
    [
        "`.prettierrc` and `.eslintrc.cjs` are gone; delete them.",
        "Never edit `src/generated.ts`.",
        "Create `notes/today.md`.",
        "Use `a.yaml` instead of `b.yaml`.",
        "See `https://example.com/a/b.html` and `/etc/hosts` and `~/x.txt`.",
        "Write `src/<name>.ts` or `src/$X.ts` or `src/.../x.ts`.",
        "Version `1.2.3` of and/or.",
        "```json\n{\"a\": \"src/x.ts\"}\n```\n",
        "```sh\nmkdir build/out.d && touch build/x.txt\n```\n",
    ],
)  # fmt: skip
def test_what_proves_nothing_is_not_read(body: str) -> None:
    assert named(body, Kind.PATH) == []


@pytest.mark.parametrize(
    ("body", "kind", "names"),
    [
        ("Run `npm run lint` and `pnpm --filter web test --watch`.", Kind.SCRIPT, ["lint", "test"]),
        ("Run `yarn workspace web build`.", Kind.COMMAND, ["build"]),
        ("Run `make -j4 check DEBUG=1`.", Kind.TARGET, ["check"]),
        ("Run `just build`.", Kind.RECIPE, ["build"]),
        ("Run `uv run shopctl sync`.", Kind.COMMAND, ["shopctl"]),
        ("We cache with `tiercache`.", Kind.DEPENDENCY, ["tiercache"]),
        ("Pin `@scope/name@2.3`.", Kind.DEPENDENCY, ["@scope/name"]),
        ("Run `npm install x` and `pnpm add y` and `npm run NAME`.", Kind.SCRIPT, []),
        ("Run `make -C web check`.", Kind.TARGET, []),
    ],
)
def test_what_runs_something_is_read(body: str, kind: Kind, names: list[str]) -> None:
    assert named(body, kind) == names


@pytest.mark.parametrize("word", ["dataclasses", "typing", "path", "url"])
def test_a_module_of_the_language_is_no_package(word: str) -> None:
    assert mentions(entry(body=f"Import `{word}` first.")) == ()


def test_a_path_may_start_where_the_entry_applies_or_stands() -> None:
    one = entry(path="web/a.md", scope=("packages/web/**",), body="See `lib/x.ts`.\n")
    glob, path = mentions(one, "memory")
    assert (glob.kind, glob.places) == (Kind.GLOB, ("packages/web/**",))
    assert path.places == ("lib/x.ts", "packages/web/lib/x.ts", "memory/web/lib/x.ts")


@given(st.text("`~a./: \n#*[]()-&'\"$", max_size=200))
def test_no_text_is_too_odd_to_be_read(body: str) -> None:
    mentions(entry(body=body))
