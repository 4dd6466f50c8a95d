"""Threats to pruning: changed entries, edited lists, committed secrets, persons who want to be gone."""

from __future__ import annotations

import string
from pathlib import Path
from random import Random

import pytest

from memdecay import credentials
from tests.front_door import Shell, contents
from tests.memory.cellar import applied, faults
from tests.memory.happenings import commit, git
from tests.pruning import FOOD, put_entries, put_list
from tests.tamper.tampering import NAMED, Case, Cellar


@pytest.fixture
def cellar(memory: Shell) -> Shell:
    """A memory of ten entries in a repository."""
    git(memory.folder, "init", "--quiet", "--initial-branch=main")
    put_entries(memory.memory, *FOOD)
    commit(memory.folder)
    return memory


# T11: an entry is changed after its line was approved. `tests/tamper` flips every bit of everything.


@pytest.mark.parametrize("name", NAMED)
def test_a_flipped_byte_of_a_listed_entry_refuses_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    cellar = Cellar(root=tmp_path / "memory")
    data = cellar.whole[f"{name}.md"]
    for place in range(0, len(data), 5):
        changed = bytearray(data)
        changed[place] ^= 1
        cellar.try_case(Case("flip", f"{name}.md", bytes(changed)))
    assert cellar.broken == []
    assert set(cellar.seen) == {"flip: refused"}


# T12: the list is edited.

LINE = "- [x] `delete figs --reason noise`"


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("delete figs", "delete ../outside"),
        ("delete figs", "delete jam"),
        ("delete figs --reason noise", "delete figs --reason secret"),
        ("delete figs --reason noise", "close figs"),
        ("### figs", "<!-- ### figs"),
        ("### figs", "<details><summary>figs</summary>"),
        ("### figs", "```\n### figs"),
        (" <!-- ", " <!-- 0"),
        ("created: ", "made: "),
        ("proposals/1", "proposals/2"),
    ],
)
def test_an_edited_list_does_nothing_at_all(cellar: Shell, was: str, becomes: str) -> None:
    outside = cellar.folder / "outside.md"
    outside.write_text("---\nid: outside\n---\nStay.\n")
    place = put_list(cellar.memory, "*delete figs --reason noise", "*close apples")
    text = place.read_text()
    assert was in text
    place.write_text(text.replace(was, becomes, 1))
    before = contents(cellar.folder)
    assert applied(cellar).code == 1
    assert contents(cellar.folder) == before


def test_a_line_that_stands_twice_is_refused(cellar: Shell) -> None:
    place = put_list(cellar.memory, "*delete figs --reason noise")
    row = next(row for row in place.read_text().split("\n") if row.startswith(LINE))
    place.write_text(f"{place.read_text()}{row}\n")
    before = contents(cellar.folder)
    assert all("stands in the list 2 times; keep one" in one for one in faults(applied(cellar)))
    assert contents(cellar.folder) == before


@pytest.mark.parametrize("editor", ["CRLF", "BOM"])
def test_what_an_editor_does_to_every_line_changes_no_line(cellar: Shell, editor: str) -> None:
    place = put_list(cellar.memory, "*delete figs --reason noise", "close apples")
    data = place.read_bytes()
    place.write_bytes(data.replace(b"\n", b"\r\n") if editor == "CRLF" else b"\xef\xbb\xbf" + data)
    assert applied(cellar).lines == ["delete figs --reason noise  approved by Dana", "Done: 1 deleted."]


def test_all_entries_at_once_need_a_word(cellar: Shell) -> None:
    put_list(cellar.memory, *(f"*delete {one} --reason noise" for one in FOOD))
    assert "would retire 10 of 10 entries at once" in applied(cellar).out
    assert len(cellar.standings()) == len(FOOD)


# T16: a secret was committed, and "deleted".

ALNUM, HEX, UPPER = (
    string.ascii_letters + string.digits,
    "0123456789abcdef",
    string.ascii_uppercase + string.digits,
)
SHAPES: tuple[tuple[str, str, int], ...] = (
    ("ghp_", ALNUM, 36), ("gho_", ALNUM, 36), ("ghs_", ALNUM, 36), ("github_pat_{22}_", ALNUM, 59),
    ("glpat-", ALNUM, 20), ("gldt-", ALNUM, 20), ("AKIA", UPPER, 16), ("ASIA", UPPER, 16),
    ("aws_secret_access_key = ", ALNUM, 40), ("AIza", ALNUM, 35), ("GOCSPX-", ALNUM, 28),
    ("xoxb-{n}-{n}-", ALNUM, 24),
    ("xapp-1-A0{8}-{n}-", HEX, 64), ("sk_live_", ALNUM, 24), ("rk_live_", ALNUM, 24),
    ("sk-ant-api03-", ALNUM, 93),
    ("sk-proj-", ALNUM, 120), ("hf_", ALNUM, 34), ("npm_", ALNUM, 36), ("pypi-AgEIcHlwaS5vcmc", ALNUM, 90),
    ("rubygems_", HEX, 48), ("dckr_pat_", ALNUM, 27), ("dop_v1_", HEX, 64), ("dp.pt.", ALNUM, 43),
    ("lin_api_", ALNUM, 40), ("ntn_", ALNUM, 46), ("PMAK-{h24}-", HEX, 34), ("pul-", HEX, 40),
    ("pscale_tkn_", ALNUM, 43), ("shpat_", HEX, 32), ("SG.{22}.", ALNUM, 43), ("sbp_", HEX, 40),
    ("tskey-auth-{12}-", ALNUM, 32), ("hvs.", ALNUM, 90), ("glsa_{32}_", HEX, 8), ("figd_", ALNUM, 43),
    ("AGE-SECRET-KEY-1", UPPER, 58), ("gsk_", ALNUM, 52), ("r8_", ALNUM, 37), ("dapi", HEX, 32),
    ("NRAK-", UPPER, 27), ("pat-eu1-{h8}-{h4}-{h4}-{h4}-", HEX, 12), ("{n10}:", ALNUM, 35), ("AC", HEX, 32),
    ("{h32}-us", "123456789", 1), ("key-", HEX, 32),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.", ALNUM, 43),
    ("db_password: Zx#", ALNUM, 9), ('api_key = "', ALNUM, 24), ("postgres://app:", ALNUM, 16),
)  # fmt: skip
"""Beginnings of keys as their makers document them; {22} and {h8} stand for letters, {n} for digits."""
AFTER = {'api_key = "': '"', "postgres://app:": "@db.shop.net/app"}
KEYS = ["RSA ", "DSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "", "SSH2 ENCRYPTED ", "PGP "]


def made(shape: tuple[str, str, int], random: Random) -> str:
    """A key of that shape that opens nothing."""
    beginning, alphabet, length = shape
    letters = lambda of, many: "".join(random.choice(of) for _ in range(many))  # noqa: E731
    start = beginning.replace("{n10}", letters("123456789", 10))
    while "{" in start:
        before, _, rest = start.partition("{")
        said, _, after = rest.partition("}")
        of = HEX if said.startswith("h") else "123456789" if said == "n" else ALNUM
        many = int(said.strip("hn") or 11)
        start = before + letters(of, many) + after
    return start + letters(alphabet, length) + AFTER.get(beginning, "")


def test_of_200_made_up_keys_of_50_shapes_nearly_all_are_found_and_masked() -> None:
    random = Random(16)
    keys = [made(shape, random) for shape in SHAPES for _ in range(4)]
    assert len(keys) == 200
    with credentials.looking() as look:
        looked = {key: look(f"Deploy with {key} until May.") for key in keys}
    missed = [key for key, one in looked.items() if not one.found]
    assert len(missed) <= 0.05 * len(keys), missed
    for key, one in looked.items():
        shown = one.masked.removeprefix("Deploy with ").removesuffix(" until May.")
        assert not one.found or shown.count("*") >= 4
        assert not one.found or key[-8:] not in shown


@pytest.mark.parametrize("kind", KEYS)
def test_every_header_of_a_private_key_is_found(kind: str) -> None:
    block = " BLOCK" if kind == "PGP " else ""
    assert credentials.spotted(f"-----BEGIN {kind}PRIVATE KEY{block}-----")


def test_the_commits_that_still_hold_it_are_counted_truly(cellar: Shell) -> None:
    for number in range(3):
        cellar.write("leak.md", f"---\nid: leak\ncreated: 2026-01-01\n---\nThe key is number {number}.\n")
        commit(cellar.folder)
    put_list(cellar.memory, "*delete leak --reason secret")
    (erased,) = applied(cellar, "--json").document["erased"]
    told = sorted(one["name"] for one in erased["held"] if one["kind"] == "commit")
    known = git(cellar.folder, "log", "--all", "--format=%h", "--", "memory/leak.md").split()
    assert told == sorted(known)
    assert len(told) == 3


# T17: a person asks to be forgotten.

CANARY = "ZQX-canary"


def test_no_trace_is_left_in_memory_spool_cache_or_temporary_files(cellar: Shell) -> None:
    temporary = cellar.folder / "temporary"
    temporary.mkdir()
    shell = Shell(folder=cellar.folder, environment={"TMPDIR": str(temporary)})
    shell.write(
        "maria.md", f"---\nid: maria\ncreated: 2026-01-01\ntags: [{CANARY}]\n---\nCall {CANARY} first.\n"
    )
    shell.did("used", "maria", "jam", "--query", f"who is {CANARY}")
    shell.did("seal")
    shell.did("misled", "maria", "--note", f"{CANARY} has moved")
    shell.did("recall", CANARY)
    place = put_list(shell.memory, "*delete maria --reason personal-data")
    shell.did("apply", str(place))
    left = [
        path for path in cellar.folder.rglob("*")
        if path.is_file() and "objects" not in path.parts and CANARY.encode() in path.read_bytes()
    ]  # fmt: skip
    assert left == []
    assert shell.ask("recall", CANARY)["results"] == []


def test_an_event_holds_no_words_unless_somebody_adds_them(cellar: Shell) -> None:
    for verb in ("used", "helped", "confirm", "misled"):
        cellar.did(verb, "jam")
    for event in cellar.ask("log", "jam")["events"]:
        said = {key for key, value in event.items() if isinstance(value, str)}
        assert said <= {"id", "at", "kind", "entry", "by", "memory"}
