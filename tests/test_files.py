"""What a listing holds, what it passes over and says so, and how one file is read."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memdecay import files
from memdecay.errors import Unusable
from memdecay.files import Listing, Stamp
from memdecay.problem import Severity

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes of POSIX")
any_bytes_in_names = pytest.mark.skipif(
    sys.platform in {"win32", "darwin"}, reason="this system has only Unicode file names"
)
PASSED_OVER = "and was passed over: put the file itself into the memory"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    return folder


def put(root: Path, *relatives: str, text: str = "x") -> None:
    for relative in relatives:
        path = root / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def listed(root: Path) -> list[str]:
    return sorted(stamp.path for stamp in files.scan(root).stamps)


def said(root: Path) -> list[str]:
    return sorted(str(problem) for problem in files.scan(root).problems)


def without_hanging(act: Callable[[], object], seconds: float = 5) -> object:
    """What `act` returns or raises; a test fails, and does not stop, where it waits for ever."""
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(act())
        except Exception as fault:  # noqa: BLE001 - handed to the test as a value
            outcome.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert outcome, f"still waiting after {seconds} seconds"
    return outcome[0]


# What is listed


def test_markdown_files_are_listed_in_every_folder(root: Path) -> None:
    put(root, "a.md", "a.closed.md", "web/b.md", "web/api/c.md", "memdecay.yaml", "web/notes.txt")
    assert listed(root) == ["a.closed.md", "a.md", "web/api/c.md", "web/b.md"]
    assert said(root) == []


def test_a_stamp_holds_the_size_and_the_times_in_nanoseconds(root: Path) -> None:
    put(root, "a.md", text="12345")
    os.utime(root / "a.md", ns=(1, 1_700_000_000_000_000_000))
    found = (root / "a.md").stat()
    assert files.scan(root).stamps == [Stamp("a.md", 5, 1_700_000_000_000_000_000, found.st_ctime_ns)]


def test_an_empty_memory_has_an_empty_listing(root: Path) -> None:
    assert files.scan(root) == Listing([], [])


def test_hidden_files_and_folders_are_not_listed(root: Path) -> None:
    put(root, ".cache/a.md", ".obsidian/b.md", "web/.git/c.md", ".hidden.md", "web/d.md")
    assert listed(root) == ["web/d.md"]
    assert said(root) == []


def test_the_ledger_and_the_proposals_are_not_listed_at_the_top_but_elsewhere(root: Path) -> None:
    put(root, "ledger/2026-11/a.md", "proposals/2026-11-29.md")
    put(root, "web/ledger/b.md", "web/proposals/c.md", "ledger.md", "ledgers/d.md")
    assert listed(root) == ["ledger.md", "ledgers/d.md", "web/ledger/b.md", "web/proposals/c.md"]
    assert said(root) == []


def test_names_in_any_script_are_listed_as_they_are(root: Path) -> None:
    put(root, "\u30eb\u30fc\u30eb/\u30c6\u30b9\u30c8.md", "\U0001f600.md", "two words.md")
    assert listed(root) == [
        "two words.md", "\u30eb\u30fc\u30eb/\u30c6\u30b9\u30c8.md", "\U0001f600.md",
    ]  # fmt: skip


def test_a_memory_that_is_not_there_cannot_be_used(root: Path) -> None:
    with pytest.raises(Unusable) as refusal:
        files.scan(root / "gone")
    assert str(refusal.value) == (
        f"cannot read {root / 'gone'}: No such file or directory; check its permissions"
    )


@posix_only
def test_a_folder_that_may_not_be_read_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, "web/a.md")
    scandir = os.scandir

    def refuse_web(folder: Path) -> object:
        if Path(folder).name == "web":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse_web)
    with pytest.raises(Unusable) as refusal:
        files.scan(root)
    assert str(refusal.value) == (f"cannot read {root / 'web'}: Permission denied; check its permissions")


@pytest.mark.parametrize("removed", [["b.md"], ["web/c.md"]], ids=["a file", "a folder"])
def test_what_another_process_removes_during_the_listing_is_not_listed(
    root: Path, monkeypatch: pytest.MonkeyPatch, removed: list[str]
) -> None:
    put(root, "a.md", "b.md", "web/c.md")
    scandir = os.scandir

    def remove_after_listing(folder: Path) -> object:
        with scandir(folder) as found:
            items = list(found)
        if Path(folder) == root:
            for name in removed:
                (root / name).unlink()
            if "web/c.md" in removed:
                (root / "web").rmdir()
        return contextlib.nullcontext(items)

    monkeypatch.setattr(os, "scandir", remove_after_listing)
    assert listed(root) == sorted({"a.md", "b.md", "web/c.md"} - set(removed))


# What is passed over


# B159
@posix_only
@pytest.mark.parametrize(
    ("name", "target"),
    [("x.md", "/etc/hostname"), ("y.md", "../outside.md"), ("z.md", "a.md"), ("w.md", "web")],
)
def test_a_file_that_is_a_link_is_named_and_not_followed(root: Path, name: str, target: str) -> None:
    put(root, "a.md", "web/b.md", "../outside.md")
    (root / name).symlink_to(target)
    if not (root / name).exists():
        pytest.skip(f"{target} is not on this system")
    assert listed(root) == ["a.md", "web/b.md"]
    (problem,) = files.scan(root).problems
    assert str(problem) == f"{name}: is a link {PASSED_OVER}"
    assert (problem.rule, problem.severity) == ("link-file", Severity.ERROR)


# B161
@posix_only
@pytest.mark.parametrize("target", ["nowhere.md", "d.md"], ids=["to nothing", "to itself"])
def test_a_dangling_link_is_named_and_the_others_are_listed(root: Path, target: str) -> None:
    put(root, "a.md")
    (root / "d.md").symlink_to(target)
    assert listed(root) == ["a.md"]
    assert said(root) == [f"d.md: is a dangling link {PASSED_OVER}"]


# B159
@posix_only
@pytest.mark.parametrize("target", [".", "..", "web", "/"], ids=["loop", "up", "down", "root"])
def test_a_folder_that_is_a_link_is_named_and_not_followed(root: Path, target: str) -> None:
    put(root, "web/a.md", "../outside.md")
    (root / "loop").symlink_to(target)
    assert listed(root) == ["web/a.md"]
    (problem,) = files.scan(root).problems
    assert str(problem) == f"loop: is a link {PASSED_OVER}"
    assert problem.severity is Severity.WARNING


@posix_only
def test_a_ledger_that_is_a_link_is_named(root: Path, tmp_path: Path) -> None:
    (root / "ledger").symlink_to(tmp_path)
    assert said(root) == [f"ledger: is a link {PASSED_OVER}"]


# B160
@posix_only
def test_a_memory_that_is_a_link_to_another_disk_is_listed(root: Path, tmp_path: Path) -> None:
    put(root, "web/a.md")
    (tmp_path / "link").symlink_to(root)
    assert listed(tmp_path / "link") == ["web/a.md"]
    assert said(tmp_path / "link") == []


@posix_only
def test_a_pipe_is_named_and_nobody_waits_for_it(root: Path) -> None:
    put(root, "a.md")
    os.mkfifo(root / "x.md")
    listing = without_hanging(lambda: files.scan(root))
    assert isinstance(listing, Listing)
    assert [stamp.path for stamp in listing.stamps] == ["a.md"]
    assert [str(problem) for problem in listing.problems] == [
        "x.md: is not a regular file and was passed over; remove it or give it another ending"
    ]


def test_a_folder_that_is_named_like_a_file_is_named(root: Path) -> None:
    put(root, "a.md/b.md")
    assert listed(root) == []
    assert said(root) == [
        "a.md: is not a regular file and was passed over; remove it or give it another ending"
    ]


@any_bytes_in_names
def test_a_file_name_that_is_not_utf_8_is_named(root: Path) -> None:
    put(root, "a.md")
    with open(os.fsencode(root) + b"/caf\xe9.md", "wb"):  # noqa: PTH123 - Path takes no bytes
        pass
    assert listed(root) == ["a.md"]
    assert said(root) == ["caf\ufffd.md: has a name that is not UTF-8 and was passed over; rename it"]


# B160: silence is the bug.
@any_bytes_in_names
def test_a_folder_name_that_is_not_utf_8_is_named(root: Path) -> None:
    os.mkdir(os.fsencode(root) + b"/caf\xe9")  # noqa: PTH102 - Path takes no bytes
    assert said(root) == ["caf\ufffd: has a name that is not UTF-8 and was passed over; rename it"]


# The fingerprint


def test_nothing_changed_is_the_same_fingerprint(root: Path) -> None:
    put(root, "a.md", "web/b.md")
    assert files.scan(root).fingerprint == files.scan(root).fingerprint


@pytest.mark.parametrize(
    "change",
    [
        lambda root: put(root, "a.md", text="longer"),
        lambda root: os.utime(root / "a.md", ns=(5, 5)),
        lambda root: put(root, "c.md"),
        lambda root: (root / "a.md").unlink(),
        lambda root: (root / "a.md").rename(root / "c.md"),
        lambda root: (root / "a.md").rename(root / "web" / "a.md"),
    ],
    ids=["content", "time", "added", "removed", "renamed", "moved"],
)
def test_every_change_of_a_file_is_another_fingerprint(root: Path, change: Callable[[Path], object]) -> None:
    put(root, "a.md", "web/b.md")
    os.utime(root / "a.md", ns=(1, 1))
    before = files.scan(root).fingerprint
    change(root)
    assert files.scan(root).fingerprint != before


@posix_only
def test_a_change_whose_size_and_time_were_put_back_is_another_fingerprint(root: Path) -> None:
    put(root, "a.md", text="pnpm")
    os.utime(root / "a.md", ns=(5, 5))
    before = files.scan(root).fingerprint
    time.sleep(0.03)  # longer than a tick of the disk's clock
    put(root, "a.md", text="yarn")
    os.utime(root / "a.md", ns=(5, 5))
    assert files.scan(root).fingerprint != before


def test_files_that_are_not_entries_do_not_change_the_fingerprint(root: Path) -> None:
    put(root, "a.md")
    before = files.scan(root).fingerprint
    put(root, ".cache/index.sqlite", "ledger/2026-11/1.jsonl", "notes.txt")
    assert files.scan(root).fingerprint == before


def test_the_order_in_which_the_disk_names_files_does_not_change_the_fingerprint() -> None:
    a, b = Stamp("a.md", 1, 2, 3), Stamp("b.md", 1, 2, 3)
    assert Listing([a, b], []).fingerprint == Listing([b, a], []).fingerprint


@any_bytes_in_names
def test_a_fingerprint_can_be_made_of_any_name() -> None:
    assert len(Listing([Stamp("caf\udce9.md", 1, 2, 3)], []).fingerprint) == 32


# Finding the memory


@pytest.mark.parametrize("place", ["", "memory", ".memory"])
@pytest.mark.parametrize("start", ["", "src", "src/deep"])
def test_a_memory_is_found_upwards_also_in_its_usual_folders(tmp_path: Path, place: str, start: str) -> None:
    put(tmp_path, "src/deep/main.py", f"{place}/memdecay.yaml" if place else "memdecay.yaml")
    assert files.find(tmp_path / start) == tmp_path / place


def test_a_memory_is_found_from_inside_it(tmp_path: Path) -> None:
    put(tmp_path, "memory/memdecay.yaml", "memory/web/api/a.md")
    assert files.find(tmp_path / "memory" / "web" / "api") == tmp_path / "memory"


def test_the_nearest_memory_wins_and_a_folder_before_its_subfolders(tmp_path: Path) -> None:
    put(tmp_path, "memory/memdecay.yaml", "package/.memory/memdecay.yaml", "package/src/main.py")
    assert files.find(tmp_path / "package" / "src") == tmp_path / "package" / ".memory"
    put(tmp_path, "package/memory/memdecay.yaml")
    assert files.find(tmp_path / "package") == tmp_path / "package" / "memory"
    put(tmp_path, "package/memdecay.yaml")
    assert files.find(tmp_path / "package") == tmp_path / "package"


def test_a_folder_without_settings_is_no_memory(tmp_path: Path) -> None:
    put(tmp_path, "memory/a.md", ".memory/b.md")
    (tmp_path / "memdecay.yaml").mkdir()
    assert files.find(tmp_path) is None


# Reading one file


def test_a_file_is_read_whole(root: Path) -> None:
    (root / "a.md").write_bytes(b"\xef\xbb\xbfa\r\nb\0")
    assert files.read(root, "a.md", limit=100) == b"\xef\xbb\xbfa\r\nb\0"


@pytest.mark.parametrize(("size", "expected"), [(9, 9), (10, 10), (11, 11), (5_000, 11)])
def test_a_file_over_the_limit_is_read_one_byte_too_far_so_that_it_shows(
    root: Path, size: int, expected: int
) -> None:
    put(root, "a.md", text="x" * size)
    assert len(files.read(root, "a.md", limit=10)) == expected


@posix_only
def test_a_file_that_became_a_link_is_not_read(root: Path, tmp_path: Path) -> None:
    put(tmp_path, "secret.md")
    (root / "a.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(OSError, match=r"a\.md"):
        files.read(root, "a.md", limit=100)


# DESIGN 3.5: inside the memory after resolving.
@posix_only
def test_a_file_whose_folder_became_a_link_out_of_the_memory_is_not_read(root: Path, tmp_path: Path) -> None:
    put(tmp_path, "outside/a.md", text="secret")
    (root / "web").symlink_to(tmp_path / "outside")
    with pytest.raises(OSError, match=r"web"):
        files.read(root, "web/a.md", limit=100)


@posix_only
def test_a_file_that_became_a_pipe_is_not_read_and_nobody_waits_for_it(root: Path) -> None:
    os.mkfifo(root / "a.md")
    fault = without_hanging(lambda: files.read(root, "a.md", limit=100))
    assert isinstance(fault, OSError)
    assert str(fault) == "a.md is not a regular file"


def test_a_file_that_vanished_is_an_error_of_the_disk(root: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.read(root, "a.md", limit=100)


# The settings


def test_the_settings_stamp_changes_with_the_file_and_is_empty_without(root: Path) -> None:
    assert files.settings_stamp(root) == ""
    put(root, "memdecay.yaml", text="weakest: 0.1")
    first = files.settings_stamp(root)
    assert first
    assert files.settings_stamp(root) == first
    put(root, "memdecay.yaml", text="weakest: 0.15")
    assert files.settings_stamp(root) != first
