"""No question breaks the search, equal scores have one order, and every script is found."""

from __future__ import annotations

import json
import random

import pytest

from tests.builders import markdown
from tests.front_door import Shell


@pytest.mark.parametrize("query", ["☃☃", "🦆", "\u0007", "---", "…", "\ud7ff", "x" * 5000, "%s {} $HOME"])
def test_a_question_without_known_words_is_answered_calmly(memory: Shell, query: str) -> None:  # B099
    memory.write("empty.md", markdown("id: empty", body=""))
    memory.write("a.md", markdown("id: a"))
    first, second = (memory.did("recall", "--history", "--explain", "--", query) for _ in range(2))
    assert first == second
    assert "nan" not in first.out.lower()
    json.loads(memory.did("recall", "--json", "--", query).out, parse_constant=pytest.fail)


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_an_empty_question_is_a_wrong_use(memory: Shell, query: str) -> None:  # B099
    refused = memory.run("recall", query)
    assert refused.code == 2
    assert refused.err.startswith("error: the question is empty")


def test_equal_scores_have_one_order_whatever_order_the_files_came_in(shell: Shell) -> None:  # B100
    seen = []
    for seed in (1, 2):
        name = f"memory-{seed}"
        shell.did("init", name)
        numbers = list(range(30))
        random.Random(seed).shuffle(numbers)
        for number in numbers:
            path = shell.folder / name / f"e{number:02}.md"
            path.write_bytes(markdown(f"id: e{number:02}", body="Run the tests.\n"))
        seen.append(shell.recalled("run the tests", "--memory", name))
    assert seen == [[f"e{number:02}" for number in range(5)]] * 2


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("post-merge", "Set up the post-merge hook."),
        ("can't retry", "You can't retry a charge."),
        ("NOTE: later", "A note: later is fine."),
        ("lib/net", "Keep sockets in lib/net."),
        ("3.12", "Build with Python 3.12."),
        ("C++", "Write C++ for the codec."),
        ("AND", "AND is a gate."),
        ('"', 'Quote with ".'),
        ("a OR", "This OR that."),
        ("*", "A star * here."),
        ("net:proxy", "Set net:proxy on the build machine."),
        ("proxy:refused", "It says proxy:refused behind the firewall."),
        ("NEAR(a b)", "NEAR is a word here."),
        ("^start", "A caret ^start marks it."),
        ("{x y}: z", "Braces {x y} are data."),
    ],
)
def test_signs_of_a_search_language_are_words(memory: Shell, query: str, text: str) -> None:  # B101 B102
    memory.write("hit.md", markdown("id: hit", body=f"{text}\n"))
    memory.write("miss.md", markdown("id: miss", body="Feed the office cat.\n"))
    answered = memory.did("recall", query, "--json").document
    if any(character.isalnum() for character in query):
        assert [one["id"] for one in answered["results"]][:1] == ["hit"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("单元测试", "提交之前必须运行单元测试"),
        ("テスト", "プッシュの前にテストを実行する"),
        ("시험을", "배포하기 전에 시험을 돌린다"),
        ("uv", "uv を使う"),
        ("試", "先に試験する"),
        ("ทดสอบ", "รันการทดสอบก่อนส่ง"),
    ],
)
def test_words_inside_a_run_without_blanks_are_found_by_words_alone(
    memory: Shell, query: str, text: str
) -> None:  # B103
    memory.write("hit.md", markdown("id: hit", body=f"{text}\n"))
    memory.write("miss.md", markdown("id: miss", body="Feed the office cat.\n"))
    best = memory.ask("recall", query, "--explain")["results"][0]
    assert best["id"] == "hit"
    assert best["explain"]["lexical"] > 0


def test_a_word_in_the_last_line_of_a_long_entry_is_found(memory: Shell) -> None:  # B104
    filler = "\n".join("Every release is tagged and every tag is signed." for _ in range(250))
    memory.write("long.md", markdown("id: long", body=f"{filler}\nFeed the quokka.\n"))
    for number in range(20):
        memory.write(f"e{number}.md", markdown(f"id: e{number}", body=f"Rule {number} is about trains.\n"))
    assert memory.recalled("quokka") == ["long"]
