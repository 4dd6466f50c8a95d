"""The numbers we chose, and which others a settings file may put in their place."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.policy import JUDGEMENT, Combination, Curve, Policy, PolicyFault, policy_from
from tests.builders import markdown
from tests.front_door import Shell

NAMES = [one.name for one in fields(Policy)]
CHOICES = {one.name: type(one.default) for one in fields(Policy) if isinstance(one.default, Enum)}
NUMBERS = {one.name: one for one in fields(Policy) if one.name not in CHOICES}


def refusal(**written: str) -> tuple[str, str]:
    with pytest.raises(PolicyFault) as fault:
        policy_from(written)
    return fault.value.key, str(fault.value)


def test_settings_that_say_nothing_leave_the_defaults() -> None:
    assert policy_from({}) == Policy()


def test_a_value_that_is_set_takes_the_place_of_the_default() -> None:
    written = {"weakest": "0.3", "context_weight": "2", "curve": "ebbinghaus", "combination": "blend"}
    assert policy_from(written) == replace(
        Policy(), weakest=0.3, context_weight=2.0, curve=Curve.EBBINGHAUS, combination=Combination.BLEND
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_value_says_its_reason(name: str) -> None:
    (value,) = (one for one in fields(Policy) if one.name == name)
    assert len(value.metadata["reason"].split()) > 3


@pytest.mark.parametrize("name", NAMES)
def test_every_value_names_the_benchmark_that_set_it_or_says_that_none_did(name: str) -> None:
    (value,) = (one for one in fields(Policy) if one.name == name)
    by = value.metadata["by"]
    assert by == JUDGEMENT or (Path(__file__).parent / "benchmarks" / f"{by}.py").is_file()


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_can_be_set_within_its_bounds_only(name: str) -> None:
    least, most = NUMBERS[name].metadata["least"], NUMBERS[name].metadata["most"]
    assert policy_from({name: repr(NUMBERS[name].default)}) == Policy()
    assert getattr(policy_from({name: f"{least:g}"}), name) == least
    assert getattr(policy_from({name: f"{most:g}"}), name) == most
    for text in (f"{least - 0.001}", f"{most + 1}"):
        assert refusal(**{name: text}) == (name, f"{text!r} is not a number from {least:g} to {most:g}")


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_can_be_set_to_its_words_only(name: str) -> None:
    for word in CHOICES[name]:
        assert getattr(policy_from({name: word.value}), name) is word
    allowed = ", ".join(word.value for word in CHOICES[name])
    for text in ("", "x", allowed, "WEIBULL"):
        assert refusal(**{name: text}) == (name, f"{text!r} is not one of: {allowed}")


@pytest.mark.parametrize("text", ["", "high", "nan", "inf", "-inf", "-0.1", "1.01", "0,5", "true", "1e400"])
def test_what_is_no_number_in_range_is_refused_by_name(text: str) -> None:
    assert refusal(weakest=text) == ("weakest", f"{text!r} is not a number from 0 to 1")


def test_a_misspelt_name_is_refused_with_the_one_that_was_meant() -> None:
    assert refusal(weakst="0.3") == ("weakst", "is not a setting; did you mean weakest?")


def test_a_name_that_is_like_none_is_refused_with_the_known_ones() -> None:
    assert refusal(half_life="30") == ("half_life", f"is not a setting; there are: {', '.join(NAMES)}")


def test_the_first_bad_setting_is_named() -> None:
    assert refusal(weakest="0.3", neighbour_from="x", dense_weight="y")[0] == "neighbour_from"


# Promise 3: decay never hides
def test_no_setting_lets_a_faded_entry_weigh_nothing() -> None:
    for text in ("0", "-1", "0.0001"):
        assert refusal(floor=text)[0] == "floor"


@given(st.sampled_from(["dense_weight", "weakest", "correction_from"]), st.floats(0, 1))
def test_a_number_is_read_exactly_as_it_was_written(name: str, number: float) -> None:
    assert getattr(policy_from({name: repr(number)}), name) == number


# B048
CHANGED = {
    "dense_weight": {"dense_weight": "0.1"},
    "context_weight": {"context_weight": "9"},
    "weakest": {"weakest": "0.95"},
    "weakest_share": {"weakest_share": "0.99"},
    "correction_from": {"correction_from": "0.3"},
    "neighbour_from": {"neighbour_from": "0.99"},
    "curve": {"curve": "ebbinghaus"},
    "stability_days": {"stability_days": "10"},
    "shape": {"shape": "1"},
    "ebbinghaus_stability_days": {"curve": "ebbinghaus", "ebbinghaus_stability_days": "10"},
    "reinforcement": {"curve": "ebbinghaus", "reinforcement": "3"},
    "version_share": {"version_share": "0.1"},
    "floor": {"floor": "0.1"},
    "combination": {"combination": "blend"},
    "blend_retention": {"combination": "blend", "blend_retention": "0.9"},
    "fading_below": {"fading_below": "0.99"},
    "grace_days": {"fading_below": "0.99", "grace_days": "1000"},
    "spared_from": {"fading_below": "0.99", "spared_from": "0.1"},
    "unused_after_days": {"unused_after_days": "30"},
    "duplicate_from": {"duplicate_from": "1"},
    "contradiction_from": {"contradiction_from": "0.5"},
}


def output(shell: Shell, name: str, settings: dict[str, str]) -> str:
    """What a memory with these settings says to one question and to one draft, and what it proposes."""
    shell.did("init", name)
    folder = shell.folder / name
    texts = {
        "install": ("Install packages with pnpm 9.1.", "2026-01-05"),
        "packages": ("Name packages by what they hold.", "2026-03-01"),
        "lint": ("Lint before you push.", "2026-05-01"),
    }
    for id_, (text, day) in texts.items():
        block = (f"id: {id_}", f"valid_from: {day}", "tags: [install]")
        (folder / f"{id_}.md").write_bytes(markdown(*block, body=f"{text}\n"))
    lines = ["version: 1", *(f"{key}: {value}" for key, value in settings.items())]
    (folder / "memdecay.yaml").write_text("\n".join(lines), "utf-8")
    for day in ("2026-02-01", "2026-02-05"):
        shell.did("used", "install", "--memory", name, now=day)
    asked = shell.did("recall", "install packages", "--explain", "--memory", name)
    drafted = shell.run("add", "Install packages with yarn.", "--memory", name)
    return asked.out + drafted.out + drafted.err + proposed(shell, name)


def proposed(shell: Shell, name: str) -> str:
    """What is proposed once there are two that say nearly the same, and one that says otherwise."""
    texts = {
        "push": "Lint all packages before you push.",
        "push-lint": "Lint all of the packages before you push.",
        "push-format": "Format all packages before you push.",
    }
    for month, (id_, text) in enumerate(texts.items(), 1):
        block = (f"id: {id_}", f"valid_from: 2026-0{month}-01")
        (shell.folder / name / f"{id_}.md").write_bytes(markdown(*block, body=f"{text}\n"))
    return shell.did("propose", "--stdout", "--memory", name).out


@pytest.mark.parametrize("name", [name for name in NAMES if name != "rerank_weight"])  # needs a reranker
def test_every_setting_changes_something_that_a_person_sees(shell: Shell, name: str) -> None:
    changed = CHANGED[name]
    beside = {key: value for key, value in changed.items() if key != name}
    before, after = output(shell, "before", beside), output(shell, "after", changed)
    assert before.replace("before/", "") != after.replace("after/", "")


def test_what_a_person_sees_changes_only_with_the_settings(shell: Shell) -> None:
    assert output(shell, "one", {}) == output(shell, "two", {})


def test_a_misspelt_setting_is_refused_by_its_name_and_line(memory: Shell) -> None:
    memory.write("memdecay.yaml", "version: 1\nstability_days: 10\nstabilty_days: 10\n")
    place = memory.memory / "memdecay.yaml"
    for words in (("recall", "pnpm"), ("policy",), ("doctor",)):
        refused = memory.run(*words)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err == (
            f"error: {place}:3: stabilty_days: is not a setting; did you mean stability_days?\n"
        )
