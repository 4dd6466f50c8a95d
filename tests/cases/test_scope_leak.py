"""What applies elsewhere stays there, however well it matches."""

from __future__ import annotations

from tests.builders import markdown
from tests.front_door import Shell
from tests.memory.happenings import git


def test_every_listing_shows_the_scope(memory: Shell) -> None:  # B162
    memory.write("a.md", markdown("id: a", 'scope: [web, "src/**"]', body="Use pnpm.\n"))
    memory.write("b.md", markdown("id: b", body="Use npm for scripts.\n"))
    assert [line.split("\t")[3] for line in memory.did("list").lines] == ["web, src/**", "-"]
    assert "  scope        web, src/**\n" in memory.did("show", "a").out
    assert "in web, src/**" in memory.did("recall", "pnpm").lines[0]


def test_a_memory_answers_for_its_own_project_only(shell: Shell) -> None:  # B162
    for name in ("one", "two"):
        shell.did("init", f"{name}/memory")
    shell.did("add", "Use pnpm.", "--memory", "one/memory")
    inside = Shell(folder=shell.folder / "two")
    assert inside.recalled("pnpm") == []


def test_places_are_chosen_before_the_best_are_counted(memory: Shell) -> None:  # B163
    for number in range(100):
        body = "Run the unit tests before every single push to the main branch.\n"
        memory.write(f"b{number:03}.md", markdown(f"id: b{number:03}", "scope: [b]", body=body))
    for number in range(3):
        body = f"Before a push, the tests of package number {number} run.\n"
        memory.write(f"a{number}.md", markdown(f"id: a{number}", "scope: [a]", body=body))
    question = "run the unit tests before every push"
    assert sorted(memory.recalled(question, "--scope", "a")) == ["a0", "a1", "a2"]
    assert all(name.startswith("b") for name in memory.recalled(question))


def test_a_scope_nobody_has_named_is_not_everywhere(memory: Shell) -> None:  # B163
    memory.write("a.md", markdown("id: a", "scope: [web]", body="Run the unit tests.\n"))
    memory.write("g.md", markdown("id: g", body="Run the linter.\n"))
    assert memory.recalled("run the unit tests", "--scope", "unknown") in ([], ["g"])
    assert "a" not in memory.recalled("run the unit tests", "--path", "nowhere/x.py")


def test_where_two_match_alike_the_narrower_stands_first(memory: Shell) -> None:  # B164
    memory.write("a-global.md", markdown("id: a-global", body="Run the unit tests.\n"))
    memory.write("b-scoped.md", markdown("id: b-scoped", "scope: [web]", body="Run the unit tests.\n"))
    found = memory.ask("recall", "unit tests", "--scope", "web")["results"]
    assert {one["id"] for one in found} == {"a-global", "b-scoped"}
    scores = {one["id"]: one["relevance"] for one in found}
    if scores["a-global"] == scores["b-scoped"]:
        assert [one["id"] for one in found] == ["b-scoped", "a-global"]


def test_what_is_imported_keeps_to_its_folder_and_to_this_memory(shell: Shell) -> None:  # B165
    git(shell.folder, "init", "-q")
    (shell.folder / "web").mkdir()
    (shell.folder / "web" / "CLAUDE.md").write_text("- Write the pages in TypeScript.\n")
    (shell.folder / "CLAUDE.md").write_text("- Ask before you add a dependency.\n")
    shell.did("init")
    shell.did("init", "other/memory")
    shell.did("import", "CLAUDE.md", "web/CLAUDE.md")
    entries = {one["title"]: one["scope"] for one in shell.ask("list")["entries"]}
    assert entries == {"Write the pages in TypeScript.": ["web/**"], "Ask before you add a dependency.": []}
    assert shell.recalled("write the pages", "--path", "web/a.ts") != []
    assert shell.recalled("write the pages in TypeScript", "--path", "api/a.py") == []
    assert Shell(folder=shell.folder / "other").recalled("add a dependency") == []
