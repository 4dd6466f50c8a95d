"""What an archive holds comes back byte for byte, all of it or nothing, and a second time changes nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.errors import Refused
from memdecay.event import Event, Kind
from memdecay.exporters import archive
from memdecay.memory.restoring import Archive, Restored, restore
from tests.builders import happened, markdown
from tests.front_door import contents
from tests.memory.happenings import Shop, in_repository

ENTRY = markdown("id: a", body="Use pnpm.\n")


def shop(folder: Path) -> Shop:
    made = Shop(root=folder)
    made.put()
    return made


def exported(of: Shop) -> str:
    return archive.write_json(archive.gather(of.open()))


def test_files_and_events_come_back_as_they_were(tmp_path: Path) -> None:
    old = in_repository(tmp_path / "one", "a", "b")
    (old.root / "web").mkdir()
    (old.root / "web" / "c.md").write_bytes(b"\xef\xbb\xbf---\r\nid: c\r\nother: kept\r\n---\r\nUse npm.\r\n")
    (old.root / "a.closed.md").write_bytes(markdown("closes: a", "valid_until: 2026-02-01", body="Gone.\n"))
    (old.root / "broken.md").write_bytes(b"no front matter \xff\n")
    old.record("b")
    old.record("a", kind=Kind.MISLED, by="Tom")
    old.seal()
    old.record("b", by="Tom")
    new = shop(tmp_path / "two")
    done = restore(new.open(), archive.load(exported(old).encode()))
    assert done == Restored(
        files=("a.closed.md", "a.md", "b.md", "broken.md", "web/c.md"),
        known_files=0,
        events=3,
        known_events=0,
    )
    for name in done.files:
        assert (new.root / name).read_bytes() == (old.root / name).read_bytes()
    assert exported(new) == exported(old)
    assert new.effect() == old.effect()


def test_restoring_again_changes_nothing(tmp_path: Path) -> None:
    old, new = in_repository(tmp_path / "one", "a"), in_repository(tmp_path / "two")
    old.record("a")
    held = archive.load(exported(old).encode())
    restore(new.open(), held)
    before = contents(tmp_path / "two")
    assert restore(new.open(), held) == Restored(files=(), known_files=1, events=0, known_events=1)
    assert contents(tmp_path / "two") == before


def test_what_was_interrupted_is_finished_by_the_next_run(tmp_path: Path) -> None:
    new = shop(tmp_path)
    (new.root / "a.md").write_bytes(ENTRY)
    held = Archive(files={"a.md": ENTRY, "b.md": markdown("id: b")}, events=(happened("used"),))
    assert restore(new.open(), held) == Restored(files=("b.md",), known_files=1, events=1, known_events=0)


def test_a_look_ahead_writes_nothing(tmp_path: Path) -> None:
    new = shop(tmp_path)
    before = contents(tmp_path)
    held = Archive(files={"a.md": ENTRY}, events=(happened("used"),))
    assert restore(new.open(), held, dry_run=True).files == ("a.md",)
    assert contents(tmp_path) == before


REMEDY = "; restore into an empty memory, or move them away"


@pytest.mark.parametrize(
    ("path", "data", "fault"),
    [
        ("a.md", markdown("id: a", body="Use npm.\n"), "a.md is there and says something else"),
        ("A.md", ENTRY, "a.md is there and says something else"),
        ("web/new.md", markdown("id: a"), "the id a of web/new.md is taken by a.md"),
        ("../x.md", ENTRY, "'../x.md' is no place for an entry"),
        ("/etc/x.md", ENTRY, "'/etc/x.md' is no place for an entry"),
        ("a/../../x.md", ENTRY, "'a/../../x.md' is no place for an entry"),
        (".cache/x.md", ENTRY, "'.cache/x.md' is no place for an entry"),
        ("ledger/x.md", ENTRY, "'ledger/x.md' is no place for an entry"),
        ("x.yaml", b"version: 1\n", "'x.yaml' is no place for an entry"),
        ("Proposals/x.md", ENTRY, "'Proposals/x.md' is no place for an entry"),
        ("a\0.md", ENTRY, "'a\\x00.md' is no place for an entry"),
        ("\ud800.md", ENTRY, "'\\ud800.md' is no place for an entry"),
        ("é" * 130 + ".md", ENTRY, f"'{'é' * 130}.md' is no place for an entry"),
        ("good.md/x.md", ENTRY, "'good.md/x.md' stands below another file"),
        ("a.md/x.md", markdown("id: x"), "a.md is no folder"),
        ("led/x.md", markdown("id: x"), "led is no folder"),
        ("link.md", markdown("id: x"), "link.md is there and is no entry"),
        ("c:\\x.md", ENTRY, "'c:\\\\x.md' is no place for an entry"),
    ],
)
def test_what_is_in_the_way_refuses_all_of_it(tmp_path: Path, path: str, data: bytes, fault: str) -> None:
    new = shop(tmp_path)
    (new.root / "a.md").write_bytes(ENTRY)
    (new.root / "led").symlink_to(tmp_path.parent)
    (new.root / "link.md").symlink_to("nowhere")
    new.open().index  # noqa: B018 - makes the cache, so that the folder can be compared
    before = contents(tmp_path)
    with pytest.raises(Refused) as refusal:
        restore(new.open(), Archive(files={"good.md": markdown("id: good"), path: data}))
    assert str(refusal.value) == f"nothing was restored: {fault}{REMEDY}"
    assert contents(tmp_path) == before


def test_what_was_deleted_here_does_not_come_back_from_an_older_archive(tmp_path: Path) -> None:
    new = in_repository(tmp_path, "a")
    old = archive.load(exported(new).encode())
    new.record("a", kind=Kind.DELETED)
    (new.root / "a.md").unlink()
    with pytest.raises(Refused) as refusal:
        restore(new.open(), old)
    assert str(refusal.value) == f"nothing was restored: a of a.md was deleted here on 2026-06-03{REMEDY}"
    assert not (new.root / "a.md").exists()


def test_what_was_written_again_after_a_deletion_comes_back(tmp_path: Path) -> None:
    old, new = in_repository(tmp_path / "one", "a"), in_repository(tmp_path / "two")
    old.record("a", kind=Kind.DELETED)
    held = archive.load(exported(old).encode())
    restore(new.open(), Archive(files={}, events=held.events))
    assert restore(new.open(), held).files == ("a.md",)


ids = st.sampled_from(["a", "b", "c", "web-d"])
bodies = st.text(st.characters(codec="utf-8"), max_size=40)
entries = st.dictionaries(ids, bodies.map(lambda body: body.encode()), min_size=1)
events = st.lists(
    st.builds(
        lambda kind, entry, note, number: Event(
            id=f"event-{number}",
            at=happened("used").at,
            kind=kind,
            entry=entry,
            by="Dana",
            note=note or None,
            outcome=-1.0 if kind is Kind.MISLED else None,
        ),
        st.sampled_from(list(Kind)),
        ids,
        bodies,
        st.integers(0, 9),
    ),
    unique_by=lambda one: one.id,
    max_size=4,
)


@settings(max_examples=25, deadline=None)
@given(entries, events, st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_export_restore_export_gives_the_same_bytes(
    written: dict[str, bytes], happenings: list[Event], line_end: bytes, has_mark: bool
) -> None:
    with TemporaryDirectory() as folder:
        old, new = shop(Path(folder) / "old"), shop(Path(folder) / "new")
        for name, body in written.items():
            head = b"\xef\xbb\xbf" * has_mark + b"---\nid: " + name.encode() + b"\n---\n"
            (old.root / f"{name}.md").write_bytes(head.replace(b"\n", line_end) + body)
        restore(old.open(), Archive(files={}, events=tuple(happenings)))
        for write in (archive.write_json, archive.write_lines):
            text = write(archive.gather(old.open()))
            restore(new.open(), archive.load(text.encode()))
            assert write(archive.gather(new.open())) == text
        for name in written:
            assert (new.root / f"{name}.md").read_bytes() == (old.root / f"{name}.md").read_bytes()
