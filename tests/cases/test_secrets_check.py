"""What is a secret and what only looks like one, on every way into a memory. All of it is made up."""

from __future__ import annotations

import base64
import time

import pytest

from memdecay.credentials import Credential, looking, spotted
from tests.front_door import Shell, contents

GITHUB = "ghp_" + "abcdefghijABCDEFGHIJ0123456789abcdef"  # in two parts, so that no scanner stops at us
AWS = "AKIA" + "Z7Q3M5N8P2R4T6V9"
SHA256 = "9f86d081884c7d659a2feaa0c55ad015" + "a3bf4f1b2b0b822cd15d6c15b0f00a08"
SHA512 = "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP" + "+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="


@pytest.mark.parametrize(
    "text",
    [
        "set TOKEN=ghp_" + "X" * 36,
        "The bot's token looks like xoxb-0000-0000.",
        "password=changeme",
        "The key begins with sk-...",
        'api_key: "your-api-key-here"',
        "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
        "Connect to postgres://user:password@db.shop.net/app in the examples.",
    ],
)
def test_placeholders_and_fillers_pass(text: str) -> None:  # B145
    assert spotted(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Entry 550e8400-e29b-41d4-a716-446655440000 came first.",
        "The regression came with 4b825dc642cb6eb9a060e54bf8d69288fbee4904.",
        f"The archive has sha256:{SHA256}",
        f'"integrity": "sha512-{SHA512}"',
        "- [ ] `close install-with-npm` <!-- b1946ac92492d234 -->",
        f"ledger/2026-11/{SHA256[:24]}.jsonl",
    ],
)
def test_ids_and_sums_are_no_secrets(text: str) -> None:  # B146
    assert spotted(text) == ()


def test_a_lock_file_is_no_secret() -> None:  # B147
    packages = "".join(
        f'    "node_modules/p{number}": {{\n      "version": "1.{number}.0",\n'
        f'      "resolved": "https://registry.npmjs.org/p{number}/-/p{number}-1.{number}.0.tgz",\n'
        f'      "integrity": "sha512-{SHA512[number:]}{SHA512[:number]}"\n    }},\n'
        for number in range(40)
    )
    cargo = f'[[package]]\nname = "serde"\nversion = "1.0.0"\nchecksum = "{SHA256}"\n'
    assert spotted(f"Keep the lock file.\n\n```json\n{packages}```\n\n```toml\n{cargo}```\n") == ()


def test_a_bare_password_is_told_by_its_mixture() -> None:  # B148
    assert spotted("db_pass: k9#Lm2!vQx7") == (Credential("Secret Keyword", 1),)
    assert spotted("export DB_PASSWORD=k9#Lm2!vQx7") == (Credential("Secret Keyword", 1),)
    # One sort of characters alone is as likely a word or a number: both pass, quoted or not alike.
    assert spotted("password = 908070605040") == spotted("password = qwertzuiopas") == ()


@pytest.mark.parametrize(
    "text",
    [
        "secret: projects/123/secrets/db",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "auth_key: process.env.AUTH_KEY2",
        "Password: read it from Vault2.",
        "api_key = os.environ['OPENAI_API_KEY']",
        "Secrets: see docs/secrets-v2.md",
        "Token: RS256-signed",
        "Token: OAuth2Client",
    ],
)
def test_where_a_password_is_named_or_fetched_there_is_none(text: str) -> None:  # B148
    assert spotted(text) == ()


def test_both_tokens_of_a_line_are_found_and_masked() -> None:  # B149
    with looking() as look:
        looked = look(f"First {GITHUB} then {AWS} and {GITHUB[:-1]}Z.")
    assert [str(one) for one in looked.found] == [
        "AWS Access Key at line 1", "GitHub Token at line 1", "GitHub Token at line 1",
    ]  # fmt: skip
    assert looked.masked == "First ghp_**** then AK**** and ghp_****"


@pytest.mark.parametrize(
    "text",
    [
        f"- The key is {AWS[:9]}\n  {AWS[9:]} for now",
        f"> {AWS[:12]}\n> {AWS[12:]}",
        f"x\n{GITHUB[:14]}\n{GITHUB[14:28]}\n{GITHUB[28:]}",
    ],
)
def test_a_key_that_is_broken_over_lines_is_found_and_masked_in_all_of_them(text: str) -> None:  # B150
    with looking() as look:
        looked = look(text)
    assert len(looked.found) == 1
    assert not any(part in looked.masked for part in (AWS[9:], AWS[:8], GITHUB[14:28], GITHUB[28:]))


def test_a_key_in_base64_is_found_also_when_that_is_wrapped() -> None:  # B150
    for said in (AWS, f"aws_access_key_id = {AWS}\nregion = eu-central-1\noutput = json"):
        run = base64.b64encode(said.encode()).decode()
        for text in (f"Set {run}.", "\n".join(run[place : place + 40] for place in range(0, len(run), 40))):
            with looking() as look:
                looked = look(text)
            assert [one.kind for one in looked.found] == ["AWS Access Key"], text
            assert run[8:28] not in looked.masked


def test_words_that_only_follow_each_other_make_no_key() -> None:  # B150
    assert spotted("The bot's token is xoxb-0000-0000\npassword=changeme\n") == ()
    assert spotted("See src/components/payments\nand lib/9f86d081884c7d659a2f\n") == ()


@pytest.mark.parametrize("line", ["Use pnpm. ", "token: 12345 ", 'key = "value9" ', "QUtJQVo3UTNNNU44 "])
def test_the_time_for_five_megabytes_is_bounded(line: str) -> None:  # B150
    text = line * (5_000_000 // len(line))
    began = time.monotonic()
    with looking(seconds=1) as look:
        looked = look(text)
    assert time.monotonic() - began < 5
    assert looked.is_whole or looked.masked == ""


def test_what_cannot_be_looked_over_in_time_is_refused(
    memory: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:  # B150
    monkeypatch.setattr("memdecay.memory.intake._SECONDS", -1.0)
    ran = memory.run("add", "Use pnpm.")
    assert ran.err == (
        "error: the text is too long to be looked over for secrets; split it into several entries\n"
    )


MARK = "pragma: allowlist secret"


@pytest.mark.parametrize(
    ("text", "found", "allowed"),
    [
        (f"{GITHUB}  <!-- {MARK} -->", 0, 1),
        (f"{GITHUB} {AWS}  # {MARK}", 1, 1),
        (f"```yaml\ntoken: {AWS}  # {MARK}\n```", 0, 1),
        (f"key: {AWS} # {MARK} - the one from the vendor's page", 0, 1),
        (f"key: {AWS} # {MARK}: {GITHUB}", 1, 1),
        (f"<!-- pragma: allowlist nextline secret -->\n{AWS} and {GITHUB}\n{AWS}", 2, 1),
        (f"{AWS} {MARK}", 1, 0),
        (f"# {MARK}\n{AWS}", 1, 0),
    ],
)
def test_a_mark_covers_the_finding_before_it_and_no_other(
    text: str, found: int, allowed: int
) -> None:  # B151
    with looking() as look:
        looked = look(text)
    assert (len(looked.found), len(looked.allowed)) == (found, allowed)


def test_of_two_findings_the_mark_lets_only_the_nearer_be_seen() -> None:  # B151
    with looking() as look:
        assert look(f"{GITHUB} {AWS}  # {MARK}").masked == f"ghp_**** {AWS}  # {MARK}"


def test_what_is_allowed_is_counted_in_the_report(memory: Shell) -> None:  # B151
    memory.did("add", f"The page shows {AWS}  <!-- {MARK} -->", "--id", "page")
    assert "1 finding is marked as no secret (`pragma: allowlist secret`)." in memory.did("propose").lines
    assert memory.ask("propose")["allowed"] == 1


WAYS_IN = [
    ("add", f"Deploy with {GITHUB}."),
    ("add", "Deploy by tag.", "--tag", GITHUB),
    ("add", "Deploy by tag.", "--scope", f"web/{GITHUB}"),
    ("add", "Deploy by tag.", "--supersedes", "deploy", "--reason", f"was {GITHUB}"),
    ("close", "deploy", "--reason", f"worked with {GITHUB}"),
    ("confirm", "deploy", "--note", f"worked with {GITHUB}"),
    ("misled", "deploy", "--note", f"worked with {GITHUB}"),
    ("used", "deploy", "--query", f"worked with {GITHUB}"),
    ("used", "deploy", "--by", GITHUB),
]


@pytest.mark.parametrize("words", WAYS_IN, ids=lambda words: f"{words[0]} {words[-2]}")
def test_a_secret_is_refused_wherever_it_is_written_and_not_echoed(
    memory: Shell, words: tuple[str, ...]
) -> None:  # B152
    memory.did("add", "Deploy with the script.", "--id", "deploy")
    before = contents(memory.folder)
    ran = memory.run(*words)
    assert (ran.code, ran.out) == (1, "")
    assert "looks like it holds a secret (GitHub Token at line 1) and nothing was written" in ran.err
    assert GITHUB[4:] not in ran.err
    assert contents(memory.folder) == before


def test_a_secret_in_a_question_is_masked_before_it_is_recorded(memory: Shell) -> None:  # B152
    memory.did("add", "Deploy with the script.", "--id", "deploy")
    memory.did("recall", f"Deploy with the script. {GITHUB} maria.lopez@cornershop-demo.net", "--record")
    (event,) = memory.ask("log", "deploy")["events"]
    assert event["query"] == "Deploy with the script. ghp_**** m****"
