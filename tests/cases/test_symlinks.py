"""Links are named and never followed, but for the memory folder itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.front_door import Shell
from tests.git.guarded import guarded

GOOD = "---\nid: a\ncreated: 2026-01-01\n---\nUse pnpm.\n"


@pytest.fixture
def linked(memory: Shell) -> Shell:
    """A memory with an entry, and beside it links to everywhere."""
    memory.write("a.md", GOOD)
    (memory.folder / "outside.md").write_text("---\nid: outside\n---\nThe canary.\n")
    for name, target in (
        ("x.md", "/etc/hostname"), ("y.md", "../outside.md"), ("z.md", "a.md"), ("loop", "."),
        ("d.md", "nowhere.md"), ("zero.md", "/dev/zero"),
    ):  # fmt: skip
        (memory.memory / name).symlink_to(target)
    return memory


def test_links_are_passed_over_and_each_is_named(linked: Shell) -> None:  # B159 B161
    assert linked.standings() == {"a": "active"}
    assert linked.recalled("canary") == []
    assert linked.run("check").lines == [
        (
            "error: d.md: is a dangling link and was passed over: put the file itself into the memory "
            "[link-file]"
        ),
        "warning: loop: is a link and was passed over: put the file itself into the memory [link-file]",
        *(
            f"error: {name}: is a link and was passed over: put the file itself into the memory [link-file]"
            for name in ("x.md", "y.md", "z.md", "zero.md")
        ),
        "1 file: 5 errors, 1 warning.",
    ]


def test_the_memory_folder_may_be_a_link(memory: Shell, tmp_path: Path) -> None:  # B160
    memory.write("a.md", GOOD)
    (memory.folder / "alias").symlink_to(memory.memory)
    for words in (["check"], ["recall", "pnpm"]):
        ran = memory.run("--memory", "alias", *words)
        assert ran.code == 0
    assert memory.run("--memory", "alias", "check").out == "1 file: no faults.\n"


def test_a_link_in_place_of_an_entry_is_refused_wherever_it_leads(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "a", "b")
    start = shop.head
    place = shop.memory / "a.md"
    for target in ("b.md", "/etc/hostname", "nowhere.md"):
        place.unlink()
        place.symlink_to(target)
        shop.git("add", "--all")
        assert shop.found("--staged") == ["link-file a.md", "rewrite a.md"]
    shop.commit()
    assert shop.found("--range", f"{start}..HEAD") == ["link-file a.md", "rewrite a.md"]


def test_a_memory_reached_through_a_link_is_judged_in_its_repository(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "a")
    (tmp_path / "alias").symlink_to(shop.memory)
    shop.entry("a", body="Rewritten.\n")
    shop.git("add", "--all")
    ran = shop.shell.run("--memory", str(tmp_path / "alias"), "check", "--staged")
    assert ran.code == 1
    assert ran.lines[0].startswith("error: memory/a.md: this entry was rewritten")
