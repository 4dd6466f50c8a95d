"""An entry looked up by name is as a replay of the whole memory shows it, and nothing else is read for it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdecay.entry import Entry
from memdecay.event import Kind
from memdecay.memory import records
from memdecay.memory.recording import Happening, record
from memdecay.memory.show import Shown, Snapshot, by_age
from tests.memory.happenings import Shop, in_repository

IDS = ("a", "b", "c", "d", "nowhere")
_LINKS = st.lists(st.sampled_from(IDS), max_size=2, unique=True)
_ENTRIES = st.tuples(st.sampled_from(IDS[:4]), _LINKS, st.sampled_from(["", "2026-01-02", "2027-05-01"]))
_NOTES = st.tuples(st.sampled_from(IDS), st.sampled_from(["", *IDS]), st.sampled_from(["", "2026-02-03"]))


def fill(root: Path, entries: list[tuple[str, list[str], str]], notes: list[tuple[str, str, str]]) -> None:
    root.mkdir(parents=True)
    (root / "memdecay.yaml").write_text("version: 1\n")
    for place, (name, older, begins) in enumerate(entries):
        block = f"id: {name}\nvalid_from: {begins}\nsupersedes: [{', '.join(older)}]"
        (root / f"file-{place}.md").write_text(f"---\n{block}\n---\nUse {name} {place}.\n")
    for place, (name, newer, ended) in enumerate(notes):
        (root / f"folder-{place}").mkdir()
        block = f"closes: {name}\nvalid_until: {ended}\nsuperseded_by: {newer}"
        (root / f"folder-{place}" / f"{name}.closed.md").write_text(f"---\n{block}\n---\nClosed.\n")


def family_by_replay(snapshot: Snapshot, name: str) -> list[Shown]:
    relatives = set(snapshot.state.lineage.family(name))
    return sorted((snapshot.shown(e) for e in snapshot.state.entries if e.id in relatives), key=by_age)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_ENTRIES, min_size=1, max_size=6), st.lists(_NOTES, max_size=3))
def test_what_the_index_tells_of_an_entry_is_what_a_replay_tells(
    tmp_path_factory: pytest.TempPathFactory,
    entries: list[tuple[str, list[str], str]],
    notes: list[tuple[str, str, str]],
) -> None:
    root = tmp_path_factory.mktemp("linked") / "memory"
    fill(root, entries, notes)
    memory = Shop(root=root).open()
    snapshot = Snapshot(memory=memory, at=memory.now)
    names = {name for name, _, _ in entries}
    by_replay = {name: [snapshot.shown(e) for e in snapshot.state.entries if e.id == name] for name in names}
    assert {name: list(snapshot.named(name)) for name in names} == by_replay
    for name in (one for one in names if len(by_replay[one]) == 1):
        assert list(snapshot.family(name)) == family_by_replay(snapshot, name)
        older = {one for one in names if snapshot.has_replaced(name, one)}
        assert older == set(snapshot.state.lineage.ancestors(name))


@pytest.mark.parametrize("kind", [Kind.USED, Kind.HELPED, Kind.MISLED, Kind.CONFIRMED])
def test_recording_what_happened_to_an_entry_reads_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    shop = in_repository(tmp_path.resolve() / "shop", *(f"rule-{number}" for number in range(30)))
    time.sleep(0.1)  # longer than a file counts as young, which is read once more
    _ = shop.open().index
    read: list[str] = []
    whole = records.to_entry

    def counted(path: str, kept: str) -> Entry:
        read.append(path)
        return whole(path, kept)

    monkeypatch.setattr(records, "to_entry", counted)
    record(shop.open(), ["rule-7"], Happening(kind=kind, by="Dana"))
    assert read == ["rule-7.md"]
