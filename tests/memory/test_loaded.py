"""Which entries a loaded file holds word for word, and which of those are over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdecay.memory.loaded import compare
from memdecay.memory.opening import open_memory
from tests.builders import instant
from tests.front_door import Shell

NPM, PNPM = "install-packages-with-npm", "install-packages-with-pnpm"


@pytest.fixture
def shop(memory: Shell) -> Shell:
    memory.did("add", "Install packages with npm.")
    memory.did("add", "Install packages with pnpm.", "--supersedes", NPM)
    memory.did("add", "Yes.", "--id", "short")
    return memory


def compared(
    shop: Shell, text: str | bytes, name: str = "CLAUDE.md"
) -> tuple[list[str], list[str], list[str]]:
    """The ids of what is over, of what replaced it, and of what holds."""
    path = shop.folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    found = at(shop, path)
    heirs = [heir.entry.id for one in found.stale for heir in one.successors]
    return [one.over.entry.id for one in found.stale], heirs, list(found.live)


def at(shop: Shell, path: Path):  # type: ignore[no-untyped-def]
    memory = open_memory(
        shop.folder, None, now=instant(shop.now), say=lambda _: None, progress=lambda items, _: items
    )
    return compare(memory, path)


@pytest.mark.parametrize(
    "text",
    [
        "Install packages with npm.",
        "# Rules\n\n* INSTALL packages\r\n  with   npm. Always.\n",
        "\ufeffInstall packages with npm.",
    ],
)
def test_words_that_are_over_are_found_however_they_are_wrapped(shop: Shell, text: str) -> None:
    assert compared(shop, text) == ([NPM], [PNPM], [])


def test_what_still_holds_is_found_too(shop: Shell) -> None:
    assert compared(shop, "Yes. Install packages with pnpm.") == ([], [], [PNPM])


@pytest.mark.parametrize("text", ["", "Use npm.", b"\xff\xfe\x00", "Install packages with npm-check."])
def test_other_words_are_nobodys(shop: Shell, text: str | bytes) -> None:
    assert compared(shop, text) == ([], [], [])


def test_what_is_said_again_by_an_entry_that_holds_is_not_over(shop: Shell) -> None:
    shop.did("close", PNPM, "--reason", "back to npm", now="2026-06-04")
    shop.did("add", "Install packages with npm.", now="2026-06-05")
    path = shop.folder / "CLAUDE.md"
    path.write_text("Install packages with npm.", "utf-8")
    found = at(Shell(folder=shop.folder, now="2026-06-06"), path)
    assert ([*found.stale], list(found.live)) == ([], [f"{NPM}-2"])


def test_a_link_is_followed_and_what_is_no_file_holds_nothing(shop: Shell) -> None:
    compared(shop, "Install packages with npm.", "AGENTS.md")
    link = shop.folder / "CLAUDE.md"
    link.symlink_to("AGENTS.md")
    assert [one.over.entry.id for one in at(shop, link).stale] == [NPM]
    pipe = shop.folder / "pipe"
    os.mkfifo(pipe)
    loop = shop.folder / "loop"
    loop.symlink_to("loop")
    for path in (pipe, loop, shop.folder, shop.folder / "gone", Path("/dev/zero"), Path("\0")):
        assert at(shop, path).stale == ()
