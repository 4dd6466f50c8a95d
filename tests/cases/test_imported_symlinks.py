"""Links: contained by their real path, looked at before any filter, never passed over in silence."""

from __future__ import annotations

from pathlib import Path

from tests.front_door import Shell
from tests.importers.shop import Shop


def test_links_out_of_the_repository_are_told_and_not_followed(shell: Shell, tmp_path: Path) -> None:  # B159
    folder = Shop.made(shell, in_git=False)
    (tmp_path / "outside.md").write_text("- Theirs.\n")
    folder.put("a/AGENTS.md", "- Ours.\n")
    for name, target in {
        "x/AGENTS.md": "/etc/hostname", "y/AGENTS.md": "../../outside.md", "z/AGENTS.md": "../a/AGENTS.md",
    }.items():  # fmt: skip
        (shell.folder / name).parent.mkdir()
        (shell.folder / name).symlink_to(target)
    (shell.folder / "loop").symlink_to(".")
    assert folder.texts() == ["Ours."]
    assert folder.problems() == [
        "x/AGENTS.md: is a link that leads outside and was not followed",
        "y/AGENTS.md: is a link that leads outside and was not followed",
        "z/AGENTS.md: is a link to a/AGENTS.md, which is read once",
    ]


def test_links_in_a_memory_are_told_and_never_answer(memory: Shell, tmp_path: Path) -> None:  # B159
    (tmp_path / "outside.md").write_text("---\nid: y\n---\nSecret outside text.\n")
    memory.write("a.md", "---\nid: a\n---\nUse pnpm.\n")
    (memory.memory / "y.md").symlink_to(tmp_path / "outside.md")
    (memory.memory / "z.md").symlink_to(memory.memory / "a.md")
    (memory.memory / "loop").symlink_to(memory.memory)
    assert memory.standings() == {"a": "active"}
    assert memory.recalled("secret outside text") == []
    assert [fault.split(":")[1].strip() for fault in memory.problems()] == ["loop", "y.md", "z.md"]


def test_a_memory_may_itself_be_reached_by_a_link(shell: Shell, tmp_path: Path) -> None:  # B160
    (tmp_path / "disk").mkdir()
    shell.memory.symlink_to(tmp_path / "disk")
    shell.did("init")
    (shell.folder / "AGENTS.md").write_text("- Use pnpm.\n")
    shell.did("import", "AGENTS.md")
    assert shell.standings() == {"use-pnpm": "active"}


def test_a_dangling_link_is_told(shell: Shell) -> None:  # B161
    folder = Shop.made(shell, in_git=False)
    (shell.folder / "CLAUDE.md").symlink_to("nowhere.md")
    (shell.folder / "AGENTS.md").symlink_to("AGENTS.md")
    assert folder.problems() == ["AGENTS.md: is a link to itself", "CLAUDE.md: is a dangling link"]
