"""What `memdecay hooks`, `init` and `doctor` show a person, at a terminal and in a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.front_door import Shell
from tests.hooks.repository import Repository, launcher, repository
from tests.terminal import at_terminal


@pytest.fixture
def fresh(tmp_path: Path) -> Repository:
    """A repository without a memory."""
    made = Repository(top=tmp_path.resolve() / "shop", launcher=launcher(tmp_path / "bin"))
    made.top.mkdir()
    made.git("init", "--quiet")
    return made


@pytest.fixture
def bare(tmp_path: Path) -> Repository:
    """A repository with a memory and without hooks."""
    return repository(tmp_path.resolve() / "shop", launcher(tmp_path / "bin"), "npm")


def has_hooks(made: Repository) -> bool:
    return (made.hooks / "pre-commit").exists()


def test_init_names_the_command_where_nobody_can_be_asked(fresh: Repository) -> None:
    assert fresh.did("init").lines == [
        "Made a memory in memory: .gitattributes, memdecay.yaml.",
        "Let git check every commit: memdecay hooks install",
        'Write a first instruction: memdecay add "Run the tests with `make test`."',
    ]
    assert not has_hooks(fresh)


@pytest.mark.parametrize(("keys", "wanted"), [("\n", True), ("y\n", True), ("n\n", False)])
def test_init_asks_at_a_terminal(fresh: Repository, keys: str, *, wanted: bool) -> None:
    asked = at_terminal(fresh.shell, "init", keys=keys)
    assert "Let git check this memory at every commit? [Y/n]" in asked.out
    assert ("Git runs memdecay at every commit from now on." in asked.out) is wanted
    assert (asked.code, has_hooks(fresh)) == (0, wanted)


def test_init_does_as_it_is_told_and_does_not_ask(fresh: Repository) -> None:
    assert fresh.did("init", "a", "--no-hooks").lines[1:] == [
        'Write a first instruction: memdecay add "Run the tests with `make test`." --memory a'
    ]
    assert not has_hooks(fresh)
    assert fresh.did("init", "b", "--hooks", "--json").document == {
        "memory": "b",
        "created": [".gitattributes", "memdecay.yaml"],
        "hooks": True,
    }
    assert has_hooks(fresh)


def test_init_makes_the_memory_even_where_hooks_are_not_ours(fresh: Repository) -> None:
    (fresh.top / ".husky").mkdir()
    made = fresh.did("init", "--hooks")
    assert made.lines[0] == "Made a memory in memory: .gitattributes, memdecay.yaml."
    if made.err:  # a git that runs hooks from its configuration needs no help from husky
        assert made.err == (
            "memdecay: husky runs the hooks here (.husky), so nothing was installed; "
            "`memdecay hooks install` says more\n"
        )


def test_status_tells_of_each_hook_and_ends_with_1_where_one_is_missing(bare: Repository) -> None:
    told = bare.shell.run("hooks", "status")
    assert told.code == 1
    assert told.lines == [
        "pre-commit: missing (.git/hooks/pre-commit)",
        "pre-merge-commit: missing (.git/hooks/pre-merge-commit)",
        "commit-msg: missing (.git/hooks/commit-msg)",
        "post-commit: missing (.git/hooks/post-commit)",
        "`memdecay hooks install` mends this, or says what to do.",
        "`git commit --no-verify` passes every hook by; CI has the last word.",
    ]
    bare.did("hooks", "install")
    told = bare.did("hooks", "status")
    assert told.lines[0] == "pre-commit: installed (.git/hooks/pre-commit)"
    assert told.lines[4:] == ["`git commit --no-verify` passes every hook by; CI has the last word."]


def test_status_tells_what_is_wrong_with_a_hook(bare: Repository) -> None:
    bare.user_hook("post-commit", "true")
    bare.did("hooks", "install")
    (bare.hooks / "pre-merge-commit").chmod(0o644)
    bare.user_hook("pre-commit", "true")
    with (bare.hooks / "commit-msg").open("a") as hook:
        hook.write("# mine\n")
    assert bare.shell.run("hooks", "status").lines[:4] == [
        "pre-commit: foreign, is not memdecay's and does not call it (.git/hooks/pre-commit)",
        "pre-merge-commit: outdated, is not executable, so git passes it over (.git/hooks/pre-merge-commit)",
        "commit-msg: changed, was changed since memdecay wrote it (.git/hooks/commit-msg)",
        "post-commit: installed, runs post-commit.before-memdecay first (.git/hooks/post-commit)",
    ]


def test_status_says_where_the_program_that_a_hook_names_is_gone(
    bare: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys
    import sysconfig

    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(bare.launcher.parent))
    monkeypatch.setattr(sys, "executable", "")
    bare.did("hooks", "install")
    assert bare.did("hooks", "status").code == 0
    bare.launcher.unlink()
    told = bare.shell.run("hooks", "status")
    gone = bare.launcher.as_posix()
    assert told.lines[0] == f"pre-commit: outdated, names {gone}, which is gone (.git/hooks/pre-commit)"


def test_status_is_one_document_with_json(bare: Repository) -> None:
    told = bare.shell.run("hooks", "status", "--json")
    assert (told.code, told.document["folder"]) == (1, ".git/hooks")
    assert told.document["hooks"][2] == {
        "hook": "commit-msg",
        "state": "missing",
        "run_by": "git",
        "path": ".git/hooks/commit-msg",
        "detail": None,
    }


@pytest.mark.parametrize("verb", ["install", "uninstall", "status"])
def test_every_command_about_hooks_can_answer_in_json(verb: str, bare: Repository) -> None:
    assert "--json" in bare.did("hooks", verb, "--help").out
    assert isinstance(bare.shell.run("hooks", verb, "--json").document, dict)


@pytest.mark.parametrize("words", [("hooks", "status"), ("hooks", "install", "--dry-run"), ("doctor",)])
def test_in_a_narrow_terminal_nothing_is_cut_off(bare: Repository, words: tuple[str, ...]) -> None:
    plain = {"NO_COLOR": "1"}
    wide = " ".join(at_terminal(bare.shell, *words, columns=400, environment=plain).out.split())
    narrow = at_terminal(bare.shell, *words, columns=60, environment=plain)
    assert all(len(line) <= 60 for line in narrow.out.splitlines())
    assert " ".join(narrow.out.split()) == wide


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hooks", "run", "pre-push"), "invalid value for 'HOOK': 'pre-push' is not one of"),
        (("hooks", "run", "commit-msg"), "commit-msg needs the file that git names; call it as `hooks run"),
        (("hooks", "frobnicate"), "no such command 'frobnicate'"),
    ],
)
def test_wrong_words_end_with_2_and_say_what_is_right(
    memory: Shell, words: tuple[str, ...], said: str
) -> None:
    refused = memory.run(*words)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err.replace("Invalid", "invalid")
