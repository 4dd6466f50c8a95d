"""Settings are those of the repository of a folder, and hooks are looked for where git looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.git import configuration
from tests.git.shop import repository
from tests.memory.happenings import git


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return repository(tmp_path.resolve() / "shop")


def test_hooks_are_looked_for_where_git_does(top: Path) -> None:
    assert configuration.hooks_folder(top) == top / ".git" / "hooks"
    git(top, "config", "core.hooksPath", "my hooks")
    assert configuration.hooks_folder(top) == top / "my hooks"
    git(top, "config", "core.hooksPath", "/dev/null")
    assert configuration.hooks_folder(top) == Path("/dev/null")


def test_settings_of_this_repository_are_set_and_dropped(top: Path) -> None:
    before = (top / ".git" / "config").read_bytes()
    assert configuration.set_own(top, [("hook.x.command", '"$(git x)"/y'), ("hook.x.event", "pre-commit")])
    assert configuration.set_own(top, [("hook.x.event", "commit-msg")])
    assert configuration.setting(top, "hook.x.command") == '"$(git x)"/y'
    assert git(top, "config", "--get-all", "hook.x.event") == "commit-msg\n"
    assert configuration.drop_own(top, "hook.x")
    assert (top / ".git" / "config").read_bytes() == before
    assert not configuration.drop_own(top, "hook.x")
    assert configuration.setting(top, "hook.x.command") is None


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("git version 2.39.5", (2, 39, 5)), ("git version 2.39.5 (Apple Git-154)", (2, 39, 5)),
        ("git version 2.51.0.windows.2", (2, 51, 0)), ("git version 2.54.GIT", (2, 54, 0)),
        ("something", ()), (None, ()),
    ],
)  # fmt: skip
def test_every_git_tells_its_version(
    monkeypatch: pytest.MonkeyPatch, said: str | None, version: tuple[int, ...]
) -> None:
    monkeypatch.setattr(configuration.git, "ask", lambda *_: said)
    assert configuration.version(Path()) == version
