"""The promises, whatever anybody types: files stay, the cache is only a cache, reading only reads."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import markdown
from tests.front_door import Shell, contents

Contents = dict[str, tuple[int, bytes | str]]

IDS = ["npm", "pnpm", "tox", "nox", "deploy"]
WRONG_IDS = [
    "nobody",
    "",
    ".",
    "..",
    "../npm",
    "/etc/passwd",
    "npm.md",
    "NPM",
    "a\nb",
    "~",
    "memory/npm",
    "*",
]
TEXTS = [
    "Install packages with npm.", "Install packages with pnpm.", "Never install packages with npm.",
    "Run the tests with tox.", "Run the tests with nox 3.", "# Deploy\n\nPush a tag.\n\n---\n",
    "", "\u202ehidden", "☃", "x" * 300,
]  # fmt: skip
QUERIES = ["install packages", "run the tests", "deploy", "npm", "☃", "", 'AND OR "', "../npm"]
DAYS = ["2026-01-01", "2026-06-03", "2026-06-04T12:00:00Z", "2027-01-01", "never", "2026-02-30"]

any_id = st.sampled_from(IDS * 3 + WRONG_IDS)
any_day = st.sampled_from(DAYS)


def option(name: str, values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """An option with a value, half of the time."""
    return st.one_of(st.just(()), values.map(lambda value: (name, value)))


def typed(*parts: st.SearchStrategy[tuple[str, ...]]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(*parts).map(lambda found: tuple(word for part in found for word in part))


def word(*words: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.just(words)


def one_of(values: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sampled_from(values).map(lambda value: (value,))


def flag(name: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sampled_from([(), (name,)])


READING = st.one_of(
    typed(
        word("recall"), one_of(QUERIES), flag("--history"), flag("--explain"), option("--as-of", any_day),
        option("--known-at", any_day), option("--path", st.sampled_from(["src/a.py", "../../x"])),
    ),
    typed(word("show"), any_id.map(lambda value: (value,)), option("--as-of", any_day)),
    typed(word("why"), any_id.map(lambda value: (value,)), flag("--json")),
    typed(word("list"), option("--standing", st.sampled_from(["active", "gone"])), flag("--json")),
    typed(word("index"), flag("--rebuild")),
    typed(word("doctor"), flag("--json")),
)  # fmt: skip
WRITING = st.one_of(
    typed(
        word("add"), one_of(TEXTS), option("--id", any_id), option("--supersedes", any_id),
        option("--valid-from", any_day), option("--until", any_day), flag("--anyway"),
    ),
    typed(
        word("close"), any_id.map(lambda value: (value,)), word("--reason", "it is over"),
        option("--by", any_id), option("--on", any_day),
    ),
    typed(word("init"), one_of(["memory", "other", "memory/web"])),
)  # fmt: skip
WRONG = st.sampled_from([("add",), ("close", "npm"), ("frobnicate",), ("list", "--bogus"), ("recall",), ()])
COMMANDS = st.one_of(WRITING, WRITING, READING, WRONG)


@contextmanager
def a_memory() -> Iterator[Shell]:
    """A fresh memory with two entries written by hand, one of them in an odd way."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "shop"
        folder.mkdir()
        shell = Shell(folder=folder)
        shell.did("init")
        shell.write("npm.md", b"\xef\xbb\xbf" + markdown("id: npm", body="Use npm.\r\n"))
        shell.write("web/tox.md", markdown("id: tox", "scope: [web]", "odd: kept", body="Run tox"))
        shell.write("web/broken.md", "---\nid: broken\n")
        yield shell


def is_part_of(before: Contents, after: Contents) -> bool:
    return before.items() <= after.items()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(COMMANDS, st.sampled_from(["2026-06-03", "2026-06-04", "2025-01-01"])), max_size=8))
def test_no_sequence_of_commands_changes_a_file_that_was_there(
    commands: list[tuple[tuple[str, ...], str]],
) -> None:
    with a_memory() as shell:
        before = contents(shell.folder)
        for words, now in commands:
            ran = shell.run(*words, now=now)
            after = contents(shell.folder)
            assert is_part_of(before, after), words
            assert "Traceback" not in ran.err
            assert ran.code in {0, 1, 2}
            if ran.code == 2:
                assert after == before, f"{words} was refused and wrote"
            before = after


@settings(max_examples=25, deadline=None)
@given(st.lists(WRITING, max_size=3), st.lists(READING, min_size=1, max_size=4))
def test_reading_writes_nothing_but_the_cache_and_says_the_same_twice(
    writing: list[tuple[str, ...]], reading: list[tuple[str, ...]]
) -> None:
    with a_memory() as shell:
        for words in writing:
            shell.run(*words)
        before = contents(shell.folder)
        for words in reading:
            first, second = shell.run(*words), shell.run(*words)
            if words[0] != "index":  # which tells how much there was to do
                assert first == second, words
            assert contents(shell.folder) == before, words


def _lose(cache: Path) -> None:
    shutil.rmtree(cache, ignore_errors=True)


def _scramble(cache: Path) -> None:
    for path in cache.glob("index.sqlite"):
        path.write_bytes(path.read_bytes()[::-1])


def _halve(cache: Path) -> None:
    for path in cache.glob("index.sqlite"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _leave(cache: Path) -> None:
    pass


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(COMMANDS, st.sampled_from([_lose, _scramble, _halve, _leave])), min_size=1, max_size=6)
)
def test_losing_or_damaging_the_index_at_any_point_changes_no_answer(
    commands: list[tuple[tuple[str, ...], object]],
) -> None:
    with a_memory() as kept, a_memory() as harmed:
        for words, harm in commands:
            assert callable(harm)
            harm(harmed.memory / ".cache")
            ours, theirs = kept.run(*words), harmed.run(*words)
            assert ours.code == theirs.code, words
            if words[:1] != ("index",):
                assert ours.out == theirs.out, words
        assert contents(kept.folder) == contents(harmed.folder)


FIRST_WORDS = ["Install packages", "Run the tests", "Deploy to production"]


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, str, str | None]]:
    """Entries as id, text and the id they take the place of; each replaces one that nobody has replaced."""
    free: list[str] = []
    entries: list[tuple[str, str, str | None]] = []
    for number in range(draw(st.integers(2, 7))):
        tool = draw(st.sampled_from(["npm", "make", "tool"]))
        text = f"{draw(st.sampled_from(FIRST_WORDS))} with {tool} {number}."
        old = draw(st.sampled_from([None, *free]))
        if old is not None:
            free.remove(old)
        entries.append((f"e{number}", text, old))
        free.append(f"e{number}")
    return entries


@settings(max_examples=25, deadline=None)
@given(histories(), st.data())
def test_a_closed_entry_never_stands_above_its_live_successor(
    history: list[tuple[str, str, str | None]], data: st.DataObject
) -> None:
    words = [word for _, text, _ in history for word in text.split()] + FIRST_WORDS
    with a_memory() as shell:
        for name, text, old in history:
            replaced = () if old is None else ("--supersedes", old)
            shell.did("add", text, "--id", name, "--anyway", *replaced)
        for _ in range(3):
            query = " ".join(data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=5)))
            found = shell.ask("recall", query, "--history", "-k", "50", now="2026-06-04")["results"]
            rank = {one["id"]: one["rank"] for one in found}
            tips = {one["id"]: one["tips"] for one in shell.ask("list", now="2026-06-04")["entries"]}
            for one in found:
                if one["standing"] == "closed":
                    assert all(rank[tip] < one["rank"] for tip in tips[one["id"]]), (query, one["id"])
            for one in shell.ask("recall", query, now="2026-06-04")["results"]:
                assert one["standing"] == "active"


paths = st.text(st.sampled_from("./\\~:*a\x00\n%AGENTS-"), max_size=14)


@settings(max_examples=25, deadline=None)
@given(st.one_of(paths, st.sampled_from(WRONG_IDS)))
def test_no_id_and_no_path_leads_outside_the_memory(name: str) -> None:
    with a_memory() as shell:
        (shell.folder / "AGENTS.md").write_text("# Not of the memory\n")
        before = contents(shell.folder)
        for words in (
            ("add", "--id", name, "--", "Use tabs."),
            ("add", "--supersedes", name, "--", "Use tabs."),
            ("close", "--reason", "over", "--", name),
            ("show", "--", name),
            ("why", "--", name),
            ("recall", "--path", name, "--", "tabs"),
        ):
            ran = shell.run(*words)
            assert "Not of the memory" not in ran.out + ran.err
            assert ran.code in {0, 1, 2}
        after = contents(shell.folder)
        assert is_part_of(before, after)
        made = after.keys() - before.keys()
        assert all(path.startswith("memory/") and path.count("/") == 1 for path in made), made
