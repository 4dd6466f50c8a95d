"""The gate names what a text resembles; it merges nothing and calls no two facts one."""

from __future__ import annotations

import pytest

from tests.front_door import Shell, contents


def test_a_negation_in_another_sentence_closes_and_demotes_nothing(memory: Shell) -> None:  # B057
    memory.did("add", "Cache the schema for the import job.", "--id", "cache")
    question = "cache the schema for the import job"
    before = memory.ask("recall", question)["results"][0]
    memory.did(
        "add", "Never forget to clear the schema cache after the import job.", "--id", "clear", "--anyway"
    )
    assert memory.standings() == {"cache": "active", "clear": "active"}
    after = memory.ask("recall", question)["results"][0]
    assert (after["id"], after["rank"]) == (before["id"], before["rank"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The freeze starts on May 3.", "The freeze starts on May 4."),
        ("Use Java 17.", "Use Java 21."),
        ("Import in a batch of 200 rows.", "Import in a batch of 2000 rows."),
        ("Service alpha owns the billing queue.", "Service beta owns the billing queue."),  # B061
        ("Service alpha owns the billing queue.", "Service alpha owns the email queue."),
    ],
)
def test_two_facts_that_differ_in_one_word_are_never_duplicates(
    memory: Shell, one: str, other: str
) -> None:  # B058
    memory.did("add", one, "--id", "one")
    kept = contents(memory.memory)
    added = memory.run("add", other, "--id", "other")
    assert "already known" not in added.err
    if added.code:
        assert "this looks like a correction of one" in added.err
        memory.did("add", other, "--id", "other", "--anyway")
    assert memory.standings() == {"one": "active", "other": "active"}
    assert kept.items() <= contents(memory.memory).items()


def test_two_sentences_of_one_shape_stay_two_entries(memory: Shell) -> None:  # B059
    redis = "We took Redis instead of Kafka to keep the queue small."
    memory.did("add", redis, "--id", "queue")
    kept = contents(memory.memory)
    memory.did("add", "We took Ruff instead of Flake8 to keep linting fast.", "--id", "lint", "--anyway")
    assert memory.standings() == {"lint": "active", "queue": "active"}
    assert kept.items() <= contents(memory.memory).items()


def test_the_same_sentence_in_another_scope_is_stored_and_the_other_named(memory: Shell) -> None:  # B060
    memory.did("add", "Ask before you add a dependency.", "--id", "back", "--scope", "backend/")
    added = memory.did("add", "Ask before you add a dependency.", "--id", "front", "--scope", "frontend/")
    assert added.lines == ["Wrote front.md.", "The same text is known in another scope: back."]
    assert (memory.memory / "front.md").is_file()


def test_nothing_is_said_to_be_written_when_nothing_was(memory: Shell) -> None:  # B060
    memory.did("add", "Ask before you add a dependency.", "--id", "one")
    before = contents(memory.memory)
    refused = memory.run("add", "Ask before you add a dependency.", "--id", "two")
    assert (refused.code, refused.out) == (1, "")
    assert contents(memory.memory) == before


def test_three_facts_about_services_are_three_entries(memory: Shell) -> None:  # B061
    for number, fact in enumerate(
        [
            "Service alpha owns the billing queue.",
            "Service beta owns the billing queue.",
            "Service alpha owns the email queue.",
        ]
    ):
        memory.did("add", fact, "--id", f"fact-{number}", "--anyway")
    assert set(memory.standings().values()) == {"active"}
    assert memory.problems() == []
