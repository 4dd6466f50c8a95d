"""Questions that people of the sample project ask, and what its memory answers on 30 November 2026."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.front_door import Shell, contents

SAMPLE = Path(__file__).parents[1] / "sample-memory"
TODAY = "2026-11-30"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell beside a copy of the sample memory."""
    folder = tmp_path_factory.mktemp("sample").resolve()
    shutil.copytree(SAMPLE, folder / "memory", ignore=shutil.ignore_patterns(".cache"))
    return Shell(folder=folder, now=TODAY)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how do I install packages", "install-with-pnpm"),
        ("which package manager do we use", "install-with-pnpm"),
        ("how do I install packages --as-of 2026-01-31", "install-with-npm"),
        ("which package manager do we use --as-of 2026-01-31", "install-with-npm"),
        ("which node version do I use", "use-node-22"),
        ("which node version do I use --as-of 2026-01-15", "use-node-20"),
        ("which node version do I use --as-of 2025-11-01", "use-node-18"),
        ("how do I deploy", "deploy-by-tag"),
        ("how do I deploy to production", "deploy-by-tag"),
        ("how do I deploy to production --as-of 2026-03-31", "deploy-with-workflow"),
        ("how do I deploy to production --as-of 2025-12-31", "deploy-with-script"),
        ("is there still infra/deploy.sh", "deploy-by-tag"),
        ("what does an error response look like --scope api", "error-body-problem"),
        ("what does an error response look like --scope api --as-of 2026-03-01", "error-body-code"),
        ("how do I run the tests --scope web", "run-web-tests"),
        ("how do I run the tests --scope api", "run-api-tests"),
        ("how do I run the tests --scope mobile", "run-mobile-tests"),
        ("do I add my text to docs/strings.csv --history", "mirror-strings-for-agency"),
        ("may I wipe the staging database", "reset-staging-database"),
        ("may I fix a row in the production database by hand", "production-database-hands-off"),
        ("what timeout do I set --path packages/api/src/payments/charge.ts", "payment-timeout"),
        ("what timeout do I set --path packages/api/src/search/query.ts", "search-timeout"),
        ("do we format with prettier", "format-with-biome"),
        ("which iOS version do we support --scope mobile", "ios-16-minimum"),
        ("how do I roll back a bad release", "roll-back"),
        ("may I merge a checkout change during the sale freeze --as-of 2026-07-15", "summer-sale-freeze"),
        ("local search finds no products --scope api", "reindex-after-seed"),
        ("may I send the price as a decimal --as-of 2027-02-01", "drop-price-float"),
        ("what if a webhook arrives twice", "webhooks-arrive-twice"),
    ],
)
def test_the_first_answer_is(question: str, first: str, sample: Shell) -> None:
    assert sample.recalled(*words(question))[:1] == [first]


def words(question: str) -> list[str]:
    """The question and its options, as they are typed."""
    asked, *rest = question.split(" --")
    return [asked, *(part for option in rest for part in f"--{option}".split(" "))]


@pytest.mark.parametrize(
    ("question", "first", "via"),
    [
        ("how do I install packages with npm", "install-with-pnpm", "install-with-npm"),
        ("is there still infra/deploy.sh", "deploy-by-tag", "deploy-with-script"),
        ("do we format with prettier", "format-with-biome", "format-with-prettier"),
    ],
)
def test_a_question_in_the_old_words_is_answered_by_the_successor(
    question: str, first: str, via: str, sample: Shell
) -> None:
    answer = sample.ask("recall", question)["results"][0]
    assert (answer["id"], answer["via"]) == (first, via)


def test_why_the_january_branch_keeps_its_lock_file_is_told_after_what_holds(sample: Shell) -> None:
    question = "why does the January branch have a package-lock.json"
    first, second = sample.ask("recall", question, "--history")["results"][:2]
    assert (first["id"], first["via"]) == ("install-with-pnpm", "install-with-npm")
    assert (second["id"], second["standing"]) == ("install-with-npm", "closed")
    told = sample.did("why", "install-with-npm").out
    assert "the January branch, release/2026-01, was cut before the move" in told


def test_a_flaky_test_gets_both_of_the_answers_that_contradict_each_other(sample: Shell) -> None:
    found = sample.recalled("a flaky test fails in CI", "--scope", "web")
    assert set(found[:2]) == {"retry-flaky-checkout-test", "quarantine-flaky-tests"}


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("may I merge a checkout change during the sale freeze", "summer-sale-freeze"),
        ("may I send the price as a decimal", "drop-price-float"),
        ("do I add my text to docs/strings.csv", "mirror-strings-for-agency"),
        ("how do I run the tests --scope api", "run-web-tests"),
    ],
)
def test_what_does_not_hold_here_and_now_is_absent(question: str, absent: str, sample: Shell) -> None:
    assert absent not in sample.recalled(*words(question), "-k", "50")


def test_nothing_is_wrong_with_the_sample_memory(sample: Shell) -> None:
    doctor = sample.did("doctor")
    assert doctor.lines[0] == "43 entries in 52 files: no faults."


def test_asking_all_this_changed_nothing(sample: Shell) -> None:
    assert contents(sample.memory) == contents(SAMPLE)
