"""What fits a budget: tokens are never counted too low, and only whole things are taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.packing import Sized, fit, tokens

MEASURED = [
    ("Install packages with pnpm, not npm: `pnpm install --frozen-lockfile` at the repository root.", 28),
    ("NEVER push to main on a Friday. ALWAYS run `make test-all` first, then wait for CI (12 minutes).", 31),
    ("- [ ] Rotate the key b1946ac92492d2347c6235b4d2611184 before 2026-11-30T09:14:00Z\n", 61),
    ("def total(prices: list[float]) -> float:\n    return sum(price * 1.19 for price in prices)\n", 31),
    ("| service | port |\n|---------|------|\n| web     | 8080 |\n| api     | 9000 |\n", 34),
    ("see packages/web/src/components/CheckoutForm.tsx and infra/terraform/modules/vpc/main.tf", 30),
    ("\t\tif (x) {\n\t\t\treturn x;\n\t\t}\n", 20),
    ("Die Größenänderung der Übersichtstabelle gehört in die Prüfung vor der Veröffentlichung.", 30),
    ("N'exécutez jamais les migrations à la main ; l'équipe préfère le déploiement par étiquette.", 33),
    (
        "Käyttöliittymän kehitysympäristössä asennetaan riippuvuudet uudelleen jokaisen päivityksen jälkeen.",
        48,
    ),
    ("Değişikliklerinizi göndermeden önce bütün sınamaları çalıştırın ve günlüğü gözden geçirin.", 52),
    ("Przed wysłaniem zmian uruchom wszystkie testy i sprawdź dziennik błędów serwera.", 38),
    ("Установите пакеты через pnpm, а не через npm, и запустите все проверки перед отправкой.", 38),
    ("Εγκαταστήστε τα πακέτα με pnpm και εκτελέστε όλους τους ελέγχους πριν από την αποστολή.", 93),
    ("パッケージは npm ではなく pnpm でインストールしてください。送信する前にすべての試験を実行します。", 53),
    ("请使用 pnpm 而不是 npm 安装软件包，并在提交之前运行所有测试，然后查看服务器日志。", 43),
    ("npm 대신 pnpm으로 패키지를 설치하고 커밋하기 전에 모든 테스트를 실행하십시오.", 46),
    ("ثبّت الحزم باستخدام pnpm وليس npm، وشغّل جميع الاختبارات قبل الإرسال.", 60),
    ("התקינו את החבילות עם pnpm ולא עם npm, והריצו את כל הבדיקות לפני השליחה.", 68),
    ("पैकेज npm के बजाय pnpm से स्थापित करें और भेजने से पहले सभी परीक्षण चलाएँ।", 76),
    ("ติดตั้งแพ็กเกจด้วย pnpm แทน npm และรันการทดสอบทั้งหมดก่อนส่ง", 97),
    ("Ship it 🚀🎉 after ✅ from 👩‍💻, never on ⚠️ days → ask in “#release” – thanks…", 38),
    ("├── src\n│   ├── app.ts\n│   └── cart.ts\n└── tests\n", 30),
]
"""Texts, and the most tokens that a vocabulary of cl100k_base, o200k_base, Claude 2, Llama 2 and 3,
Qwen 3 or Gemma 3 makes of each: counted with tiktoken 0.14 and tokenizers 0.23."""


@pytest.mark.parametrize(("text", "most"), MEASURED)
def test_no_vocabulary_makes_more_tokens_of_a_text(text: str, most: int) -> None:
    assert most <= tokens(text) <= 2.2 * most


def test_japanese_counts_more_than_a_fourth_of_its_characters() -> None:  # B126
    assert tokens("試" * 200) >= 300


def test_nothing_takes_no_tokens() -> None:
    assert tokens("") == 0


@given(st.text(), st.text())
def test_texts_one_under_the_other_take_no_more_than_each_alone(above: str, below: str) -> None:
    assert tokens(f"{above}\n{below}") <= tokens(f"{above}\n") + tokens(below)


@given(st.text(st.characters(min_codepoint=0x0530)))
def test_rare_signs_cost_their_bytes_or_a_known_rate(text: str) -> None:
    assert tokens(text) <= 1 + sum(max(4, len(c.encode("utf-8", "surrogatepass"))) for c in text)


def sized(*lengths: int) -> list[Sized[int]]:
    return [Sized(place, length) for place, length in enumerate(lengths)]


def test_what_is_too_long_gives_way_to_what_comes_after_it() -> None:
    found = fit(sized(5, 9, 4, 1), 10)
    assert [one.item for one in found.taken] == [0, 2, 3]
    assert [one.item for one in found.misfits] == [1]
    assert found.tried_all


def test_after_twenty_misfits_in_a_row_nothing_more_is_drawn() -> None:
    drawn = iter(sized(1, *[9] * 30))
    found = fit(drawn, 5)
    assert (len(found.taken), len(found.misfits), found.tried_all) == (1, 20, False)
    assert next(drawn).item == 21


@given(st.lists(st.integers(1, 50)), st.integers(-5, 500))
def test_what_is_taken_fits_and_is_in_order(lengths: list[int], budget: int) -> None:
    found = fit(sized(*lengths), budget)
    assert sum(one.tokens for one in found.taken) <= max(0, budget)
    places = [one.item for one in found.taken]
    assert places == sorted(places)
    assert len(found.taken) + len(found.misfits) == len(lengths) or not found.tried_all
