"""The idea itself: what nobody needs sinks, what misled sinks at once, and nothing is lost."""

from __future__ import annotations

from tests.builders import markdown
from tests.front_door import Shell, contents

TODAY = "2026-11-29T09:00:00Z"


def written(memory: Shell, name: str, day: str, text: str, *block: str) -> None:
    memory.write(f"{name}.md", markdown(f"id: {name}", f"valid_from: {day}", *block, body=f"{text}\n"))


def test_a_workaround_nobody_needed_for_months_sinks_below_a_fresher_equal_match(memory: Shell) -> None:
    text = "When the metro cache is stale, delete the folder by hand."
    written(memory, "a-workaround", "2026-02-02", text)
    written(memory, "b-workaround", "2026-02-02", text)
    written(memory, "other", "2026-11-01", "Delete a branch once it is merged.")
    assert memory.recalled("the metro cache is stale", now="2026-02-03") == ["a-workaround", "b-workaround"]
    memory.did("used", "b-workaround", now="2026-11-20")
    found = memory.ask("recall", "the metro cache is stale", now=TODAY)["results"]
    assert found[0]["relevance"] == found[1]["relevance"]
    assert [one["id"] for one in found] == ["b-workaround", "a-workaround"]
    assert [one["last_affirmed"] for one in found] == ["2026-11-20", "2026-02-02"]
    assert 0.5 < found[1]["factor"] < 0.75 < 0.9 < found[0]["factor"] < 1.0


def test_a_workaround_that_sank_is_still_first_for_its_own_words(memory: Shell) -> None:
    written(memory, "faded", "2026-02-02", "When the metro cache is stale, delete the folder by hand.")
    written(memory, "fresh", "2026-11-28", "When the metro cache is stale, run make clean.")
    assert memory.recalled("the metro cache is stale", now=TODAY) == ["fresh", "faded"]
    assert memory.recalled("delete the folder by hand", now=TODAY)[0] == "faded"


def test_an_entry_idle_for_ten_years_is_first_for_its_own_words_among_200_fresh_ones(memory: Shell) -> None:
    written(memory, "old", "2016-11-29", "Flash the quartz board over the serial cable before a demo.")
    for number in range(200):
        written(
            memory, f"fresh-{number:03}", "2026-11-28", f"Flash board {number} over the network before lunch."
        )
    first, *_ = memory.ask("recall", "flash the quartz board over the serial cable", now=TODAY)["results"]
    assert (first["id"], first["rank"]) == ("old", 1)
    assert 0.5 < first["factor"] < 0.52
    assert memory.recalled("quartz", now=TODAY) == ["old"]


def test_the_retry_that_hid_a_regression_sinks_at_once_and_its_near_duplicate_stays(memory: Shell) -> None:
    written(memory, "retry", "2026-11-02", "Retry a flaky test up to three times.")
    written(memory, "retry-web", "2026-11-02", "Retry a flaky web test up to three times.")
    written(memory, "quarantine", "2026-03-02", "Quarantine a flaky test and open an issue.")
    asked = "what to do with a flaky test"
    assert memory.recalled(asked, now=TODAY) == ["retry", "retry-web", "quarantine"]
    before = {one["id"]: one["score"] for one in memory.ask("recall", asked, now=TODAY)["results"]}
    memory.did("misled", "retry", "--note", "it hid a regression", now=TODAY)
    found = memory.ask("recall", asked, now=TODAY)["results"]
    assert [one["id"] for one in found] == ["retry-web", "quarantine", "retry"]
    assert [one["marks"] for one in found] == [0, 0, 1]
    assert found[2]["held_against"] == [
        {"at": TODAY, "by": "Dana", "note": "it hid a regression", "query": None}
    ]
    assert {one["id"]: one["score"] for one in found} == before


def test_a_person_who_says_that_it_still_holds_brings_it_back(memory: Shell) -> None:
    written(memory, "retry", "2026-11-02", "Retry a flaky test up to three times.")
    written(memory, "quarantine", "2026-03-02", "Quarantine a flaky test and open an issue.")
    for writer in ("Dana", "Kim", "bot"):
        memory.did("misled", "retry", "--by", writer, now="2026-11-28")
    assert memory.recalled("flaky test", now=TODAY) == ["quarantine", "retry"]
    memory.did("confirm", "retry", now=TODAY)
    assert memory.recalled("flaky test", now=TODAY) == ["retry", "quarantine"]


def test_what_is_shown_every_day_fades_all_the_same(memory: Shell) -> None:
    written(memory, "shown", "2026-03-02", "Run the tests with tox.")
    before = memory.ask("show", "shown", now=TODAY)["entries"][0]["strength"]
    for day in range(1, 28):
        memory.did("recall", "run the tests", "--record", now=f"2026-11-{day:02}")
    assert len(memory.ask("log", "shown", now=TODAY)["events"]) == 27
    assert memory.ask("show", "shown", now=TODAY)["entries"][0]["strength"] == before


def test_nothing_of_all_this_changes_an_entry(memory: Shell) -> None:
    written(memory, "retry", "2016-11-02", "Retry a flaky test up to three times.")
    before = contents(memory.memory)
    for words in (("used",), ("misled",), ("confirm",), ("helped",), ("feedback", "--outcome", "-1")):
        memory.did(*words, "retry", now=TODAY)
    memory.recalled("flaky test", "--record", now=TODAY)
    after = contents(memory.memory)
    assert before.items() <= after.items()
    assert all(path.split("/")[0] == ".spool" for path in after.keys() - before.keys())
