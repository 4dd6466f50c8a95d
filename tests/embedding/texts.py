"""A few hundred texts that are hard on a tokenizer, made from a fixed seed."""

from __future__ import annotations

import random

HARD = (
    "",
    " \t\r\n ",
    "Use pnpm, never npm!",
    "Façade naïve coöperate ÀÉÎÕÜ Åström İstanbul ŁÓDŹ groß ΣΊΣΥΦΟΣ Ǆ ﬁne",
    "使用 pnpm 安装依赖，不要使用npm。",
    "テストは必ず実行する カタカナ ﾊﾝｶｸ が",
    "한국어 문장도 있다",
    "Запускай тесты ё й И\u0306",
    "مرحبا بالعالم नमस्ते שלום",
    "🚀 deploy 👩‍👩‍👧 now ✅ 🇩🇪",
    "zero\u200bwidth\u00adsoft\ufeffbom\u2028line\u0085next\u3000wide\xa0space",
    "nul\x00bell\x07esc\x1b[31mred\x1b[0m vertical\x0btab form\x0cfeed \x7f \x80 \ufffd \ue000",
    "def f(x: int) -> str:\n\treturn f'{x!r:>{10}}' if x**2 != 3 else \"\\n\"  # ok?",
    "pip install 'memdecay[sentence-transformers]>=0.1' && ./run.sh --flag=$HOME/.config | tee log",
    "snake_case camelCase SCREAMING_CASE kebab-case a.b.c @scope/pkg#123 ~^`|<>+=$",
    "[UNK] [PAD] [CLS] [SEP] [MASK] [unused1] ##ing # ## ###",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "a" * 99 + " " + "a" * 100 + " " + "a" * 101 + " " + "é" * 100 + " " + "x" * 5000,
    "unbelievably antidisestablishmentarianism kubernetes pyproject.toml tsconfig",
    "१२३ ٣٤٥ ½ ² Ⅷ ① ℃ ™ € £ ₿ ∑ ≠ → “quoted” ‘it’s’ — … ¿qué? ¡sí!",
    "中a文b\u4dbf\u9fff\uf900\U00020000\U0002f800 \u3400",
    "word " * 3000,
)

_WORDS = "retry the flaky test With pnpm Build before commit: never push --force to main; see docs/a.md"
_ODD = "àéñçøßİΣ中文字日本한ю\u0301\u200d\u00ad🚀_-/\\.,:;!?@#$%^&*()[]{}<>|~`'\"\t\n\x01\x7f0123456789abcXYZ"


def many() -> list[str]:
    """The hard texts and three hundred random mixtures."""
    dice = random.Random(20261129)
    mixtures = []
    for _ in range(300):
        words = dice.choices(_WORDS.split(), k=dice.randrange(12))
        words += ["".join(dice.choices(_ODD, k=dice.randrange(1, 9))) for _ in range(dice.randrange(6))]
        dice.shuffle(words)
        mixtures.append(dice.choice((" ", "", "\n")).join(words))
    return [*HARD, *mixtures]
