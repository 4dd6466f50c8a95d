"""`memdecay check` as a person, a hook and a program meet it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdecay.checks.catalogue import CATALOGUE
from tests.builders import markdown
from tests.front_door import Shell, contents
from tests.git.guarded import guarded

WARNED = markdown("id: a", "created: 2026-01-01", body="~~Use npm.~~ Use pnpm.\n")


def test_warnings_are_shown_and_end_with_1_only_where_strictness_is_asked_for(memory: Shell) -> None:
    memory.write("a.md", WARNED)
    expected = (
        "warning: a.md: holds text that is struck through; write what holds as a new entry with "
        "--supersedes a [struck-out]\n1 file: 0 errors, 1 warning.\n"
    )
    for words, code in (([], 0), (["--strict"], 1)):
        ran = memory.run("check", *words)
        assert (ran.code, ran.out, ran.err) == (code, expected, "")


def test_json_is_the_same_by_either_word(memory: Shell) -> None:
    memory.write("a.md", WARNED)
    assert memory.run("check", "--json") == memory.run("check", "--format", "json")
    document = memory.run("check", "--json").document
    assert (document["files"], document["entries"], document["commits"]) == (1, 1, None)
    assert document["problems"] == [
        {
            "rule": "struck-out", "severity": "warning", "path": "a.md", "line": None, "column": None,
            "key": None, "file": "a.md", "commit": None,
            "message": "holds text that is struck through; write what holds as a new entry with "
            "--supersedes a",
        }
    ]  # fmt: skip


@pytest.mark.parametrize("rule", CATALOGUE)
def test_every_rule_can_be_explained_without_a_memory(rule: str, shell: Shell) -> None:
    about = CATALOGUE[rule]
    assert shell.did("check", "--explain", rule).out == f"{rule}\n  {about.reason}\n  {about.remedy}\n"


def test_all_rules_can_be_explained_to_a_program(shell: Shell) -> None:
    rules = json.loads(shell.did("check", "--explain", "all", "--json").out)["rules"]
    assert [one["rule"] for one in rules] == list(CATALOGUE)
    assert rules[0] == {
        "rule": "rewrite", "reason": CATALOGUE["rewrite"].reason, "remedy": CATALOGUE["rewrite"].remedy
    }  # fmt: skip


def test_a_rule_that_there_is_not_is_answered_with_those_there_are(shell: Shell) -> None:
    ran = shell.run("check", "--explain", "rewritten")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"error: no rule is called 'rewritten'; there are: {', '.join(sorted(CATALOGUE))}\n"


def test_paths_narrow_what_is_shown_and_what_counts(memory: Shell) -> None:
    memory.write("web/bad.md", b"no fences\n")
    memory.write("good.md", markdown("id: good"))
    assert memory.run("check").code == 1
    assert memory.run("check", "memory/good.md").code == 0
    for words in (["memory/web"], ["memory/web/bad.md", "memory/good.md"], ["memory"], ["."]):
        ran = memory.run("check", *words)
        assert [line for line in ran.lines if line.startswith("error")] == [
            (
                "error: web/bad.md:1: has no front matter: an entry begins with a line of three dashes "
                "[front-matter]"
            )
        ], words


def test_exceptions_are_counted(memory: Shell) -> None:
    body = "https://ci:Tr0ub4dor3@registry.fabrikam.io  <!-- pragma: allowlist secret - from the manual -->\n"
    memory.write("a.md", markdown("id: a", body=body))
    assert memory.did("check").out == "1 file: no faults.\n1 line is an exception by a pragma.\n"
    memory.write("b.md", markdown("id: b", body=body.replace(" - from the manual", "")))
    assert memory.did("check").lines == [
        (
            "warning: b.md:4: is an exception that does not say why; write "
            "`pragma: allowlist ... - the reason` [allowance]"
        ),
        "2 files: 0 errors, 1 warning.",
        "2 lines are exceptions by a pragma.",
    ]
    assert memory.ask("check")["allowances"] == 2


def test_data_about_a_person_may_be_meant(memory: Shell) -> None:
    memory.write("a.md", markdown("id: a", "author: dana@fabrikam.io", body="Ask dana@fabrikam.io.\n"))
    ran = memory.run("check")
    assert (ran.code, ran.lines[0].partition(":")[2].partition(":")[0]) == (1, " a.md")
    memory.write(
        "a.md",
        markdown("id: a", body="Ask dana@fabrikam.io. <!-- pragma: allowlist personal data - on call -->\n"),
    )
    assert memory.did("check").lines[0] == "1 file: no faults."


def test_checking_changes_nothing_but_the_cache(memory: Shell) -> None:
    memory.write("a.md", WARNED)
    before = contents(memory.folder)
    memory.did("check")
    assert contents(memory.folder) == before


def test_nothing_that_a_file_or_a_name_holds_reaches_the_terminal_as_a_command(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop")
    start = shop.head
    hostile = "\x1b[31m\x9b2J\x1b]52;c;aGk=\x07\u2028\u202e\r"
    name = f"a{hostile}.md".replace("\r", "").replace("\u2028", "")
    shop.put(name, markdown("id: a", f'title: "{hostile!a}"', body=f"{hostile}\n"))
    shop.put("b.md", markdown(f"id: b{hostile}", "valid_from: \x1b[2J"))
    shop.commit(f"x {hostile}")
    allowed = {"\n", "\t"}
    for words in ([], ["--range", f"{start}..HEAD"]):
        for form in ("text", "json", "github", "sarif"):
            ran = shop.check(*words, "--format", form)
            assert ran.code == 1
            unfit = {one for one in ran.out + ran.err if not one.isprintable()} - allowed
            assert unfit == set(), (words, form)
    assert all(line.startswith("::") for line in shop.check("--format", "github").lines)
