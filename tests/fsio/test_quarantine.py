"""What is set aside is whole there, comes back as it was, and leaves nothing behind once it is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay import fsio
from memdecay.errors import NameTaken, Refused
from memdecay.fsio import quarantine
from tests.fsio.disk import names_under, posix_only


def test_a_file_goes_aside_and_comes_back(root: Path) -> None:
    fsio.create(root, "web/a.md", b"a")
    aside = quarantine.set_aside(root, "web/a.md", "0123")
    assert aside == root / ".quarantine/0123/web/a.md"
    assert names_under(root / "web") == []
    quarantine.put_back(root, aside, "web/a.md")
    quarantine.end(root)
    assert names_under(root) == ["web", "web/a.md"]


def test_git_never_sees_what_is_in_quarantine(root: Path) -> None:
    fsio.create(root, "a.md", b"a")
    quarantine.set_aside(root, "a.md", "0123")
    assert (root / ".quarantine/.gitignore").read_bytes() == b"*\n"


def test_the_quarantine_stays_while_something_is_in_it(root: Path) -> None:
    fsio.create(root, "a.md", b"a")
    aside = quarantine.set_aside(root, "a.md", "0123")
    quarantine.end(root)
    assert aside.read_bytes() == b"a"
    fsio.erase(aside)
    fsio.erase(aside)
    quarantine.end(root)
    quarantine.end(root)
    assert names_under(root) == []


def test_what_comes_back_replaces_nothing(root: Path) -> None:
    fsio.create(root, "a.md", b"old")
    aside = quarantine.set_aside(root, "a.md", "0123")
    fsio.create(root, "a.md", b"new")
    with pytest.raises(NameTaken, match=r"a.md is there again, so .* stays where it is; compare the two"):
        quarantine.put_back(root, aside, "a.md")
    assert (aside.read_bytes(), (root / "a.md").read_bytes()) == (b"old", b"new")


@posix_only
def test_a_quarantine_that_is_a_link_is_refused(root: Path, tmp_path: Path) -> None:
    fsio.create(root, "a.md", b"a")
    (tmp_path / "elsewhere").mkdir()
    (root / ".quarantine").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="is a link; remove it, memdecay makes a folder there"):
        quarantine.set_aside(root, "a.md", "0123")
    quarantine.end(root)
    assert names_under(tmp_path / "elsewhere") == []
    assert (root / "a.md").read_bytes() == b"a"


@posix_only
def test_nothing_outside_is_set_aside(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/a.md").write_bytes(b"a")
    (root / "web").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="is outside the memory"):
        quarantine.set_aside(root, "web/a.md", "0123")
    assert (tmp_path / "elsewhere/a.md").read_bytes() == b"a"


@posix_only
def test_nothing_is_set_aside_through_a_link_inside_the_quarantine(root: Path, tmp_path: Path) -> None:
    fsio.create(root, "a.md", b"a")
    (tmp_path / "elsewhere").mkdir()
    (root / ".quarantine").mkdir()
    (root / ".quarantine/0123").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="is outside the memory"):
        quarantine.set_aside(root, "a.md", "0123")
    assert (root / "a.md").read_bytes() == b"a"
    assert names_under(tmp_path / "elsewhere") == []
