"""Files that must not get into a memory, by class, and files that must. All of it is made here.

Which characters cannot be seen is written down here a second time, from the Unicode standard's list
of default-ignorable code points, so that a gap in `memdecay.characters` shows.
"""

from __future__ import annotations

import hashlib
import random
import string
import sys
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

REGULAR, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"

HEADER = "---\nid: {id}\nvalid_from: 2026-01-01\n---\n"


class Hostile(NamedTuple):
    """A file of the memory as git would hold it; `what` says what is wrong with it."""

    kind: str
    what: str
    path: str
    data: bytes
    mode: str = REGULAR


REFUSED_BY: dict[str, frozenset[str]] = {
    "unseen": frozenset({"hidden-text"}),
    "escape": frozenset({"hidden-text"}),
    "identifier": frozenset({"id", "value"}),
    "name": frozenset({"clashing-path", "file-name", "id"}),
    "front matter": frozenset({"front-matter", "value", "window"}),
    "event": frozenset({"event"}),
    "link": frozenset({"link-file"}),
    "marker": frozenset({"conflict"}),
    "oversized": frozenset({"front-matter", "long-line"}),
    "secret": frozenset({"secret"}),
}
"""The rules that are to find each kind: refused for another reason is not good enough."""


def corpus() -> Iterator[Hostile]:
    """Every hostile file, each with a path of its own."""
    makers: tuple[Callable[[], Iterator[Hostile]], ...] = (
        unseen, escapes, identifiers, names, front_matter, events, links, markers, oversized, secrets,
    )  # fmt: skip
    for maker in makers:
        yield from maker()


def entry(id: str, body: str, *, more: str = "") -> bytes:  # noqa: A002 - the domain's own word
    header = HEADER.format(id=id)
    return (header[:-4] + more + "---\n" + body).encode("utf-8", "surrogatepass")


# What cannot be seen

_IGNORABLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
    (0xE0000, 0xE007F), (0xE0100, 0xE01EF),
)  # fmt: skip
"""Default_Ignorable_Code_Point of the Unicode Character Database, without the reserved rest of plane 14."""

_ALSO_EMPTY = (0x2800, 0x2028, 0x2029, 0xFFF9, 0xFFFA, 0xFFFB, 0xE000, 0xF8FF, 0x10FFFD, 0xFFFE, 0x378)
"""A blank of Braille, line and paragraph separators, annotation, private use, no character at all."""


def unseen_characters() -> list[str]:
    """Each character that no reader sees, and that a model reads all the same."""
    points = {point for first, last in _IGNORABLE for point in range(first, last + 1)} | {*_ALSO_EMPTY}
    points |= {
        point for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) in {"Cc", "Cf"} and chr(point) not in "\n\t"
    }  # fmt: skip
    return [chr(point) for point in sorted(points)]


_PLAIN = "Run the tests with make test"


def unseen() -> Iterator[Hostile]:
    """Each such character at the beginning, in the middle and at the end of a plain sentence."""
    for character in unseen_characters():
        code = f"{ord(character):04x}"
        for place, text in (
            ("first", character + _PLAIN), ("middle", f"Run the te{character}sts with make test"),
            ("last", _PLAIN + character),
        ):  # fmt: skip
            if (place, character) == ("last", "\r"):
                continue  # before a line feed it is the end of a line
            id = f"unseen-{code}-{place}"  # noqa: A001
            yield Hostile("unseen", f"U+{code.upper()} {place}", f"{id}.md", entry(id, text + "\n"))


# What a terminal obeys

ESCAPES = (
    "\x1b[2J", "\x1b[H", "\x1b[31m", "\x1b[0m", "\x1b[8m", "\x1b[1A", "\x1b[2K", "\x1b[?25l", "\x1b[?1049h",
    "\x1b[6n", "\x1b[5i", "\x1bc", "\x1b(0", "\x1b7", "\x1b8", "\x1b]0;title\x07", "\x1b]2;title\x1b\\",
    "\x1b]8;;http://example.com\x1b\\text\x1b]8;;\x1b\\", "\x1b]52;c;ZWNobyBoaQ==\x07",
    "\x1b]1337;File=:\x07",
    "\x1b]4;1;rgb:00/00/00\x07", "\x1b]10;#000\x07", "\x1bP+q544e\x1b\\", "\x1b_hidden\x1b\\", "\x1b^x\x1b\\",
    "\x1bX x\x1b\\", "\x9b2J", "\x9d0;title\x9c", "\x90q\x9c", "\x9f x\x9c", "\x85", "\x8d", "\x84", "\x88",
    "\x08\x08\x08", "\x7f\x7f", "safe\rrm -rf", "\x0b", "\x0c", "\x07", "\x0e", "\x0f", "\x05", "\x00",
    "\x1a",
    "\x1b[38;5;0m", "\x1b[48;2;0;0;0m", "\x1b[3J", "\x1b[1;1r", "\x1b[?2004h", "\x1b[?1000h", "\x1b[>c",
    "\x1bZ",
    "\x1b#8", "\x1bD", "\x1bM", "\x1b[s", "\x1b[u", "\x1b[4h", "\x1b[20t",
)  # fmt: skip


def escapes() -> Iterator[Hostile]:
    for number, payload in enumerate(ESCAPES):
        id = f"escape-{number}"  # noqa: A001
        yield Hostile("escape", repr(payload), f"{id}.md", entry(id, f"Run {payload} the tests.\n"))


# What becomes no path

IDENTIFIERS = (
    "../x", "../../etc/passwd", "/etc/passwd", "C:\\x", "C:x", "a/../../b", "%2e%2e", "..\\x", "x.md::$DATA",
    "a b", "x.", "x ", ".git/config", ".GIT", "-rf", "--help", "~", "~root", "$HOME", "`id`", "$(id)", "a;b",
    "a|b", "a&b", "a>b", "*", "?", "[a]", "{a,b}", "a'b", "a#b", "a%b", "a@b", "a!b", "a,b", "a=b", "a+b",
    "a^b",
    "İ", "ı", "ﬁ", "а", "ａ", "é", "é", "ß", "ſ", "K", "🙂", "x" * 81, "x" * 300, ".", "..", "...", "a.b",
    "a_b",
    "A/B", "\\\\host\\share", "file:///etc/passwd", "http://example.com", "a\\u0000b", "a\\nb", "a\\tb",
    "\\u202e",
)  # fmt: skip


def identifiers() -> Iterator[Hostile]:
    for number, wanted in enumerate(IDENTIFIERS):
        quoted = '"' + wanted.replace("\\", "\\\\").replace("\\\\u", "\\u").replace('"', '\\"') + '"'
        own, other = f"named-{number}", f"linking-{number}"
        data = f"---\nid: {quoted}\nvalid_from: 2026-01-01\n---\nRun the tests {number}.\n"
        yield Hostile("identifier", f"id {wanted!r}", f"{own}.md", data.encode())
        data = f"---\nid: {other}\nsupersedes: [{quoted}]\nvalid_from: 2026-01-01\n---\nRun them {number}.\n"
        yield Hostile("identifier", f"link {wanted!r}", f"{other}.md", data.encode())


NAMES = (
    "con.md", "CON.md", "nul.md", "prn.md", "aux.md", "com1.md", "lpt9.md", "con/x.md", "x .md", "x..md",
    "sub./x.md", "sub /x.md", "a:b.md", "a?b.md", "a*b.md", "a|b.md", 'a"b.md', "a<b.md", "a>b.md", "a\\b.md",
    "а.md", "é.md", "a\u200bb.md", "a\u202eb.md", "a\x1b[2J.md", "a\nb.md", "a\tb.md", "a\x7fb.md", "-rf.md",
    "A.md", "x" * 90 + ".md",
)  # fmt: skip


def names() -> Iterator[Hostile]:
    """File names that mean something else on another system, or show as something else."""
    for number, path in enumerate(NAMES):
        data = f"---\nvalid_from: 2026-01-01\n---\nRun the checks number {number}.\n"
        yield Hostile("name", repr(path), path, data.encode())


# What a parser stumbles over

_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)
FRONT_MATTER = (
    _BOMB, "a: &x 1\nb: *x\n", "<<: {id: y}\nz: *q\n", "tags: !!python/object:os.system [ls]\n",
    "author: !!binary aGk=\n", "author: !x y\n", "author: !<tag:yaml.org,2002:str> y\n",
    "a: " + "[" * 500 + "\n",
    "a: " + "{b: " * 400 + "\n", "a:\n" + "".join(" " * n + "b:\n" for n in range(1, 400)), "- - - - - -\n",
    "a: 'x\n", 'a: "x\n', "a: [x\n", "a: {x\n", "a: x: y\n", "\ta: b\n", "a: @x\n", "a: `x`\n", "a: %x\n",
    "id: other\nid: another\n", "status: active\nstatus: closed\n", "? [a]\n: b\n", "a: |9\n x\n",
    "%YAML 1.1\n",
    "status: open\n", "status: [active]\n", "valid_from: 2026-02-30\n", "valid_from: yesterday\n",
    "valid_from: 2026-06-03T25:00:00Z\n", "valid_until: 2025-01-01\n", "importance: 2\n",
    "importance: .nan\n",
    "importance: .inf\n", "importance: high\n", "pinned: perhaps\n", "trust: full\n", "supersedes: {a: b}\n",
    "scope: {a: b}\n", "author: [a, b]\n", "scope: true\n",
)  # fmt: skip


def front_matter() -> Iterator[Hostile]:
    for number, more in enumerate(FRONT_MATTER):
        id = f"yaml-{number}"  # noqa: A001
        key = more.partition(":")[0]
        kept = "" if key == "valid_from" else "valid_from: 2026-01-01\n"
        own = "" if key == "id" else f"id: {id}\n"
        data = f"---\n{own}{kept}{more}---\nRun the tests of part {number}.\n"
        yield Hostile("front matter", more[:40], f"{id}.md", data.encode())
    for number, data in enumerate(_NOT_ENTRIES):
        yield Hostile("front matter", f"fence {number}", f"fence-{number}.md", data)


_NOT_ENTRIES = (
    b"no front matter at all\n", b"---\nid: never-closed\n", b"", b"\n---\nid: late\n---\nText.\n",
    b"\xff\xfe-\x00-\x00", b"---\nid: latin\n---\ncaf\xe9\n", b"---\nid: half\n---\n\xed\xa0\x80\n",
    b"+++\nid = 'toml'\n+++\nText.\n", b"----\nid: four\n----\nText.\n",
)  # fmt: skip

_EVENT = (
    '{{"v":1,"id":"019e8c6b-3b40-7000-8000-{number:012d}","at":"2026-06-03T09:14:00Z","kind":"used",'
    '"entry":"kept","by":"Dana"{more}}}'
)
EVENTS = (
    ',"outcome":NaN', ',"outcome":Infinity', ',"outcome":-Infinity', ',"outcome":1e999', ',"outcome":2',
    ',"outcome":"1"', ',"outcome":true', ',"by":"Tom"', ',"at":"9999"', ',"kind":"deleted","kind":"used"',
    ',"note":[]', ',"note":{}', ',"note":1', ',"session":false', ',"query":[1]', ',"x":' + "[" * 20_000,
    ',"note":"' + "x" * 140_000 + '"', ',"v":2', ',"note":"\\ud800', ",", ',"note":\'x\'', ",x",
    ',"note":"\x01"',
)  # fmt: skip
NOT_EVENTS = (
    "{}", "[]", "1", '"x"', "null", "{", "}", "[" * 100_000, "{'v':1}", "not json", "\x00", "<<<<<<< HEAD",
    "=======", ">>>>>>> theirs", '{"v":1}', '{"v":"1"}', '{"v":1,"id":"x"}', "\u2028", "//", "/* */",
    '{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000001","at":"now","kind":"used","entry":"kept","by":"Dana"}',
    '{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000001","at":"2026-06-03","kind":"eaten","entry":"kept","by":"D"}',
    '{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000001","at":"2026-06-03","kind":"used","entry":"../x","by":"D"}',
    '{"v":1,"id":"019e8c6b-3b40-7000-8000-000000000001","at":"2026-06-03","kind":"used","entry":"k","by":""}',
    '{"v":1,"id":"../../etc/passwd","at":"2026-06-03T09:14:00Z","kind":"used","entry":"kept","by":"Dana"}',
)  # fmt: skip


def events() -> Iterator[Hostile]:
    """One bad line each, in a segment of its own name."""
    lines = [_EVENT.format(number=number, more=more) for number, more in enumerate(EVENTS)]
    for number, line in enumerate([*lines, *NOT_EVENTS]):
        data = b" " * number + line.encode("utf-8", "surrogatepass") + b"\n"  # blanks may lead
        name = hashlib.sha256(data).hexdigest()[:24]
        yield Hostile("event", line[:40], f"ledger/2026-06/{name}.jsonl", data)


# What is no file of its own


def links() -> Iterator[Hostile]:
    for number, target in enumerate(
        ("/etc/passwd", "../../outside.md", "kept.md", ".", "..", "missing.md", "/dev/zero", "../.git/config")
    ):
        yield Hostile("link", f"symbolic link to {target}", f"link-{number}.md", target.encode(), LINK)
    yield Hostile("link", "submodule", "module.md", b"", SUBMODULE)
    yield Hostile("link", "linked ledger", "ledger/2026-07", b"../../outside", LINK)
    yield Hostile("link", "linked note", "kept.closed.md", b"/etc/passwd", LINK)


def markers() -> Iterator[Hostile]:
    body = "<<<<<<< HEAD\nUse npm.\n=======\nUse pnpm.\n>>>>>>> other\n"
    yield Hostile("marker", "conflict in the body", "conflict-0.md", entry("conflict-0", body))
    data = "---\n<<<<<<< HEAD\nid: conflict-1\n=======\nid: conflict-2\n>>>>>>> other\n---\nText.\n"
    yield Hostile("marker", "conflict in the front matter", "conflict-1.md", data.encode())
    body = "<<<<<<< HEAD\nUse npm.\n||||||| base\nUse yarn.\n=======\nUse pnpm.\n>>>>>>> other\n"
    yield Hostile("marker", "conflict of three", "conflict-2.md", entry("conflict-2", body))


def oversized() -> Iterator[Hostile]:
    yield Hostile("oversized", "entry", "large-0.md", entry("large-0", "word " * 20_000))
    yield Hostile("oversized", "line", "large-1.md", entry("large-1", "x" * 70_000 + "\n"))
    more = "tags: [" + ", ".join(f"tag{n}" for n in range(8_000)) + "]\n"
    yield Hostile("oversized", "front matter", "large-2.md", entry("large-2", "Text.\n", more=more))


# What only looks like a secret

_ALNUM = string.ascii_letters + string.digits
_LOWER_HEX = "0123456789abcdef"
_URL_SAFE = _ALNUM + "-_"

SHAPES: dict[str, Callable[[random.Random], str]] = {
    "AWS access key": lambda r: "AKIA" + _some(r, string.ascii_uppercase + "234567", 16),
    "AWS temporary key": lambda r: "ASIA" + _some(r, string.ascii_uppercase + "234567", 16),
    "GitHub personal token": lambda r: "ghp_" + _some(r, _ALNUM, 36),
    "GitHub OAuth token": lambda r: "gho_" + _some(r, _ALNUM, 36),
    "GitHub app token": lambda r: "ghs_" + _some(r, _ALNUM, 36),
    "GitHub fine-grained token": lambda r: "github_pat_" + _some(r, _ALNUM, 22) + "_" + _some(r, _ALNUM, 59),
    "GitLab token": lambda r: "glpat-" + _some(r, _URL_SAFE, 20),
    "GitLab runner token": lambda r: "glrt-" + _some(r, _URL_SAFE, 20),
    "Slack bot token": lambda r: f"xoxb-{_digits(r, 12)}-{_digits(r, 12)}-{_some(r, _ALNUM, 24)}",
    "Slack webhook": lambda r: "https://hooks.slack.com/services/T" + _some(r, string.ascii_uppercase, 8)
    + "/B" + _some(r, string.ascii_uppercase, 8) + "/" + _some(r, _ALNUM, 24),
    "Stripe live key": lambda r: "sk_live_" + _some(r, _ALNUM, 24),
    "Stripe restricted key": lambda r: "rk_live_" + _some(r, _ALNUM, 24),
    "Google API key": lambda r: "AIza" + _some(r, _URL_SAFE, 35),
    "Google OAuth secret": lambda r: "GOCSPX-" + _some(r, _URL_SAFE, 28),
    "OpenAI key": lambda r: "sk-" + _some(r, _ALNUM, 20) + "T3BlbkFJ" + _some(r, _ALNUM, 20),
    "OpenAI project key": lambda r: "sk-proj-" + _some(r, _URL_SAFE, 74) + "T3BlbkFJ"
    + _some(r, _URL_SAFE, 74),
    "Anthropic key": lambda r: "sk-ant-api03-" + _some(r, _URL_SAFE, 93) + "AA",
    "Hugging Face token": lambda r: "hf_" + _some(r, string.ascii_letters, 34),
    "npm token": lambda r: "npm_" + _some(r, _ALNUM, 36),
    "npm line": lambda r: "//registry.npmjs.org/:_authToken=npm_" + _some(r, _ALNUM, 36),
    "PyPI token": lambda r: "pypi-AgEIcHlwaS5vcmc" + _some(r, _URL_SAFE, 80),
    "SendGrid key": lambda r: "SG." + _some(r, _URL_SAFE, 22) + "." + _some(r, _URL_SAFE, 43),
    "Twilio key": lambda r: "SK" + _some(r, _LOWER_HEX, 32),
    "Mailchimp key": lambda r: _some(r, _LOWER_HEX, 32) + "-us12",
    "Telegram bot token": lambda r: _digits(r, 9) + ":AA" + _some(r, _URL_SAFE, 33),
    "Discord bot token": lambda r: "M" + _some(r, _ALNUM, 23) + "." + _some(r, _ALNUM, 6) + "."
    + _some(r, _URL_SAFE, 27),
    "DigitalOcean token": lambda r: "dop_v1_" + _some(r, _LOWER_HEX, 64),
    "Shopify token": lambda r: "shpat_" + _some(r, _LOWER_HEX, 32),
    "Square token": lambda r: "sq0csp-" + _some(r, _URL_SAFE, 43),
    "Databricks token": lambda r: "dapi" + _some(r, _LOWER_HEX, 32),
    "Docker Hub token": lambda r: "dckr_pat_" + _some(r, _URL_SAFE, 27),
    "Grafana token": lambda r: "glsa_" + _some(r, _ALNUM, 32) + "_" + _some(r, _LOWER_HEX, 8),
    "Vault token": lambda r: "hvs." + _some(r, _URL_SAFE, 95),
    "Atlassian token": lambda r: "ATATT3xFfGF0" + _some(r, _URL_SAFE, 180),
    "Linear key": lambda r: "lin_api_" + _some(r, _ALNUM, 40),
    "New Relic key": lambda r: "NRAK-" + _some(r, string.ascii_uppercase + string.digits, 27),
    "Postman key": lambda r: "PMAK-" + _some(r, _LOWER_HEX, 24) + "-" + _some(r, _LOWER_HEX, 34),
    "Pulumi token": lambda r: "pul-" + _some(r, _LOWER_HEX, 40),
    "RubyGems key": lambda r: "rubygems_" + _some(r, _LOWER_HEX, 48),
    "Sentry token": lambda r: "sntryu_" + _some(r, _LOWER_HEX, 64),
    "JSON web token": lambda r: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0."
    + _some(r, _URL_SAFE, 43),
    "Azure storage key": lambda r: "AccountKey=" + _some(r, _ALNUM + "+/", 86) + "==",
    "password in a URL": lambda r: f"postgres://app:{_some(r, _ALNUM, 20)}@db.example.com:5432/app",
    "password by keyword": lambda r: f'db_password = "{_some(r, _ALNUM + "#!?", 18)}"',
    "private key": lambda r: "-----BEGIN RSA PRIVATE KEY-----\n" + _some(r, _ALNUM + "+/", 64),
    "OpenSSH private key": lambda r: "-----BEGIN OPENSSH PRIVATE KEY-----\n" + _some(r, _ALNUM + "+/", 64),
}  # fmt: skip
"""Shapes of tokens with a name. The values are random; none opens anything."""

_AROUND = (
    "The token is {}.", "Set it: `export TOKEN={}`", "- deploy key: {}", "{}", "curl -H 'Bearer {}' host",
)  # fmt: skip


def secrets() -> Iterator[Hostile]:
    draw = random.Random(1)
    for number, (name, make) in enumerate(SHAPES.items()):
        for place, around in enumerate(_AROUND):
            id = f"secret-{number}-{place}"  # noqa: A001
            data = entry(id, around.format(make(draw)) + "\n")
            yield Hostile("secret", name, f"{id}.md", data)


def _some(draw: random.Random, alphabet: str, length: int) -> str:
    return "".join(draw.choice(alphabet) for _ in range(length))


def _digits(draw: random.Random, length: int) -> str:
    return _some(draw, string.digits[1:], length)


# What must pass

_CLEAN_SENTENCES = (
    "Run the tests with `make test` before you push.", "Führe vor dem Pushen die Tests aus: `make test`.",
    "Exécute les tests avec `make test` avant de pousser ; c'est l'été à Orléans.",
    "Ejecuta las pruebas: ¿ya?",
    "Запускай тесты перед отправкой: `make test`.", "Τρέξε τις δοκιμές πριν από το push.", "הרץ את הבדיקות.",
    "شغّل الاختبارات قبل الدفع.", "पुश करने से पहले परीक्षण चलाएँ।", "পুশ করার আগে পরীক্ষা চালাও।",
    "சோதனைகளை இயக்கவும்.", "รันการทดสอบก่อนพุช", "プッシュする前にテストを実行する。", "推送前运行测试。",
    "푸시하기 전에 테스트를 실행하세요.", "Գործարկիր թեստերը։", "გაუშვი ტესტები.", "ቅድሚያ ሙከራዎችን አሂድ።",
    "Chạy kiểm thử trước khi đẩy mã.", "Ship it 🚀 👍🏽 👩‍💻 ❤️ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ✔️.",
    "Prices: 5 € × 3 ≥ £10 — “quoted”…",
)  # fmt: skip
_CLEAN_SHAPES = (
    "{}", "# Tests\n\n{}", "- {}\n- Use the example key `AKIAIOSFODNN7EXAMPLE` in documents.",
    "> {}\n\n---\n\nLast.",
    "```sh\nmake test TOKEN=$TOKEN\n```\n\n{}", "{}\n\n| a | b |\n|---|---|\n| `x: y` | 0 |",
)  # fmt: skip


def clean() -> Iterator[Hostile]:
    """Instructions in many scripts that must not be refused."""
    number = 0
    for sentence in _CLEAN_SENTENCES:
        for shape in _CLEAN_SHAPES:
            id = f"clean-{number}"  # noqa: A001
            number += 1
            yield Hostile("clean", sentence[:20], f"{id}.md", entry(id, shape.format(sentence) + "\n"))
