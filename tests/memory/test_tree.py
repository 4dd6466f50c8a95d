"""A memory is read from git's blobs, with what the index knows of them, and only as far as it matters."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import git
from memdecay.git.commits import File
from memdecay.memory import records
from memdecay.memory.checking import faults_of_state
from memdecay.memory.tree import Kept, Tree, kept_in_cache
from tests.builders import entry, instant, markdown, note
from tests.git.guarded import guarded

IDS = ["a", "b", "c", "d", "e"]
NAMES = st.sampled_from([*IDS, "gone"])
MEMORY: Any = SimpleNamespace(now=instant("2026-06-03"))


class Blobs:
    """Hands out bytes as git does, and remembers what was asked for."""

    def __init__(self, **contents: bytes) -> None:
        self.contents = {git.blob_name(data): data for data in contents.values()}
        self.asked: list[str] = []

    def read(self, blob: str, limit: int) -> bytes:
        self.asked.append(blob)
        return self.contents[blob][: limit + 1]


def tree_of(kept: Kept) -> Tree:
    """A tree of which everything is known."""
    files = {path: File("100644", blob) for path, blob in kept}
    shelf: Any = Blobs()
    return Tree(root=Path(), files=files, shelf=shelf, kept=kept)


@st.composite
def memories(draw: st.DrawFn) -> Kept:
    kept: dict[tuple[str, str], tuple[str, str, str]] = {}
    for id in draw(st.lists(st.sampled_from(IDS), max_size=6)):  # noqa: A001 - the domain's own word
        values: dict[str, Any] = {
            "path": f"{id}-{len(kept)}.md",
            "supersedes": tuple(draw(st.lists(NAMES, max_size=2, unique=True))),
            "superseded_by": draw(st.none() | NAMES),
            "created": draw(st.sampled_from(["2026-01-01", "2062-01-01"])),
        }
        kept[values["path"], "0"] = (records.ENTRY, records.of_entry(entry(id, **values)), "[]")
    for closes in draw(st.lists(NAMES, max_size=2, unique=True)):
        one = note(closes, superseded_by=draw(st.none() | NAMES), valid_until="2026-02-01")
        kept[one.path, "0"] = (records.NOTE, records.of_note(one), "[]")
    return kept


@settings(max_examples=200, deadline=None)
@given(memories(), st.data())
def test_what_is_found_of_some_files_is_found_by_looking_around_them(kept: Kept, data: st.DataObject) -> None:
    touched = data.draw(st.sets(st.sampled_from(sorted(path for path, _ in kept) or ["none.md"])))
    whole, around = tree_of(kept), tree_of(kept)
    expected, _ = faults_of_state(whole, whole.state, MEMORY, touched)
    found, _ = faults_of_state(around, around.state_around(touched), MEMORY, touched)
    assert sorted(map(str, found)) == sorted(map(str, expected))


def test_only_what_is_not_known_is_read() -> None:
    old, new = markdown("id: a"), markdown("id: b", "supersedes: [a]")
    shelf: Any = Blobs(old=old, new=new)
    files = {"a.md": File("100644", git.blob_name(old)), "b.md": File("100644", git.blob_name(new))}
    kept = {("a.md", git.blob_name(old)): (records.ENTRY, records.of_entry(entry("a")), "[]")}
    tree = Tree(root=Path(), files=files, shelf=shelf, kept=kept)
    assert [one.id for one in tree.state.entries] == ["a", "b"]
    assert tree.state.lineage.tips("a") == ("b",)
    assert shelf.asked == [git.blob_name(new)]


def test_the_same_bytes_at_another_path_are_read_again() -> None:
    data = b"---\ncreated: 2026-01-01\n---\nx\n"
    shelf: Any = Blobs(data=data)
    kept = {("a.md", git.blob_name(data)): (records.ENTRY, records.of_entry(entry("a")), "[]")}
    tree = Tree(root=Path(), files={"b.md": File("100644", git.blob_name(data))}, shelf=shelf, kept=kept)
    assert [one.id for one in tree.state.entries] == ["b"]


def test_links_and_other_files_are_not_read() -> None:
    shelf: Any = Blobs()
    files = {"a.md": File("120000", "1"), "b.txt": File("100644", "2"), "v.md": File("160000", "3")}
    tree = Tree(root=Path(), files=files, shelf=shelf, kept={})
    assert (tree.state.entries, tree.problems, tree.joiners) == ((), (), False)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"joiners: [\n", "memdecay.yaml:1: joiners: is not a single value"),
        (b"- a\n", "memdecay.yaml:1: is not a list of `key: value` lines"),
        (b"joiners: maybe\n", "memdecay.yaml:1: joiners: 'maybe' is neither true nor false"),
        (b"version: 1\nfloor: 7\n", "memdecay.yaml:2: floor: '7' is not a number from 0.01 to 1"),
        (b"version: 9\n", "memdecay.yaml:1: version: is '9', this program reads '1'; use a newer memdecay"),
    ],
)
def test_bad_settings_are_a_fault_with_its_line(data: bytes, fault: str) -> None:
    shelf: Any = Blobs(data=data)
    files = {"memdecay.yaml": File("100644", git.blob_name(data))}
    (problem,) = Tree(root=Path(), files=files, shelf=shelf, kept={}).problems
    assert str(problem).startswith(fault)
    assert problem.rule == "settings"


def test_a_cache_that_is_missing_or_damaged_knows_nothing(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "r1")
    assert kept_in_cache(shop.memory) == {}
    shop.shell.did("index")
    ((path, blob),) = kept_in_cache(shop.memory)
    assert (path, blob) == ("r1.md", git.blob_name((shop.memory / "r1.md").read_bytes()))
    place = shop.memory / ".cache" / "index.sqlite"
    place.write_bytes(place.read_bytes()[:5000])
    assert kept_in_cache(shop.memory) == {}
