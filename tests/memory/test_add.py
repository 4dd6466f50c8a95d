"""Who may replace what: a draft takes the place of drafts alone, and what an agent writes is a draft."""

from __future__ import annotations

import pytest

from tests.front_door import Shell, contents

NPM, PNPM = "Install packages with npm.", "Install packages with pnpm."
REPLACED = ("--supersedes", "npm", "--id", "pnpm")
REFUSED = (
    "error: npm was accepted by a person, so only a person replaces it; add the new text beside it "
    "(`--anyway`, keep_both), and `memdecay propose` asks a person\n"
)
AGENTS_NOTE = (
    "memdecay: Claude Code (CLAUDECODE) runs this, so tox is unreviewed; "
    "`memdecay propose --only unreviewed` lists it for a person to accept\n"
)


def test_a_draft_replaces_nothing_that_a_person_accepted(memory: Shell) -> None:
    memory.did("add", NPM, "--id", "npm")
    before = contents(memory.memory)
    refused = memory.run("add", PNPM, *REPLACED, "--unreviewed")
    assert (refused.code, refused.out, refused.err) == (1, "", REFUSED)
    assert contents(memory.memory) == before
    assert memory.recalled("install packages") == ["npm"]
    assert NPM in memory.did("context").out


def test_nor_what_began_as_a_draft_and_was_accepted_since(memory: Shell) -> None:
    memory.did("add", NPM, "--id", "npm", "--unreviewed")
    memory.did("propose", "--only", "unreviewed", "--out", "list.md")
    listed = memory.folder / "list.md"
    text = listed.read_text("utf-8")
    ticked = text.replace("- [ ] `confirm npm`", "- [x] `confirm npm`")
    assert ticked != text
    listed.write_text(ticked, "utf-8")
    memory.did("apply", "list.md", "--by", "Dana")
    assert _trust(memory, "npm") == "reviewed"
    refused = memory.run("add", PNPM, *REPLACED, "--unreviewed")
    assert (refused.code, refused.out, refused.err) == (1, "", REFUSED)


def test_a_draft_replaces_a_draft_and_a_person_replaces_both(memory: Shell) -> None:
    memory.did("add", NPM, "--id", "npm", "--unreviewed")
    memory.did("add", PNPM, *REPLACED, "--unreviewed")
    assert memory.standings() == {"npm": "closed", "pnpm": "active"}
    memory.did("add", "Install packages with bun.", "--supersedes", "pnpm", "--id", "bun")
    assert memory.standings() == {"npm": "closed", "pnpm": "closed", "bun": "active"}


def test_beside_it_the_draft_is_put_before_a_person(memory: Shell) -> None:
    memory.did("add", NPM, "--id", "npm")
    memory.did("add", PNPM, "--id", "pnpm", "--unreviewed", "--anyway")
    listed = memory.did("propose", "--stdout").out
    assert "### pnpm\n" in listed
    assert memory.standings() == {"npm": "active", "pnpm": "active"}


@pytest.mark.parametrize(("words", "environment"), [(["--unreviewed"], {}), ([], {"CLAUDECODE": "1"})])
def test_the_gate_offers_a_draft_only_what_it_may_do(
    memory: Shell, words: list[str], environment: dict[str, str]
) -> None:
    memory.did("add", NPM, "--id", "npm")
    refused = Shell(folder=memory.folder, environment=environment).run("add", PNPM, *words)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "error: this looks like a correction of npm (differs in: npm, pnpm), which a person accepted, so "
        "only a person replaces it; `--anyway` keeps both, and `memdecay propose` asks a person\n"
    )


def test_what_a_coding_agent_adds_is_unreviewed(memory: Shell) -> None:
    memory.did("add", NPM, "--id", "npm")
    agent = Shell(folder=memory.folder, environment={"CLAUDECODE": "1"})
    refused = agent.run("add", PNPM, *REPLACED)
    assert (refused.code, refused.out, refused.err) == (1, "", REFUSED)
    added = agent.run("add", "Run the tests with tox.", "--id", "tox")
    assert (added.code, added.out, added.err) == (
        0,
        "Wrote tox.md.\n",
        AGENTS_NOTE,
    )
    assert _trust(memory, "tox") == "unreviewed"
    memory.did("add", "Deploy by pushing a tag.", "--id", "deploy")
    assert _trust(memory, "deploy") == "reviewed"


def _trust(memory: Shell, name: str) -> str:
    return str(memory.ask("list")["entries"][[*memory.standings()].index(name)]["trust"])
