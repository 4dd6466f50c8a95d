"""`memdecay propose` on the sample memory, in the repository its entries speak of and outside of any."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memdecay import proposals
from tests.front_door import Shell, contents
from tests.memory.happenings import commit, git
from tests.test_sample_memory import SAMPLE

NOW = "2026-11-30"
HAD = {
    "package.json": json.dumps({"scripts": {"format": "x", "gen:client": "x"}}),
    "packages/web/package.json": json.dumps({"scripts": {"test": "x", "e2e": "x"}}),
    "packages/api/package.json": json.dumps(
        {"scripts": {"test": "x", "db:seed": "x", "search:reindex": "x"}, "dependencies": {"tiercache": "2"}}
    ),
    "packages/mobile/package.json": json.dumps({"scripts": {"start": "x", "test": "x"}}),
    "packages/web/src/lib/money.ts": "x",
    "packages/web/src/components/Image.tsx": "x",
    "packages/web/e2e/checkout.spec.ts": "x",
    "packages/api/openapi.yaml": "x",
    "packages/api/src/problem.ts": "x",
    "packages/api/src/payments/charge.ts": "x",
    "packages/api/src/search/query.ts": "x",
    "packages/api/migrations/1.sql": "x",
    "packages/mobile/ios/Podfile": "x",
    "packages/client/index.ts": "x",
    "infra/main.tf": "x",
    "infra/deploy.sh": "x",
    "patches/tiercache+2.3.1.patch": "x",
    ".prettierrc": "x",
    ".node-version": "22",
    "pnpm-lock.yaml": "x",
}
"""The repository of the shop; then somebody removes what these entries tell to be removed, and more."""
REMOVED = ["patches/tiercache+2.3.1.patch", ".prettierrc", "infra/deploy.sh", "packages/client/index.ts"]


@pytest.fixture
def sample(shell: Shell) -> Shell:
    shutil.copytree(SAMPLE, shell.memory, ignore=shutil.ignore_patterns(".cache"))
    return shell


def rules(shell: Shell) -> dict[str, list[str]]:
    """The evidence for each entry that is proposed."""
    found = shell.ask("propose", "--stdout", now=NOW)["entries"]
    return {one["id"]: [clue["rule"] for clue in one["evidence"]] for one in found}


EVIDENCE = {
    "summer-sale-freeze": ["window"],
    "api-dev-port": ["fading"],
    "cache-bug-workaround": ["fading"],
    "cache-product-reads": ["fading"],
    "format-prices": ["fading"],
    "web-dev-port": ["fading"],
    "clear-metro-cache": ["unreviewed"],
    "regenerate-api-client": ["unreviewed"],
    "reindex-after-seed": ["unreviewed"],
}


def test_outside_of_a_repository_no_reference_is_evidence(sample: Shell) -> None:
    assert rules(sample) == EVIDENCE


def test_in_its_repository_exactly_what_was_removed_is_evidence(sample: Shell) -> None:
    for path, text in HAD.items():
        (sample.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (sample.folder / path).write_text(text)
    git(sample.folder, "init", "--quiet", "--initial-branch=main")
    commit(sample.folder)
    assert rules(sample) == EVIDENCE
    git(sample.folder, "rm", "-q", *REMOVED)
    (sample.folder / "package.json").write_text("{}")
    commit(sample.folder)
    gone = {id_: told for id_, told in rules(sample).items() if "references" in told}
    assert gone == {
        "cache-bug-workaround": ["references", "fading"],
        "regenerate-api-client": ["references", "unreviewed"],
    }


def test_the_list_is_sound_and_the_same_each_time(sample: Shell) -> None:
    before = contents(sample.memory)
    first = sample.did("propose", "--stdout", now=NOW)
    assert sample.did("propose", "--stdout", now=NOW) == first
    assert proposals.read(first.out)[1] == []
    assert contents(sample.memory) == before
    assert sample.did("propose", now=NOW).lines == [
        "Wrote memory/proposals/2026-11-30.md: 9 entries to decide about, 9 to close or confirm.",
        "Tick what you approve, then: memdecay apply memory/proposals/2026-11-30.md",
    ]
    written = sample.memory / "proposals" / "2026-11-30.md"
    assert written.read_text("utf-8") == first.out
    assert {**contents(sample.memory)}.keys() - before.keys() == {"proposals", "proposals/2026-11-30.md"}


def test_a_list_is_applied_as_it_was_written(sample: Shell) -> None:
    sample.did("propose", now=NOW)
    path: Path = sample.memory / "proposals" / "2026-11-30.md"
    path.write_text(path.read_text("utf-8").replace("- [ ] `close summer", "- [x] `close summer"), "utf-8")
    sample.did("apply", str(path), "--by", "Priya", now=NOW)
    assert sample.standings(now="2026-12-01")["summer-sale-freeze"] == "closed"
    assert sample.did("propose", now=NOW).lines[0] == "Nothing new to propose."
